/**
 * A file of JSON lines in which each line carries the hash of the line before, so that an edited, removed or reordered
 * line is found later. Lines are queued and written in order, 25 milliseconds later at most. A file of 16 MiB is put aside with a number (`custom_tools.1.jsonl` is the newest of the old ones) and the chain runs on.
 */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, readSync, writeSync } from 'node:fs';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { takeFileLock } from '../project/file-lock';
import { deleteFile, lstatIfThere } from '../project/files';
import { type FilePath, openFrom } from '../project/held-folder';
import { APPENDING, jsonLine, moveIfThere, oldPathOf } from '../project/line-file';
import { readLastLines } from '../project/read-lines';
import { isoTime } from '../text/iso-time';
import { sha256 } from './hash';

/** Milliseconds that a line may wait for others, and how many lines may. */
const WRITE_AFTER_MS = 25;
const MAX_QUEUED = 256;

/** What the first line of a log carries in place of a hash. */
export const FIRST_HASH = '0'.repeat(64);

export interface AuditFileOptions {
  readonly path: FilePath;
  readonly now: () => Date;
  /** 16 MiB by default. */
  readonly maxBytes?: number;
  /** Old files that are kept. 32 by default. */
  readonly keep?: number;
}

export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/** The sequence number of a line and its hash, or undefined where it is none. */
export function chainEndOf(line: string): ChainEnd | undefined {
  try {
    const value = JSON.parse(line) as Json;
    if (!isJsonObject(value) || typeof value.seq !== 'number' || typeof value.prev !== 'string')
      return undefined;
    return { seq: value.seq, hash: sha256(line) };
  } catch {
    return undefined;
  }
}

interface Queued {
  /** ISO 8601. */
  readonly at: string;
  readonly entry: JsonObject;
}

export class AuditFile {
  private queue: Queued[] = [];
  private scheduled: NodeJS.Timeout | undefined;
  private end: ChainEnd = { seq: 0, hash: FIRST_HASH };
  /** Size of the file after our last write; another one means that another process has written. */
  private size = -1;
  private failure: string | undefined;
  /** The last line that somebody else, or an earlier run, has written. */
  private found: string | undefined;

  constructor(private readonly options: AuditFileOptions) {}

  get path(): FilePath {
    return this.options.path;
  }

  /** The last line that was written from here. */
  get last(): ChainEnd {
    return this.end;
  }

  /** Why lines can't be written at present, or undefined. They wait in memory. */
  get problem(): string | undefined {
    return this.failure;
  }

  /** Queues a line. `seq`, `at` and `prev` are added. Never fails. */
  append(entry: JsonObject): void {
    this.queue.push({ at: this.now(), entry });
    if (this.queue.length >= MAX_QUEUED) this.flush();
    else {
      this.scheduled ??= setTimeout(() => {
        this.flush();
      }, WRITE_AFTER_MS);
    }
  }

  /** Writes what is queued; `durable` also waits until the disk has it. */
  flush(durable = false): void {
    clearTimeout(this.scheduled);
    this.scheduled = undefined;
    if (this.queue.length === 0) return;
    const release = takeFileLock(this.path);
    try {
      const file = this.openAtEnd();
      try {
        const entries = this.queue;
        this.queue = [];
        const lines: string[] = [];
        for (const entry of entries) lines.push(this.chain(entry));
        try {
          const bytes = Buffer.from(`${lines.join('\n')}\n`);
          for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
          if (durable) fsyncSync(file);
        } catch (error) {
          this.queue = [...entries, ...this.queue];
          throw error;
        } finally {
          this.size = this.failure === undefined ? fstatSync(file).size : -1;
        }
        this.failure = undefined;
      } finally {
        closeSync(file);
      }
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      this.size = -1;
    } finally {
      release();
    }
  }

  /** Takes up a log of an earlier run: its end, and a torn last line, which is repaired. Never fails. */
  repair(): void {
    if (lstatIfThere(this.path) === undefined) return;
    const release = takeFileLock(this.path);
    try {
      closeSync(this.openAtEnd());
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    } finally {
      release();
    }
    this.flush(true);
  }

  /** The last line that was there when the log was taken up. */
  get lastFound(): JsonObject | undefined {
    try {
      const value = JSON.parse(this.found ?? '') as Json;
      return isJsonObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  private now(): string {
    return isoTime(this.options.now().getTime());
  }

  private chain({ at, entry }: Queued): string {
    const line = jsonLine({ seq: this.end.seq + 1, at, ...entry, prev: this.end.hash });
    this.end = { seq: this.end.seq + 1, hash: sha256(line) };
    return line;
  }

  /** Opens the file for appending, its last line whole, and the chain's end known. */
  private openAtEnd(): number {
    let file = openFrom(this.path, APPENDING, { mode: 0o600, make: true });
    const { size } = fstatSync(file);
    if (size !== this.size) this.takeUp(file, size);
    if (size < (this.options.maxBytes ?? 16 * 1024 * 1024)) return file;
    closeSync(file);
    this.rotate();
    file = openFrom(this.path, APPENDING, { mode: 0o600 });
    return file;
  }

  /** Finds the end of the chain and repairs a torn last line; what it held goes into a line of its own. */
  private takeUp(file: number, size: number): void {
    if (size === 0) {
      const before = lastLineIn(oldPathOf(this.path, 1));
      this.end = (before === undefined ? undefined : chainEndOf(before)) ?? { seq: 0, hash: FIRST_HASH };
      return;
    }
    let bytes = readTail(file, size);
    const torn = bytes.subarray(bytes.lastIndexOf(0x0a) + 1);
    if (torn.length > 0) {
      if (chainEndOf(torn.toString('utf8')) !== undefined) {
        writeSync(file, '\n');
        bytes = Buffer.concat([bytes, Buffer.from('\n')]);
      } else {
        ftruncateSync(file, size - torn.length);
        bytes = bytes.subarray(0, bytes.length - torn.length);
        const entry = {
          event: 'repaired',
          torn_bytes: torn.length,
          torn: torn.toString('utf8').slice(0, 500),
        };
        this.queue.unshift({ at: this.now(), entry });
      }
    }
    const line = lastLineOf(bytes.toString('utf8'));
    this.found = line;
    const end = line === undefined ? undefined : chainEndOf(line);
    if (end !== undefined) this.end = end;
    else if (line === undefined) this.takeUp(file, 0);
    // A last line that is no line of ours: the chain can't go on from it, and verifying says so.
    else this.end = { seq: this.end.seq, hash: sha256(line) };
  }

  private rotate(): void {
    const keep = this.options.keep ?? 32;
    const oldest = oldPathOf(this.path, keep);
    if (lstatIfThere(oldest) !== undefined) {
      const line = lastLineIn(oldest);
      const end = line === undefined ? undefined : chainEndOf(line);
      deleteFile(oldest);
      const entry = { event: 'pruned', last_seq: end?.seq ?? null, last_hash: end?.hash ?? null };
      this.queue.unshift({ at: this.now(), entry });
    }
    for (let number = keep - 1; number >= 1; number -= 1) {
      moveIfThere(oldPathOf(this.path, number), oldPathOf(this.path, number + 1));
    }
    moveIfThere(this.path, oldPathOf(this.path, 1));
  }
}

/** The end of a file: at least its last whole line and what follows it. */
function readTail(file: number, size: number): Buffer {
  for (let length = 65_536; ; length *= 4) {
    const start = Math.max(0, size - length);
    const bytes = Buffer.alloc(size - start);
    for (let at = 0; at < bytes.length;) {
      const count = readSync(file, bytes, at, bytes.length - at, start + at);
      if (count === 0) break;
      at += count;
    }
    const first = bytes.indexOf(0x0a);
    const last = bytes.lastIndexOf(0x0a);
    if (start === 0) return bytes;
    if (first !== last) return bytes.subarray(first + 1);
  }
}

function lastLineOf(text: string): string | undefined {
  return text.split('\n').findLast((line) => line !== '');
}

/** Of a file that is written no more. */
function lastLineIn(path: FilePath): string | undefined {
  return readLastLines(path, Infinity).at(-1);
}
