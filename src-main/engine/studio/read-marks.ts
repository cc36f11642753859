/**
 * Who has read which messages: `.skywalker/studio-read.json`. It belongs to this copy of the project and is not shared; where it
 * is broken or gone, everything is unread again.
 */
import { z } from 'zod';
import { readTextFile, writeFileAtomicSync } from '../project/files';
import { below } from '../project/held-folder';
import type { Project } from '../project/project';
import type { StudioAuthor } from './types';

const MAX_READERS = 2_000;
/** Numbers above `upto` that are kept for one reader. */
const MAX_SEEN = 2_000;

const reader = z.object({ upto: z.int().min(0), seen: z.array(z.int().min(1)).max(MAX_SEEN) });
const fileSchema = z.object({
  format: z.literal('skywalker.studio-read/1'),
  readers: z.record(z.string().max(200), reader),
});

/** All messages up to a number, and some above it. */
export interface ReadMark {
  readonly upto: number;
  readonly seen: ReadonlySet<number>;
}

const NONE: ReadMark = { upto: 0, seen: new Set() };

export class ReadMarks {
  constructor(private readonly project: Pick<Project, 'state'>) {}

  of(by: StudioAuthor): ReadMark {
    return this.load().get(by) ?? NONE;
  }

  /**
   * Marks messages as read. Only while no other process changes the studio. `unread` are those that stay so, the oldest first;
   * `last` is the number of the newest message.
   */
  mark(by: StudioAuthor, numbers: readonly number[], unread: readonly number[], last: number): void {
    const all = this.load();
    const before = all.get(by) ?? NONE;
    let upto = Math.max(before.upto, unread[0] === undefined ? last : unread[0] - 1);
    const above = [...new Set([...before.seen, ...numbers])]
      .filter((number) => number > upto)
      .sort((a, b) => a - b);
    // Whoever reads only the newest for so long does not want the oldest any more.
    while (above.length > MAX_SEEN) upto = above.shift() ?? upto;
    // The reader that was here last stands last, and the first goes when there are too many.
    all.delete(by);
    all.set(by, { upto, seen: new Set(above) });
    while (all.size > MAX_READERS) all.delete([...all.keys()][0] ?? '');
    const readers = Object.fromEntries(
      [...all].map(([name, mark]) => [name, { upto: mark.upto, seen: [...mark.seen] }]),
    );
    const text = `${JSON.stringify({ format: 'skywalker.studio-read/1', readers })}\n`;
    writeFileAtomicSync(this.path, text, { mode: 0o600 });
  }

  private get path(): ReturnType<typeof below<Project['state']>> {
    return below(this.project.state, 'studio-read.json');
  }

  private load(): Map<StudioAuthor, ReadMark> {
    const text = readTextFile(this.path);
    if (!text.ok) return new Map();
    let json: unknown;
    try {
      json = JSON.parse(text.value);
    } catch {
      return new Map();
    }
    const parsed = fileSchema.safeParse(json);
    if (!parsed.success) return new Map();
    return new Map(
      Object.entries(parsed.data.readers).map(([by, { upto, seen }]) => [by, { upto, seen: new Set(seen) }]),
    );
  }
}
