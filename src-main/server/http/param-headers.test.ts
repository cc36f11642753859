import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type ServerHandle } from '../host';
import { clientV2 } from '../testkit/clients';
import { beginSession, message, send, statelessRequest } from '../testkit/raw-http';
import { newFolder, SmallEngine } from '../testkit/small-engine';

let server: ServerHandle;
let port: number;

beforeEach(async () => {
  const engine = new SmallEngine();
  engine.add('route', (args) => ({ ok: true, text: JSON.stringify(args) }), {
    inputSchema: {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        place: { type: 'object', properties: { floor: { type: 'integer', 'x-mcp-header': 'Floor' } } },
      },
    },
  });
  server = await startServer({ engine, http: { port: 0 }, userFolder: newFolder() });
  port = Number(new URL(server.url).port);
});

afterEach(() => server.close());

type Args = Readonly<Record<string, unknown>>;

test.each<[string, Args, Record<string, string>, number]>([
  ['the same', { region: 'eu' }, { 'Mcp-Param-Region': 'eu' }, 200],
  ['the same in Base64', { region: 'grüße' }, { 'Mcp-Param-Region': '=?base64?Z3LDvMOfZQ==?=' }, 200],
  ['a number written otherwise', { place: { floor: 42 } }, { 'Mcp-Param-Floor': '42.0' }, 200],
  ['no argument, and a header', {}, { 'Mcp-Param-Region': 'eu' }, 200],
  [
    'half of a Base64 wrapping, word for word',
    { region: '=?base64?eu' },
    { 'Mcp-Param-Region': '=?base64?eu' },
    200,
  ],
  ['something else', { region: 'eu' }, { 'Mcp-Param-Region': 'us' }, 400],
  ['another case', { region: 'eu' }, { 'Mcp-Param-Region': 'EU' }, 400],
  ['nothing', { region: 'eu' }, {}, 400],
  ['nothing for a property of a property', { place: { floor: 1 } }, {}, 400],
  ['Base64 without its padding', { region: 'Hello' }, { 'Mcp-Param-Region': '=?base64?SGVsbG8?=' }, 400],
  ['Base64 that is no text', { region: 'Hello' }, { 'Mcp-Param-Region': '=?base64?/w==?=' }, 400],
])('an argument and a header that says %s', async (_what, args, headers, status) => {
  const call = statelessRequest(server.token, 9, 'tools/call', { name: 'route', arguments: args });
  const answer = await send(port, { ...call, headers: { ...call.headers, ...headers } });
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.body) as object;
  expect(body).toMatchObject(status === 200 ? { id: 9, result: {} } : { id: 9, error: { code: -32020 } });
});

test('the official client sends what it is asked to', async () => {
  const client = await clientV2(server, 'http', true);
  await client.listTools();
  const args = { region: 'grüße', place: { floor: 3 } };
  expect(await client.callTool({ name: 'route', arguments: args })).toMatchObject({
    content: [{ text: JSON.stringify(args) }],
  });
  await client.close();
});

test('clients of older revisions know nothing of it, and are served', async () => {
  const headers = await beginSession(port, server.token);
  const body = message(3, 'tools/call', { name: 'route', arguments: { region: 'eu' } });
  expect((await send(port, { headers, body })).body).toContain('region');
});
