/** Files that only their owner may read: tokens, keys, and how to reach the editor. */
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSystemError } from '../engine/project/system-error';

/**
 * Writes a file with mode 0600, whatever the umask and whatever stood there before: a new file takes the old one's
 * place, so that a reader sees one or the other. Makes its folder (0700) where it is missing.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = await writeTemporary(path, text);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Reads a private file, or makes it with what `make` gives. Of several processes that make it at once one wins, and all
 * read the same text.
 */
export async function readOrMakePrivateFile(path: string, make: () => string): Promise<string> {
  const existing = await readPrivateFile(path);
  if (existing !== undefined) return existing;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = await writeTemporary(path, make());
  try {
    await link(temporary, path);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  const text = await readPrivateFile(path);
  if (text === undefined) throw new Error(`${path} vanished while it was being made`);
  return text;
}

/**
 * The text of a private file, or undefined where there is none. One that others could read counts as none and is
 * removed: what it holds may be known to them. So does one of another user: it says what they want.
 */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    const { mode, uid } = await stat(path);
    if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || uid !== process.getuid?.())) {
      await rm(path, { force: true });
      return undefined;
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

async function writeTemporary(path: string, text: string): Promise<string> {
  const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
  // The umask can only take bits away; this holds also where a default ACL gives some.
  await chmod(temporary, 0o600);
  return temporary;
}
