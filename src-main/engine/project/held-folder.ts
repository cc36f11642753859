/**
 * Between judging where a path leads and using it, another process may put a link on the way. So what is done to a path that
 * was judged is done from its folder: that is opened first, then asked where it is, and held for as long as it is used. What
 * it is called by then does not matter any more. Systems without `/proc` have no names for open folders: there it is looked
 * once more after the file was opened, and before it takes its place.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ToolFailure, toolError } from '../errors';
import { foldName, type ResolvedPath } from './paths';
import { isSystemError } from './system-error';

/** A path as it is, or one that was judged to be inside a project, and has to be there still when it is used. */
export type FilePath = string | ResolvedPath;

export function absoluteOf(path: FilePath): string {
  return typeof path === 'string' ? path : path.absolute;
}

/** The folder that something is in. */
export function folderOf<P extends FilePath>(path: P): P {
  if (typeof path === 'string') return dirname(path) as P;
  const { absolute, real, relative } = path;
  const above = relative.includes('/') ? relative.slice(0, relative.lastIndexOf('/')) : '';
  return { absolute: dirname(absolute), real: dirname(real), relative: above } as P;
}

/** What is in a folder. Names with `/` are further below. */
export function below<P extends FilePath>(folder: P, name: string): P {
  if (typeof folder === 'string') return join(folder, name) as P;
  const { absolute, real, relative } = folder;
  const path = relative === '' ? name : `${relative}/${name}`;
  return { absolute: join(absolute, name), real: join(real, name), relative: path } as P;
}

const BY_HANDLE = process.platform === 'linux' && existsSync('/proc/self/fd');
/** `O_PATH`: names a folder without reading it, which not everybody may who may enter it. */
const FOLDER = 0o10000000 | constants.O_DIRECTORY;

/** A folder that stays what it is for as long as it is held. */
export class HeldFolder {
  private constructor(
    private readonly folder: FilePath,
    private readonly handle: number | undefined,
  ) {}

  /** Throws the system's error, and `permission_denied` where the folder is not the one that was judged. */
  static open(
    folder: FilePath,
    { make = false, byHandle = BY_HANDLE }: { readonly make?: boolean; readonly byHandle?: boolean } = {},
  ): HeldFolder {
    if (typeof folder !== 'string' && byHandle) return new HeldFolder(folder, openFolder(folder, make));
    if (make) mkdirSync(absoluteOf(folder), { recursive: true });
    const held = new HeldFolder(folder, undefined);
    held.check();
    return held;
  }

  /** By which what is in the folder is used, as long as it is held. */
  at(name: string): string {
    return join(this.path, name);
  }

  get path(): string {
    if (this.handle !== undefined) return nameOf(this.handle);
    return typeof this.folder === 'string' ? this.folder : this.folder.real;
  }

  /** Throws `permission_denied` where the folder is elsewhere by now, or an opened file is not the one of that name in it. */
  check(opened?: { readonly file: number; readonly name: string }): void {
    const { folder } = this;
    if (typeof folder === 'string') return;
    if (this.handle !== undefined) {
      if (!isThere(readlinkSync(nameOf(this.handle)), folder)) throw movedFailure(folder);
      return;
    }
    if (!isThere(realpathSync.native(folder.real), folder)) throw movedFailure(folder);
    if (opened === undefined) return;
    const own = fstatSync(opened.file, { bigint: true });
    const there = lstatSync(this.at(opened.name), { bigint: true, throwIfNoEntry: false });
    if (own.ino !== there?.ino || own.dev !== there.dev) throw movedFailure(below(folder, opened.name));
  }

  release(): void {
    if (this.handle !== undefined) closeSync(this.handle);
  }
}

/** Does something to what is at a path, from its folder. */
export function fromFolder<T>(
  path: FilePath,
  work: (at: string, held: HeldFolder, name: string) => T,
  options: { readonly make?: boolean } = {},
): T {
  const held = HeldFolder.open(folderOf(path), options);
  try {
    const name = basename(absoluteOf(path));
    return work(held.at(name), held, name);
  } finally {
    held.release();
  }
}

/** Opens a file by its path, from its folder. Throws the system's error, and `permission_denied` where what was judged is elsewhere by now. */
export function openFrom(
  path: FilePath,
  flags: number,
  { mode, make }: { readonly mode?: number; readonly make?: boolean } = {},
): number {
  return fromFolder(
    path,
    (at, held, name) => {
      const file = openSync(at, flags | noFollow(path), mode);
      try {
        held.check({ file, name });
        if ((flags & constants.O_CREAT) !== 0) mustBeFile(file, path);
      } catch (error) {
        closeSync(file);
        throw error;
      }
      return file;
    },
    { make: make ?? false },
  );
}

/** The same, later: for what is used with promises. */
export async function openLaterFrom(path: FilePath, flags: number, mode?: number): Promise<FileHandle> {
  const held = HeldFolder.open(folderOf(path));
  try {
    const name = basename(absoluteOf(path));
    const file = await open(held.at(name), flags | noFollow(path), mode);
    try {
      held.check({ file: file.fd, name });
      if ((flags & constants.O_CREAT) !== 0) mustBeFile(file.fd, path);
    } catch (error) {
      await file.close();
      throw error;
    }
    return file;
  } finally {
    held.release();
  }
}

/** What is written into a pipe or device is lost, and may wait for ever. */
function mustBeFile(file: number, path: FilePath): void {
  if (fstatSync(file).isFile()) return;
  throw new ToolFailure(
    toolError('io_error', `${basename(absoluteOf(path))} is not a regular file`, 'Remove what stands there.'),
  );
}

/** What was judged is no link. Where a path is as it is, links are followed. */
function noFollow(path: FilePath): number {
  return typeof path === 'string' ? 0 : (constants.O_NOFOLLOW ?? 0);
}

export function movedFailure(path: FilePath): ToolFailure {
  return new ToolFailure(
    toolError(
      'permission_denied',
      `${basename(absoluteOf(path))} is not where it was a moment ago: a link was put on the way to it, or its folder was moved.`,
      'Look at what changes the folder, then try again.',
    ),
  );
}

function nameOf(handle: number): string {
  return `/proc/self/fd/${handle}`;
}

function openFolder(folder: ResolvedPath, make: boolean): number {
  try {
    return checked(openSync(folder.real, FOLDER), folder);
  } catch (error) {
    const isMissing = isSystemError(error, 'ENOENT');
    if (!isMissing || !make || folder.relative === '') throw error;
  }
  const above = openFolder(folderOf(folder), make);
  try {
    const at = join(nameOf(above), basename(folder.real));
    makeFolder(at);
    return checked(openSync(at, FOLDER | constants.O_NOFOLLOW), folder);
  } finally {
    closeSync(above);
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
}

function checked(handle: number, folder: ResolvedPath): number {
  let found;
  try {
    found = readlinkSync(nameOf(handle));
  } catch (error) {
    closeSync(handle);
    throw error;
  }
  if (isThere(found, folder)) return handle;
  closeSync(handle);
  throw movedFailure(folder);
}

/** File systems without regard to case, or to the composition of letters, give the name that is on the disk. */
function isThere(found: string, { real, relative }: ResolvedPath): boolean {
  if (found === real) return true;
  const root = real.slice(0, real.length - relative.length);
  return found.startsWith(root) && foldName(found) === foldName(real);
}
