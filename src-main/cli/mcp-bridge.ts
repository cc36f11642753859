/**
 * Passes MCP between a client at standard streams and an editor's socket. An editor that closes does not end the client's
 * connection: its calls fail with what to do, and once the project is open again everything goes on, as if the client had
 * greeted the new editor itself.
 */
import { createConnection, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { LineSplitter } from '../server/line/line-splitter';
import { MAX_ANSWER_BYTES, MAX_LINE_BYTES } from '../server/line/line-transport';
import { tooLongAnswer, tooLongError, type OversizedLine } from '../server/line/oversized';

const ID = z.union([z.string(), z.number()]);

/** What is looked at of a message; it is passed on as it came. */
const MESSAGE = z.looseObject({
  id: ID.optional().catch(undefined),
  method: z.string().optional(),
  params: z.looseObject({ uri: z.string().optional(), requestId: ID.optional() }).optional().catch(undefined),
});

type Message = z.infer<typeof MESSAGE>;
type Id = z.infer<typeof ID>;

/** JSON-RPC: an error of this implementation. */
const GONE = -32_000;

/** How often it is looked whether an editor is back (milliseconds). */
const LOOK_MS = 500;

/** Of requests that the bridge itself makes; the answers are not the client's. */
const OWN_ID = 'skywalker-bridge-';

export interface BridgeOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Path of the socket at which an editor is now; undefined where none is open. */
  readonly find: () => Promise<string | undefined>;
  /** What a call is told while none is: what is wrong, and what to do. */
  readonly absent: string;
  /** Ends the bridge. */
  readonly stop: AbortSignal;
}

/** Connects to a socket; undefined where nobody listens. */
export function dial(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}

export class McpBridge {
  /** The client's requests that wait for an answer. */
  readonly #asked = new Set<Id>();
  /** The present editor's requests that wait for the client's. */
  readonly #asking = new Set<Id>();
  /** What a new editor has to be told again, by what it is about, in order. */
  readonly #told = new Map<string, string>();
  /** Lines of the client that wait until a new editor knows it. */
  #waiting: string[] = [];
  #socket: Socket | undefined;
  /** The answer that has to come before anything else is passed on. */
  #greeting: string | undefined;
  #owns = 0;
  #inputEnded = false;
  #end: () => void = () => undefined;

  constructor(private readonly options: BridgeOptions) {}

  /** Passes on until the client leaves, or it is stopped. */
  run(socket: Socket): Promise<void> {
    const { input, output, stop } = this.options;
    const ended = new Promise<void>((resolve) => (this.#end = resolve));
    this.#use(socket);
    const lines = new LineSplitter(
      MAX_LINE_BYTES,
      (line) => this.#take(line, (text) => this.#fromClient(text)),
      (line) => this.#tooLongFromClient(line),
    );
    input.on('data', (chunk: Buffer) => {
      lines.push(chunk);
      if (this.#socket !== undefined && this.#socket.writableLength > this.#socket.writableHighWaterMark)
        input.pause();
    });
    input.on('error', () => undefined);
    input.on('close', () => this.#left());
    input.on('end', () => this.#left());
    output.on('drain', () => this.#socket?.resume());
    const finish = (): void => {
      this.#socket?.destroy();
      this.#end();
    };
    if (stop.aborted) finish();
    else stop.addEventListener('abort', finish, { once: true });
    return ended;
  }

  #use(socket: Socket): void {
    const { input, output } = this.options;
    this.#socket = socket;
    this.#asking.clear();
    const lines = new LineSplitter(
      MAX_ANSWER_BYTES,
      (line) => this.#take(line, (text) => this.#fromEditor(text)),
      (line) => this.#tooLongFromEditor(line),
    );
    socket.on('data', (chunk: Buffer) => {
      lines.push(chunk);
      if (output.writableNeedDrain) socket.pause();
    });
    socket.on('drain', () => input.resume());
    socket.on('error', () => undefined);
    socket.on('close', () => this.#lost());
  }

  /** What the client asked before it closed its end may still be answered: the editor ends the connection. */
  #left(): void {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    if (this.#socket === undefined) this.#end();
    else this.#socket.end();
  }

  #lost(): void {
    this.#socket = undefined;
    if (this.#inputEnded || this.options.stop.aborted) return this.#end();
    this.#greeting = undefined;
    for (const id of this.#asked)
      this.#fail(
        id,
        `The editor has closed while this ran; whether it took effect is not known. ${this.options.absent}`,
      );
    this.#asked.clear();
    for (const line of this.#waiting.splice(0)) this.#fromClient(line);
    this.options.input.resume();
    void this.#lookOut();
  }

  async #lookOut(): Promise<void> {
    while (!this.#inputEnded && !this.options.stop.aborted) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const path = await this.options.find().catch(() => undefined);
      const socket = path === undefined ? undefined : await dial(path);
      if (socket !== undefined) return this.#greet(socket);
    }
  }

  /** Tells a new editor who the client is, before anything else. */
  #greet(socket: Socket): void {
    if (this.#inputEnded || this.options.stop.aborted) return void socket.destroy();
    this.#use(socket);
    const initialize = this.#told.get(INITIALIZE);
    if (initialize === undefined) this.#known();
    else this.#greeting = this.#tell(socket, initialize);
  }

  /** The new editor knows the client: what else was told follows, and what waited. */
  #known(): void {
    this.#greeting = undefined;
    const socket = this.#socket;
    if (socket === undefined) return;
    for (const [about, line] of this.#told) {
      if (about === INITIALIZED) socket.write(`${line}\n`);
      else if (about !== INITIALIZE) this.#tell(socket, line);
    }
    // Other tools may be there than before.
    if (this.#told.has(INITIALIZED))
      this.options.output.write('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n');
    for (const line of this.#waiting.splice(0)) this.#fromClient(line);
  }

  /** Repeats a request of the client as one of the bridge's own; gives its id. */
  #tell(socket: Socket, line: string): string {
    const id = `${OWN_ID}${(this.#owns += 1)}`;
    socket.write(`${JSON.stringify({ ...(JSON.parse(line) as object), id })}\n`);
    return id;
  }

  #take(line: Buffer, pass: (text: string) => void): void {
    const text = line.toString('utf8').trim();
    if (text !== '') pass(text);
  }

  /** It is not held; the editor would refuse it as well. An answer that the editor waits for fails there. */
  #tooLongFromClient(line: OversizedLine): void {
    const answer = tooLongAnswer(line, MAX_LINE_BYTES);
    if (answer === undefined) this.#answer(tooLongError(line, MAX_LINE_BYTES));
    else this.#fromClient(JSON.stringify(answer));
  }

  #tooLongFromEditor(line: OversizedLine): void {
    const answer = tooLongAnswer(line, MAX_ANSWER_BYTES);
    if (answer !== undefined) this.#fromEditor(JSON.stringify(answer));
  }

  #fromClient(line: string): void {
    const socket = this.#socket;
    if (socket !== undefined && this.#greeting !== undefined) {
      this.#waiting.push(line);
      return;
    }
    for (const message of messagesOf(line)) {
      const { id, method, params } = message;
      if (socket !== undefined || method === INITIALIZED) this.#remember(message, line);
      if (method !== undefined && id !== undefined) {
        if (socket !== undefined) this.#asked.add(id);
        else if (method === 'ping') this.#answer({ id, result: {} });
        else this.#fail(id, this.options.absent);
      }
      if (method === 'notifications/cancelled' && params?.requestId !== undefined)
        this.#asked.delete(params.requestId);
      // An answer to the editor before this one is nothing to this one.
      if (method === undefined && id !== undefined && !this.#asking.delete(id)) return;
    }
    socket?.write(`${line}\n`);
  }

  #remember({ id, method, params }: Message, line: string): void {
    if (method === INITIALIZED) this.#told.set(method, line);
    if (id === undefined) return;
    if (method === INITIALIZE || method === 'logging/setLevel') this.#told.set(method, line);
    if (method === 'resources/subscribe') this.#told.set(`subscribe ${params?.uri ?? ''}`, line);
    if (method === 'resources/unsubscribe') this.#told.delete(`subscribe ${params?.uri ?? ''}`);
  }

  #fromEditor(line: string): void {
    for (const { id, method } of messagesOf(line)) {
      if (id === undefined) continue;
      if (method !== undefined) this.#asking.add(id);
      else if (typeof id === 'string' && id.startsWith(OWN_ID)) {
        if (id === this.#greeting) this.#known();
        return;
      } else this.#asked.delete(id);
    }
    this.options.output.write(`${line}\n`);
  }

  #fail(id: Id, message: string): void {
    this.#answer({ id, error: { code: GONE, message } });
  }

  #answer(rest: object): void {
    this.options.output.write(`${JSON.stringify({ jsonrpc: '2.0', ...rest })}\n`);
  }
}

const INITIALIZE = 'initialize';
const INITIALIZED = 'notifications/initialized';

/** The messages of a line; none where it is no JSON, which the editor answers. */
function messagesOf(line: string): readonly Message[] {
  try {
    const value: unknown = JSON.parse(line);
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    return all.flatMap((each): readonly Message[] => {
      const parsed = MESSAGE.safeParse(each);
      return parsed.success ? [parsed.data] : [];
    });
  } catch {
    return [];
  }
}
