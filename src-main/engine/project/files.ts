/** Reading and writing files so that a crash at any point leaves the old text or the new one, never half of it. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { removeIfPossible } from './folder-entries';
import { absoluteOf, type FilePath, folderOf, fromFolder, HeldFolder, openFrom } from './held-folder';
import { ioFailure } from './io-failure';
import { isSystemError, systemCode } from './system-error';

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
export function writeFileAtomic(path: FilePath, data: Writable, options: WriteOptions = {}): Promise<void> {
  return inOrder(absoluteOf(path), () => writeNow(path, data, options));
}

/** `writeFileAtomic` for code that can't wait. */
export function writeFileAtomicSync(
  path: FilePath,
  data: string | Uint8Array,
  options: WriteOptions = {},
): void {
  const folders = missingFolders(path);
  try {
    fromFolder(
      path,
      (at, held, name) => {
        const temporary = temporaryName(name);
        const file = openSync(held.at(temporary), 'wx', modeOf(statIfThere(at)?.mode, options));
        try {
          try {
            held.check({ file, name: temporary });
            const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
            for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
            fsyncSync(file);
          } finally {
            closeSync(file);
          }
          held.check();
          renameSync(held.at(temporary), at);
        } catch (error) {
          removeIfPossible(held.at(temporary));
          throw error;
        }
        syncFolderNow(held.path);
      },
      { make: true },
    );
  } catch (error) {
    removeFolders(folders);
    throw ioFailure('written', path, error);
  }
}

/** What stands at a path, links followed; undefined where nothing does, or nothing could (a part of it is a file, it is too long …). */
export function statIfThere(path: FilePath): Stats | undefined {
  if (typeof path !== 'string') return lstatIfThere(path);
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The same for a link itself. */
export function lstatIfThere(path: FilePath): Stats | undefined {
  try {
    if (typeof path === 'string') return lstatSync(path, { throwIfNoEntry: false });
    return fromFolder(path, (at) => lstatSync(at, { throwIfNoEntry: false }));
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
    return `unreadable:${systemCode(error) ?? ''}`;
  }
}

/** What `fileStamp` tells, for what is looked at with every call: made and compared without writing texts. */
export type FileMark = Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'> | 'missing' | 'unreadable';

const QUIETLY = { throwIfNoEntry: false } as const;

/**
 * How a file looks now. Times are told to a quarter of a microsecond, and looking takes several times as long: no two states
 * with a look between them share a mark.
 */
export function fileMark(path: string): FileMark {
  try {
    return statSync(path, QUIETLY) ?? 'missing';
  } catch {
    return 'unreadable';
  }
}

/** Whether a file looks as it did. */
export function hasMark(path: string, mark: FileMark): boolean {
  const now = fileMark(path);
  if (typeof now === 'string' || typeof mark === 'string') return now === mark;
  return (
    now.mtimeMs === mark.mtimeMs &&
    now.ctimeMs === mark.ctimeMs &&
    now.size === mark.size &&
    now.ino === mark.ino
  );
}

/** Folders on the way to a file that do not exist, the deepest first. */
export function missingFolders<P extends FilePath>(path: P): P[] {
  const missing: P[] = [];
  for (
    let folder = folderOf(path);
    lstatIfThere(absoluteOf(folder)) === undefined;
    folder = folderOf(folder)
  ) {
    if (dirname(absoluteOf(folder)) === absoluteOf(folder)) break;
    missing.push(folder);
  }
  return missing;
}

/** Removes folders that were made for a file, the deepest first, as far as they are empty. */
export function removeFolders(folders: readonly FilePath[]): void {
  for (const folder of folders) {
    try {
      fromFolder(folder, (at) => {
        rmdirSync(at);
      });
    } catch (error) {
      // Not made after all: the one above may be. Or somebody put something else into it meanwhile: it stays.
      if (!isSystemError(error, 'ENOTEMPTY')) continue;
      return;
    }
  }
}

/** Deletes a file, or of a link the link. Throws a `ToolFailure`; that it is gone already is none. */
export function deleteFile(path: FilePath): void {
  try {
    fromFolder(path, (at) => {
      unlinkSync(at);
    });
  } catch (error) {
    const failure = ioFailure('deleted', path, error);
    if (failure.error.code !== 'not_found') throw failure;
  }
}

/** Moves a file to where nothing is yet; the folder has to be there. Throws a `ToolFailure`. */
export function moveFile(from: FilePath, to: FilePath): void {
  try {
    fromFolder(from, (source) => {
      fromFolder(
        to,
        (target) => {
          renameSync(source, target);
        },
        { make: true },
      );
    });
  } catch (error) {
    throw ioFailure('written', to, error);
  }
}

/**
 * A file's text. `not_found` where there is none, `io_error` for what is no regular file, is larger than `maxBytes`, or is
 * not UTF-8. A byte order mark is kept: it belongs to the text.
 */
export function readTextFile(path: FilePath, options: { maxBytes?: number } = {}): Outcome<string> {
  const bytes = readBytes(path, options.maxBytes ?? DEFAULT_MAX_BYTES);
  if (!bytes.ok) return bytes;
  try {
    return succeed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.value));
  } catch {
    return fail(
      'io_error',
      `${basename(absoluteOf(path))} is not UTF-8 text`,
      'It may be a binary file, or saved in another encoding.',
    );
  }
}

/** A file's bytes, with the same failures. */
export function readBytes(path: FilePath, maxBytes: number): Outcome<Buffer> {
  try {
    const file = openForReading(path);
    try {
      return readOpen(file, basename(absoluteOf(path)), maxBytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { ok: false, error: ioFailure('read', path, error).error };
  }
}

/** Opens what is at a path, whatever it is. Throws the system's error, or a `ToolFailure` where what was judged is elsewhere by now. */
export function openForReading(path: FilePath): number {
  // Not waiting: opening a pipe would stop here until somebody writes into it.
  return openFrom(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
}

function readOpen(file: number, name: string, maxBytes: number): Outcome<Buffer> {
  const facts = fstatSync(file);
  if (!facts.isFile()) {
    return fail(
      'io_error',
      `${name} is ${facts.isDirectory() ? 'a folder' : 'not a regular file'}`,
      'Give the path of a file.',
    );
  }
  if (facts.size > maxBytes) {
    return fail(
      'io_error',
      `${name} has ${facts.size} bytes, more than ${maxBytes}`,
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
}

/** Whether a name is one of a temporary file of an atomic write. */
export function isTemporaryName(name: string): boolean {
  return /^\..*\.[0-9a-f]{12}\.tmp$/.test(name);
}

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

async function writeNow(path: FilePath, data: Writable, options: WriteOptions): Promise<void> {
  const folders = missingFolders(path);
  let held: HeldFolder | undefined;
  try {
    held = HeldFolder.open(folderOf(path), { make: true });
    await writeInto(held, basename(absoluteOf(path)), data, options);
    await syncFolder(held.path);
  } catch (error) {
    removeFolders(folders);
    throw ioFailure('written', path, error);
  } finally {
    held?.release();
  }
}

async function writeInto(
  held: HeldFolder,
  name: string,
  data: Writable,
  options: WriteOptions,
): Promise<void> {
  const at = held.at(name);
  const temporary = temporaryName(name);
  const file = await open(held.at(temporary), 'wx', modeOf(statIfThere(at)?.mode, options));
  try {
    try {
      held.check({ file: file.fd, name: temporary });
      if (typeof data === 'string' || data instanceof Uint8Array) await file.writeFile(data);
      // Each part is written where the one before it ends.
      else for await (const part of data) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    options.beforeReplace?.();
    held.check();
    await rename(held.at(temporary), at);
  } catch (error) {
    await unlink(held.at(temporary)).catch(() => undefined);
    throw error;
  }
}

/** The rename itself is on the disk only when its folder is. Some systems can't open folders: there it must do without. */
async function syncFolder(path: string): Promise<void> {
  await open(path, 'r').then(
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

function temporaryName(name: string): string {
  // Names have 255 bytes at most, and the marks around the name take 18.
  const start = Buffer.from(name).subarray(0, 200).toString('utf8');
  return `.${start}.${randomBytes(6).toString('hex')}.tmp`;
}
