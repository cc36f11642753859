/** Clients that serve tools on their own connection: the official clients, the real engine, every transport. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERSON, RosterWorld, STRANGER, until } from '../../engine/agents/world.fixture';
import type { JsonObject } from '../../engine/json';
import type { ToolResult } from '../../engine/tools/definition';
import { startServer, type ServerHandle } from '../host';
import { clientV2 } from '../testkit/clients';
import { WAYS, type Fields, type HostingClient, type Serving } from '../testkit/hosting';
import { newFolder, PIXEL } from '../testkit/small-engine';
import { LIST_METHOD, UNREGISTER_METHOD } from './protocol';

let world: RosterWorld;
let server: ServerHandle;
const clients: { close(): Promise<void> }[] = [];

async function open(roster: Record<string, JsonObject> = {}): Promise<void> {
  world = await RosterWorld.open(roster);
  server = await startServer({
    engine: world.engine,
    http: { port: 0 },
    userFolder: newFolder(),
    hostGraceMs: 60,
  });
}

beforeEach(() => open());

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
  await world.close();
});

const RECALL = {
  name: 'memory_recall',
  description: 'Searches what the team has noted. Example: {"query": "doors"}',
  input_schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

const recall = (query = 'doors', signal?: AbortSignal): Promise<ToolResult> =>
  world.call(STRANGER, 'ext_memory_recall', { query }, signal === undefined ? {} : { signal });

/** `code: message` of a failure. */
function failure(result: ToolResult): string {
  return result.ok ? `no failure, but: ${result.text}` : `${result.error.code}: ${result.error.message}`;
}

/** The id of the call that waits for a person. */
async function waitingCall(): Promise<string> {
  let call = '';
  await until(async () => {
    const [first] = await world.waiting();
    call = typeof first?.call === 'string' ? first.call : '';
    return call !== '';
  }, 'it waits for a person');
  return call;
}

const text = (said: string): Fields => ({ content: [{ type: 'text', text: said }] });

function errorOf(answer: Fields): unknown {
  return (answer._meta as { 'skywalker/error'?: { error?: unknown } } | undefined)?.['skywalker/error']
    ?.error;
}

const isListed = (name: string): boolean => world.engine.registry.active().some((tool) => tool.name === name);

describe.each(WAYS)('%s', (_way, connect) => {
  const kept = async (name?: string): Promise<HostingClient> => {
    const client = await connect(server, name);
    clients.push(client);
    return client;
  };

  test('what is registered is listed, called by anybody, and answered by the client', async () => {
    const host = await kept('memory');
    host.serve(({ arguments: { query } }) => ({
      ...text(`about ${String(query)}`),
      structuredContent: { found: 2 },
    }));
    const registered = await host.register([RECALL]);
    delete registered._meta;
    expect(registered).toEqual({
      tools: [
        { name: 'ext_memory_recall', status: 'active', hash: expect.stringMatching(/^[0-9a-f]{16,}$/) },
      ],
      errors: [],
      policy: 'auto',
      call_method: 'skywalker/tools/call',
    });
    const other = await clientV2(server, 'http', true, 'caller');
    clients.push(other);
    const listed = (await other.listTools()).tools.find(({ name }) => name === 'ext_memory_recall');
    expect(listed).toMatchObject({
      description: RECALL.description,
      inputSchema: { ...RECALL.input_schema, additionalProperties: false },
      _meta: { 'skywalker/origin': 'external', 'skywalker/author': 'mcp:memory' },
    });
    const answer = await other.callTool({ name: 'ext_memory_recall', arguments: { query: 'doors' } });
    expect(answer).toMatchObject({ structuredContent: { found: 2 } });
    expect(answer.content[0]).toEqual({ type: 'text', text: 'about doors' });
    expect(host.heard).toEqual([
      {
        name: 'ext_memory_recall',
        arguments: { query: 'doors' },
        call_id: expect.any(String),
        actor: 'mcp:caller',
        timeout_ms: expect.any(Number),
        dry_run: false,
        depth: expect.any(Number),
      },
    ]);
    expect(host.heard[0]?.timeout_ms).toBeGreaterThan(20_000);
    expect(host.heard[0]?.timeout_ms).toBeLessThanOrEqual(30_000);
  });

  test('it calls back within the call: the tool’s capabilities, the caller’s name, one undo step', async () => {
    await world.ok(PERSON, 'tool_policy', { policy: 'trust' });
    const host = await kept();
    const answers: Fields[] = [];
    host.serve(async ({ call_id }) => {
      answers.push(await host.call('entity_create', { name: 'Door' }, call_id));
      answers.push(await host.call('entity_delete', { entity: 'Door' }, call_id));
      return text('made it');
    });
    await host.register([{ ...RECALL, capabilities: { mutate: true, calls: ['entity_create'] } }]);
    expect(await recall()).toMatchObject({ ok: true, text: 'made it' });
    expect(answers[0]).toMatchObject({ structuredContent: { name: 'Door' } });
    expect(answers.map(errorOf)).toEqual([undefined, 'capability_denied']);
    expect(world.names).toEqual(['Door']);
    expect(world.engine.history.steps().at(-1)).toMatchObject({ actor: STRANGER.actor });
    expect(world.events('tool').find(({ tool }) => tool === 'entity_create')).toMatchObject({
      actor: STRANGER.actor,
      parent: expect.any(String),
    });
    const late = await host.call('scene_overview', {}, host.heard[0]?.call_id);
    expect(errorOf(late)).toBe('unknown_call');
    expect(errorOf(await host.call('scene_overview', {}, 'c1:guessed'))).toBe('unknown_call');
  });

  test('another connection can’t call back in its place, whatever it calls itself', async () => {
    const host = await kept('memory');
    const thief = await kept('thief');
    let stolen: Fields = {};
    host.serve(async ({ call_id }) => {
      stolen = await thief.call('scene_overview', {}, call_id);
      return text('done');
    });
    await host.register([{ ...RECALL, capabilities: { calls: ['scene_overview'] } }]);
    expect(await recall()).toMatchObject({ ok: true, text: 'done' });
    expect(errorOf(stolen)).toBe('unknown_call');
  });

  test('a dry run says so, and keeps nothing of what callbacks change', async () => {
    await world.ok(PERSON, 'tool_policy', { policy: 'trust' });
    const host = await kept();
    host.serve(async ({ call_id }) => {
      await host.call('entity_create', { name: 'Door' }, call_id);
      return text('made it');
    });
    await host.register([{ ...RECALL, capabilities: { mutate: true, calls: ['entity_create'] } }]);
    const dry = await world.call(STRANGER, 'ext_memory_recall', { query: 'x' }, { dryRun: true });
    expect(dry).toMatchObject({ ok: true, text: 'made it' });
    expect(host.heard).toMatchObject([{ dry_run: true }]);
    expect(world.names).toEqual([]);
  });

  test('an error, a failed result and an image each come through as that', async () => {
    const host = await kept();
    const answers: (() => Fields)[] = [
      () => {
        throw new Error('The memory is locked');
      },
      () => ({ ...text('No such note. Look into the list.'), isError: true }),
      () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] }),
    ];
    host.serve(() => answers[host.heard.length - 1]?.() ?? {});
    await host.register([RECALL]);
    expect(failure(await recall())).toBe('tool_failed: The memory is locked');
    expect(failure(await recall())).toBe('tool_failed: No such note. Look into the list.');
    expect(await recall()).toMatchObject({ ok: true, images: [{ data: PIXEL, mimeType: 'image/png' }] });
  });

  test('what is no result of a tool fails with invalid_output, and the next call is served', async () => {
    const host = await kept();
    const answers: Fields[] = [
      { content: 'text' },
      { content: [{ type: 'video', data: 'AAAA', mimeType: 'video/mp4' }] },
      { content: [{ type: 'image', data: 'bm8=', mimeType: 'image/png' }] },
      { content: [{ type: 'text', text: 'ok' }], structuredContent: ['no object'] },
    ];
    host.serve(() => answers[host.heard.length - 1] ?? text('fine'));
    await host.register([RECALL]);
    for (const answer of answers)
      expect(failure(await recall()), JSON.stringify(answer)).toMatch(/^invalid_output: /);
    expect(await recall()).toMatchObject({ ok: true, text: 'fine' });
  });

  test('an answer of 10 MiB fails that call, at once, and the connection goes on', async () => {
    const host = await kept();
    const big = 'x'.repeat(10 << 20);
    host.serve(() => text(host.heard.length === 1 ? big : 'small'));
    await host.register([RECALL]);
    expect(failure(await recall())).toMatch(/^output_too_large: |^tool_failed: /);
    expect(await recall()).toMatchObject({ ok: true, text: 'small' });
  });

  test('an answer that comes twice is taken once', async () => {
    const host = await kept();
    let repeated: string | undefined;
    let first: Serving | undefined;
    host.serve(async (_call, serving) => {
      first ??= serving;
      // Meanwhile the client answers the call before once more.
      if (host.heard.length === 2) repeated = await first.again(text('again')).then(() => undefined, String);
      return text(`answer ${host.heard.length}`);
    });
    await host.register([RECALL]);
    expect(await recall()).toMatchObject({ ok: true, text: 'answer 1' });
    expect(await recall()).toMatchObject({ ok: true, text: 'answer 2' });
    // Where answers are requests of their own, this one fails; elsewhere nobody tells.
    if (repeated !== undefined) expect(repeated).toContain('No call');
    expect(await recall()).toMatchObject({ ok: true, text: 'answer 3' });
  });

  test('a call whose time is over fails, the client is told, and its late answer changes nothing', async () => {
    const host = await kept();
    let answerLate: (said: Fields) => void = () => undefined;
    const late = new Promise<Fields>((resolve) => (answerLate = resolve));
    host.serve(() => (host.heard.length === 2 ? late : text('fine')));
    await host.register([RECALL]);
    expect(await recall()).toMatchObject({ ok: true, text: 'fine' });
    await host.register([{ ...RECALL, limits: { timeout_ms: 50 } }]);
    expect(failure(await recall())).toMatch(/^timeout: /);
    await until(() => host.takenBack.length === 1, 'it is told');
    expect(host.takenBack[0]).toContain('time');
    answerLate(text('late'));
    await host.register([RECALL]);
    expect(await recall()).toMatchObject({ ok: true, text: 'fine' });
  });

  test('a call that is cancelled is taken back', async () => {
    const host = await kept();
    host.serve(() => new Promise<Fields>(() => undefined));
    await host.register([RECALL]);
    const cancel = new AbortController();
    const result = recall('doors', cancel.signal);
    await until(() => host.heard.length === 1, 'it is served');
    cancel.abort();
    expect(failure(await result)).toMatch(/^cancelled: /);
    await until(() => host.takenBack.length === 1, 'the client is told');
    expect(host.takenBack[0]).toContain('cancelled');
  });

  test('a client that goes in the middle of a call takes its tools along', async () => {
    const host = await connect(server);
    host.serve(() => new Promise<Fields>(() => undefined));
    await host.register([RECALL]);
    const result = recall();
    await until(() => host.heard.length === 1, 'it is served');
    await host.close();
    expect(failure(await result)).toMatch(/^tool_offline: /);
    await until(() => !isListed('ext_memory_recall'), 'its tool is gone');
    expect(failure(await recall())).toMatch(/^not_found: /);
    expect(world.events('tool_host')).toMatchObject([{ kind: 'registered' }, { kind: 'left' }]);
  });

  test('it is told what people decide on its tools, and who takes them over', async () => {
    const host = await kept('memory');
    const note = { ...RECALL, name: 'memory_note', mutates: true };
    await host.register([note, RECALL]);
    await world.ok(PERSON, 'tool_approve', { name: 'ext_memory_note' });
    await until(() => host.changes.length === 1, 'it is told of the approval');
    await world.ok(PERSON, 'tool_enable', { name: 'ext_memory_recall', enabled: false });
    await until(() => host.changes.length === 2, 'it is told of the switch');
    await world.ok(PERSON, 'tool_remove', { name: 'ext_memory_note' });
    await until(() => host.changes.length === 3, 'it is told of the removal');
    const other = await kept('memory');
    await other.register([RECALL], { replace: true });
    await until(() => host.changes.length === 4, 'it is told who has taken over');
    expect(host.changes).toEqual([
      { name: 'ext_memory_note', status: 'active', hash: expect.any(String) },
      {
        name: 'ext_memory_recall',
        status: 'disabled',
        hash: expect.any(String),
        reason: 'Turned off by user.',
      },
      { name: 'ext_memory_note', status: 'removed', reason: 'It was taken away.' },
      { name: 'ext_memory_recall', status: 'replaced', reason: 'mcp:memory took it over.' },
    ]);
    // What a client does itself it is not told.
    await other.request(UNREGISTER_METHOD, { all: true });
    expect(other.changes).toEqual([]);
  });

  test('persisted tools stay, offline, and need no new approval when they are back', async () => {
    const mutating = { ...RECALL, capabilities: { mutate: true, calls: ['entity_create'] } };
    const host = await connect(server);
    expect(await host.register([mutating], { persist: true })).toMatchObject({
      tools: [{ status: 'pending_approval', reason: expect.any(String) }],
    });
    expect(failure(await recall())).toMatch(/^approval_required: /);
    await world.ok(PERSON, 'tool_approve', { name: 'ext_memory_recall' });
    expect(await host.request(LIST_METHOD, {})).toMatchObject({
      tools: [{ name: 'ext_memory_recall', status: 'active' }],
    });
    await host.close();
    await until(() => !isListed('ext_memory_recall'), 'it is offline');
    expect(failure(await recall())).toMatch(/^tool_offline: /);
    const back = await kept();
    back.serve(() => text('back'));
    expect(await back.register([mutating], { persist: true })).toMatchObject({
      tools: [{ status: 'active' }],
    });
    expect(await recall()).toMatchObject({ ok: true, text: 'back' });
    const changed = { ...mutating, description: 'Does something else now, whatever it says.' };
    expect(await back.register([changed], { persist: true })).toMatchObject({
      tools: [{ status: 'pending_approval' }],
    });
  });
});

// What does not hang on how calls get there: once in each form.
describe.each(WAYS.filter(([way]) => way.startsWith('v2 client, socket')))('%s:', (_way, connect) => {
  const kept = async (name?: string): Promise<HostingClient> => {
    const client = await connect(server, name);
    clients.push(client);
    return client;
  };

  test('both spellings of the schema; a bad definition is reported and the others are registered', async () => {
    const host = await kept();
    const { input_schema, ...rest } = RECALL;
    const registered = await host.register(
      [
        { ...rest, inputSchema: input_schema },
        { name: 'Bad Name!', description: RECALL.description },
        5,
        { ...RECALL, name: 'note', capabilities: { cals: [] } },
        { ...RECALL, name: 'second' },
      ],
      { namespace: 'team' },
    );
    expect((registered.tools as { name: string }[]).map(({ name }) => name)).toEqual([
      'team_memory_recall',
      'team_second',
    ]);
    expect(registered.errors).toMatchObject([
      { code: 'invalid_definition', data: { index: 1, name: 'Bad Name!' } },
      { code: 'invalid_definition', data: { index: 2 } },
      {
        code: 'invalid_definition',
        data: { index: 3, name: 'note' },
        message: expect.stringContaining('capabilities.cals'),
      },
    ]);
  });

  test('a namespace that the engine has is refused with what to do', async () => {
    const host = await kept();
    await expect(host.register([RECALL], { namespace: 'scene' })).rejects.toThrow(/scene/);
    await expect(host.register([RECALL], { namespace: 'No Way' })).rejects.toThrow(/namespace/);
  });

  test('tools are added, listed, and taken away one by one', async () => {
    const host = await kept();
    await host.register([RECALL]);
    await host.register([{ ...RECALL, name: 'memory_note' }]);
    const names = async (): Promise<unknown> =>
      ((await host.request(LIST_METHOD, {})).tools as { name: string }[]).map(({ name }) => name);
    expect(await names()).toEqual(['ext_memory_note', 'ext_memory_recall']);
    expect(await host.request(UNREGISTER_METHOD, { names: ['ext_memory_note'] })).toMatchObject({
      removed: ['ext_memory_note'],
    });
    expect(await names()).toEqual(['ext_memory_recall']);
    await expect(host.request(UNREGISTER_METHOD, { names: ['ext_other'] })).rejects.toThrow(
      'ext_memory_recall',
    );
    await expect(host.request(UNREGISTER_METHOD, {})).rejects.toThrow('names');
    expect(isListed('ext_memory_note')).toBe(false);
    await host.request(UNREGISTER_METHOD, { all: true });
    expect(isListed('ext_memory_recall')).toBe(false);
  });

  test('forgetting takes the file of a persisted tool too', async () => {
    const host = await kept();
    await host.register([RECALL], { persist: true });
    await host.request(UNREGISTER_METHOD, { all: true, forget: true });
    expect(failure(await recall())).toMatch(/^not_found: /);
  });

  test('a name that another client serves is taken over by its owner, or when a person allows it', async () => {
    const first = await kept('memory');
    first.serve(() => text('first'));
    await first.register([RECALL]);
    const other = await kept('other');
    other.serve(() => text('other'));
    expect(await other.register([RECALL])).toMatchObject({ tools: [], errors: [{ code: 'conflict' }] });
    const taking = other.register([RECALL], { replace: true });
    const call = await waitingCall();
    expect((await world.waiting())[0]).toMatchObject({
      because: expect.stringContaining('ext_memory_recall from mcp:memory'),
    });
    expect(await recall()).toMatchObject({ ok: true, text: 'first' });
    await world.answer(call, true);
    expect(await taking).toMatchObject({ tools: [{ name: 'ext_memory_recall', status: 'active' }] });
    expect(await recall()).toMatchObject({ ok: true, text: 'other' });
    const second = await kept('other');
    second.serve(() => text('second'));
    expect(await second.register([RECALL], { replace: true })).toMatchObject({ errors: [] });
    expect(await recall()).toMatchObject({ ok: true, text: 'second' });
  });

  test('what an agent of the roster may not do in tools, it may not do by this way either', async () => {
    await server.close();
    await world.close();
    await open({ eye: { autonomy: 'observe' }, nimbus: { autonomy: 'ask' } });
    const eye = await kept('crew/eye');
    await expect(eye.register([RECALL])).rejects.toThrow(/observe/);
    const nimbus = await kept('crew/nimbus');
    const registered = nimbus.register([RECALL]);
    const call = await waitingCall();
    expect((await world.waiting())[0]).toMatchObject({
      tool: 'tool_host_register',
      args: { tools: [{ name: 'memory_recall', description: RECALL.description }] },
    });
    await world.answer(call, true);
    expect(await registered).toMatchObject({ tools: [{ name: 'ext_memory_recall', status: 'active' }] });
    nimbus.serve(() => text('allowed'));
    expect(await recall()).toMatchObject({ ok: true, text: 'allowed' });
  });
});
