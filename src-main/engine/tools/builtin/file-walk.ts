/** Going through the files of a project, within bounds. */
import type { Dirent } from 'node:fs';
import { lstatIfThere } from '../../project/files';
import { entriesIn } from '../../project/folder-entries';
import { below } from '../../project/held-folder';
import { rootOf, type ResolvedPath } from '../../project/paths';

export interface FoundFile {
  /** From the project's folder, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** Entries that one walk looks at; a larger project is walked in part, folder by folder. */
const MAX_ENTRIES = 50_000;

const SKIPPED: ReadonlySet<string> = new Set(['node_modules']);

/**
 * Files and folders below a folder, in alphabetical order, folders before what is in them. Leaves out names that begin with
 * a dot, `node_modules`, and links: what a link leads to is walked where it is, or not part of the project.
 */
export function* walkFiles(
  project: string,
  folder: string,
  options: { readonly recursive: boolean },
): Generator<FoundFile> {
  const root = rootOf(project);
  let looked = 0;
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const deeper: string[] = [];
    for (const entry of entriesOf(below(root, at))) {
      looked += 1;
      if (looked > MAX_ENTRIES) return;
      if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        yield { path, kind: 'folder', bytes: 0, modified: 0 };
        if (options.recursive) deeper.push(path);
      } else if (entry.isFile()) {
        const facts = lstatIfThere(below(root, path));
        if (facts !== undefined) yield { path, kind: 'file', bytes: facts.size, modified: facts.mtimeMs };
      }
    }
    pending.push(...deeper.reverse());
  }
}

function entriesOf(folder: ResolvedPath): Dirent[] {
  return [...entriesIn(folder)].sort((a, b) => (a.name < b.name ? -1 : 1));
}
