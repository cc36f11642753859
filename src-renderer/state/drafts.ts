/** Texts for files that are not there yet, until an editor takes them up: what a person is about to look over and save. */
const drafts = new Map<string, string>();

export function offerDraft(path: string, text: string): void {
  drafts.set(path, text);
}

/** The text that was offered for a path, once. */
export function takeDraft(path: string): string | undefined {
  const text = drafts.get(path);
  drafts.delete(path);
  return text;
}
