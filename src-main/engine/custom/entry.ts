/** One custom tool of the project, as the catalogue holds it. */
import type { ResolvedStatus, Verdict } from './policy';
import type { StoredTool } from './store';

export interface Entry {
  readonly stored: StoredTool;
  readonly verdict: Verdict;
  readonly resolved: ResolvedStatus;
}

/** Who did something to a tool, and with which call: none where the files were changed on the disk. */
export interface Doer {
  readonly actor: string;
  readonly call?: string;
}
