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
