/** Telemetry against a real receiver on the loopback, of a real engine on a real project. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Engine } from '../engine/engine';
import type { JsonObject } from '../engine/json';
import { Project } from '../engine/project/project';
import type { Caller } from '../engine/tools/definition';
import { observeEngine, type Telemetry } from './telemetry';

const AGENT: Caller = { actor: 'mcp:test', kind: 'agent' };
const PERSON: Caller = { actor: 'user', kind: 'human' };

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: z.array(attribute),
              events: z.array(z.object({ name: z.string(), attributes: z.array(attribute) })),
              status: z.object({ code: z.number(), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
  vi.unstubAllEnvs();
});

/** A receiver that answers with `status`, or never. */
async function receiver(status: number | 'never' = 200, port = 0) {
  const requests: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ url: request.url ?? '', headers: request.headers, bytes: Buffer.concat(chunks) });
      if (status !== 'never') response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  opened.push({ close });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close,
    spans: () =>
      requests.flatMap(({ bytes }) =>
        body
          .parse(JSON.parse(bytes.toString()))
          .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  };
}

const plain = (list: readonly z.infer<typeof attribute>[]): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

const JSON_ENV = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_BSP_SCHEDULE_DELAY: '5' };

async function project(env: Record<string, string>, prepare?: (folder: string, user: string) => void) {
  const folder = join(mkdtempSync(join(tmpdir(), 'sky-telemetry-')), 'project');
  const user = join(folder, '..', 'user');
  const made = await Project.create(folder, { name: 'Test' });
  if (!made.ok) throw new Error(made.error.message);
  mkdirSync(user);
  prepare?.(folder, user);
  let telemetry: Telemetry | undefined;
  const engine = await Engine.open({
    folder,
    userFolder: user,
    observe: (of) => (telemetry = observeEngine(of, { env, userFolder: user })),
  });
  if (!engine.ok) throw new Error(engine.error.message);
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await engine.value.close({ discardUnsaved: true });
    closed = true;
  };
  opened.push({ close });
  const call = async (tool: string, args: JsonObject = {}, caller = AGENT) =>
    await engine.value.call({ tool, args, caller });
  const logs = (): string[] =>
    engine.value.events
      .read({ since: 0, limit: 1000 })
      .events.filter(({ type }) => type === 'log')
      .map(({ summary }) => summary);
  return { folder, engine: engine.value, telemetry, call, logs, close };
}

const TOOL: JsonObject = {
  name: 'make_two',
  description: 'Makes two entities of a name. Example: {"name": "A", "pin": "hunter22"}',
  input_schema: {
    type: 'object',
    properties: { name: { type: 'string' }, pin: { type: 'string', writeOnly: true } },
    required: ['name'],
  },
  capabilities: { mutate: true },
  steps: [
    { tool: 'entity_create', args: { name: '{{args.name}}' } },
    { tool: 'entity_create', args: { name: '{{args.pin ?? args.name}}' } },
  ],
};

test('it is off by default, and nothing in a project turns it on', async () => {
  const { url, requests } = await receiver();
  const { call, telemetry, close } = await project({}, (folder) => {
    const telemetryOf = { enabled: true, endpoint: url, format: 'skywalker.telemetry/1' };
    writeFileSync(join(folder, '.env'), `OTEL_EXPORTER_OTLP_ENDPOINT=${url}\n`);
    for (const path of ['telemetry.json', '.skywalker/telemetry.json']) {
      mkdirSync(join(folder, '.skywalker'), { recursive: true });
      writeFileSync(join(folder, path), JSON.stringify(telemetryOf));
    }
    const game = JSON.parse(readFileSync(join(folder, 'game.json'), 'utf8')) as JsonObject;
    writeFileSync(
      join(folder, 'game.json'),
      JSON.stringify({ ...game, telemetry: telemetryOf, env: telemetryOf }),
    );
  });
  expect(telemetry).toBeUndefined();
  await call('scene_query');
  await close();
  expect(requests).toEqual([]);
});

test('a call is a span with those below it as children; decisions are events of the call that made them; no argument leaves', async () => {
  const to = await receiver();
  const { call, close } = await project({ ...JSON_ENV, OTEL_EXPORTER_OTLP_ENDPOINT: `${to.url}/` });
  await call('tool_define', TOOL);
  await call('tool_approve', { name: 'make_two' }, PERSON);
  expect((await call('user_make_two', { name: 'Lighthouse', pin: 'hunter22' })).ok).toBe(true);
  expect((await call('entity_update', { entity: 'Nobody there', name: 'x' })).ok).toBe(false);
  await close();
  expect(to.requests[0]).toMatchObject({
    url: '/v1/traces',
    headers: { 'content-type': 'application/json' },
  });
  const spans = to.spans();
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [outer] = named('execute_tool user_make_two');
  const inner = named('execute_tool entity_create');
  expect(inner.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
    [outer?.traceId, outer?.spanId],
    [outer?.traceId, outer?.spanId],
  ]);
  expect(outer?.parentSpanId ?? '').toBe('');
  expect(plain(outer?.attributes ?? [])).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'user_make_two',
    'skywalker.actor': 'mcp:test',
    'skywalker.tool.kind': 'composite',
    'skywalker.ok': true,
    'skywalker.ms': expect.any(Number) as number,
  });
  expect(BigInt(outer?.endTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(BigInt(outer?.startTimeUnixNano ?? 0));
  const [failed] = named('execute_tool entity_update');
  // 2 is an error.
  expect(failed?.status).toEqual({ code: 2, message: 'not_found' });
  expect(plain(failed?.attributes ?? [])).toMatchObject({ 'skywalker.ok': false, 'error.type': 'not_found' });
  const [approve] = named('execute_tool tool_approve');
  expect(approve?.events.map(({ name }) => name)).toEqual(['custom_tool approved']);
  expect(plain(approve?.events[0]?.attributes ?? [])).toMatchObject({
    'skywalker.name': 'user_make_two',
    'skywalker.status': 'active',
    'skywalker.hash': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(named('execute_tool tool_define')[0]?.events.map(({ name }) => name)).toEqual([
    'custom_tool defined',
  ]);
  const all = Buffer.concat(to.requests.map(({ bytes }) => bytes)).toString();
  expect(all).not.toMatch(/Lighthouse|hunter22|Nobody there/);
  const [resource] = body.parse(JSON.parse(to.requests[0]?.bytes.toString() ?? '')).resourceSpans;
  expect(plain(resource?.resource.attributes ?? [])).toMatchObject({ 'service.name': 'skywalker' });
});

test('without a protocol it is protobuf; headers, service name and attributes come from the environment', async () => {
  const to = await receiver();
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-team=blue');
  vi.stubEnv('OTEL_SERVICE_NAME', 'our-editor');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=desk');
  const { call, close, telemetry } = await project({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${to.url}/in` });
  await call('scene_query');
  await close();
  const [request] = to.requests;
  expect(request).toMatchObject({
    url: '/in',
    headers: { 'content-type': 'application/x-protobuf', 'x-team': 'blue' },
  });
  const text = request?.bytes.toString('latin1') ?? '';
  for (const part of ['execute_tool scene_query', 'our-editor', 'desk']) expect(text).toContain(part);
  // The load of the scene, and the call.
  expect(telemetry?.counts).toMatchObject({ sent: 2, failed: 0, dropped: 0, waiting: 0 });
});

test('the user’s own file says where, with headers that never go to an address of the environment', async () => {
  const [own, other] = [await receiver(), await receiver()];
  const file = (endpoint: string) => (_: string, user: string) => {
    const content = {
      format: 'skywalker.telemetry/1',
      endpoint,
      headers: { authorization: 'Bearer abc' },
      protocol: 'http/json',
    };
    writeFileSync(join(user, 'telemetry.json'), JSON.stringify(content));
  };
  const first = await project({ OTEL_BSP_SCHEDULE_DELAY: '5' }, file(own.url));
  await first.call('scene_query');
  await first.close();
  expect(own.requests[0]?.headers.authorization).toBe('Bearer abc');
  expect(own.spans().map(({ name }) => name)).toContain('execute_tool scene_query');
  const second = await project({ ...JSON_ENV, OTEL_EXPORTER_OTLP_ENDPOINT: other.url }, file(own.url));
  await second.close();
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
  const third = await project({ OTEL_SDK_DISABLED: 'true' }, file(own.url));
  expect(third.telemetry).toBeUndefined();
});

test('a receiver that is away costs one event of the log, and one when it is back; calls go on', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200');
  const gone = await receiver(503);
  await gone.close();
  const { call, telemetry, logs } = await project({ ...JSON_ENV, OTEL_EXPORTER_OTLP_ENDPOINT: gone.url });
  const failing = (): number => logs().filter((text) => text.includes("can't be sent")).length;
  for (let calls = 0; calls < 3; calls += 1) expect((await call('scene_query')).ok).toBe(true);
  await vi.waitFor(() => expect(failing()).toBe(1), { timeout: 30_000, interval: 20 });
  expect(logs().join()).toContain(`${gone.url}/v1/traces`);
  const to = await receiver(200, Number(new URL(gone.url).port));
  await vi.waitFor(
    async () => {
      await call('scene_query');
      expect(logs().join()).toContain('again');
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(failing()).toBe(1);
  expect(telemetry?.counts.failed).toBeGreaterThan(0);
  expect(to.requests.length).toBeGreaterThan(0);
}, 70_000);

test('what a receiver that never answers leaves waiting is bounded; the rest is dropped and counted; closing gives up', async () => {
  const to = await receiver('never');
  const { call, telemetry, logs, close } = await project({
    ...JSON_ENV,
    OTEL_EXPORTER_OTLP_ENDPOINT: to.url,
    OTEL_BSP_MAX_QUEUE_SIZE: '10',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4',
  });
  for (let calls = 0; calls < 40; calls += 1) await call('scene_query');
  await vi.waitFor(() => expect(to.requests.length).toBeGreaterThan(0), { timeout: 10_000, interval: 10 });
  const counts = telemetry?.counts;
  expect(counts?.waiting).toBe(10);
  // Forty calls, and the load of the scene before them.
  expect(counts).toMatchObject({ sent: 0, failed: 0, dropped: 31 });
  expect(logs().filter((text) => text.includes('drops spans'))).toHaveLength(1);
  await close();
}, 30_000);

test('S-20: argument values go along only when they are asked for, without secrets, also below the call that had them', async () => {
  const to = await receiver();
  const { call, close } = await project({
    ...JSON_ENV,
    OTEL_EXPORTER_OTLP_ENDPOINT: to.url,
    SKYWALKER_OTEL_ARGUMENTS: 'true',
  });
  await call('tool_define', TOOL);
  await call('tool_approve', { name: 'make_two' }, PERSON);
  await call('user_make_two', { name: 'Lighthouse', pin: 'hunter22' });
  await close();
  const args = to
    .spans()
    .map(({ name, attributes }) => [name, plain(attributes)['gen_ai.tool.call.arguments']])
    .slice(-3);
  expect(args).toEqual([
    ['execute_tool user_make_two', '{"name":"Lighthouse","pin":"[redacted]"}'],
    ['execute_tool entity_create', expect.stringContaining('Lighthouse')],
    ['execute_tool entity_create', expect.stringContaining('[redacted]')],
  ]);
  expect(Buffer.concat(to.requests.map(({ bytes }) => bytes)).toString()).not.toContain('"pin":"hunter22"');
});

test('sampling by the environment leaves calls out, and what it leaves out does not count as waiting', async () => {
  const to = await receiver();
  const { call, telemetry, close } = await project({
    ...JSON_ENV,
    OTEL_EXPORTER_OTLP_ENDPOINT: to.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  await call('scene_query');
  await close();
  expect(to.requests).toEqual([]);
  expect(telemetry?.counts).toEqual({ sent: 0, failed: 0, dropped: 0, waiting: 0 });
});

test('settings that can’t be followed turn it off and say why', async () => {
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  const said = async (env: Record<string, string>, text?: string): Promise<string> => {
    const { telemetry, logs, close } = await project(env, (_, user) => {
      if (text !== undefined) writeFileSync(join(user, 'telemetry.json'), text);
    });
    expect(telemetry).toBeUndefined();
    const all = logs().join('\n');
    await close();
    return all;
  };
  expect(await said({ ...at, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toContain('"grpc"');
  expect(await said({ OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///etc' })).toContain('Give an http(s) URL');
  expect(await said({ OTEL_TRACES_EXPORTER: 'zipkin' })).toContain('zipkin');
  expect(await said({}, '{"format": "skywalker.telemetry/1"}')).toContain('endpoint');
  expect(await said({}, 'oops')).toContain('does not parse');
});
