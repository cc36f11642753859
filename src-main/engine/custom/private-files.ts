/** Small files that only their owner may read, and small files read in one turn. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Whether an exception is the system's error of that code, such as `ENOENT`. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The text of a file, or undefined where there is none. Other errors are thrown. */
export function readTextIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

/**
 * Replaces a file in one step and in this turn: a temporary file beside it, flushed to the disk, renamed over it. Folders
 * are made where they are missing. `mode` 0600 keeps it from everyone but its owner.
 */
export function writeFileAtomicNow(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true, ...(mode === 0o600 ? { mode: 0o700 } : {}) });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = openSync(temporary, 'wx', mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    renameSync(temporary, path);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
}
