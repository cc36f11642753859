import { expect, test } from 'vitest';
import { toolError } from '../errors';
import type { Json, JsonObject } from '../json';
import type { ToolContext, ToolResult } from './definition';
import { textResult } from './result';
import { AGENT, builtin, createDoor, custom, textOf, USER, type Run } from './testing';

function errorOf(result: ToolResult) {
  if (result.ok) throw new Error(`it went well: ${result.text}`);
  return result.error;
}

/** A tool that calls others, one after another, and gives their results. */
function calling(...tools: readonly (readonly [string, Json])[]): Run {
  return function* (_args, context: ToolContext) {
    for (const [tool, args] of tools) {
      const result = yield* context.call(tool, args);
      if (!result.ok) return result;
    }
    return textResult('done');
  };
}

test('a tool calls only what it declares, by name or glob, and a nested tool never more than those around it', async () => {
  const door = createDoor([
    custom('user_narrow', calling(['user_wide', {}]), {
      capabilities: { mutate: true, calls: ['user_*', 'loo?'] },
    }),
    custom('user_wide', calling(['look', { id: 1 }], ['add', { name: 'X' }]), {
      capabilities: { mutate: true, calls: ['*'] },
    }),
  ]);
  await door.call('add', { name: 'A' });
  expect(await door.call('user_wide')).toMatchObject({ ok: true });
  const error = errorOf(await door.call('user_narrow'));
  expect(error).toEqual({
    code: 'capability_denied',
    message: 'user_narrow may not call add.',
    hint: 'Add "add" to "calls" in the capabilities of user_narrow.',
  });
  expect(door.scene.count).toBe(2);
});

test('S-26: a tool without mutate can change nothing, whatever its hints say, also through another tool', async () => {
  const door = createDoor([
    custom('user_reads', calling(['add', { name: 'X' }])),
    custom('user_between', calling(['user_edits', {}])),
    custom('user_edits', calling(['add', { name: 'X' }]), { capabilities: { mutate: true } }),
    builtin('reading_builtin', calling(['add', { name: 'X' }])),
  ]);
  expect(errorOf(await door.call('user_reads'))).toMatchObject({
    code: 'capability_denied',
    message: 'add changes the project, which user_reads may not.',
  });
  expect(errorOf(await door.call('user_between')).message).toBe(
    'user_edits changes the project, which user_between may not.',
  );
  expect(errorOf(await door.call('reading_builtin')).message).toBe(
    'add changes the project, but reading_builtin is read-only.',
  );
  expect(door.scene.count).toBe(0);
});

test('without read_scene a tool sees an empty scene and may not call what uses the scene', async () => {
  const door = createDoor([
    custom(
      'user_pure',
      (_args, context) => textResult(`${context.scene.count}`, { count: context.scene.count }),
      {
        capabilities: { read_scene: false },
      },
    ),
    custom('user_pure_look', calling(['look', { id: 1 }]), { capabilities: { read_scene: false } }),
    custom('user_pure_nested', calling(['user_counts', {}], ['no_scene', {}]), {
      capabilities: { read_scene: false },
    }),
    custom('user_counts', (_args, context) =>
      context.scene.count === 0
        ? textResult('empty')
        : { ok: false, error: toolError('tool_failed', 'saw the scene') },
    ),
    builtin('no_scene', () => textResult('ok'), { usesScene: false }),
  ]);
  await door.call('add', { name: 'A' });
  expect(await door.call('user_pure')).toMatchObject({ structured: { count: 0 } });
  expect(errorOf(await door.call('user_pure_look')).code).toBe('capability_denied');
  expect(await door.call('user_pure_nested')).toMatchObject({ ok: true });
});

test('a tool without network may not call one that has it', async () => {
  const door = createDoor([
    custom('user_quiet', calling(['ext_fetch', {}])),
    custom('ext_fetch', () => textResult('ok'), { capabilities: { network: true } }),
  ]);
  expect(errorOf(await door.call('user_quiet')).message).toBe(
    'ext_fetch reaches the network, which user_quiet may not.',
  );
});

test('lifecycle tools can never be called from a tool, not even for a person', async () => {
  const door = createDoor([
    builtin('tool_approve', () => textResult('approved'), { governance: true }),
    custom('user_sly', calling(['tool_approve', {}])),
    builtin('group', calling(['tool_approve', {}])),
  ]);
  expect(errorOf(await door.call('user_sly', {}, USER))).toMatchObject({
    code: 'capability_denied',
    message: 'tool_approve can never be called from a tool (here user_sly).',
  });
  expect(errorOf(await door.call('group', {}, USER)).code).toBe('capability_denied');
  expect(await door.call('tool_approve', {}, USER)).toMatchObject({ ok: true });
});

test('S-24: what only people may do is refused to everyone else, also when it arrives as text', async () => {
  const door = createDoor([
    builtin('settings', () => textResult('set'), {
      inputSchema: { type: 'object', properties: { change: { type: 'object', additionalProperties: true } } },
      humanOnly: (args) => {
        const { change } = args;
        const touches = typeof change === 'object' && change !== null && 'customTools' in change;
        return touches ? toolError('permission_denied', 'Only people change that.') : undefined;
      },
    }),
  ]);
  const change = { customTools: { policy: 'trust' } };
  expect(errorOf(await door.call('settings', { change })).code).toBe('permission_denied');
  expect(errorOf(await door.call('settings', { change: JSON.stringify(change) })).code).toBe(
    'permission_denied',
  );
  expect(errorOf(await door.call('settings', JSON.stringify({ change }))).code).toBe('permission_denied');
  expect((await door.call('settings', { change: {} })).ok).toBe(true);
  expect((await door.call('settings', { change }, USER)).ok).toBe(true);
});

test('S-02: a tool that is switched off or waits is refused on every way, with its own error, and siblings go on', async () => {
  const off = custom('user_off', () => textResult('ran'), { status: 'disabled' });
  const pending = custom('user_pending', () => textResult('ran'), { status: 'pending_approval' }, {});
  const refusal = toolError('approval_required', 'user_pending waits for approval.', 'Ask a person.');
  const facts = pending.custom;
  if (facts === undefined) throw new Error('custom tools have facts');
  const door = createDoor([
    off,
    { ...pending, custom: { ...facts, refusal } },
    custom('user_calls_both', function* (_args, context) {
      const codes = [];
      for (const name of ['user_off', 'user_pending']) {
        const result = yield* context.call(name, {});
        codes.push(result.ok ? 'ran' : result.error.code);
      }
      const now = context.callNow('user_pending', {});
      return textResult('', { codes: [...codes, now.ok ? 'ran' : now.error.code] });
    }),
    builtin('group', calling(['user_pending', {}])),
  ]);
  expect(errorOf(await door.call('user_off')).code).toBe('tool_disabled');
  expect(errorOf(await door.call('user_pending', {}, USER))).toEqual(refusal);
  expect(errorOf(await door.call('group'))).toEqual(refusal);
  expect(await door.call('user_calls_both')).toMatchObject({
    structured: { codes: ['tool_disabled', 'approval_required', 'approval_required'] },
  });
  expect(door.finished.filter((call) => call.name === 'user_pending').map((call) => call.result.ok)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('S-60: recursion, direct or through others, ends at eight custom tools and shows the chain', async () => {
  const tools = Array.from({ length: 12 }, (_, n) => custom(`user_b${n}`, calling([`user_b${n + 1}`, {}])));
  const door = createDoor([
    custom('user_a', calling(['user_b', {}])),
    custom('user_b', calling(['user_a', {}])),
    ...tools,
  ]);
  const error = errorOf(await door.call('user_a'));
  expect(error.code).toBe('too_deep');
  expect(error.message).toBe(
    'Calls are nested deeper than 8 custom tools: user_a → user_b → user_a → user_b → user_a → user_b → user_a → user_b → user_a.',
  );
  expect(errorOf(await door.call('user_b0')).message).toContain('user_b0 → user_b1 → user_b2');
});

test('S-60: batches between custom tools do not hide the depth, and batches in batches end too', async () => {
  const door = createDoor([
    builtin('group', (args, context) => context.callNow(textOf(args.tool), {})),
    custom('user_a', (_args, context) => context.callNow('group', { tool: 'user_a' })),
    builtin('forever', (_args, context) => context.callNow('forever', {})),
  ]);
  expect(errorOf(await door.call('user_a')).code).toBe('too_deep');
  expect(errorOf(await door.call('forever')).message).toContain('64 calls');
});

test('max_calls counts nested calls at every depth below, at every tool above', async () => {
  const looks = Array.from({ length: 5 }, () => ['look', { id: 1 }] as const);
  const door = createDoor([
    custom('user_outer', calling(['user_inner', {}], ['user_inner', {}]), { limits: { max_calls: 8 } }),
    custom('user_inner', calling(...looks), { limits: { max_calls: 5 } }),
  ]);
  await door.call('add', { name: 'A' });
  expect(await door.call('user_inner')).toMatchObject({ ok: true });
  // 1 + 5 + 1 calls are made; the second inner call may make one more.
  expect(errorOf(await door.call('user_outer'))).toMatchObject({
    code: 'too_many_calls',
    message: 'user_outer made more than 8 calls (limits.max_calls); look was not called.',
  });
});

test('a nested tool keeps the deadline of the tool around it where that is sooner', async () => {
  const deadlines: number[] = [];
  const note: Run = (_args, context) => {
    deadlines.push(context.deadline);
    return textResult('ok');
  };
  const door = createDoor([
    custom('user_short', calling(['user_long', {}], ['user_shorter', {}]), { limits: { timeout_ms: 1_000 } }),
    custom('user_long', note, { limits: { timeout_ms: 9_000 } }),
    custom('user_shorter', note, { limits: { timeout_ms: 10 } }),
  ]);
  door.clock.ms = 500;
  await door.call('user_short');
  expect(deadlines).toEqual([1_500, 510]);
});

test('a tool that took too long fails after its return, naming the limit, and its edits are gone', async () => {
  const door = createDoor([
    custom(
      'user_slow',
      (_args, context) => {
        context.tx.create({ name: 'Late' });
        door.clock.ms = 6_000;
        return textResult('done');
      },
      { capabilities: { mutate: true } },
    ),
  ]);
  door.clock.ms = 0;
  expect(errorOf(await door.call('user_slow'))).toMatchObject({
    code: 'timeout',
    message: 'user_slow took longer than its limit of 5000 ms (limits.timeout_ms).',
  });
  expect(door.scene.count).toBe(0);
});

test('a tool that waits for ever is ended by its limit, and by that of a tool around it', async () => {
  const door = createDoor([
    custom(
      'user_hangs',
      function* () {
        yield new Promise(() => undefined);
        return textResult('never');
      },
      { limits: { timeout_ms: 10_000 } },
    ),
    custom('user_around', calling(['user_hangs', {}]), { limits: { timeout_ms: 20 } }),
  ]);
  expect(errorOf(await door.call('user_around'))).toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('user_around took longer than its limit of 20 ms') as string,
  });
});

test('a result is checked against its schema, its size, and JSON itself', async () => {
  const output = { type: 'object', properties: { hp: { type: 'number' } }, required: ['hp'] };
  const door = createDoor([
    custom('user_wrong', () => textResult('x', { hp: 'many' }), {}, { outputSchema: output }),
    custom('user_none', () => textResult('x'), {}, { outputSchema: output }),
    custom(
      'user_fails',
      () => ({ ok: false, error: toolError('tool_failed', 'no') }),
      {},
      { outputSchema: output },
    ),
    custom('user_large', () => textResult('x', { text: 'y'.repeat(2_000) }), {
      limits: { max_output_bytes: 1_024 },
    }),
    custom('user_nan', () => textResult('x', { list: [{ n: NaN }] })),
  ]);
  expect(errorOf(await door.call('user_wrong'))).toMatchObject({ code: 'invalid_output' });
  expect(errorOf(await door.call('user_none'))).toMatchObject({ code: 'invalid_output' });
  expect(errorOf(await door.call('user_fails'))).toMatchObject({ code: 'tool_failed' });
  expect(errorOf(await door.call('user_large')).message).toBe(
    'The result of user_large has 2011 bytes; its limit is 1024 (limits.max_output_bytes).',
  );
  expect(errorOf(await door.call('user_nan')).message).toBe(
    'user_nan gave a result that is not JSON: result.list[0].n is NaN; only finite numbers are allowed.',
  );
});

test('S-08: every kind of tool goes through the same gate and leaves the same record', async () => {
  const kinds = ['builtin', 'wander', 'composite', 'external', 'script', 'motion', 'skill'] as const;
  const door = createDoor(
    kinds.map((kind) =>
      custom(`user_${kind}`, () => textResult('ran'), { status: 'pending_approval' }, { kind }),
    ),
  );
  for (const kind of kinds) expect((await door.call(`user_${kind}`)).ok).toBe(false);
  const records = door.events
    .read({ since: 0 })
    .events.map(({ type, actor, data }) => [type, actor, data.ok]);
  expect(records).toEqual(kinds.map(() => ['tool', AGENT.actor, false]));
});

test('S-07: arguments that look like permissions are unknown arguments', async () => {
  const door = createDoor([
    custom('user_closed', () => textResult('ran'), {}, { inputSchema: { type: 'object', properties: {} } }),
  ]);
  const attempts: readonly JsonObject[] = [
    { skip_approval: true },
    { trusted: true },
    { capabilities: ['*'] },
    { dryRun: false },
    { force: true },
  ];
  for (const args of attempts) {
    expect(errorOf(await door.call('user_closed', args)).code).toBe('invalid_arguments');
  }
});

test('S-37: a tool that is disabled, changed or removed while a call waits for its turn does not run', async () => {
  for (const change of ['disabled', 'changed', 'removed'] as const) {
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const add = (name: string): Run => calling(['add', { name }]);
    const mutate = { capabilities: { mutate: true } };
    const door = createDoor([
      custom('user_adds', add('Old'), mutate),
      builtin(
        'hold',
        function* () {
          yield held;
          return textResult('done');
        },
        { mutates: true },
      ),
    ]);
    const holding = door.call('hold');
    const waiting = door.call('user_adds');
    door.registry.unregister('user_adds');
    if (change === 'disabled')
      door.registry.register(custom('user_adds', add('Old'), { ...mutate, status: 'disabled' }));
    if (change === 'changed') {
      const next = custom('user_adds', add('New'), mutate);
      door.registry.register(
        next.custom === undefined ? next : { ...next, custom: { ...next.custom, hash: 'other' } },
      );
    }
    go();
    await holding;
    const codes = { disabled: 'tool_disabled', changed: 'conflict', removed: 'not_found' };
    expect(errorOf(await waiting).code).toBe(codes[change]);
    expect(door.scene.count).toBe(0);
  }
});

test('S-62: many large results below one call end it before they fill the memory, and it leaves nothing behind', async () => {
  const text = 'x'.repeat(1_000_000);
  let made = 0;
  const door = createDoor([
    builtin('large', () => {
      made += 1;
      return textResult(text, { text });
    }),
    custom(
      'user_hoards',
      function* (_args, context: ToolContext) {
        yield* context.call('add', { name: 'X' });
        for (let index = 0; index < 5_000; index += 1) {
          const result = yield* context.call('large', { text });
          if (!result.ok) return result;
        }
        return textResult('done');
      },
      { capabilities: { mutate: true }, limits: { max_calls: 10_000 } },
    ),
  ]);
  const before = door.state();
  expect(errorOf(await door.call('user_hoards'))).toMatchObject({
    code: 'output_too_large',
    message: expect.stringContaining('134217728 characters') as string,
  });
  // Three million characters a call.
  expect(made).toBe(45);
  expect({ ...JSON.parse(door.state()), last: 0 }).toEqual({ ...JSON.parse(before), last: 0 });
  expect(await door.call('large')).toMatchObject({ ok: true });
});

test('S-62: a tool that goes on after such a failure gets it again for every further call', async () => {
  const text = 'x'.repeat(1_000_000);
  let made = 0;
  const door = createDoor([
    builtin('large', () => {
      made += 1;
      return textResult(text);
    }),
    custom(
      'user_stubborn',
      function* (_args, context: ToolContext) {
        const codes = new Set<string>();
        for (let index = 0; index < 1_000; index += 1) {
          const result = yield* context.call('large', {});
          if (!result.ok) codes.add(result.error.code);
        }
        return textResult([...codes].join());
      },
      { limits: { max_calls: 10_000 } },
    ),
  ]);
  expect(await door.call('user_stubborn')).toMatchObject({ ok: true, text: 'output_too_large' });
  expect(made).toBe(135);
});

test('S-62: an error repeats no more than some thousand characters of what was sent, at whatever depth', async () => {
  const long = 'x'.repeat(1_000_000);
  const door = createDoor([
    builtin('echoes', (args) => ({
      ok: false,
      error: toolError('not_found', `There is no ${textOf(args.name)}.`, textOf(args.name)),
    })),
    custom('user_passes_on', calling(['echoes', { name: long }])),
  ]);
  for (const error of [
    errorOf(await door.call('echoes', { name: long })),
    errorOf(await door.call('user_passes_on')),
  ]) {
    expect(error.code).toBe('not_found');
    expect(error.message).toMatch(/^There is no x{7948} … \(992053 more characters\)$/);
    expect(error.hint?.length).toBeLessThanOrEqual(8_000);
  }
});
