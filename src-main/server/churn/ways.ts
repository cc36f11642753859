/** Clients written by hand, so that they can be cut off at any byte: each holds one way in and answers of its own. */
import { Agent, request, type IncomingMessage } from 'node:http';
import { createConnection, type Socket } from 'node:net';

export type WayName = 'socket' | 'session' | 'stateless';

export interface Address {
  readonly url: string;
  readonly token: string;
  readonly socket: string;
}

/** The answer to one request: a `result` or an `error`, as JSON. */
export interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface Way {
  /** Rejects when the connection is gone. */
  call(tool: string, args: object): Promise<Answer>;
  /** Any other request; on the socket only, where the server may ask the client too. */
  ask?(method: string, params: object): Promise<Answer>;
  /** Answers the requests of the server from now on. */
  serve?(answer: (params: unknown) => object): void;
  /** Cuts everything off, in the middle of whatever it is. */
  kill(): void;
  /** Leaves as a client should. */
  close(): Promise<void>;
}

interface Asked {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
}

/** `busy` is told to ask once more later; no call was made. */
export class Busy extends Error {}

export function connectBy(way: WayName, address: Address, name: string): Promise<Way> {
  if (way === 'socket') return SocketWay.open(address, name);
  return way === 'session'
    ? SessionWay.open(address, name)
    : Promise.resolve(new StatelessWay(address, name));
}

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {} };

class SocketWay implements Way {
  readonly #waiting = new Map<
    number,
    { resolve: (answer: Answer) => void; reject: (error: Error) => void }
  >();
  #next = 0;
  #rest = '';
  #answer: ((params: unknown) => object) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the connection is gone'));
      this.#waiting.clear();
    });
  }

  static async open(address: Address, name: string): Promise<Way> {
    const socket = createConnection(address.socket);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const way = new SocketWay(socket);
    await way.ask('initialize', { ...INITIALIZE, clientInfo: { name, version: '1' } });
    socket.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    return way;
  }

  call(tool: string, args: object): Promise<Answer> {
    return this.ask('tools/call', { name: tool, arguments: args });
  }

  kill(): void {
    this.socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.end();
    this.socket.resume();
    await closed;
  }

  serve(answer: (params: unknown) => object): void {
    this.#answer = answer;
  }

  ask(method: string, params: object): Promise<Answer> {
    const id = (this.#next += 1);
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error('the connection is gone'));
      this.#waiting.set(id, { resolve, reject });
      this.socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const answer = JSON.parse(line) as Answer & Asked;
      if (answer.id === undefined) continue;
      if (answer.method !== undefined) {
        // A ping wants nothing.
        const result = answer.params === undefined ? {} : (this.#answer?.(answer.params) ?? {});
        this.socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: answer.id, result })}\n`);
        continue;
      }
      const waiting = this.#waiting.get(answer.id);
      if (!waiting) throw new Error(`an answer to ${answer.id}, which nobody asked`);
      this.#waiting.delete(answer.id);
      waiting.resolve(answer);
    }
  }
}

abstract class HttpWay implements Way {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(
    protected readonly address: Address,
    protected readonly name: string,
  ) {}

  abstract call(tool: string, args: object): Promise<Answer>;

  kill(): void {
    this.#agent.destroy();
    for (const open of this.#open) open.destroy();
  }

  close(): Promise<void> {
    this.#agent.destroy();
    return Promise.resolve();
  }

  readonly #open = new Set<ReturnType<typeof request>>();

  protected post(
    method: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly incoming: IncomingMessage; readonly text: string }> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        this.address.url,
        {
          method,
          agent: this.#agent,
          headers: {
            Authorization: `Bearer ${this.address.token}`,
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
            ...headers,
          },
        },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (part: string) => (text += part));
          incoming.on('end', () => resolve({ incoming, text }));
          incoming.on('error', reject);
        },
      );
      this.#open.add(outgoing);
      outgoing.on('close', () => this.#open.delete(outgoing));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

class SessionWay extends HttpWay {
  #session = '';
  #next = 0;

  static async open(address: Address, name: string): Promise<Way> {
    const way = new SessionWay(address, name);
    await way.#begin();
    return way;
  }

  async call(tool: string, args: object): Promise<Answer> {
    const id = (this.#next += 1);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    });
    const { incoming, text } = await this.post('POST', { 'Mcp-Session-Id': this.#session }, body);
    if (incoming.statusCode === 404) {
      await this.#begin();
      throw new Busy('the session had ended');
    }
    return answerIn(incoming, text, id);
  }

  override async close(): Promise<void> {
    await this.post('DELETE', { 'Mcp-Session-Id': this.#session }, '');
    await super.close();
  }

  async #begin(): Promise<void> {
    const params = { ...INITIALIZE, clientInfo: { name: this.name, version: '1' } };
    const id = (this.#next += 1);
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params });
    const { incoming, text } = await this.post('POST', {}, body);
    answerIn(incoming, text, id);
    this.#session = String(incoming.headers['mcp-session-id']);
    const told = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await this.post('POST', { 'Mcp-Session-Id': this.#session }, told);
  }
}

class StatelessWay extends HttpWay {
  #next = 0;

  async call(tool: string, args: object): Promise<Answer> {
    const id = (this.#next += 1);
    const version = '2026-07-28';
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: {
        name: tool,
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: this.name, version: '1' },
        },
      },
    });
    const headers = { 'MCP-Protocol-Version': version, 'Mcp-Method': 'tools/call', 'Mcp-Name': tool };
    const { incoming, text } = await this.post('POST', headers, body);
    return answerIn(incoming, text, id);
  }
}

/** The message with an id, of a JSON answer or a stream of events. Throws where the server was too busy, or it is not there. */
function answerIn(incoming: IncomingMessage, text: string, id: number): Answer {
  const status = incoming.statusCode ?? 0;
  if (status === 429 || status === 503) throw new Busy(text);
  const messages = incoming.headers['content-type']?.startsWith('text/event-stream')
    ? text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice('data: '.length)] : []))
    : [text];
  for (const message of messages) {
    const answer = JSON.parse(message) as Answer & { readonly id?: unknown };
    if (answer.id === id) return answer;
  }
  throw new Error(`lost: HTTP ${status} without the answer to ${id}: ${text.slice(0, 200)}`);
}
