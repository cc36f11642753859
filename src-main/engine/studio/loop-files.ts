/** The loops of a project: `studio/loops/<name>.loop.json`, read from the disk each time. */
import { readdirSync } from 'node:fs';
import { fail, succeed, toolError, ToolFailure, type Outcome } from '../errors';
import {
  deleteFile,
  fileMark,
  hasMark,
  lstatIfThere,
  readTextFile,
  writeFileAtomicSync,
  type FileMark,
} from '../project/files';
import type { Project } from '../project/project';
import { isSystemError } from '../project/system-error';
import { didYouMean, listNames } from '../text/suggest';
import { unwrap } from '../tools/builtin/entities';
import { formatLoop, LOOP_LIMITS, LOOP_NAME, parseLoop } from './loop-definition';
import type { StudioLoop } from './loop-types';
import { brokenFailure } from './table';

export const LOOPS_FOLDER = 'studio/loops';
const SUFFIX = '.loop.json';

export interface LoopEntry {
  readonly name: string;
  /** Undefined where the file is broken. */
  readonly loop?: StudioLoop;
  readonly problem?: string;
}

export class LoopFiles {
  private readonly marks = new Map<string, FileMark>();

  constructor(private readonly project: Pick<Project, 'locate'>) {}

  /** Sorted by name. */
  all(): readonly LoopEntry[] {
    return this.names().map((name) => this.read(name) ?? { name, problem: `${pathOf(name)} is gone` });
  }

  /** Undefined where there is none of that name. */
  read(name: string): LoopEntry | undefined {
    if (!LOOP_NAME.test(name)) return undefined;
    const path = pathOf(name);
    const place = this.project.locate(path);
    if (!place.ok) return { name, problem: place.error.message };
    if (lstatIfThere(place.value) === undefined) return undefined;
    this.marks.set(path, fileMark(place.value.absolute));
    const text = readTextFile(place.value, { maxBytes: LOOP_LIMITS.file });
    if (!text.ok) return { name, problem: text.error.message };
    const parsed = parseLoop(text.value, path, name);
    return parsed.ok ? { name, loop: parsed.value } : { name, problem: parsed.error.message };
  }

  /** Throws `not_found`, and `invalid_settings` where its file is broken. */
  get(name: string): StudioLoop {
    const found = this.read(name);
    if (found === undefined)
      throw new ToolFailure(
        toolError('not_found', `There is no loop ${JSON.stringify(name.slice(0, 80))}.`, this.hint(name)),
      );
    if (found.loop === undefined) throw brokenFailure(found.problem ?? `${pathOf(name)} is broken.`);
    return found.loop;
  }

  /** Only while no other process changes the studio. Answers how to take it back. */
  write(loop: StudioLoop): () => void {
    const before = this.read(loop.name);
    if (before?.problem !== undefined) throw brokenFailure(before.problem);
    if (before === undefined && this.names().length >= LOOP_LIMITS.loops)
      throw new ToolFailure(
        toolError(
          'conflict',
          `There are ${LOOP_LIMITS.loops} loops, which is as many as there can be.`,
          'Delete one: studio_loop_define with "delete".',
        ),
      );
    const text = unwrap(sized(loop));
    this.put(loop.name, text);
    const old = before?.loop;
    return () => {
      this.putBack(loop.name, text, old === undefined ? undefined : formatLoop(old));
    };
  }

  /** The same. */
  remove(name: string): () => void {
    const loop = this.get(name);
    this.put(name, undefined);
    return () => {
      this.putBack(name, undefined, formatLoop(loop));
    };
  }

  /** Whether a file is as it was when it was read or written last. */
  isKnown(path: string): boolean {
    const place = this.project.locate(path);
    const mark = this.marks.get(path);
    return place.ok && mark !== undefined && hasMark(place.value.absolute, mark);
  }

  private put(name: string, text: string | undefined): void {
    const path = pathOf(name);
    const place = unwrap(this.project.locate(path));
    if (text === undefined) deleteFile(place);
    else writeFileAtomicSync(place, text);
    this.marks.set(path, fileMark(place.absolute));
  }

  /** As far as nobody has changed it since. */
  private putBack(name: string, written: string | undefined, before: string | undefined): void {
    const place = unwrap(this.project.locate(pathOf(name)));
    const there = readTextFile(place, { maxBytes: LOOP_LIMITS.file });
    if ((there.ok ? there.value : undefined) === written) this.put(name, before);
  }

  private names(): readonly string[] {
    const folder = this.project.locate(LOOPS_FOLDER);
    if (!folder.ok) return [];
    try {
      return readdirSync(folder.value.absolute)
        .filter((file) => file.endsWith(SUFFIX) && LOOP_NAME.test(file.slice(0, -SUFFIX.length)))
        .map((file) => file.slice(0, -SUFFIX.length))
        .sort()
        .slice(0, LOOP_LIMITS.loops * 2);
    } catch (error) {
      if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
      throw error;
    }
  }

  private hint(name: string): string {
    const names = this.names();
    if (names.length === 0) return 'There is none yet: studio_loop_define makes one, also from a template.';
    return didYouMean(name, names) ?? `There are ${listNames(names)}.`;
  }
}

/** The name of the loop that a file holds, of those of loops. */
export function loopOfPath(path: string): string | undefined {
  const file = path.startsWith(`${LOOPS_FOLDER}/`) ? path.slice(LOOPS_FOLDER.length + 1) : '';
  const name = file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : '';
  return LOOP_NAME.test(name) ? name : undefined;
}

function pathOf(name: string): string {
  return `${LOOPS_FOLDER}/${name}${SUFFIX}`;
}

function sized(loop: StudioLoop): Outcome<string> {
  const text = formatLoop(loop);
  if (Buffer.byteLength(text) <= LOOP_LIMITS.file) return succeed(text);
  // What was said in the present run is the first that can go.
  const history = loop.run.history.map((entry) => ({
    ...entry,
    reports: entry.reports.map((report) => ({ ...report, report: report.report.slice(0, 200) })),
  }));
  const short = formatLoop({ ...loop, run: { ...loop.run, history } });
  return Buffer.byteLength(short) <= LOOP_LIMITS.file
    ? succeed(short)
    : fail(
        'conflict',
        `The file of the loop ${loop.name} would be larger than ${LOOP_LIMITS.file} bytes.`,
        'Stop it, and start it anew.',
      );
}
