/** Small files of the user and of the engine's own state, read and written in one turn. */
import { closeSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openForReading, writeFileAtomicSync } from '../project/files';
import type { FilePath } from '../project/held-folder';
import { isSystemError } from '../project/system-error';

/** The text of a file, or undefined where there is none. Other errors are thrown. */
export function readTextIfThere(path: FilePath): string | undefined {
  try {
    const file = openForReading(path);
    try {
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Replaces a file that only its owner may read, in a folder that only its owner may enter. Throws a `ToolFailure`. */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileAtomicSync(path, text, { mode: 0o600 });
}
