import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { LineTransport } from './line/line-transport';
import { startServer } from './host';
import { MODERN } from './testkit/clients';
import { newFolder, SmallEngine, until } from './testkit/small-engine';

/** Serves a pair of streams, and closes the server when the client has left. */
function start(engine: SmallEngine): { input: PassThrough; output: PassThrough; ended: Promise<void> } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const serve = async (): Promise<void> => {
    const server = await startServer({ engine, http: false, userFolder: newFolder() });
    await server.serveStreams(input, output);
    await server.idle();
    await server.close();
  };
  return { input, output, ended: serve() };
}

test.each(['2025-11-25', MODERN])(
  'a client on standard streams is served in revision %s until it closes its end',
  async (revision) => {
    const engine = new SmallEngine();
    const { input, output, ended } = start(engine);
    const client = new ClientV2(
      { name: 'starter', version: '1' },
      revision === MODERN ? { versionNegotiation: { mode: { pin: MODERN } } } : {},
    );
    await client.connect(new LineTransport(output, input));
    expect((await client.callTool({ name: 'whoami', arguments: {} })).structuredContent).toEqual({
      actor: 'mcp:starter',
      kind: 'agent',
    });
    expect(engine.callers[0]?.mayWait).toBeUndefined();
    await client.close();
    await ended;
    expect(engine.logged.map((event) => event.kind)).toEqual(['opened', 'closed']);
  },
);

test('what was asked before the end of input is still answered', async () => {
  const { input, output, ended } = start(new SmallEngine());
  let text = '';
  output.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  const ask = (id: number, method: string, params: object): void =>
    void input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  ask(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'pipe', version: '1' },
  });
  ask(2, 'tools/call', { name: 'echo', arguments: { message: 'last words' } });
  input.end();
  await Promise.all([ended, once(output, 'end')]);
  expect(text).toContain('last words');
});

test('a call that goes on for ever does not keep the process when the client has left', async () => {
  const engine = new SmallEngine();
  const { input, output, ended } = start(engine);
  output.resume();
  const ask = (id: number, method: string, params: object): void =>
    void input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  ask(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'pipe', version: '1' },
  });
  ask(2, 'tools/call', { name: 'wait', arguments: {} });
  await until(() => engine.waiting === 1, 'the call waits');
  input.end();
  await ended;
  await until(() => engine.waiting === 0, 'the call is cancelled');
});

/** Speaks raw lines with a server on standard streams. */
function lines(engine: SmallEngine): {
  readonly answers: { readonly id?: unknown; readonly error?: { readonly code: number } }[];
  write(text: string): Promise<void>;
  end(): Promise<void>;
} {
  const { input, output, ended } = start(engine);
  const answers: { readonly id?: unknown; readonly error?: { readonly code: number } }[] = [];
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) answers.push(JSON.parse(part) as (typeof answers)[number]);
  });
  return {
    answers,
    write: async (text) => {
      if (!input.write(text)) await once(input, 'drain');
    },
    end: async () => {
      input.end();
      await ended;
    },
  };
}

const request = (id: unknown, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const INITIALIZE = request('i', 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});

test('bad, deep, huge and repeated messages each get an error, and the client is served on', async () => {
  const raw = lines(new SmallEngine());
  await raw.write(INITIALIZE);
  await until(() => raw.answers.length === 1, 'initialize is answered');
  await raw.write('{"jsonrpc": nonsense}\n');
  await raw.write(`${'['.repeat(50_000)}\n`);
  await raw.write(`${JSON.stringify({ id: 9, method: 5 })}\n`);
  await raw.write(
    `${JSON.stringify(Array.from({ length: 10_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })))}\n`,
  );
  // 17 MiB, of which 16 are read at most; its id stands first.
  await raw.write(
    '{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"echo","arguments":{"message":"',
  );
  for (let mebibyte = 0; mebibyte < 17; mebibyte += 1) await raw.write('x'.repeat(1 << 20));
  await raw.write('"}}}\n');
  await raw.write(request(11, 'tools/call', { name: 'wait', arguments: {} }));
  await raw.write(request(11, 'tools/call', { name: 'echo', arguments: {} }));
  await raw.write(request(12, 'ping'));
  await until(() => raw.answers.some(({ id }) => id === 12), 'ping is answered');
  expect(raw.answers.slice(1).map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32700],
    [null, -32600],
    [9, -32600],
    [null, -32600],
    [10, -32600],
    [null, -32600],
    [12, undefined],
  ]);
  await raw.end();
});

test('answers that nobody asked for, and messages that nobody knows, are borne', async () => {
  const raw = lines(new SmallEngine());
  await raw.write(INITIALIZE);
  await raw.write(`${JSON.stringify({ jsonrpc: '2.0', id: 77, result: {} })}\n`);
  await raw.write(`${JSON.stringify({ jsonrpc: '2.0', id: 78, error: { code: 1, message: 'no' } })}\n`);
  await raw.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/nothing' })}\n`);
  await raw.write(
    `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } })}\n`,
  );
  await raw.write(request(1, 'no/such/method'));
  await raw.write(request(2, 'ping'));
  await until(() => raw.answers.some(({ id }) => id === 2), 'ping is answered');
  expect(raw.answers.map(({ id, error }) => [id, error?.code])).toEqual([
    ['i', undefined],
    [1, -32601],
    [2, undefined],
  ]);
  await raw.end();
});
