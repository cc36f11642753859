import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PERSON } from '../custom/world.fixture';
import type { JsonObject } from '../json';
import { encodePng } from '../render/png';
import type { Caller, ToolResult } from '../tools/definition';
import { MAX_OPEN_CALLS } from './host';
import type { HostWorld } from './world.fixture';
import { CALLER, codeOf, HARNESS, type Fetched, worldsForTests } from './world.fixture';

const newWorld = worldsForTests();

/** A project whose person trusts every tool, so that what is tried is the call and not the approval. */
async function world(): Promise<HostWorld> {
  const made = await newWorld();
  await made.ok('tool_policy', { policy: 'trust' }, PERSON);
  return made;
}

const ANY = { type: 'object', additionalProperties: true };

function tool(name: string, more: JsonObject = {}): JsonObject {
  return { name, description: 'Does what the test says, for a test.', input_schema: ANY, ...more };
}

const OTHER: Caller = { actor: 'mcp:other', kind: 'agent', session: 'socket-9', mayWait: true };

/** `code: message | hint`. */
function words(result: ToolResult): string {
  if (result.ok) return `ok ${result.text}`;
  return `${result.error.code}: ${result.error.message} | ${result.error.hint ?? ''}`;
}

// Answers

test('text, data and images come back as they were given; text is made of data where there is none', async () => {
  const made = await world();
  const host = await made.serve([tool('a')]);
  const png = encodePng(2, 1, new Uint8Array([255, 0, 0, 255, 0, 255, 0, 255])).toString('base64');
  const answer = async (reply: JsonObject): Promise<ToolResult> => {
    const result = made.call('py_a');
    const { call } = await made.next(host);
    expect(codeOf(await made.reply(host, call, reply))).toMatch(/^ok/);
    return result;
  };
  expect(await answer({ text: 'seen', structured: { n: 1 }, images: [png] })).toEqual({
    ok: true,
    text: 'seen',
    structured: { n: 1 },
    images: [{ data: png, mimeType: 'image/png' }],
  });
  expect(await answer({ structured: { n: [1, 2] } })).toMatchObject({ text: '{"n":[1,2]}' });
  expect(await answer({})).toEqual({ ok: true, text: '' });
  expect(words(await answer({ is_error: true, text: 'no such note', structured: { note: 7 } }))).toBe(
    'tool_failed: no such note | ',
  );
  expect(words(await answer({ is_error: true, text: 'the door is locked\nhint: Bring the key.' }))).toBe(
    'tool_failed: the door is locked | Bring the key.',
  );
  expect(words(await answer({ is_error: true, text: '\nhint: only that' }))).toBe(
    'tool_failed: \nhint: only that | ',
  );
  expect(words(await answer({ is_error: true }))).toBe(
    'tool_failed: py_a failed, and its host did not say why. | ',
  );
});

test('in a batch, which keeps other writers waiting, a host has no more time than the batch has', async () => {
  const made = await world();
  const host = await made.serve([tool('a', { limits: { timeout_ms: 120_000 } })]);
  const alone = made.call('py_a');
  const first = await made.next(host);
  expect(first.timeout_ms).toBeGreaterThan(30_000);
  await made.reply(host, first.call, { text: 'alone' });
  expect(codeOf(await alone)).toBe('ok alone');
  const batch = made.call('batch', { operations: [{ tool: 'py_a' }] });
  const second = await made.next(host);
  expect(second.timeout_ms).toBeLessThanOrEqual(30_000);
  await made.reply(host, second.call, { text: 'within' });
  expect(codeOf(await batch)).toMatch(/^ok 1 operation done/);
});

test('the data of a failure is held to the size that the tool may give; why it failed is still told', async () => {
  const made = await world();
  const host = await made.serve([tool('a', { limits: { max_output_bytes: 1000 } })]);
  const answer = async (reply: JsonObject): Promise<ToolResult> => {
    const result = made.call('py_a');
    const { call } = await made.next(host);
    await made.reply(host, call, { is_error: true, ...reply });
    return result;
  };
  // {"note":"…"} has eleven characters besides the text.
  const fits = { note: 'x'.repeat(989) };
  expect(await answer({ text: 'full', structured: fits })).toMatchObject({ error: { data: fits } });
  const failed = await answer({ text: 'full\nhint: Wait.', structured: { note: 'x'.repeat(990) } });
  expect(failed).toEqual({
    ok: false,
    error: {
      code: 'tool_failed',
      message: 'full',
      hint: 'Wait. Its structured data is left out: 1001 bytes, and the limit is 1000 (limits.max_output_bytes).',
    },
  });
});

test('an answer is checked against the output schema and the size that the tool may give', async () => {
  const made = await world();
  const output_schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const host = await made.serve([
    tool('a', { output_schema, limits: { max_output_bytes: 1000 } }),
    tool('b'),
  ]);
  const answer = async (name: string, reply: JsonObject): Promise<string> => {
    const result = made.call(name);
    const { call } = await made.next(host);
    await made.reply(host, call, reply);
    return words(await result);
  };
  expect(await answer('py_a', { structured: { n: 1 } })).toBe('ok {"n":1}');
  expect(await answer('py_a', { structured: { n: 'one' } })).toMatch(/^invalid_output/);
  expect(await answer('py_a', { text: 'no data' })).toMatch(/^invalid_output/);
  expect(await answer('py_a', { structured: { n: 1 }, text: 'x'.repeat(1001) })).toMatch(
    /^output_too_large: .*1001 bytes.*1000/,
  );
  // Ten megabytes, for a tool that says nothing of its size.
  expect(await answer('py_b', { text: 'x'.repeat(10 * 1024 * 1024) })).toMatch(
    /^output_too_large: .*10485760 bytes.*65536/,
  );
  expect(
    await answer('py_b', { structured: { all: Array.from({ length: 200_000 }, () => 'x'.repeat(40)) } }),
  ).toMatch(/^output_too_large/);
});

test('images that are no PNG fail the call, whatever they say they are', async () => {
  const made = await world();
  const host = await made.serve([tool('a')]);
  for (const image of ['', 'not base64!', Buffer.from('GIF89a'.repeat(20)).toString('base64')]) {
    const result = made.call('py_a');
    const { call } = await made.next(host);
    await made.reply(host, call, { text: 'look', images: [image] });
    expect(words(await result)).toMatch(/^invalid_output: The host of py_a .*images\[0\] is not/);
  }
});

test('a reply that can not be used fails its call at once, and the host is told what is wrong', async () => {
  const made = await world();
  const host = await made.serve([tool('a', { limits: { timeout_ms: 100_000 } })]);
  let deep: JsonObject = {};
  for (let depth = 0; depth < 100; depth += 1) deep = { deep };
  const replies: readonly (readonly [JsonObject, string])[] = [
    [{ structured: [1] }, 'structured'],
    [{ structured: 'done' }, 'structured'],
    [{ text: { said: 'done' } }, 'text'],
    [{ images: 'none' }, 'images'],
    [{ images: [5] }, 'images'],
    [{ is_error: 'perhaps' }, 'is_error'],
    [{ result: { content: [] } }, 'result'],
    [{ structured: deep }, 'nested more than 64 deep'],
  ];
  for (const [reply, problem] of replies) {
    const result = made.call('py_a');
    const { call } = await made.next(host);
    const told = await made.reply(host, call, reply);
    const failure = words(await result);
    expect(words(told)).toMatch(/^invalid_arguments: /);
    expect(failure).toMatch(/^invalid_output: The host of py_a gave an answer that can't be used: /);
    expect(failure).toContain(problem);
    // It was answered: the host can't say anything else to it.
    expect(codeOf(await made.reply(host, call, { text: 'after all' }))).toBe('unknown_call');
  }
  // Nobody else's reply ends a call, however bad it is, and none that the host has not fetched.
  const result = made.call('py_a');
  const { call } = await made.next(host);
  expect(codeOf(await made.reply(host, call, { structured: [1] }, OTHER))).toBe('invalid_arguments');
  expect(codeOf(await made.reply(host, call + 1, { structured: [1] }))).toBe('invalid_arguments');
  await made.reply(host, call, { text: 'fine' });
  expect(words(await result)).toBe('ok fine');
});

test('of two answers the first counts, and the second is refused', async () => {
  const made = await world();
  const host = await made.serve([tool('a')]);
  const result = made.call('py_a');
  const { call } = await made.next(host);
  const [first, second] = await Promise.all([
    made.reply(host, call, { text: 'first' }),
    made.reply(host, call, { text: 'second' }),
  ]);
  expect(codeOf(first)).toMatch(/^ok/);
  expect(words(second)).toMatch(
    /^unknown_call: The call \d+ does not wait any more: it was answered already/,
  );
  expect(codeOf(await result)).toBe('ok first');
  expect(words(await made.reply(host, call, { text: 'third' }))).toMatch(/^unknown_call: .*answered already/);
});

test("another host's call, one that was not fetched, and one that never was are unknown", async () => {
  const made = await world();
  const first = await made.serve([tool('a')]);
  const second = await made.serve([tool('b')], {}, OTHER);
  const result = made.call('py_a');
  expect(words(await made.reply(first, 1, { text: 'early' }))).toMatch(/^unknown_call: No call/);
  const { call } = await made.next(first);
  expect(words(await made.reply(second, call, { text: 'forged' }, OTHER))).toBe(
    `unknown_call: No call ${call} waits for this host. | Answer each call once, before its timeout_ms has passed.`,
  );
  expect(words(await made.reply(first, 99_999, { text: 'x' }))).toMatch(/^unknown_call/);
  await made.reply(first, call, { text: 'real' });
  expect(codeOf(await result)).toBe('ok real');
});

// Time

test('a call that is fetched and never answered ends with its time; the answer that comes later is refused', async () => {
  const made = await world();
  const host = await made.serve([tool('slow', { limits: { timeout_ms: 60 } })], { label: 'Sleeper' });
  const result = made.call('py_slow');
  const { call, timeout_ms } = await made.next(host);
  expect(timeout_ms).toBeLessThanOrEqual(60);
  expect(words(await result)).toBe(
    'timeout: py_slow took longer than its limit of 60 ms (limits.timeout_ms). | ' +
      '“Sleeper” (mcp:harness), which serves py_slow, did not answer in time. Look whether it still works, and what the call asks of it.',
  );
  expect(words(await made.reply(host, call, { text: 'late' }))).toMatch(
    /^unknown_call: .*does not wait any more: its time was over/,
  );
  // The host is told, so that it can stop.
  expect(await made.ok('tool_host_poll', { host, wait_ms: 0 }, HARNESS)).toEqual({
    calls: [],
    cancelled: [call],
  });
  expect(await made.ok('tool_host_poll', { host, wait_ms: 0 }, HARNESS)).toEqual({
    calls: [],
    cancelled: [],
  });
});

test('a call that is never fetched ends too, and is not fetched after that', async () => {
  const made = await world();
  const host = await made.serve([tool('slow', { limits: { timeout_ms: 30 } })]);
  expect(codeOf(await made.call('py_slow'))).toBe('timeout');
  expect(await made.ok('tool_host_poll', { host, wait_ms: 0 }, HARNESS)).toEqual({
    calls: [],
    cancelled: [],
  });
});

test('cancelling takes the call back: not fetched it is gone, fetched the host is told', async () => {
  const made = await world();
  const host = await made.serve([tool('a')]);
  const abort = new AbortController();
  const call = (): Promise<ToolResult> =>
    made.world.pipeline.call({ tool: 'py_a', args: {}, caller: CALLER, signal: abort.signal });
  const fetched = call();
  const { call: number } = await made.next(host);
  const queued = call();
  abort.abort();
  expect(codeOf(await fetched)).toBe('cancelled');
  expect(codeOf(await queued)).toBe('cancelled');
  expect(await made.ok('tool_host_poll', { host, wait_ms: 0 }, HARNESS)).toEqual({
    calls: [],
    cancelled: [number],
  });
  expect(words(await made.reply(host, number, { text: 'late' }))).toMatch(/it was cancelled/);
});

test('inside a tool with less time the host is told how much is left', async () => {
  const made = await world();
  const host = await made.serve([tool('inner')]);
  await made.ok('tool_define', {
    name: 'outer',
    description: 'Calls the tool of a client, for a test.',
    limits: { timeout_ms: 2000 },
    steps: [{ tool: 'py_inner', args: {} }],
  });
  const result = made.call('user_outer');
  const { timeout_ms, call } = await made.next(host);
  expect(timeout_ms).toBeGreaterThan(0);
  expect(timeout_ms).toBeLessThanOrEqual(2000);
  await made.reply(host, call, { structured: { n: 3 } });
  expect(codeOf(await result)).toMatch(/^ok/);
});

test('at most 256 calls wait for a host; the next is refused at once', async () => {
  const made = await world();
  const host = await made.serve([tool('a')]);
  const waiting = Array.from({ length: MAX_OPEN_CALLS }, () => made.call('py_a'));
  expect(words(await made.call('py_a'))).toMatch(/^conflict: 256 calls wait for the host of py_a/);
  await made.ok('tool_host_unregister', { host }, HARNESS);
  expect(new Set((await Promise.all(waiting)).map(codeOf))).toEqual(new Set(['tool_offline']));
});

// Callbacks

test('what a host may call back is what its tool declares, and never what decides over tools', async () => {
  const made = await world();
  const host = await made.serve([
    tool('reads', { capabilities: { calls: ['scene_query', 'entity_*', '*'], mutate: true } }),
    tool('pure', { capabilities: { read_scene: false, calls: ['scene_query'] } }),
    tool('looks', { capabilities: { calls: ['entity_get', 'py_later'] } }),
  ]);
  const later = await made.serve([tool('later', { mutates: true })]);
  const codes = async (name: string, tools: readonly string[]): Promise<string[]> => {
    const result = made.call(name);
    const call = await made.next(host);
    const found: string[] = [];
    for (const each of tools) {
      const args: JsonObject = each === 'scene_query' ? {} : { name: 'x', tools: [], host: later };
      found.push(codeOf(await made.callback(call, each, args)).split(' ')[0] ?? '');
    }
    await made.reply(host, call.call, {});
    await result;
    return found;
  };
  expect(
    await codes('py_reads', [
      'scene_query',
      'tool_policy',
      'tool_define',
      'tool_approve',
      'tool_host_register',
      'tool_host_poll',
      'tool_host_list',
      'no_such_tool',
    ]),
  ).toEqual(['ok', ...Array<string>(6).fill('capability_denied'), 'not_found']);
  expect(await codes('py_pure', ['scene_query'])).toEqual(['capability_denied']);
  // One that may change the project can't be called from one that may not.
  expect(await codes('py_looks', ['entity_create', 'py_later'])).toEqual([
    'capability_denied',
    'capability_denied',
  ]);
});

test('callbacks are counted, one after another, and of one call only', async () => {
  const made = await world();
  const host = await made.serve([
    tool('a', { capabilities: { calls: ['scene_query'] }, limits: { max_calls: 3 } }),
  ]);
  const result = made.call('py_a');
  const other = made.call('py_a');
  const call = await made.next(host);
  const codes = await Promise.all(Array.from({ length: 5 }, () => made.callback(call, 'scene_query')));
  expect(codes.map((each) => codeOf(each).split(' ')[0])).toEqual([
    'ok',
    'ok',
    'ok',
    'too_many_calls',
    'too_many_calls',
  ]);
  await made.reply(host, call.call, { text: 'done' });
  expect(codeOf(await result)).toBe('ok done');
  const second = await made.next(host);
  expect(codeOf(await made.callback(second, 'scene_query'))).toMatch(/^ok/);
  await made.reply(host, second.call, {});
  await other;
});

test('too many callbacks at once are refused, not kept', async () => {
  const made = await world();
  const host = await made.serve([
    tool('a', { capabilities: { calls: ['py_b'] }, limits: { max_calls: 10_000 } }),
    tool('b'),
  ]);
  const result = made.call('py_a');
  const call = await made.next(host);
  const callbacks = Array.from({ length: 70 }, () => made.callback(call, 'py_b'));
  const refused = (await Promise.race([Promise.all(callbacks.slice(66)), result])) as ToolResult[];
  expect(refused.map(codeOf)).toEqual(Array(4).fill('too_many_calls'));
  await made.ok('tool_host_unregister', { host }, HARNESS);
  expect(codeOf(await result)).toBe('tool_offline');
  for (const each of await Promise.all(callbacks)) expect(each.ok).toBe(false);
});

test('a callback after the answer, after the end, or with a made-up id is unknown; a guess gives nothing', async () => {
  const made = await world();
  const host = await made.serve([tool('a', { capabilities: { calls: ['scene_query'] } })]);
  const result = made.call('py_a');
  const call = await made.next(host);
  await made.reply(host, call.call, {});
  expect(codeOf(await made.callback(call, 'scene_query'))).toBe('unknown_call');
  await result;
  expect(codeOf(await made.callback(call, 'scene_query'))).toBe('unknown_call');
  for (const id of ['', 'c1', call.call_id.split(':')[0] ?? '', `${call.call_id}x`, '__proto__'])
    expect(codeOf(await made.hosts.callback(id, HARNESS, 'scene_query', {}))).toBe('unknown_call');
  expect(call.call_id).toMatch(/^c\d+:[\w-]{20}$/);
});

test('a tool that fails takes back what its callbacks changed; one that works makes one undo step', async () => {
  const made = await world();
  const host = await made.serve([
    tool('build', { capabilities: { mutate: true, calls: ['entity_create'] } }),
  ]);
  const run = async (reply: JsonObject): Promise<ToolResult> => {
    const result = made.call('py_build');
    const call = await made.next(host);
    for (const name of ['A', 'B']) await made.callback(call, 'entity_create', { name });
    await made.reply(host, call.call, reply);
    return result;
  };
  const steps = made.world.history.steps().length;
  const before = made.world.state();
  expect(codeOf(await run({ is_error: true, text: 'no' }))).toBe('tool_failed');
  expect((made.world.state() as JsonObject).scene).toEqual((before as JsonObject).scene);
  expect(codeOf(await run({ text: 'built' }))).toBe('ok built');
  expect(made.world.history.steps()).toHaveLength(steps + 1);
  await made.ok('history', { action: 'undo' });
  expect((made.world.state() as JsonObject).scene).toMatchObject({
    entities: ((before as JsonObject).scene as JsonObject).entities,
  });
});

test('a host that vanishes in the middle leaves nothing of its call behind, and the next writer goes on', async () => {
  const made = await world();
  const host = await made.serve([
    tool('build', { capabilities: { mutate: true, calls: ['entity_create'] } }),
  ]);
  const result = made.call('py_build');
  const call = await made.next(host);
  await made.callback(call, 'entity_create', { name: 'Half' });
  const writer = made.call('entity_create', { name: 'After' }, OTHER);
  made.clock.move(60_000);
  expect(codeOf(await result)).toBe('tool_offline');
  expect(codeOf(await writer)).toMatch(/^ok/);
  const found = await made.ok('scene_query', {});
  expect((found.matches as readonly JsonObject[]).map(({ name }) => name)).toContain('After');
  expect((found.matches as readonly JsonObject[]).map(({ name }) => name)).not.toContain('Half');
});

test('readers of other clients go on while a changing call waits for its host', async () => {
  const made = await world();
  const host = await made.serve([tool('build', { capabilities: { mutate: true } }), tool('look')]);
  const result = made.call('py_build');
  const { call } = await made.next(host);
  expect(codeOf(await made.call('scene_query', {}, OTHER))).toMatch(/^ok/);
  const look = made.call('py_look', {}, OTHER);
  const second = await made.next(host);
  await made.reply(host, second.call, { text: 'seen' });
  expect(codeOf(await look)).toBe('ok seen');
  await made.reply(host, call, { text: 'built' });
  expect(codeOf(await result)).toBe('ok built');
});

// Nested

test('recursion through the host itself ends eight tools deep, and each level is told why', async () => {
  const made = await world();
  const host = await made.serve([
    tool('again', { capabilities: { calls: ['py_again'] }, limits: { max_calls: 10_000 } }),
  ]);
  const depths: number[] = [];
  let deepest = '';
  void made.answering(host, async (call): Promise<JsonObject> => {
    depths.push(Number(call.call));
    const below = await made.callback(call, 'py_again');
    if (!below.ok && below.error.code === 'too_deep') deepest = below.error.message;
    return below.ok
      ? { text: below.text }
      : { is_error: true, text: `${below.error.code}: ${below.error.message}` };
  });
  const result = await made.call('py_again');
  expect(depths).toHaveLength(8);
  expect(deepest).toMatch(/^Calls are nested deeper than 8 custom tools: py_again → py_again/);
  expect(words(result)).toMatch(/^tool_failed: .*too_deep/);
});

test('two hosts that call each other end the same way', async () => {
  const made = await world();
  const first = await made.serve([tool('ping', { capabilities: { calls: ['py_pong'] } })]);
  const second = await made.serve([tool('pong', { capabilities: { calls: ['py_ping'] } })]);
  let served = 0;
  const forward =
    (to: string) =>
    async (call: Fetched): Promise<JsonObject> => {
      served += 1;
      const below = await made.callback(call, to);
      return { is_error: !below.ok, text: codeOf(below) };
    };
  void made.answering(first, forward('py_pong'));
  void made.answering(second, forward('py_ping'));
  expect(codeOf(await made.call('py_ping'))).toBe('tool_failed');
  // Each declares the other, and not itself: on the third level both have to allow the call.
  expect(served).toBe(2);
});

test('batch and composite tools call hosted tools; the step has what the host gave', async () => {
  const made = await world();
  const host = await made.serve([tool('count')]);
  let n = 0;
  void made.answering(host, () => ({ structured: { n: (n += 1) } }));
  expect(await made.ok('batch', { operations: [{ tool: 'py_count' }, { tool: 'py_count' }] })).toMatchObject({
    results: [{ result: { n: 1 } }, { result: { n: 2 } }],
  });
  await made.ok('tool_define', {
    name: 'twice',
    description: 'Counts twice with the tool of a client, for a test.',
    steps: [
      { id: 'a', tool: 'py_count', args: {} },
      { id: 'b', tool: 'py_count', args: { before: '{{steps.a.n}}' } },
    ],
    result: { sum: '{{steps.a.n}} and {{steps.b.n}}' },
  });
  expect(await made.ok('user_twice')).toMatchObject({ result: { sum: '3 and 4' } });
});

test('Wander code can not wait for a host: defining says so, and calling says what to do', async () => {
  const made = await world();
  const host = await made.serve([tool('count')]);
  const defined = await made.ok('tool_define', {
    name: 'asks',
    description: 'Calls the tool of a client from code, for a test.',
    capabilities: { calls: ['py_count'] },
    wander: 'fn run(args)\n  return call_tool("py_count")\nend',
  });
  expect(JSON.stringify(defined.warnings)).toContain("Wander code can't wait for one");
  expect(await made.error('user_asks')).toMatch(
    /py_count would have to wait, and the tool that calls it can't wait.*Call it from a composite tool, from a batch, or directly/,
  );
  // Nothing has reached the host: the first call that does is the first there is.
  const result = made.call('py_count');
  expect((await made.next(host)).call).toBe(1);
  await made.ok('tool_host_unregister', { host }, HARNESS);
  expect(codeOf(await result)).toBe('tool_offline');
});

test('a hosted tool calls a hosted tool of another client', async () => {
  const made = await world();
  const outer = await made.serve([tool('outer', { capabilities: { calls: ['py_inner'] } })]);
  const inner = await made.serve([tool('inner')], {}, OTHER);
  const result = made.call('py_outer');
  const call = await made.next(outer);
  const below = made.callback(call, 'py_inner', { a: 1 });
  const second = await made.next(inner, OTHER);
  expect(second).toMatchObject({ actor: 'mcp:caller', args: { a: 1 } });
  await made.reply(inner, second.call, { text: 'deep' }, OTHER);
  expect(codeOf(await below)).toBe('ok deep');
  await made.reply(outer, call.call, { text: 'shallow' });
  expect(codeOf(await result)).toBe('ok shallow');
});

// Dry runs and tests

test('a dry run is told to the host, and what its callbacks change is rolled back', async () => {
  const made = await world();
  const host = await made.serve([
    tool('build', { capabilities: { mutate: true, calls: ['entity_create'] } }),
  ]);
  const before = made.world.state();
  const result = made.world.pipeline.call({ tool: 'py_build', args: {}, caller: CALLER, dryRun: true });
  const call = await made.next(host);
  expect(call.dry_run).toBe(true);
  expect(codeOf(await made.callback(call, 'entity_create', { name: 'Dry' }))).toMatch(/^ok/);
  await made.reply(host, call.call, { text: 'as if' });
  expect(codeOf(await result)).toBe('ok as if');
  expect(made.world.state()).toEqual(before);
});

test('tests of a hosted tool run as dry runs, also while it waits for approval', async () => {
  const made = await newWorld();
  const tests: JsonObject[] = [
    { name: 'adds', args: { a: 2 }, expect: { result: { sum: 4 } } },
    { name: 'fails', args: { a: -1 }, expect: { error: 'tool_failed' } },
  ];
  const host = await made.serve([tool('add', { mutates: true, tests })]);
  expect(await made.world.statusOf('py_add')).toBe('pending_approval');
  void made.answering(host, ({ args, dry_run }): JsonObject =>
    Number(args.a) < 0 || !dry_run
      ? { is_error: true, text: 'no' }
      : { structured: { sum: Number(args.a) * 2 } },
  );
  expect(await made.world.test({ name: 'py_add' })).toMatchObject([
    { name: 'adds', ok: true },
    { name: 'fails', ok: true },
  ]);
  expect((await made.world.list()).tools[0]).toMatchObject({
    tests: { total: 2, passed: 2, failed: 0 },
    statistics: { calls: 0 },
  });
});

// What is kept of calls

test('calls of hosted tools are counted, in the feed and in the audit, with what was called back; secrets are masked everywhere but for the host', async () => {
  const made = await world();
  const secret = 'hunter2-hunter2';
  const host = await made.serve([
    tool('login', {
      capabilities: { calls: ['scene_query'] },
      input_schema: {
        type: 'object',
        properties: { user: { type: 'string' }, password: { type: 'string', format: 'password' } },
      },
    }),
  ]);
  const result = made.call('py_login', { user: 'mira', password: secret });
  const call = await made.next(host);
  expect(call.args).toEqual({ user: 'mira', password: secret });
  await made.callback(call, 'scene_query');
  await made.reply(host, call.call, { text: 'in' });
  await result;
  const [listed] = (await made.world.list()).tools;
  expect(listed?.statistics).toMatchObject({ calls: 1, errors: 0, callers: { 'mcp:caller': 1 } });
  // A decision waits for the disk, and takes what was before it along.
  made.world.custom.note('tests_added', 'system', {});
  const lines = made.world.audit().filter(({ event }) => event === 'call');
  expect(lines).toMatchObject([
    { tool: 'py_login', kind: 'external', actor: 'mcp:caller', ok: true, nested: [{ tool: 'scene_query' }] },
  ]);
  const { events } = await made.ok('events_poll', { since: 0, types: ['tool'] });
  expect((events as readonly JsonObject[]).map((event) => event.tool)).toEqual(
    expect.arrayContaining(['py_login', 'scene_query']),
  );
  const kept = JSON.stringify([events, await made.world.inspect('py_login')]);
  expect(kept).not.toContain(secret);
  expect(
    readFileSync(join(made.world.folder, '.skywalker', 'logs', 'custom_tools.jsonl'), 'utf8'),
  ).not.toContain(secret);
});
