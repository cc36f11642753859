/** What lies in folders that may be gone, or be none, for whoever looks again later. */
import { type Dirent, readdirSync, unlinkSync } from 'node:fs';
import { type FilePath, HeldFolder } from './held-folder';

/** What a folder holds; nothing where it is not there, or is none. */
export function entriesIn(folder: FilePath): readonly Dirent[] {
  try {
    return readFolder(folder);
  } catch {
    return [];
  }
}

/** What a folder holds. Throws the system's error, or a `ToolFailure` where what was judged is elsewhere by now. */
export function readFolder(folder: FilePath): Dirent[] {
  return lookInto(folder, (path) => readdirSync(path, { withFileTypes: true }));
}

/** The names as the disk has them, in whatever encoding. Throws the same. */
export function namesIn(folder: FilePath): Buffer[] {
  return lookInto(folder, (path) => readdirSync(path, { encoding: 'buffer' }));
}

function lookInto<T>(folder: FilePath, look: (path: string) => T): T {
  const held = HeldFolder.open(folder);
  try {
    const found = look(held.path);
    held.check();
    return found;
  } finally {
    held.release();
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
