/**
 * `studio/messages.jsonl`: one message a line, only ever added to. A line that can't be read is shown as a problem and left
 * where it is. A message of a call that failed after all is taken back with a line that says so.
 */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { toolError, ToolFailure } from '../errors';
import { fileMark, openForReading, type FileMark } from '../project/files';
import { openFrom } from '../project/held-folder';
import { ioFailure } from '../project/io-failure';
import { APPENDING, jsonLine } from '../project/line-file';
import type { ResolvedPath } from '../project/paths';
import type { Project } from '../project/project';
import { readRange } from '../project/read-lines';
import { unwrap } from '../tools/builtin/entities';
import { MAX_NUMBER, messageSchema, noNumberLeft, numberOf } from './records';
import type { StudioMessage } from './types';

export const MESSAGES_PATH = 'studio/messages.jsonl';

/** Bytes of the whole file. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes before the place up to which the file is known that are looked at again, to see that it only grew. */
const TAIL = 256;

const retraction = z.object({ retracts: z.string() });

export interface MessageState {
  /** By number, oldest first. */
  readonly messages: ReadonlyMap<number, StudioMessage>;
  /** Number of the newest message, also of one that was taken back. */
  readonly last: number;
  /** Why a part of it can't be read. */
  readonly problem?: string;
}

interface Known {
  readonly messages: Map<number, StudioMessage>;
  last: number;
  lines: number;
  /** Bytes of whole lines. */
  bytes: number;
  tail: Buffer;
  /** Whether the last line has no line end yet. */
  isOpen: boolean;
  problem: string | undefined;
  /** The same of what stands behind the last whole line. */
  torn: string | undefined;
}

export class MessageLog {
  private known: Known = nothing();
  private mark: FileMark | undefined;

  constructor(private readonly project: Pick<Project, 'locate'>) {}

  read(): MessageState {
    const place = this.project.locate(MESSAGES_PATH);
    if (!place.ok) return { messages: new Map(), last: 0, problem: place.error.message };
    const mark = fileMark(place.value.absolute);
    if (this.mark === undefined || !sameMark(mark, this.mark)) {
      this.refresh(place.value, mark);
      this.mark = mark;
    }
    const { messages, last } = this.known;
    const problem = this.known.problem ?? this.known.torn;
    return { messages, last, ...(problem === undefined ? {} : { problem }) };
  }

  /** Whether the file is as it was when it was read or written last. */
  get isKnown(): boolean {
    const place = this.project.locate(MESSAGES_PATH);
    return place.ok && this.mark !== undefined && sameMark(fileMark(place.value.absolute), this.mark);
  }

  /**
   * Adds a message, which gets the next number. Only while no other process changes the studio (`StudioStore.alone`). Throws
   * `conflict` where the file is full, `io_error` where it can't be written; then it is as it was.
   */
  add(make: (id: string) => StudioMessage): StudioMessage {
    const { last } = this.read();
    if (last >= MAX_NUMBER) throw noNumberLeft(MESSAGES_PATH);
    const message = messageSchema.parse(JSON.parse(JSON.stringify(make(`M-${last + 1}`))));
    this.append(jsonLine(message));
    return message;
  }

  /** Takes back a message; its number is not used again. */
  retract(id: string): void {
    this.append(jsonLine({ retracts: id }));
  }

  private append(line: string): void {
    const place = unwrap(this.project.locate(MESSAGES_PATH));
    try {
      const file = openFrom(place, APPENDING, { mode: 0o644, make: true });
      try {
        const { size } = fstatSync(file);
        const bytes = Buffer.from(`${line}\n`, 'utf8');
        if (size + bytes.length > MAX_BYTES) throw full();
        try {
          // What a process left that was killed in the middle of a line stays, as a line of its own.
          if (size > 0 && readRange(file, size - 1, 1)[0] !== 0x0a) writeSync(file, '\n');
          for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
          fsyncSync(file);
        } catch (error) {
          ftruncateSync(file, size);
          throw error;
        }
      } finally {
        closeSync(file);
      }
    } catch (error) {
      throw ioFailure('written', place, error);
    }
    this.read();
  }

  /** Reads what was added; everything where the file did anything else than grow. */
  private refresh(place: ResolvedPath, mark: FileMark): void {
    if (mark === 'missing' || mark === 'unreadable') {
      this.known = nothing();
      if (mark === 'unreadable') this.known.problem = `${MESSAGES_PATH} can't be read`;
      return;
    }
    try {
      const file = openForReading(place);
      try {
        const facts = fstatSync(file);
        if (!facts.isFile()) throw new Error('it is not a regular file');
        if (facts.size > MAX_BYTES * 2) throw new Error(`it has ${facts.size} bytes, more than ${MAX_BYTES}`);
        const { bytes, tail } = this.known;
        const grew =
          bytes > 0 &&
          facts.size >= bytes &&
          readRange(file, bytes - tail.length, tail.length).equals(tail) &&
          !isReplaced(this.mark, mark);
        if (!grew) this.known = nothing();
        this.take(readRange(file, this.known.bytes, facts.size - this.known.bytes));
      } finally {
        closeSync(file);
      }
    } catch (error) {
      this.known = nothing();
      this.known.problem = `${MESSAGES_PATH}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  private take(bytes: Buffer): void {
    const { known } = this;
    known.torn = undefined;
    const end = bytes.lastIndexOf(0x0a) + 1;
    const rest = bytes.subarray(end).toString('utf8');
    // Written by hand it may be whole without its line end.
    const isWhole = rest !== '' && parseLine(rest) !== undefined;
    const taken = isWhole ? bytes : bytes.subarray(0, end);
    if (rest.trim() !== '' && !isWhole) known.torn = `${MESSAGES_PATH}: its last line is not whole`;
    if (taken.length === 0) return;
    const lines = taken.toString('utf8').split('\n');
    // The line end of a line that was taken already.
    if (known.isOpen && lines[0] === '') lines.shift();
    if (!isWhole) lines.pop();
    for (const line of lines) this.takeLine(line);
    known.isOpen = isWhole;
    known.bytes += taken.length;
    const joined = Buffer.concat([known.tail, taken.subarray(Math.max(0, taken.length - TAIL))]);
    known.tail = Buffer.from(joined.subarray(Math.max(0, joined.length - TAIL)));
  }

  private takeLine(line: string): void {
    const { known } = this;
    known.lines += 1;
    if (line.trim() === '') return;
    const parsed = parseLine(line);
    if (parsed === undefined) {
      known.problem ??= `${MESSAGES_PATH}, line ${known.lines}: it is no message, and was left out`;
    } else if ('retracts' in parsed) {
      known.messages.delete(numberOf(parsed.retracts));
    } else {
      const number = numberOf(parsed.id);
      if (number <= known.last && known.messages.has(number))
        known.problem ??= `${MESSAGES_PATH}, line ${known.lines}: ${parsed.id} stands there twice`;
      else known.messages.set(number, parsed);
      known.last = Math.max(known.last, number);
    }
  }
}

function nothing(): Known {
  return {
    messages: new Map(),
    last: 0,
    lines: 0,
    bytes: 0,
    tail: Buffer.alloc(0),
    isOpen: false,
    problem: undefined,
    torn: undefined,
  };
}

function parseLine(line: string): StudioMessage | z.infer<typeof retraction> | undefined {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return undefined;
  }
  const message = messageSchema.safeParse(json);
  if (message.success) return message.data;
  const taken = retraction.safeParse(json);
  return taken.success ? taken.data : undefined;
}

function sameMark(a: FileMark, b: FileMark): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino;
}

function isReplaced(before: FileMark | undefined, now: FileMark): boolean {
  return typeof before !== 'object' || typeof now !== 'object' || before.ino !== now.ino;
}

function full(): ToolFailure {
  return new ToolFailure(
    toolError(
      'conflict',
      `${MESSAGES_PATH} has reached ${MAX_BYTES} bytes, which is as large as it gets.`,
      'Ask the person to move all but the last lines of it into another file, such as studio/messages-1.jsonl; numbers go on from the last line.',
    ),
  );
}
