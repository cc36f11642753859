/**
 * `tools/list` until the last of 1,000 custom tools is there, over the agent socket of the real server, read by a client
 * that parses every answer. Beside it a server of the same SDK that does nothing else and keeps the entries ready.
 */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { isJsonObject, type JsonObject } from '../../src-main/engine/json';
import { LineTransport } from '../../src-main/server/line/line-transport';
import { startServer } from '../../src-main/server/host';
import { stopwatch } from '../wander/clock';
import { openEngine, TOOLS, type BenchProject } from './project';

/** One client: lines of JSON out, lines of JSON in. */
class LineClient {
  private rest = '';
  private last = 0;
  private waiting: ((message: JsonObject) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const lines = (this.rest + chunk).split('\n');
      this.rest = lines.pop() ?? '';
      for (const line of lines) this.take(line);
    });
  }

  static async open(path: string): Promise<LineClient> {
    const client = new LineClient(connect(path));
    await client.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    client.send({ method: 'notifications/initialized' });
    return client;
  }

  ask(method: string, params: JsonObject): Promise<JsonObject> {
    this.last += 1;
    this.send({ id: this.last, method, params });
    return new Promise((resolve) => (this.waiting = resolve));
  }

  /** All entries, page after page. */
  async list(): Promise<JsonObject[]> {
    const tools: JsonObject[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.ask('tools/list', cursor === undefined ? {} : { cursor });
      if (!Array.isArray(page.tools)) throw new Error(JSON.stringify(page).slice(0, 200));
      tools.push(...(page.tools as readonly JsonObject[]));
      cursor = typeof page.nextCursor === 'string' ? page.nextCursor : undefined;
    } while (cursor !== undefined);
    return tools;
  }

  close(): void {
    this.socket.destroy();
  }

  private send(message: JsonObject): void {
    this.socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  private take(line: string): void {
    const message: unknown = JSON.parse(line);
    if (!isJsonObject(message) || message.id !== this.last) return;
    const result = message.result ?? message.error;
    this.waiting?.(isJsonObject(result) ? result : {});
  }
}

/** A server that has nothing but a list of tools, in the same pages. */
async function bareServer(path: string, entries: readonly JsonObject[], size: number): Promise<() => void> {
  const pages: { tools: JsonObject[]; nextCursor?: string }[] = [];
  for (let at = 0; at < entries.length; at += size) {
    const next = at + size < entries.length ? { nextCursor: String(at / size + 1) } : {};
    pages.push({ tools: entries.slice(at, at + size), ...next });
  }
  const build = (): Server => {
    const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', (request) => {
      const page = pages[Number(request.params?.cursor ?? 0)];
      // Its entries are JSON of the shape that the real server gives.
      return page as unknown as { tools: { name: string; inputSchema: { type: 'object' } }[] };
    });
    return server;
  };
  const listening = createServer((socket) => {
    serveStdio(build, { transport: new LineTransport(socket, socket), onerror: () => undefined });
  });
  await new Promise<void>((resolve) => listening.listen(path, resolve));
  return () => listening.close();
}

export interface ListingTimes {
  /** Milliseconds; the least of all rounds. */
  readonly list: number;
  readonly bare: number;
}

export async function listingTimes(project: BenchProject, rounds: number): Promise<ListingTimes> {
  const engine = await openEngine(project);
  const handle = await startServer({ engine, userFolder: project.userFolder, http: false, stateFile: false });
  const client = await LineClient.open(handle.socket);
  const entries = await client.list();
  const custom = entries.filter(
    (entry) => typeof entry.name === 'string' && entry.name.startsWith('user_bench_'),
  );
  if (custom.length !== TOOLS) throw new Error(`${custom.length} tools are listed, not ${TOOLS}`);
  const path = join(project.folder, '..', 'bare.sock');
  const stop = await bareServer(path, entries, 100);
  const bare = await LineClient.open(path);
  const least = { list: Infinity, bare: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, each] of [
      ['list', client],
      ['bare', bare],
    ] as const) {
      const passed = stopwatch();
      const found = await each.list();
      least[name] = Math.min(least[name], passed());
      if (found.length !== entries.length) throw new Error(`${found.length} of ${entries.length} entries`);
    }
  }
  client.close();
  bare.close();
  stop();
  await handle.close();
  await engine.close();
  return least;
}
