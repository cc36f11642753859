/** Tools that were removed, with all that brings them back: in memory, for as long as the project is open. */
import { fail, succeed, type Outcome } from '../errors';
import { listNames } from '../text/suggest';
import type { ApprovalRecord } from './approvals';
import { normaliseName } from './names';
import type { StoredTool } from './store';
import type { RemovedTool } from './types';

export interface Removed {
  readonly stored: StoredTool;
  /** Texts by project-relative path. */
  readonly files: ReadonlyMap<string, string>;
  readonly decision: ApprovalRecord | undefined;
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Characters of all files that are kept: some thousand tools. The oldest go first. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

export class RemovedTools {
  private readonly tools = new Map<string, Removed>();
  private characters = 0;

  /** The last one first. */
  get list(): readonly RemovedTool[] {
    return [...this.tools].map(([name, { by, at }]) => ({ name, by, at })).reverse();
  }

  add(removed: Removed): void {
    const { name } = removed.stored;
    this.forget(name);
    this.tools.set(name, removed);
    this.characters += sizeOf(removed);
    for (const oldest of this.tools.keys()) {
      if (this.characters <= MAX_CHARACTERS || oldest === name) break;
      this.forget(oldest);
    }
  }

  /** By any spelling of its name. */
  find(text: string): Outcome<Removed> {
    const named = normaliseName(text);
    const found = this.tools.get(text) ?? (named.ok ? this.tools.get(named.value) : undefined);
    if (found !== undefined) return succeed(found);
    const names = this.list.map(({ name }) => name);
    return fail(
      'not_found',
      `No tool ${JSON.stringify(text)} was removed since the project was opened.`,
      names.length === 0 ? undefined : `Removed were: ${listNames(names, 20)}.`,
    );
  }

  forget(name: string): void {
    const known = this.tools.get(name);
    if (known === undefined) return;
    this.tools.delete(name);
    this.characters -= sizeOf(known);
  }
}

function sizeOf({ files }: Removed): number {
  return [...files.values()].reduce((sum, text) => sum + text.length, 0);
}
