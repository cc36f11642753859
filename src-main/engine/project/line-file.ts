/**
 * A file of lines that only grows: written in the background, in order; its last line repaired when it was torn by a
 * crash; parted into numbered files (`events.1.jsonl` is the newest of the old ones) so that none grows for ever.
 */
import { closeSync, constants, fstatSync, ftruncateSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { deleteFile, lstatIfThere, moveFile } from './files';
import { absoluteOf, below, type FilePath, folderOf, openFrom, openLaterFrom } from './held-folder';
import { readRange } from './read-lines';

export interface LineFileOptions {
  readonly path: FilePath;
  /** A file larger than this is parted before the next line. 16 MiB by default. */
  readonly maxBytes?: number;
  /** Old files that are kept besides the present one. 4 by default. */
  readonly keep?: number;
  /** Permission bits of a new file. 0o600 by default. */
  readonly mode?: number;
  /** Whether a last line without a line end is whole all the same: only its line end is missing then. */
  readonly isWhole?: (line: string) => boolean;
  /** Told of a file that rotation deletes, before it is gone. */
  readonly onDelete?: (path: FilePath) => void;
}

/** Milliseconds that a line may wait for others, and how many lines may: each write has a price of its own. */
const WRITE_AFTER_MS = 20;
const MAX_TOGETHER = 1000;

/** More than this waits in memory only while the disk can't be written; then the oldest lines are given up. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Written at its end, and read where its last line has to be looked at. A pipe is not waited for. */
export const APPENDING =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

export class LineFile {
  readonly path: FilePath;
  /** Bytes of a torn last line that was cut off when the file was opened. */
  readonly repairedBytes: number;
  private waiting: string[] = [];
  private waitingBytes = 0;
  private lost = 0;
  private failure: string | undefined;
  private work: Promise<void> | undefined;
  private scheduled: NodeJS.Timeout | undefined;
  private file: FileHandle | undefined;
  private size = 0;
  private isClosed = false;

  /** Opens (or makes) and repairs the file. Throws the system's error where that can't be done. */
  constructor(private readonly options: LineFileOptions) {
    this.path = options.path;
    this.repairedBytes = repairLastLine(this.path, options);
  }

  /**
   * Adds a line of JSON, which has no line break in it. It is in the file 20 milliseconds later at most, with what steers or
   * hides escaped (see `harmless`). Never waits and never fails: see `problem`.
   */
  append(line: string): void {
    if (this.isClosed) return;
    this.waiting.push(line);
    this.waitingBytes += line.length;
    while (this.waitingBytes > MAX_WAITING_BYTES && this.waiting.length > 1) {
      this.waitingBytes -= this.waiting.shift()?.length ?? 0;
      this.lost += 1;
    }
    if (this.work !== undefined) return;
    if (this.waiting.length >= MAX_TOGETHER) this.begin();
    else this.scheduled ??= setTimeout(() => this.begin(), WRITE_AFTER_MS);
  }

  /** Why lines can't be written at present, or undefined. They wait in memory, and are written with the next ones. */
  get problem(): string | undefined {
    return this.failure;
  }

  /** Lines that were given up because the disk could not be written for too long. */
  get lostLines(): number {
    return this.lost;
  }

  /** Resolves when everything added so far is in the file (or can't be written: see `problem`). */
  async flush(): Promise<void> {
    if (this.waiting.length > 0) this.begin();
    await this.work;
  }

  /** Writes what is left and closes the file; lines added later are dropped. */
  async close(): Promise<void> {
    await this.flush();
    this.isClosed = true;
    await this.file?.sync().catch(() => undefined);
    await this.file?.close().catch(() => undefined);
    this.file = undefined;
  }

  /** The path of an old file; 1 is the newest. */
  oldPath(number: number): FilePath {
    return oldPathOf(this.path, number);
  }

  private begin(): void {
    clearTimeout(this.scheduled);
    this.scheduled = undefined;
    this.work ??= this.write();
  }

  private async write(): Promise<void> {
    // So that `work` is there before it ends.
    await Promise.resolve();
    try {
      while (this.waiting.length > 0) {
        await this.rotateIfLarge();
        const lines = this.waiting;
        const bytes = Buffer.from(`${harmless(lines.join('\n'))}\n`, 'utf8');
        this.waiting = [];
        this.waitingBytes = 0;
        try {
          this.file ??= await this.openFile();
          await writeAll(this.file, bytes);
        } catch (error) {
          // Takes back what of them was written, so that they are not there twice.
          await this.file?.truncate(this.size).catch(() => undefined);
          this.waiting = [...lines, ...this.waiting];
          this.waitingBytes += bytes.length;
          throw error;
        }
        this.size += bytes.length;
        this.failure = undefined;
      }
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      await this.file?.close().catch(() => undefined);
      this.file = undefined;
    } finally {
      this.work = undefined;
    }
  }

  private async openFile(): Promise<FileHandle> {
    const file = await openLaterFrom(this.path, APPENDING, this.options.mode ?? 0o600);
    this.size = (await file.stat()).size;
    return file;
  }

  private async rotateIfLarge(): Promise<void> {
    const { maxBytes = 16 * 1024 * 1024, keep = 4 } = this.options;
    this.file ??= await this.openFile();
    if (this.size < maxBytes) return;
    await this.file.sync();
    await this.file.close();
    this.file = undefined;
    const last = this.oldPath(keep);
    if (lstatIfThere(last) !== undefined) {
      this.options.onDelete?.(last);
      deleteFile(last);
    }
    for (let number = keep - 1; number >= 1; number -= 1) {
      moveIfThere(this.oldPath(number), this.oldPath(number + 1));
    }
    if (keep > 0) moveIfThere(this.path, this.oldPath(1));
    else deleteFile(this.path);
  }
}

/** JSON in which nothing can break a line, hide, or steer a terminal that shows the file. */
export function jsonLine(value: object): string {
  return harmless(JSON.stringify(value));
}

/** The same JSON, with what would steer or hide as escapes. */
function harmless(json: string): string {
  if (!STEERS.test(json)) return json;
  return json.replace(STEERING, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Control characters that JSON leaves as they are, separators of lines, direction marks, and what can't be seen. */
const STEERS = /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
const STEERING = new RegExp(STEERS, 'g');

/** `events.jsonl` → `events.1.jsonl`. */
export function oldPathOf<P extends FilePath>(path: P, number: number): P {
  const name = basename(absoluteOf(path));
  const extension = extname(name);
  return below(folderOf(path), `${name.slice(0, name.length - extension.length)}.${number}${extension}`);
}

/** Moves a file to its next place. */
export function moveIfThere(from: FilePath, to: FilePath): void {
  if (lstatIfThere(from) !== undefined) moveFile(from, to);
}

function repairLastLine(path: FilePath, options: LineFileOptions): number {
  const file = openFrom(path, APPENDING, { mode: options.mode ?? 0o600, make: true });
  try {
    const { size } = fstatSync(file);
    let start = size;
    const pieces: Buffer[] = [];
    // Backwards from the end to the last line end.
    while (start > 0) {
      const length = Math.min(65_536, start);
      const piece = readRange(file, start - length, length);
      const end = piece.lastIndexOf(0x0a);
      start -= length;
      if (end === -1) {
        pieces.unshift(piece);
        continue;
      }
      start += end + 1;
      pieces.unshift(piece.subarray(end + 1));
      break;
    }
    if (start === size) return 0;
    if (options.isWhole?.(Buffer.concat(pieces).toString('utf8'))) {
      writeSync(file, '\n');
      return 0;
    }
    ftruncateSync(file, start);
    return size - start;
  } finally {
    closeSync(file);
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  let at = 0;
  while (at < bytes.length) at += (await file.write(bytes, at)).bytesWritten;
}
