/**
 * The definitions as they were when a person decided on them, in `.skywalker/approved/<hash>.json`, so that a changed tool
 * is shown as a difference. A file that does not hash to its own name shows nothing: it was edited.
 */
import { z } from 'zod';
import type { JsonObject } from '../json';
import { writeFileAtomicSync } from '../project/files';
import { below, type FilePath } from '../project/held-folder';
import { definitionJson } from './definition-file';
import { parseDefinition } from './definition';
import { definitionHash } from './hash';
import { readTextIfThere } from './private-files';
import type { CustomDefinition } from './types';

const kept = z.object({
  format: z.literal('skywalker.approved/1'),
  definition: z.record(z.string(), z.unknown()),
  code: z.string().optional(),
  modules: z.record(z.string(), z.string()).default({}),
});

export interface ApprovedDefinition {
  readonly definition: CustomDefinition;
  readonly json: JsonObject;
  readonly code?: string;
  /** Texts of the files that the code uses, by path. */
  readonly modules: ReadonlyMap<string, string>;
}

export class ApprovedDefinitions {
  private readonly read = new Map<string, ApprovedDefinition | undefined>();
  private readonly waiting = new Map<string, () => void>();
  private readonly asked = new Set<string>();

  constructor(private readonly state: FilePath) {}

  /** Keeps a definition under its hash. Throws a `ToolFailure` (`io_error`). */
  keep(hash: string, definition: CustomDefinition, modules: ReadonlyMap<string, string>): void {
    const file = {
      format: 'skywalker.approved/1',
      definition: definitionJson(definition),
      ...(definition.code === undefined ? {} : { code: definition.code }),
      modules: Object.fromEntries(modules),
    };
    writeFileAtomicSync(this.pathOf(hash), `${JSON.stringify(file, null, 2)}\n`);
    this.read.delete(hash);
  }

  /**
   * Keeps a definition that somebody else approved, when there is time: a thousand of them may come with one pull. Where it
   * can't be written, a later change of the tool is shown without what was before.
   */
  keepSoon(hash: string, definition: CustomDefinition, modules: ReadonlyMap<string, string>): void {
    if (this.asked.has(hash)) return;
    this.asked.add(hash);
    if (this.waiting.size === 0) setImmediate(() => this.keepNext());
    this.waiting.set(hash, () => {
      if (this.find(hash) === undefined) this.keep(hash, definition, modules);
    });
  }

  /** Keeps what waits. */
  flush(): void {
    while (this.waiting.size > 0) this.keepOne();
  }

  private keepNext(): void {
    this.keepOne();
    if (this.waiting.size > 0) setImmediate(() => this.keepNext());
  }

  private keepOne(): void {
    for (const [hash, keep] of this.waiting) {
      this.waiting.delete(hash);
      try {
        keep();
      } catch {
        // A full disk, or a folder that can't be written.
      }
      return;
    }
  }

  /** The definition that has this hash, or undefined where none was kept or it is not what it claims. */
  find(hash: string): ApprovedDefinition | undefined {
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
    if (!this.read.has(hash)) this.read.set(hash, this.load(hash));
    return this.read.get(hash);
  }

  private load(hash: string): ApprovedDefinition | undefined {
    try {
      const text = readTextIfThere(this.pathOf(hash));
      if (text === undefined) return undefined;
      const file = kept.parse(JSON.parse(text));
      const parsed = parseDefinition(file.definition, { from: 'file', code: file.code });
      if (!parsed.ok) return undefined;
      const { definition } = parsed.value;
      const modules = new Map(Object.entries(file.modules));
      if (definitionHash(definition, modules) !== hash) return undefined;
      return {
        definition,
        json: definitionJson(definition),
        modules,
        ...(file.code === undefined ? {} : { code: file.code }),
      };
    } catch {
      // Not JSON, or not of that form: as good as not there.
      return undefined;
    }
  }

  private pathOf(hash: string): FilePath {
    return below(this.state, `approved/${hash}.json`);
  }
}
