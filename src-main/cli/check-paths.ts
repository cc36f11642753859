/** Which files a command line means: files, folders with all that is in them, globs. */
import { join, relative, resolve, sep } from 'node:path';
import { statIfThere } from '../engine/project/files';
import { walkFiles } from '../engine/tools/builtin/file-walk';
import { hasWildcard, pathAllowed } from '../engine/tools/glob';

/** What is checked; other files in a folder are passed over. */
const CHECKED = /\.(?:wander|tool\.json)$/;

export interface CheckedFiles {
  /** Absolute, without repeats, in the order given and then by path. */
  readonly files: readonly string[];
  /** Arguments that name nothing that could be checked. */
  readonly empty: readonly string[];
}

/** A name with wildcards that is a file all the same is that file. */
export function filesOf(names: readonly string[], cwd: string): CheckedFiles {
  const files = new Set<string>();
  const empty: string[] = [];
  for (const name of names) {
    const found = [...filesFor(name, cwd)];
    if (found.length === 0) empty.push(name);
    for (const file of found) files.add(file);
  }
  return { files: [...files], empty };
}

function* filesFor(name: string, cwd: string): Generator<string> {
  const path = resolve(cwd, name);
  const stat = statIfThere(path);
  if (stat?.isDirectory() === true) {
    yield* inFolder(path, () => true);
    return;
  }
  if (stat !== undefined || !hasWildcard(name)) {
    yield path;
    return;
  }
  const parts = path.split(sep);
  const first = parts.findIndex(hasWildcard);
  const root = parts.slice(0, first).join(sep) || sep;
  const pattern = parts.slice(first).join('/');
  yield* inFolder(root, (file) => pathAllowed([pattern], file));
}

function* inFolder(folder: string, wanted: (path: string) => boolean): Generator<string> {
  for (const file of walkFiles(folder, '', { recursive: true })) {
    if (file.kind === 'file' && CHECKED.test(file.path) && wanted(file.path)) yield join(folder, file.path);
  }
}

/** A path as the person would name it. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, path);
  return shown === '' || shown.startsWith(`..${sep}..${sep}`) ? path : shown;
}
