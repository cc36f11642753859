/**
 * MCP as lines of JSON over a pair of streams: the agent socket and stdio. Holds what a stranger at the other end can
 * take: bytes in a line, requests in flight, and answers that it does not read.
 */
import {
  isJSONRPCRequest,
  parseJSONRPCMessage,
  serializeMessage,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Readable, Writable } from 'node:stream';
import { isPlainRequest } from '../calls/plain-call';
import { parseBoundedJson, type ParsedJson } from '../json-text';
import { LineSplitter } from './line-splitter';
import { idOfOversized, tooLongAnswer, tooLongError, tooLongProblem, type OversizedLine } from './oversized';
import { endsOf, unreadAnswer, unusableAnswer } from './unusable';

export interface LineLimits {
  /** A longer line is dropped and answered with an error. */
  readonly maxLineBytes: number;
  /**
   * With so many unanswered requests, more of them wait until some are answered. Once as many wait, or `maxLineBytes` of
   * them, reading stops; from a client that must be heard (`Priority`), further ones are refused instead.
   */
  readonly maxInFlight: number;
  /** With so many bytes that the other end has not taken, reading stops until it has. */
  readonly pauseBytes: number;
  /** With so many, the connection is given up. */
  readonly closeBytes: number;
  readonly maxBatch: number;
}

/** Bytes of a line that a server reads, unless it is told otherwise. */
export const MAX_LINE_BYTES = 16 << 20;

/** Bytes of a line that a client reads of its own editor: an answer may carry images. */
export const MAX_ANSWER_BYTES = 256 << 20;

const LINE_LIMITS: LineLimits = {
  maxLineBytes: MAX_LINE_BYTES,
  maxInFlight: 256,
  pauseBytes: 4 << 20,
  closeBytes: 256 << 20,
  maxBatch: 100,
};

/** What is not held up by the requests that a client has made already. */
export interface Priority {
  /** Requests that go first, however many others wait. Answers and notifications always do. */
  urgent(request: JSONRPCRequest): boolean;
  /** Whether others wait for what this client has to say: then reading never stops because of its own requests. */
  mustBeHeard(): boolean;
  /** A message that was not read, by its two ends, and why: others may wait for what it says. */
  lost?(ends: OversizedLine, why: Unread): void;
}

export interface Unread {
  readonly tooLong: boolean;
  readonly problem: string;
}

const NO_PRIORITY: Priority = { urgent: () => false, mustBeHeard: () => false };

interface Held {
  readonly request: JSONRPCRequest;
  readonly bytes: number;
}

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  sessionId?: string;
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;

  readonly #splitter: LineSplitter;
  readonly #inFlight = new Set<RequestId>();
  /** Lines of the last chunk that have to wait. */
  #lines: (Buffer | OversizedLine)[] = [];
  /** Requests that wait until others are answered. */
  readonly #held: Held[] = [];
  #heldBytes = 0;
  readonly #limits: LineLimits;
  #settle: () => void = () => undefined;
  #closed = false;
  #regulating = false;
  #draining = false;

  /** `drainMs`: how long calls in flight may still answer after the other end has said all it will say. */
  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    limits: Partial<LineLimits> = {},
    private readonly drainMs = 0,
    private readonly priority: Priority = NO_PRIORITY,
  ) {
    this.#limits = { ...LINE_LIMITS, ...limits };
    this.closed = new Promise((resolve) => (this.#settle = resolve));
    const queue = (line: Buffer | OversizedLine): void => void this.#lines.push(line);
    this.#splitter = new LineSplitter(this.#limits.maxLineBytes, queue, queue);
  }

  start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => {
      this.#splitter.push(chunk);
      this.#regulate();
    });
    this.input.on('end', () => this.#ended());
    // After a proper end there is nothing to add to what was decided then.
    this.input.on('close', () => {
      if (!this.#draining) void this.close();
    });
    this.input.on('error', (error) => this.#failed(error));
    this.output.on('error', (error) => this.#failed(error));
    this.output.on('close', () => void this.close());
    this.output.on('drain', () => this.#regulate());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (!('method' in message) && message.id !== undefined) this.#inFlight.delete(message.id);
    this.#write(serializeMessage(message));
    this.#regulate();
    if (this.#draining && this.#inFlight.size === 0) void this.close();
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    this.input.pause();
    // What was answered still arrives where the other end reads; a peer that does not is cut off.
    if (this.output.writableLength > this.#limits.pauseBytes) this.output.destroy();
    else this.output.end();
    this.onclose?.();
    this.#settle();
    return Promise.resolve();
  }

  #ended(): void {
    if (this.drainMs === 0 || (this.#inFlight.size === 0 && this.#lines.length === 0))
      return void this.close();
    this.#draining = true;
    setTimeout(() => void this.close(), this.drainMs).unref();
  }

  #failed(error: Error): void {
    if (this.#closed) return;
    this.onerror?.(error);
    void this.close();
  }

  #read(line: Buffer | OversizedLine): void {
    if ('head' in line) {
      // Whoever waits for an answer that is too long is told at once.
      const answer = tooLongAnswer(line, this.#limits.maxLineBytes);
      if (answer !== undefined) return this.onmessage?.(answer);
      const { maxLineBytes } = this.#limits;
      this.priority.lost?.(line, { tooLong: true, problem: tooLongProblem(line, maxLineBytes) });
      const { id, error } = tooLongError(line, maxLineBytes);
      return this.#answerError(id, error.code, error.message);
    }
    const text = line.toString('utf8').trim();
    if (text === '') return;
    const parsed = parseBoundedJson(text);
    if (!parsed.ok) return this.#unread(text, parsed);
    if (!Array.isArray(parsed.value)) return this.#deliver(parsed.value, line.length);
    const batch: readonly unknown[] = parsed.value;
    if (batch.length === 0 || batch.length > this.#limits.maxBatch) {
      const message = `Invalid Request: a batch of ${batch.length}; it may hold 1 to ${this.#limits.maxBatch}`;
      return this.#answerError(null, -32600, message);
    }
    for (const item of batch) this.#deliver(item, line.length / batch.length);
  }

  /** Whoever waits for what it says is told, and who sent it. */
  #unread(text: string, { code, message, problem }: Extract<ParsedJson, { ok: false }>): void {
    const ends = endsOf(text);
    const answer = unreadAnswer(ends, problem);
    if (answer !== undefined) this.onmessage?.(answer);
    else this.priority.lost?.(ends, { tooLong: false, problem });
    // What is no JSON has no id.
    const id = answer === undefined && code === -32600 ? idOfOversized(ends) : undefined;
    this.#answerError(id ?? null, code, message);
  }

  #deliver(value: unknown, bytes: number): void {
    // Most are requests that need no schema to tell.
    if (isPlainRequest(value)) return this.#take(value, bytes);
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      const answer = unusableAnswer(value);
      if (answer !== undefined) this.onmessage?.(answer);
      // The id of an answer is none of the other end's requests.
      const id = answer === undefined ? idOf(value) : null;
      return this.#answerError(id, -32600, 'Invalid Request: not a JSON-RPC 2.0 message');
    }
    if (isJSONRPCRequest(message)) return this.#take(message, bytes);
    if ('method' in message && message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId'];
      if (typeof id === 'string' || typeof id === 'number') this.#cancelled(id);
    }
    this.onmessage?.(message);
  }

  #take(request: JSONRPCRequest, bytes: number): void {
    const { id } = request;
    if (this.#inFlight.has(id) || this.#held.some((held) => held.request.id === id))
      return this.#answerError(null, -32600, `Invalid Request: the id ${id} is still in use`);
    if (!this.#busy || this.priority.urgent(request)) return this.#begin(request);
    if (this.#crowded) {
      const message = `Too many requests at once: ${this.#inFlight.size} are being served and ${this.#held.length} wait`;
      return this.#answerError(id, -32000, message);
    }
    this.#held.push({ request, bytes });
    this.#heldBytes += bytes;
  }

  #begin(request: JSONRPCRequest): void {
    this.#inFlight.add(request.id);
    this.onmessage?.(request);
  }

  /** A cancelled request gets no answer, and one that waits does not begin. */
  #cancelled(id: RequestId): void {
    this.#inFlight.delete(id);
    const index = this.#held.findIndex((held) => held.request.id === id);
    if (index >= 0) for (const { bytes } of this.#held.splice(index, 1)) this.#heldBytes -= bytes;
  }

  #answerError(id: RequestId | null, code: number, message: string): void {
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }

  #write(text: string): void {
    if (this.#closed || this.output.destroyed) return;
    this.output.write(text);
    if (this.output.writableLength > this.#limits.closeBytes) {
      this.output.destroy(new Error(`the client left ${this.output.writableLength} bytes unread`));
    }
  }

  /** Reads on only while the other end keeps up with its own requests. */
  #regulate(): void {
    if (this.#regulating) return;
    this.#regulating = true;
    while (!this.#closed) {
      this.#beginHeld();
      if (this.#full) break;
      const next = this.#lines.shift();
      if (next === undefined) break;
      this.#read(next);
    }
    this.#regulating = false;
    if (this.#closed) return;
    if (this.#full && !this.input.isPaused()) this.input.pause();
    else if (!this.#full && this.input.isPaused()) this.input.resume();
  }

  #beginHeld(): void {
    while (!this.#closed && !this.#busy) {
      const next = this.#held.shift();
      if (next === undefined) return;
      this.#heldBytes -= next.bytes;
      this.#begin(next.request);
    }
  }

  get #busy(): boolean {
    return this.#inFlight.size >= this.#limits.maxInFlight;
  }

  get #crowded(): boolean {
    const { maxInFlight, maxLineBytes } = this.#limits;
    return this.#held.length >= maxInFlight || this.#heldBytes >= maxLineBytes;
  }

  get #full(): boolean {
    return (
      this.output.writableLength > this.#limits.pauseBytes || (this.#crowded && !this.priority.mustBeHeard())
    );
  }
}

function idOf(value: unknown): RequestId | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}
