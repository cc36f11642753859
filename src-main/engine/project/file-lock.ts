/** Keeps two processes from changing one file at the same time: a file beside it that says who is at it. */
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { absoluteOf, type FilePath, folderOf, HeldFolder } from './held-folder';
import { isRunning } from './processes';
import { isSystemError } from './system-error';

/** Milliseconds for which a lock that somebody holds is waited for where nothing else is said, and between two looks at it. */
const PATIENCE_MS = 1000;
const PAUSE_MS = 5;
/** Milliseconds after which a lock is given up for lost, whoever holds it. */
const STALE_MS = 10_000;

/**
 * Takes the lock of `path`; gives what ends it. A lock whose owner is gone is taken over. Where it was waited for in vain, and
 * where no lock can be made, it goes on without one: what is written here is found to be torn or forked later, lost it would be.
 */
export function takeFileLock(path: FilePath, patienceMs = PATIENCE_MS): () => void {
  let folder: HeldFolder;
  try {
    folder = HeldFolder.open(folderOf(path), { make: true });
  } catch {
    return () => undefined;
  }
  const lock = folder.at(`${basename(absoluteOf(path))}.lock`);
  const mine = `${process.pid} ${randomBytes(8).toString('hex')}`;
  for (let attempt = 0; attempt < patienceMs / PAUSE_MS; attempt += 1) {
    try {
      const file = openSync(lock, 'wx', 0o600);
      writeSync(file, mine);
      closeSync(file);
      return () => {
        release(lock, mine);
        folder.release();
      };
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) break;
      const held = staleOwner(lock);
      if (held === undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      else takeAway(lock, held);
    }
  }
  folder.release();
  return () => undefined;
}

/** Does some work under the lock of `path`. */
export function withFileLock<T>(path: FilePath, work: () => T, patienceMs?: number): T {
  const release = takeFileLock(path, patienceMs);
  try {
    return work();
  } finally {
    release();
  }
}

/** Not one that was taken over meanwhile. */
function release(lock: string, mine: string): void {
  if (textOf(lock) === mine) rmSync(lock, { force: true });
}

/** Removes a lock that was found to be lost, unless it is another one by now. */
function takeAway(lock: string, held: string): void {
  // Renaming is what only one of several can do; unlinking would take away the lock that the quickest has made since.
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (textOf(aside) !== held) renameSync(aside, lock);
    else unlinkSync(aside);
  } catch {
    // Somebody else was quicker.
  }
}

/** What a lock says whose owner is gone; undefined where it holds. */
function staleOwner(lock: string): string | undefined {
  const text = textOf(lock);
  if (text === undefined) return undefined;
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    const pid = Number(text.split(' ')[0]);
    if (age > STALE_MS) return text;
    // Not written to its end, by whoever was killed right then; or left behind by an earlier process of our number.
    if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return age > 1000 ? text : undefined;
    return isRunning(pid) ? undefined : text;
  } catch {
    // It is gone.
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
