/**
 * The folder of the engine's own state comes with the project's other files, from whoever made them. Nothing in it may lead
 * elsewhere: logs are appended to and repaired, and state is read whole.
 */
import type { Dirent } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { lstatIfThere } from './files';
import { entriesIn } from './folder-entries';

export const STATE_FOLDER = '.skywalker';

/** Holds what was deleted, whatever it was. */
const TRASH = 'trash';

/** `permission_denied`, naming the first link, pipe or device in the state folder of a project, two levels deep. */
export function checkStateFolder(project: string): Outcome<undefined> {
  const facts = lstatIfThere(join(project, STATE_FOLDER));
  if (facts?.isSymbolicLink() === true) return refuse(STATE_FOLDER, 'is a link');
  for (const entry of entriesIn(join(project, STATE_FOLDER))) {
    const path = `${STATE_FOLDER}/${entry.name}`;
    const what = problemOf(entry);
    if (what !== undefined) return refuse(path, what);
    if (!entry.isDirectory() || entry.name === TRASH) continue;
    for (const inner of entriesIn(join(project, path))) {
      const problem = problemOf(inner);
      if (problem !== undefined) return refuse(`${path}/${inner.name}`, problem);
    }
  }
  return succeed(undefined);
}

/**
 * Makes the state folder, and the one of logs in it, for its owner alone. One that others may write to is closed to them: they
 * could put a file there that leads clients to a port of their own. Throws the system's errors.
 */
export async function makeStateFolder(folder: string): Promise<void> {
  await mkdir(join(folder, 'logs'), { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  for (const path of [folder, join(folder, 'logs')]) {
    const { mode, uid } = await stat(path);
    if ((mode & 0o022) !== 0 && uid === process.getuid?.()) await chmod(path, mode & 0o755);
  }
}

function problemOf(entry: Dirent): string | undefined {
  if (entry.isSymbolicLink()) return 'is a link';
  return entry.isFile() || entry.isDirectory() || entry.isSocket() ? undefined : 'is a pipe or device';
}

function refuse(path: string, what: string): Outcome<undefined> {
  return fail(
    'permission_denied',
    `"${path}" ${what}: the engine keeps its own state there, and would write where it leads.`,
    `Remove "${path}"; the engine makes it anew.`,
  );
}
