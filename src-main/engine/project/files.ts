/** Reading and writing files so that a crash at any point leaves the old text or the new one, never half of it. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Outcome } from '../errors';
import { fail, succeed, ToolFailure, toolError } from '../errors';

/** Text files are not read beyond this where nothing else is said: 16 MiB. */
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

export interface WriteOptions {
  /** Permission bits of a new file; an existing one keeps its own. 0o644 by default. */
  readonly mode?: number;
  /**
   * Called when the new text is on the disk, just before it takes the place of the old one. What it throws ends the write,
   * and the old file stays. Of `writeFileAtomic` only.
   */
  readonly beforeReplace?: () => void;
}

/** What can be written: all at once, or part by part. */
export type Writable = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** The last write to each path, so that writes to one file land in the order in which they were asked for. */
const pending = new Map<string, Promise<void>>();

/**
 * Writes a whole file: a temporary file in the same folder, fsync, rename, fsync of the folder. Makes missing folders. Throws a
 * `ToolFailure` (`io_error`) that says what went wrong; then the old file is untouched.
 */
export function writeFileAtomic(path: string, data: Writable, options: WriteOptions = {}): Promise<void> {
  return inOrder(path, () => writeNow(path, data, options));
}

/** `writeFileAtomic` for code that can't wait. */
export function writeFileAtomicSync(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): void {
  const temporary = temporaryName(path);
  const folders = missingFolders(path);
  try {
    mkdirSync(dirname(path), { recursive: true });
    const mode = modeOf(statIfThere(path)?.mode, options);
    const file = openSync(temporary, 'wx', mode);
    try {
      const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    try {
      unlinkSync(temporary);
    } catch {
      // It was never made.
    }
    removeFolders(folders);
    throw ioFailure('written', path, error);
  }
  syncFolderNow(dirname(path));
}

/** What stands at a path, links followed; undefined where nothing does, or nothing could (a part of it is a file, it is too long …). */
export function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The same for a link itself. */
export function lstatIfThere(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Text, line ends and identity of a file, as far as they can be told without reading it. Whatever stands there has a
 * stamp: also a link that goes in a circle, and a path that no file could have.
 */
export function fileStamp(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? 'missing' : `${stat.mtimeNs}:${stat.ctimeNs}:${stat.size}:${stat.ino}`;
  } catch (error) {
    return `unreadable:${error instanceof Error && 'code' in error ? String(error.code) : ''}`;
  }
}

/** Folders on the way to a file that do not exist, the deepest first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); lstatIfThere(folder) === undefined; folder = dirname(folder)) {
    if (dirname(folder) === folder) break;
    missing.push(folder);
  }
  return missing;
}

/** Removes folders that were made for a file, the deepest first, as far as they are empty. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch (error) {
      // Not made after all: the one above may be. Or somebody put something else into it meanwhile: it stays.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) continue;
      return;
    }
  }
}

/**
 * A file's text. `not_found` where there is none, `io_error` for what is no regular file, is larger than `maxBytes`, or is
 * not UTF-8. A byte order mark is kept: it belongs to the text.
 */
export function readTextFile(path: string, options: { maxBytes?: number } = {}): Outcome<string> {
  const bytes = readBytes(path, options.maxBytes ?? DEFAULT_MAX_BYTES);
  if (!bytes.ok) return bytes;
  try {
    return succeed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.value));
  } catch {
    return fail(
      'io_error',
      `${basename(path)} is not UTF-8 text`,
      'It may be a binary file, or saved in another encoding.',
    );
  }
}

/** A file's bytes, with the same failures. */
export function readBytes(path: string, maxBytes: number): Outcome<Buffer> {
  let file: number;
  try {
    // Not waiting: opening a pipe would stop here until somebody writes into it.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return { ok: false, error: ioFailure('read', path, error).error };
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) {
      return fail(
        'io_error',
        `${basename(path)} is ${facts.isDirectory() ? 'a folder' : 'not a regular file'}`,
        'Give the path of a file.',
      );
    }
    if (facts.size > maxBytes) {
      return fail(
        'io_error',
        `${basename(path)} has ${facts.size} bytes, more than ${maxBytes}`,
        'Read a part of it, or a smaller file.',
      );
    }
    const bytes = Buffer.alloc(facts.size);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, null);
      if (count === 0) break;
      length += count;
    }
    return succeed(bytes.subarray(0, length));
  } catch (error) {
    return { ok: false, error: ioFailure('read', path, error).error };
  } finally {
    closeSync(file);
  }
}

/** Whether a name is one of a temporary file of an atomic write. */
export function isTemporaryName(name: string): boolean {
  return /^\..*\.[0-9a-f]{12}\.tmp$/.test(name);
}

/** A system error in words. */
export function ioFailure(
  verb: 'read' | 'written' | 'opened' | 'deleted',
  path: string,
  error: unknown,
): ToolFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const name = basename(path);
  if (code === 'ENOENT')
    return new ToolFailure(
      toolError('not_found', `There is no file ${name}`, 'Check the path; file_list shows what there is.'),
    );
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  const reason = known?.[0] ?? (error instanceof Error ? error.message : String(error));
  return new ToolFailure(toolError('io_error', `${name} can't be ${verb}: ${reason}`, known?.[1]));
}

const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  EACCES: ['permission is denied', 'Check the permissions of the file and its folder.'],
  EPERM: ['permission is denied', 'Check the permissions of the file and its folder.'],
  EROFS: ['the disk is read-only', 'Copy the project to a place that can be written.'],
  ENOSPC: ['the disk is full', 'Make room, then try again: nothing was changed.'],
  EDQUOT: ['the disk quota is used up', 'Make room, then try again: nothing was changed.'],
  EISDIR: ['it is a folder', 'Give the path of a file.'],
  ERR_FS_EISDIR: ['it is a folder', 'Look at what is in it, and delete it yourself.'],
  ENOTDIR: ['a part of its path is a file, not a folder', 'Check the path.'],
  ELOOP: ['its links go in a circle', 'Remove the links.'],
  EMFILE: ['too many files are open', 'Try again.'],
  ENAMETOOLONG: ['its name is too long', 'Choose a shorter one.'],
};

function inOrder(path: string, work: () => Promise<void>): Promise<void> {
  const before = pending.get(path) ?? Promise.resolve();
  const next = before.then(work, work);
  pending.set(path, next);
  const forget = (): void => {
    if (pending.get(path) === next) pending.delete(path);
  };
  next.then(forget, forget);
  return next;
}

async function writeNow(path: string, data: Writable, options: WriteOptions): Promise<void> {
  const temporary = temporaryName(path);
  const folders = missingFolders(path);
  try {
    await mkdir(dirname(path), { recursive: true });
    const before = await stat(path).catch(() => undefined);
    const file = await open(temporary, 'wx', modeOf(before?.mode, options));
    try {
      if (typeof data === 'string' || data instanceof Uint8Array) await file.writeFile(data);
      // Each part is written where the one before it ends.
      else for await (const part of data) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    options.beforeReplace?.();
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    removeFolders(folders);
    if (error instanceof ToolFailure) throw error;
    throw ioFailure('written', path, error);
  }
  // The rename itself is on the disk only when its folder is. Some systems can't open folders: there it must do without.
  await open(dirname(path), 'r').then(
    async (folder) => {
      await folder.sync().catch(() => undefined);
      await folder.close();
    },
    () => undefined,
  );
}

function syncFolderNow(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // As above.
  }
}

function modeOf(existing: number | undefined, options: WriteOptions): number {
  return existing === undefined ? (options.mode ?? 0o644) : existing & 0o777;
}

function temporaryName(path: string): string {
  // Names have 255 bytes at most, and the marks around the name take 18.
  const name = Buffer.from(basename(path)).subarray(0, 200).toString('utf8');
  return join(dirname(path), `.${name}.${randomBytes(6).toString('hex')}.tmp`);
}
