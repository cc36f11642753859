/**
 * What happens to an open file when it changes on disk, and when a save meets a newer file: nothing that a person typed is lost without asking,
 * and a save never overwrites a newer file silently.
 */
import { mergeTexts } from '../../monaco/merge-texts';

export interface DocumentFacts {
  /** Revision of the file that the text was last the same as; null for a file that was not there. */
  readonly baseRevision: string | null;
  readonly dirty: boolean;
  /** The text of that revision, where it is known: after a restart it is not. */
  readonly base?: string;
  /** The text as it is in the editor. */
  readonly text: string;
  /** A save is under way: its own write comes back as a change. */
  readonly saving: boolean;
}

/** The file as it is now. */
export type DiskState =
  { readonly exists: true; readonly revision: string; readonly text: string } | { readonly exists: false };

export type ChangeDecision =
  /** Nothing to do. */
  | { readonly act: 'ignore' }
  /** The editor already has this text: it counts as saved. */
  | { readonly act: 'adopt'; readonly revision: string }
  /** Nothing unsaved: take the new text over, by minimal edits. */
  | { readonly act: 'reload'; readonly revision: string; readonly text: string }
  /** Both changed, in places that do not touch: `text` has both, and stays a change of the new file. */
  | { readonly act: 'merge'; readonly revision: string; readonly text: string }
  /** Both changed, in the same places: ask, with both texts. */
  | { readonly act: 'ask'; readonly revision: string; readonly text: string }
  /** Gone from disk; the tab says so, and saving makes it anew only when asked. */
  | { readonly act: 'mark-deleted' };

export function decideChange(document: DocumentFacts, disk: DiskState): ChangeDecision {
  if (!disk.exists) return document.baseRevision === null ? { act: 'ignore' } : { act: 'mark-deleted' };
  if (disk.revision === document.baseRevision) return { act: 'ignore' };
  if (disk.text === document.text) return { act: 'adopt', revision: disk.revision };
  if (document.saving) return { act: 'ignore' };
  const { revision, text } = disk;
  if (!document.dirty) return { act: 'reload', revision, text };
  const merged = document.base === undefined ? undefined : mergeTexts(document.base, document.text, text);
  return merged === undefined ? { act: 'ask', revision, text } : { act: 'merge', revision, text: merged };
}

/** What a person chose when both changed. */
export type ConflictChoice = 'keep-mine' | 'take-theirs';

/**
 * The document after the choice. Keeping one's own text makes it a change on top of the file as it is now, so that the next save replaces
 * exactly the version that was shown.
 */
export function resolveConflict(
  choice: ConflictChoice,
  theirs: { readonly revision: string; readonly text: string },
): { readonly baseRevision: string; readonly text?: string; readonly dirty: boolean } {
  return choice === 'take-theirs'
    ? { baseRevision: theirs.revision, text: theirs.text, dirty: false }
    : { baseRevision: theirs.revision, dirty: true };
}
