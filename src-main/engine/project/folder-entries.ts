/** What lies in folders that may be gone, or be none, for whoever looks again later. */
import { type Dirent, readdirSync, unlinkSync } from 'node:fs';

/** What a folder holds; nothing where it is not there, or is none. */
export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Deletes a file; one that can't be deleted is looked at again the next time. */
export function removeIfPossible(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // As said above.
  }
}
