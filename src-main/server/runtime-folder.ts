/** The folder of the person's sockets, which last as long as what serves them. */
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A folder for sockets that only this user can enter, with a short path. Throws when the place is somebody else's: a
 * socket in a folder that others can change could be replaced.
 */
export function runtimeFolder(env: Environment = process.env): string {
  const folder = runtimeFolderPath(env);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || (process.getuid !== undefined && stat.uid !== process.getuid())) {
    throw new Error(`${folder} is not a folder of this user; remove it or set XDG_RUNTIME_DIR`);
  }
  if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return folder;
}

/** Where that folder is, or would be. */
export function runtimeFolderPath(env: Environment = process.env): string {
  const base = env['XDG_RUNTIME_DIR'];
  return base !== undefined && base.startsWith('/') && base.length < 50
    ? join(base, 'skywalker')
    : join(tmpdir(), `skywalker-${userInfo().uid}`);
}
