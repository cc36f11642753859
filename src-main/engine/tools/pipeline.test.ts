import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ToolFailure, toolError } from '../errors';
import type { JsonObject } from '../json';
import type { ToolResult } from './definition';
import { textResult } from './result';
import { uninterrupted, wait } from './steps';
import { AGENT, builtin, createDoor, custom, textOf, USER } from './testing';

function errorOf(result: ToolResult) {
  if (result.ok) throw new Error(`it went well: ${result.text}`);
  return result.error;
}

function names(door: ReturnType<typeof createDoor>): string[] {
  return door.scene.ids().map((id) => door.scene.get(id)?.name ?? '');
}

test('a call that changes the scene is one undo step with the title of its tool and the caller as its actor', async () => {
  const door = createDoor();
  await door.call('add', { name: 'Door' });
  expect(door.history.steps()).toMatchObject([
    { label: 'Add', actor: 'mcp:claude-code', call: 'c1', time: 1_700_000_000 },
  ]);
  door.history.undo();
  expect(door.scene.count).toBe(0);
});

test('S-36: two calls within one turn are two undo steps', async () => {
  const door = createDoor();
  await Promise.all([
    door.call('add', { name: 'A' }),
    door.call('add', { name: 'B' }),
    door.call('rename', { id: 1, name: 'C' }),
  ]);
  expect(door.history.steps().map((step) => step.label)).toEqual(['Add', 'Add', 'Rename']);
  door.history.undo();
  expect(names(door)).toEqual(['A', 'B']);
});

test('a tool that does not wait has run when call returns', () => {
  const door = createDoor();
  void door.call('add', { name: 'At once' });
  expect(names(door)).toEqual(['At once']);
  expect(door.events.last).toBe(2);
});

test('a failing call leaves nothing behind, not even a used id or a lost redo', async () => {
  const door = createDoor();
  await door.call('add', { name: 'A' });
  door.history.undo();
  const before = door.state();
  expect(errorOf(await door.call('break_down')).message).toBe('It broke down.');
  expect(JSON.parse(door.state())).toEqual({ ...(JSON.parse(before) as JsonObject), last: 3 });
  expect(door.history.redo().ok).toBe(true);
});

test('a nested failure that is tolerated leaves nothing of its own, and the rest is one step', async () => {
  const door = createDoor([
    builtin(
      'several',
      function* (_args, context) {
        yield* context.call('add', { name: 'First' });
        const broken = yield* context.call('break_down', {});
        const last = context.callNow('add', { name: 'Last' });
        return textResult('done', { broken: broken.ok, last: last.ok });
      },
      { mutates: true, title: 'Several' },
    ),
  ]);
  expect(await door.call('several')).toMatchObject({ ok: true, structured: { broken: false, last: true } });
  expect(names(door)).toEqual(['First', 'Last']);
  expect(door.scene.ids()).toEqual([1, 2]);
  expect(door.history.steps()).toHaveLength(1);
});

test('S-37: a failure after nested edits takes all of them back and makes no step', async () => {
  const door = createDoor([
    builtin(
      'several',
      function* (_args, context) {
        yield* context.call('add', { name: 'One' });
        yield* context.call('add', { name: 'Two' });
        throw new ToolFailure(toolError('tool_failed', 'No more.'));
      },
      { mutates: true },
    ),
  ]);
  expect(errorOf(await door.call('several'))).toEqual({ code: 'tool_failed', message: 'No more.' });
  expect(door.scene.count).toBe(0);
  expect(door.scene.nextId).toBe(1);
  expect(door.history.steps()).toEqual([]);
});

test('a call makes one event, the outermost first, then its nested calls in order, then what changed', async () => {
  const door = createDoor([
    builtin(
      'several',
      function* (_args, context) {
        yield* context.call('add', { name: 'One' });
        yield* context.call('look', { id: 1 });
        yield* context.call('break_down', {});
        return textResult('done');
      },
      { mutates: true, title: 'Several' },
    ),
  ]);
  await door.call('several', {}, USER);
  const { events } = door.events.read({ since: 0 });
  expect(events.map((event) => [event.type, event.tool, event.call, event.parent])).toEqual([
    ['tool', 'several', 'c1', undefined],
    ['tool', 'add', 'c1.1', 'c1'],
    ['tool', 'look', 'c1.2', 'c1'],
    ['tool', 'break_down', 'c1.3', 'c1'],
    ['entity', 'several', 'c1', undefined],
  ]);
  expect(events[0]).toMatchObject({
    actor: 'user',
    summary: 'Several: done',
    data: { ok: true, mutates: true, undo_step: 1, entities: [1], depth: 0, nested_calls: 3 },
  });
  expect(events[3]?.data).toMatchObject({ ok: false, error: { code: 'tool_failed' }, depth: 1 });
  expect(events[4]?.data).toMatchObject({
    created: [1],
    changed: [],
    deleted: [],
    revision: 1,
    undo_step: 1,
  });
  expect(door.finished.map((record) => [record.name, record.depth, record.undoStep])).toEqual([
    ['several', 0, 1],
    ['add', 1, undefined],
    ['look', 1, undefined],
    ['break_down', 1, undefined],
  ]);
});

test('quiet tools make no event', async () => {
  const door = createDoor([builtin('poll', () => textResult('nothing'), { quiet: true })]);
  await door.call('poll');
  expect(door.events.last).toBe(0);
  expect(door.finished.map((record) => record.id)).toEqual(['q1']);
});

test('S-65: an unknown tool is named with a did-you-mean and where to look, and the attempt is recorded', async () => {
  const door = createDoor([custom('user_dress_up', () => textResult('ok'))]);
  expect(errorOf(await door.call('renam'))).toMatchObject({
    code: 'not_found',
    message: 'There is no tool "renam". Did you mean "rename"?',
  });
  expect(errorOf(await door.call('dress_up')).message).toContain('Did you mean "user_dress_up"?');
  expect(errorOf(await door.call('constructor')).code).toBe('not_found');
  expect(door.events.read({ since: 0 }).events).toHaveLength(3);
});

test('arguments are validated, coerced and filled in before the tool sees them, and the record shows what ran', async () => {
  let seen: JsonObject | undefined;
  const door = createDoor([
    builtin(
      'typed',
      (args) => {
        seen = args;
        return textResult('ok');
      },
      {
        inputSchema: {
          type: 'object',
          properties: { n: { type: 'number' }, unit: { type: 'string', default: 'm' } },
          required: ['n'],
        },
      },
    ),
  ]);
  expect(errorOf(await door.call('typed', { m: 3 })).code).toBe('invalid_arguments');
  expect(seen).toBeUndefined();
  await door.call('typed', { n: '3' });
  expect(seen).toEqual({ n: 3, unit: 'm' });
  expect(door.finished[1]?.args).toEqual({ n: 3, unit: 'm' });
  expect(door.events.read({ since: 1 }).events[0]?.data.args).toEqual({ n: 3, unit: 'm' });
});

test('an exception that is not expected becomes internal_error with an id; the stack goes to the log only', async () => {
  const door = createDoor([
    builtin(
      'buggy',
      (_args, { tx }) => {
        tx.create({ name: 'Half' });
        throw new TypeError('secret detail');
      },
      { mutates: true },
    ),
    builtin('reads', (_args, context) => textResult(`${context.tx.changes().size}`)),
  ]);
  const result = await door.call('buggy');
  expect(errorOf(result)).toMatchObject({ code: 'internal_error', data: { id: 'c1' } });
  expect(JSON.stringify(result)).not.toContain('secret detail');
  expect(JSON.stringify(door.events.read({ since: 0 }).events)).not.toContain('secret detail');
  expect(door.logged[0]).toContain('secret detail');
  expect(door.logged[0]).toContain('c1');
  expect(door.scene.count).toBe(0);
  expect(errorOf(await door.call('reads')).code).toBe('internal_error');
});

test('S-10: twenty parallel edits of one entity, from two agents and over waits, are done one after another', async () => {
  const door = createDoor([
    builtin(
      'count_up',
      function* (_args, context) {
        const before = Number(context.scene.get(1)?.vars.n ?? 0);
        yield* wait(Promise.resolve());
        context.tx.update(1, { vars: { n: before + 1 } });
        return textResult('ok');
      },
      { mutates: true },
    ),
  ]);
  await door.call('add', { name: 'Counter' });
  const other = { actor: 'mcp:other', kind: 'agent' } as const;
  const calls = Array.from({ length: 20 }, (_, n) => door.call('count_up', {}, n % 2 === 0 ? AGENT : other));
  expect((await Promise.all(calls)).every((result) => result.ok)).toBe(true);
  expect(door.scene.get(1)?.vars).toEqual({ n: 20 });
  expect(door.history.steps()).toHaveLength(21);
});

test('S-09: what a person does while a slow tool runs waits its turn, and undoing the tool keeps it', async () => {
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const door = createDoor([
    builtin(
      'slow',
      function* (_args, context) {
        yield* context.call('rename', { id: 1, name: 'By the agent' });
        yield gate;
        return textResult('done');
      },
      { mutates: true },
    ),
  ]);
  await door.call('add', { name: 'A' });
  await door.call('add', { name: 'B' });
  const slow = door.call('slow');
  const human = door.call('rename', { id: 2, name: 'By the person' }, USER);
  go();
  await Promise.all([slow, human]);
  expect(names(door)).toEqual(['By the agent', 'By the person']);
  const step = door.history
    .steps()
    .find((candidate) => candidate.actor === AGENT.actor && candidate.call === 'c3');
  expect(door.history.revert(step?.id ?? 0, { actor: 'user', time: 0 }).ok).toBe(true);
  expect(names(door)).toEqual(['A', 'By the person']);
});

test('reading calls do not wait for a change that is under way', async () => {
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const door = createDoor([
    builtin(
      'slow',
      function* () {
        yield gate;
        return textResult('done');
      },
      { mutates: true },
    ),
  ]);
  await door.call('add', { name: 'A' });
  const slow = door.call('slow');
  expect(await door.call('look', { id: 1 })).toMatchObject({ text: 'A' });
  go();
  await slow;
});

test('aborting cancels: a call in the queue never starts, one under way is rolled back', async () => {
  const door = createDoor([
    builtin(
      'hang',
      function* (_args, context) {
        context.tx.create({ name: 'Half' });
        yield new Promise(() => undefined);
        return textResult('never');
      },
      { mutates: true },
    ),
  ]);
  const first = new AbortController();
  const second = new AbortController();
  const hanging = door.call('hang', {}, AGENT, first.signal);
  const queued = door.call('add', { name: 'Queued' }, AGENT, second.signal);
  const last = door.call('add', { name: 'Last' });
  second.abort();
  expect(errorOf(await queued).code).toBe('cancelled');
  first.abort();
  expect(errorOf(await hanging)).toMatchObject({
    code: 'cancelled',
    message: 'hang was cancelled; its changes were taken back.',
  });
  await last;
  expect(names(door)).toEqual(['Last']);
  expect(errorOf(await door.call('add', { name: 'X' }, AGENT, AbortSignal.abort())).code).toBe('cancelled');
});

test('S-28: a call that was given up before its end has done nothing, so the retry does it once; one that has ended stays done', async () => {
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => (finish = resolve));
  const door = createDoor([
    builtin(
      'make_slowly',
      function* (_args, context) {
        context.tx.create({ name: 'House' });
        yield slow;
        return textResult('made');
      },
      { mutates: true },
    ),
  ]);
  const client = new AbortController();
  const first = door.call('make_slowly', {}, AGENT, client.signal);
  client.abort();
  expect(errorOf(await first).message).toBe('make_slowly was cancelled; its changes were taken back.');
  finish();
  expect((await door.call('make_slowly')).ok).toBe(true);
  expect(names(door)).toEqual(['House']);
  const late = new AbortController();
  expect((await door.call('add', { name: 'Fence' }, AGENT, late.signal)).ok).toBe(true);
  late.abort();
  expect(names(door)).toEqual(['House', 'Fence']);
});

test('what must not be interrupted is finished before a cancelled call ends', async () => {
  const log: string[] = [];
  let finish = (): void => undefined;
  const writing = new Promise<void>((resolve) => {
    finish = () => {
      log.push('written');
      resolve();
    };
  });
  const door = createDoor([
    builtin(
      'write',
      function* (_args, context) {
        context.onRollback(() => log.push('taken back'));
        yield uninterrupted(writing);
        return textResult('done');
      },
      { mutates: true },
    ),
  ]);
  const abort = new AbortController();
  const call = door.call('write', {}, AGENT, abort.signal);
  abort.abort();
  finish();
  expect(errorOf(await call).code).toBe('cancelled');
  expect(log).toEqual(['written', 'taken back']);
});

test('effects outside the scene are compensated, newest first, and what follows a commit runs only after one', async () => {
  const log: string[] = [];
  const door = createDoor([
    builtin(
      'effects',
      (args, context) => {
        context.onRollback(() => log.push('undo 1'));
        context.onRollback(() => log.push('undo 2'));
        context.afterCommit(() => log.push('after'));
        return args.fail === true ? { ok: false, error: toolError('tool_failed', 'no') } : textResult('ok');
      },
      { mutates: true },
    ),
    builtin('reading_effects', (_args, context) => {
      context.onRollback(() => log.push('undo reading'));
      return { ok: false, error: toolError('tool_failed', 'no') };
    }),
  ]);
  await door.call('effects', { fail: true });
  expect(log.splice(0)).toEqual(['undo 2', 'undo 1']);
  await door.call('effects', {});
  expect(log.splice(0)).toEqual(['after']);
  await door.call('reading_effects');
  expect(log.splice(0)).toEqual(['undo reading']);
  await door.pipeline.dryRun({ tool: 'effects', caller: AGENT });
  expect(log.splice(0)).toEqual(['undo 2', 'undo 1']);
});

test('callNow refuses what would have to wait, and its edits are rolled back', async () => {
  const door = createDoor([
    builtin(
      'slow',
      function* (_args, context) {
        context.tx.create({ name: 'Half' });
        yield Promise.resolve();
        return textResult('done');
      },
      { mutates: true },
    ),
    builtin('always_waits', () => textResult('started?'), { waits: true }),
    builtin(
      'now',
      (_args, context) => {
        const slow = context.callNow('slow', {});
        const waits = context.callNow('always_waits', {});
        return textResult('done', { slow: slow.ok ? '' : slow.error.message, waits: waits.ok });
      },
      { mutates: true },
    ),
  ]);
  expect(await door.call('now')).toMatchObject({
    structured: { slow: "slow would have to wait, and the tool that calls it can't wait.", waits: false },
  });
  expect(door.scene.count).toBe(0);
});

test('changing calls below one call, made at once, do not interleave', async () => {
  const door = createDoor([
    builtin(
      'slow_add',
      function* (args, context) {
        context.tx.create({ name: `${textOf(args.name)} 1` });
        yield Promise.resolve();
        if (args.fail === true) throw new ToolFailure(toolError('tool_failed', 'no'));
        context.tx.create({ name: `${textOf(args.name)} 2` });
        return textResult('ok');
      },
      { mutates: true },
    ),
    builtin(
      'both',
      function* (_args, context) {
        const { runSteps } = yield* wait(import('./steps'));
        const first = runSteps(context.call('slow_add', { name: 'A' }));
        const second = runSteps(context.call('slow_add', { name: 'B', fail: true }));
        const third = runSteps(context.call('slow_add', { name: 'C' }));
        void third;
        yield Promise.all([first, second]);
        // The third is still under way: the call does not end before it.
        return textResult('ok');
      },
      { mutates: true },
    ),
  ]);
  expect(await door.call('both')).toMatchObject({ ok: true });
  expect(names(door)).toEqual(['A 1', 'A 2', 'C 1', 'C 2']);
});

test('a context is of no use after its call has ended', async () => {
  let kept: (() => Promise<ToolResult>) | undefined;
  const door = createDoor([
    builtin(
      'leak',
      (_args, context) => {
        kept = async () => (await import('./steps')).runSteps(context.call('add', { name: 'Late' }));
        return textResult('ok');
      },
      { mutates: true },
    ),
  ]);
  await door.call('leak');
  expect(errorOf((await kept?.()) ?? { ok: true, text: '' }).code).toBe('unknown_call');
  expect(door.scene.count).toBe(0);
});

test('an exclusive tool takes its turn among the changes and refuses to run inside one', async () => {
  const order: string[] = [];
  const door = createDoor([
    builtin(
      'slow',
      function* () {
        yield Promise.resolve();
        order.push('slow');
        return textResult('ok');
      },
      { mutates: true },
    ),
    builtin(
      'save',
      () => {
        order.push('save');
        return textResult('saved');
      },
      { mutates: true, outsideScene: true, exclusive: true },
    ),
    builtin('group', (_args, context) => context.callNow('save', {}), { mutates: true }),
  ]);
  await Promise.all([door.call('slow'), door.call('save')]);
  expect(order).toEqual(['slow', 'save']);
  expect(errorOf(await door.call('group')).message).toBe(
    "save can't run inside group, whose changes are not finished.",
  );
});

test('warnings of a tool come with its result, in order', async () => {
  const door = createDoor([
    builtin('warns', (_args, context) => {
      context.warn('first');
      return { ok: true, text: 'ok', warnings: ['second'] };
    }),
  ]);
  expect(await door.call('warns')).toEqual({ ok: true, text: 'ok', warnings: ['first', 'second'] });
});

test('S-20: secrets in arguments and results are masked in events, while the tool gets the real value', async () => {
  let seen: unknown;
  const door = createDoor([
    custom(
      'user_login',
      (args) => {
        seen = args.secret;
        return {
          ok: false,
          error: toolError('tool_failed', 'Refused: Authorization: Bearer abcdef1234567890'),
        };
      },
      {},
      {
        inputSchema: {
          type: 'object',
          properties: {
            secret: { type: 'string', format: 'password' },
            options: { type: 'object', additionalProperties: true },
          },
        },
      },
    ),
  ]);
  await door.call('user_login', {
    secret: 'hunter2',
    options: { apiKey: 'k-12345', url: 'https://me:pw123@example.org/' },
  });
  expect(seen).toBe('hunter2');
  const text = JSON.stringify(door.events.read({ since: 0 }).events);
  for (const secret of ['hunter2', 'k-12345', 'pw123', 'abcdef1234567890'])
    expect(text).not.toContain(secret);
});

test('ids of calls go on after a restart, so they never repeat in one log', async () => {
  const door = createDoor();
  await door.call('add', { name: 'A' });
  await door.call('look', { id: 1 });
  const { CallPipeline } = await import('./pipeline');
  const again = new CallPipeline({ ...door, now: () => 0, monotonic: () => 0 });
  await again.call({ tool: 'look', args: { id: 1 }, caller: AGENT });
  const ids = door.events.read({ since: 0 }).events.map((event) => event.call);
  expect(ids).toEqual(['c1', 'c1', 'c2', 'c4']);
});

test('whatever mixture of nested calls fails, a failing call restores the scene exactly', async () => {
  const step = fc.record({
    tool: fc.constantFrom('add', 'rename', 'break_down'),
    id: fc.integer({ min: 1, max: 5 }),
    tolerate: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const door = createDoor([
        builtin(
          'mixture',
          function* (_args, context) {
            for (const { tool, id, tolerate } of steps) {
              const result = yield* context.call(tool, { id, name: `N${id}` });
              if (!result.ok && !tolerate) return result;
            }
            return { ok: false, error: toolError('tool_failed', 'always') };
          },
          { mutates: true },
        ),
      ]);
      await door.call('add', { name: 'A' });
      await door.call('add', { name: 'B' });
      const before = JSON.parse(door.state()) as JsonObject;
      await door.call('mixture');
      const after = JSON.parse(door.state()) as JsonObject;
      expect({ ...after, last: 0 }).toEqual({ ...before, last: 0 });
    }),
    { numRuns: 60 },
  );
});

test('what is done between the changes of a scene waits for the one under way, and later ones wait for it', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const door = createDoor([
    builtin(
      'slowly',
      function* (_args, context) {
        context.tx.create({ name: 'Half' });
        yield* wait(gate);
        return textResult('done');
      },
      { mutates: true },
    ),
  ]);
  const slow = door.call('slowly');
  const seen = door.pipeline.between(() => [names(door), door.scene.open === undefined]);
  const later = door.call('add', { name: 'Later' });
  open();
  expect(await seen).toEqual([['Half'], true]);
  expect([(await slow).ok, (await later).ok]).toEqual([true, true]);
  expect(names(door)).toEqual(['Half', 'Later']);
  const failing = door.pipeline.between(() => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await door.call('add', { name: 'After' })).ok).toBe(true);
});
