import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../json';
import type { Caller, ToolResult } from '../tools/definition';
import { CALLER, codeOf, dataOf, HARNESS, HostWorld, RECALL, until } from './world.fixture';

const open: HostWorld[] = [];

afterEach(async () => {
  for (const made of open.splice(0)) {
    await made.close();
    expect(made.clock.waiting).toBe(0);
    expect(made.world.internal).toEqual([]);
  }
});

async function world(): Promise<HostWorld> {
  const made = await HostWorld.open();
  open.push(made);
  return made;
}

const POLL = { query: 'doors' };

/** A long poll, once it waits. */
async function polling(made: HostWorld, host: string, signal?: AbortSignal): Promise<Promise<ToolResult>[]> {
  const timers = made.clock.waiting;
  const answer = made.world.pipeline.call({
    tool: 'tool_host_poll',
    args: { host },
    caller: HARNESS,
    ...(signal === undefined ? {} : { signal }),
  });
  await until(() => made.clock.waiting > timers, 'the poll to wait');
  return [answer];
}

test('a long poll is answered by the next call, and by the end of its time', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  const [first] = await polling(made, host);
  void made.call('py_memory_recall', POLL);
  expect(dataOf((await first) as ToolResult)).toMatchObject({
    calls: [{ tool: 'py_memory_recall' }],
    cancelled: [],
  });
  const [second] = await polling(made, host);
  made.clock.move(19_999);
  expect(await Promise.race([second, Promise.resolve('waits')])).toBe('waits');
  made.clock.move(1);
  expect(dataOf((await second) as ToolResult)).toEqual({ calls: [], cancelled: [] });
});

test('max calls are given, in order, and the others with the next poll', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  for (const query of ['a', 'b', 'c']) void made.call('py_memory_recall', { query });
  const first = await made.ok('tool_host_poll', { host, max: 2 }, HARNESS);
  const second = await made.ok('tool_host_poll', { host, max: 2 }, HARNESS);
  const queries = ({ calls }: JsonObject): unknown =>
    (calls as readonly JsonObject[]).map(({ args }) => (args as JsonObject).query);
  expect([queries(first), queries(second)]).toEqual([['a', 'b'], ['c']]);
});

test('where nobody may wait, the poll answers at once and says so', async () => {
  const made = await world();
  const caller: Caller = { actor: 'mcp:harness', kind: 'agent', session: 'http-1' };
  const host = await made.serve([RECALL], {}, caller);
  const result = await made.call('tool_host_poll', { host, wait_ms: 25_000 }, caller);
  expect(result).toMatchObject({
    ok: true,
    structured: { calls: [] },
    warnings: ['wait_ms works on agent-socket connections only; this answered at once. Poll again soon.'],
  });
  void made.call('py_memory_recall', POLL);
  const call = await made.next(host, caller);
  expect(call.tool).toBe('py_memory_recall');
});

test('a second poll takes the place of the one that waits, which is answered empty; no call is given twice', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  const [first] = await polling(made, host);
  const second = made.call('tool_host_poll', { host }, HARNESS);
  expect(dataOf((await first) as ToolResult)).toEqual({ calls: [], cancelled: [] });
  void made.call('py_memory_recall', POLL);
  expect(dataOf(await second).calls).toHaveLength(1);
  expect(await made.fetch(host)).toEqual([]);
});

test('a poll whose client has gone takes no call along', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  const abort = new AbortController();
  const [first] = await polling(made, host, abort.signal);
  abort.abort();
  expect(codeOf((await first) as ToolResult)).toBe('cancelled');
  void made.call('py_memory_recall', POLL);
  expect(await made.fetch(host)).toHaveLength(1);
});

test('a host that has not polled for its ttl is dropped: its tools vanish, its calls fail, its id is unknown', async () => {
  const made = await world();
  const host = await made.serve([RECALL], { ttl_seconds: 30 });
  const waiting = made.call('py_memory_recall', POLL);
  made.clock.move(29_999);
  await made.fetch(host);
  made.clock.move(29_999);
  expect(made.world.offered()).toContain('py_memory_recall');
  made.clock.move(1);
  expect(made.world.offered()).not.toContain('py_memory_recall');
  expect(codeOf(await waiting)).toBe('tool_offline');
  expect(await made.error('tool_host_poll', { host }, HARNESS)).toMatch(
    /^not_found: .*dropped after its ttl, or the editor was started anew: register the tools again/,
  );
});

test('a poll that waits keeps the host alive, and so does registering; answering does not', async () => {
  const made = await world();
  const host = await made.serve([RECALL], { ttl_seconds: 30 });
  for (let minute = 0; minute < 4; minute += 1) {
    const [poll] = await polling(made, host);
    made.clock.move(20_000);
    await poll;
  }
  expect(made.world.offered()).toContain('py_memory_recall');
  made.clock.move(29_000);
  await made.serve([RECALL], { host, ttl_seconds: 100 });
  made.clock.move(99_000);
  const result = made.call('py_memory_recall', POLL);
  expect(made.world.offered()).toContain('py_memory_recall');
  made.clock.move(1_000);
  expect(codeOf(await result)).toBe('tool_offline');
});

test('a poll that waits while its host is unregistered ends, and says that the host is gone', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  const [poll] = await polling(made, host);
  await made.ok('tool_host_unregister', { host }, HARNESS);
  expect(codeOf((await poll) as ToolResult)).toBe('not_found');
});

test('a host that comes back over another connection goes on with its id', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  const result = made.call('py_memory_recall', POLL);
  const again = { ...HARNESS, session: 'socket-8' };
  const { call } = await made.next(host, again);
  // What answers may have a name of its own, as long as it is the same client.
  const lane = { ...HARNESS, actor: 'mcp:harness/replies', session: 'socket-10' };
  expect(codeOf(await made.reply(host, call, { text: 'back' }, lane))).toMatch(/^ok/);
  expect(codeOf(await result)).toBe('ok back');
});

test('calls that went to a connection which is lost are given again over the next one, and once there, not any more', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  const [first, second] = ['a', 'b'].map((query) => made.call('py_memory_recall', { query }));
  const before = await made.fetch(host);
  const again = { ...HARNESS, session: 'socket-8' };
  // It may have arrived, and be answered already.
  await made.reply(host, before[0]?.call ?? 0, { text: 'first' }, again);
  expect(codeOf((await first) as ToolResult)).toBe('ok first');
  const after = await made.fetch(host, again);
  expect(after.map(({ call }) => call)).toEqual([before[1]?.call]);
  expect(await made.fetch(host, again)).toEqual([]);
  expect(await made.fetch(host, { ...HARNESS, session: 'socket-9' })).toEqual([]);
  await made.reply(host, after[0]?.call ?? 0, { text: 'second' }, again);
  expect(codeOf((await second) as ToolResult)).toBe('ok second');
});

test('a call is called back within by the client that serves it, over any of its connections, and by no other', async () => {
  const made = await world();
  const host = await made.serve([{ ...RECALL, capabilities: { calls: ['scene_query'], read_scene: true } }]);
  const result = made.call('py_memory_recall', POLL, CALLER);
  const call = await made.next(host);
  const as = async (caller: Caller): Promise<string> =>
    codeOf(await made.callback(call, 'scene_query', {}, caller));
  expect(await as(CALLER)).toBe('unknown_call');
  expect(await as({ ...CALLER, actor: 'mcp:harness-2', session: 'socket-1' })).toBe('unknown_call');
  expect(await as({ ...HARNESS, actor: 'mcp:harness/mira', session: 'socket-7' })).toMatch(/^ok/);
  await made.reply(host, call.call, { text: 'done' });
  expect(codeOf(await result)).toBe('ok done');
});

test('closing the project ends what waits, and keeps no timer', async () => {
  const made = await HostWorld.open();
  const host = await made.serve([RECALL]);
  const waiting = made.call('py_memory_recall', POLL, CALLER);
  const fetched = await made.next(host);
  const [poll] = await polling(made, host);
  await made.close();
  expect(codeOf(await waiting)).toBe('tool_offline');
  expect(codeOf((await poll) as ToolResult)).toBe('not_found');
  expect(codeOf(await made.callback(fetched, 'scene_query'))).toBe('unknown_call');
  expect(made.clock.waiting).toBe(0);
});

test('the arguments are those of the specification, with their bounds', async () => {
  const made = await world();
  const of = (name: string): JsonObject => made.world.registry.get(name)?.inputSchema ?? {};
  const properties = (name: string): string[] => Object.keys(of(name).properties as JsonObject).sort();
  expect(properties('tool_host_register')).toEqual(['host', 'label', 'replace', 'tools', 'ttl_seconds']);
  expect(properties('tool_host_poll')).toEqual(['host', 'max', 'wait_ms']);
  expect(properties('tool_host_reply')).toEqual(['call', 'host', 'images', 'is_error', 'structured', 'text']);
  expect(properties('tool_host_unregister')).toEqual(['host']);
  expect(properties('tool_host_list')).toEqual([]);
  const host = await made.serve([RECALL]);
  const wrong: JsonObject[] = [{ wait_ms: 25_001 }, { wait_ms: -1 }, { max: 0 }, { max: 65 }, { hosts: 'x' }];
  for (const args of wrong)
    expect(await made.error('tool_host_poll', { host, ...args }, HARNESS)).toMatch(/^invalid_arguments/);
  for (const ttl_seconds of [29, 3601])
    expect(await made.error('tool_host_register', { tools: [], ttl_seconds }, HARNESS)).toMatch(
      /^invalid_arguments/,
    );
  expect(made.world.registry.get('tool_host_register')).toMatchObject({ category: 'agent', mutates: true });
  for (const name of ['tool_host_poll', 'tool_host_reply', 'tool_host_list'])
    expect(made.world.registry.get(name)?.annotations.readOnlyHint).toBe(true);
});
