/** Temporary files of writes that were killed before they took the place of the file. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isTemporaryName } from './files';
import { entriesIn, removeIfPossible } from './folder-entries';

/** Folders on the way below a project; deeper ones are left alone. */
const DEPTH = 8;

/** Trees in which nothing is written from here, and in which there may be very much. */
const FOREIGN = new Set(['.git', 'node_modules']);

/** Deletes them in a whole project. Whoever calls this has the project for itself. */
export function removeTornOf(project: string): void {
  removeTorn(project);
  for (const entry of entriesIn(project)) {
    if (entry.isDirectory() && !FOREIGN.has(entry.name))
      removeTorn(join(project, entry.name), { depth: DEPTH });
  }
}

/**
 * Deletes them in a folder, and in those below it down to a depth. Links are not followed. With `olderThanMs`, only those
 * that nobody can be writing any more.
 */
export function removeTorn(
  folder: string,
  { depth = 0, olderThanMs }: { readonly depth?: number; readonly olderThanMs?: number } = {},
): void {
  for (const entry of entriesIn(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile() && isTemporaryName(entry.name) && isOld(path, olderThanMs)) removeIfPossible(path);
    if (entry.isDirectory() && depth > 0)
      removeTorn(path, { depth: depth - 1, ...(olderThanMs === undefined ? {} : { olderThanMs }) });
  }
}

function isOld(path: string, olderThanMs: number | undefined): boolean {
  if (olderThanMs === undefined) return true;
  try {
    return Date.now() - lstatSync(path).mtimeMs > olderThanMs;
  } catch {
    return false;
  }
}
