/** Tools that a TypeScript program hosts, with the real engine on a real socket. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { PERSON, STRANGER, until } from '../../../src-main/engine/agents/world.fixture';
import type { JsonObject } from '../../../src-main/engine/json';
import type { ToolResult } from '../../../src-main/engine/tools/definition';
import { PIXEL } from '../../../src-main/server/testkit/small-engine';
import { ToolError } from './errors';
import { tool, type ToolContext, type ToolOutput } from './tool';
import { ServedWorld } from './world.fixture';

let served: ServedWorld;

beforeEach(async () => {
  served = await ServedWorld.open();
});

afterEach(() => served.close());

const call = (name: string, args: JsonObject = {}, signal?: AbortSignal): Promise<ToolResult> =>
  served.world.call(STRANGER, name, args, signal === undefined ? {} : { signal });

/** A tool without arguments. */
function simple(
  run: (context: ToolContext) => Promise<ToolOutput> | ToolOutput,
  more: Partial<Parameters<typeof tool>[0]> = {},
) {
  return tool({
    name: 'probe',
    description: 'Does what the test asks of it. Example: {}',
    input: z.object({}),
    run: (_args, context) => run(context),
    ...more,
  });
}

describe('a hosted tool', () => {
  test('has the schema of its arguments, and gets what it parses to', async () => {
    const engine = await served.attach('memory');
    const seen: unknown[] = [];
    const recall = tool({
      name: 'memory_recall',
      title: 'Recall',
      description: 'Searches what the team has noted. Example: {"query": "doors"}',
      input: z.object({ query: z.string().min(1).describe('Words'), limit: z.int().max(9).default(5) }),
      output: z.object({ notes: z.array(z.string()) }),
      run: ({ query, limit }, { actor, dryRun, depth }) => {
        seen.push({ query, limit, actor, dryRun, depth });
        return { notes: [`about ${query}`] };
      },
    });
    const host = await engine.hostTools([recall], { namespace: 'team' });
    expect(host.status).toEqual({ team_memory_recall: { status: 'active' } });
    const listed = (await engine.listTools()).find(({ name }) => name === 'team_memory_recall');
    expect(listed).toMatchObject({
      title: 'Recall',
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', description: 'Words' }, limit: { default: 5, maximum: 9 } },
        required: ['query'],
        additionalProperties: false,
      },
    });
    expect(await call('team_memory_recall', { query: 'doors' })).toMatchObject({
      ok: true,
      structured: { notes: ['about doors'] },
    });
    expect(seen).toEqual([
      { query: 'doors', limit: 5, actor: 'mcp:test', dryRun: false, depth: expect.any(Number) },
    ]);
    expect(await call('team_memory_recall', { query: 'x', limit: 10 })).toMatchObject({
      ok: false,
      error: { code: 'invalid_arguments' },
    });
    expect([host.served, host.failed]).toEqual([1, 0]);
  });

  test.each<[string, ToolOutput, object]>([
    ['words', 'two notes', { text: 'two notes' }],
    ['nothing', undefined, { text: 'ok' }],
    ['data', { found: 2 }, { structured: { found: 2 } }],
    ['a list', [1, 2], { structured: { value: [1, 2] } }],
    ['a number', 3, { structured: { value: 3 } }],
    ['a picture', Buffer.from(PIXEL, 'base64'), { images: [{ data: PIXEL, mimeType: 'image/png' }] }],
  ])('gives back %s', async (_what, output, expected) => {
    const engine = await served.attach();
    await engine.hostTools([simple(() => output)]);
    expect(await call('ext_probe')).toMatchObject({ ok: true, ...expected });
  });

  test('that throws fails, with what it says and what to do', async () => {
    const engine = await served.attach();
    const errors = [
      new ToolError('The memory is locked.', { hint: 'Unlock it first.' }),
      new TypeError('no such thing'),
    ];
    const host = await engine.hostTools([
      simple(() => {
        throw errors[host.served] ?? new Error();
      }),
    ]);
    const failures = [await call('ext_probe'), await call('ext_probe')];
    expect(failures).toMatchObject([
      { ok: false, error: { code: 'tool_failed', message: 'The memory is locked. Unlock it first.' } },
      { ok: false, error: { code: 'tool_failed', message: 'TypeError: no such thing' } },
    ]);
    expect([host.served, host.failed]).toEqual([2, 2]);
  });

  test('calls the engine as part of the call that it serves', async () => {
    await served.world.ok(PERSON, 'tool_policy', { policy: 'trust' });
    const engine = await served.attach('maker');
    const make = simple(
      async ({ session }) => {
        await session.tools.entity_create({ name: 'Door' }, { check: true });
        const denied = await session.call('entity_delete', { entity: 'Door' });
        return { denied: denied.errorCode };
      },
      { capabilities: { mutate: true, calls: ['entity_create'] } },
    );
    await engine.hostTools([make]);
    expect(await call('ext_probe')).toMatchObject({ ok: true, structured: { denied: 'capability_denied' } });
    expect(served.world.names).toEqual(['Door']);
    expect(served.world.events('tool').find(({ tool: name }) => name === 'entity_create')?.actor).toBe(
      'mcp:test',
    );
  });

  test('is told by its signal when nobody waits any more: cancelled, or out of time', async () => {
    const engine = await served.attach();
    const reasons: string[] = [];
    let begun = 0;
    const wait = simple(
      ({ signal }) => {
        begun += 1;
        return new Promise<string>((resolve) =>
          signal.addEventListener('abort', () => {
            reasons.push(String(signal.reason));
            resolve('late');
          }),
        );
      },
      { limits: { timeout_ms: 500 } },
    );
    await engine.hostTools([wait]);
    expect(await call('ext_probe')).toMatchObject({ ok: false, error: { code: 'timeout' } });
    await until(() => reasons.length === 1, 'it is told of the time');
    const cancel = new AbortController();
    const cancelled = call('ext_probe', {}, cancel.signal);
    await until(() => begun === 2, 'it is served again');
    cancel.abort();
    expect(await cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await until(() => reasons.length === 2, 'it is told of the cancellation');
  });
});

describe('a host', () => {
  test('serves so many calls at once, and the others in their turn', async () => {
    const engine = await served.attach();
    let [now, most] = [0, 0];
    const open: (() => void)[] = [];
    const gate = simple(async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise<void>((resolve) => open.push(resolve));
      now -= 1;
      return 'done';
    });
    await engine.hostTools([gate], { concurrency: 2 });
    const calls = Array.from({ length: 5 }, () => call('ext_probe'));
    let done = 0;
    while (done < 5) {
      await until(() => open.length > 0, 'the next is served');
      open.shift()?.();
      done += 1;
    }
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(2);
  });

  test('that serves one call at once can call itself', async () => {
    const engine = await served.attach();
    const down = tool({
      name: 'probe',
      description: 'Counts down to nothing. Example: {"from": 2}',
      input: z.object({ from: z.int() }),
      capabilities: { calls: ['ext_probe'] },
      run: async ({ from }, { session }) => {
        if (from === 0) return { steps: 0 };
        const [below] = await Promise.all(
          [1, 2].map(() => session.call('ext_probe', { from: from - 1 }, { check: true })),
        );
        return { steps: Number(below?.data.steps) + 1 };
      },
    });
    await engine.hostTools([down], { concurrency: 1 });
    expect(await call('ext_probe', { from: 2 })).toMatchObject({ ok: true, structured: { steps: 2 } });
    expect(await call('ext_probe', { from: 20 })).toMatchObject({ ok: false });
    expect(await call('ext_probe', { from: 1 })).toMatchObject({ ok: true, structured: { steps: 1 } });
  });

  test('has a name for people, and takes over what the same program served before', async () => {
    const first = await served.attach('memory');
    await first.hostTools([simple(() => 'first')], { label: 'Team memory' });
    const listed = await first.tools.tool_host_list();
    expect(listed.data.hosts).toMatchObject([
      { label: 'Team memory', owner: 'mcp:memory', transport: 'connection', tools: ['ext_probe'] },
    ]);
    const second = await served.attach('memory');
    await expect(second.hostTools([simple(() => 'second')])).rejects.toThrow('“Team memory” (mcp:memory)');
    await second.hostTools([simple(() => 'second')], { replace: true });
    expect(await call('ext_probe')).toMatchObject({ ok: true, text: 'second' });
  });

  test('registers again when the engine was away', async () => {
    const engine = await served.attach();
    const host = await engine.hostTools([simple(() => 'here')]);
    expect(host.registrations).toBe(1);
    await served.down();
    await served.up();
    await until(() => host.registrations === 2, 'it has registered again');
    expect(await call('ext_probe')).toMatchObject({ ok: true, text: 'here' });
  });

  test('tells which tools wait for a person, and sees when one was approved', async () => {
    const engine = await served.attach();
    const host = await engine.hostTools([
      simple(() => 'done', { capabilities: { mutate: true, calls: ['entity_create'] } }),
    ]);
    expect(host.status.ext_probe).toMatchObject({ status: 'pending_approval', reason: expect.any(String) });
    await served.world.ok(PERSON, 'tool_approve', { name: 'ext_probe' });
    expect(await host.refresh()).toEqual({ ext_probe: { status: 'active' } });
    await host.stop();
    const again = await engine.hostTools([
      simple(() => 'done', { capabilities: { mutate: true, calls: ['entity_create'] } }),
    ]);
    expect(again.status).toEqual({ ext_probe: { status: 'active' } });
  });

  test('hears by itself of what people decide, and of who takes its tools over', async () => {
    const engine = await served.attach();
    const changes: unknown[] = [];
    const problems: string[] = [];
    const tool = simple(() => 'done', { capabilities: { mutate: true, calls: ['entity_create'] } });
    const host = await engine.hostTools([tool], {
      onStatus: (changed) => changes.push(changed),
      onProblem: (problem) => problems.push(problem),
    });
    await served.world.ok(PERSON, 'tool_approve', { name: 'ext_probe' });
    await until(() => host.status.ext_probe?.status === 'active', 'it is told of the approval');
    await engine.hostTools([tool], { replace: true, label: 'New' });
    await until(() => host.status.ext_probe?.status === 'replaced', 'it is told who took it over');
    expect(changes).toEqual([
      { ext_probe: { status: 'active' } },
      {
        ext_probe: { status: 'replaced', reason: expect.stringMatching(/^“New” \(mcp:.*\) took it over\.$/) },
      },
    ]);
    expect(problems).toEqual([expect.stringMatching(/^ext_probe is replaced: “New”/)]);
  });

  test('says what was wrong with definitions that were not taken, and throws where none was', async () => {
    const engine = await served.attach();
    const bad = simple(() => 'x', { name: 'Bad Name' });
    const host = await engine.hostTools([simple(() => 'x'), bad]);
    expect(Object.keys(host.status)).toEqual(['ext_probe']);
    expect(host.errors).toMatchObject([expect.stringContaining('Bad Name')]);
    await expect(engine.hostTools([bad], { namespace: 'other' })).rejects.toThrow('Bad Name');
  });

  test('that stops takes its tools along; what is kept in the project stays offline, or is forgotten', async () => {
    const engine = await served.attach();
    const first = await engine.hostTools([simple(() => 'x')], { namespace: 'gone' });
    const second = await engine.hostTools([simple(() => 'x')], { namespace: 'kept', persist: true });
    const third = await engine.hostTools([simple(() => 'x')], { namespace: 'lost', persist: true });
    await first.stop();
    await second.stop();
    await third.stop({ forget: true });
    const codes = [];
    for (const name of ['gone_probe', 'kept_probe', 'lost_probe']) codes.push(await call(name));
    expect(codes.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
      'not_found',
      'tool_offline',
      'not_found',
    ]);
  });
});
