import { expect, test } from 'vitest';
import { toolError } from '../errors';
import { textResult } from './result';
import { AGENT, builtin, createDoor, custom, USER } from './testing';

test('S-27: a dry run answers as the call would, says what it would change, and leaves everything as it was', async () => {
  const door = createDoor();
  await door.call('add', { name: 'A' });
  await door.call('rename', { id: 1, name: 'B' });
  door.history.undo();
  const before = door.state();
  const records = door.finished.length;
  const outcome = await door.pipeline.dryRun({ tool: 'rename', args: { id: 1, name: 'C' }, caller: AGENT });
  expect(outcome.result).toMatchObject({ ok: true, text: 'Renamed' });
  expect(outcome.changes).toEqual([{ entity: 1, name: 'C', property: 'name', before: 'A', after: 'C' }]);
  await door.pipeline.dryRun({ tool: 'add', args: { name: 'X' }, caller: AGENT });
  expect(door.state()).toBe(before);
  expect(door.finished).toHaveLength(records);
  expect(door.history.redo().ok).toBe(true);
});

test('call with dryRun is a dry run', async () => {
  const door = createDoor();
  expect(
    await door.pipeline.call({ tool: 'add', args: { name: 'X' }, caller: USER, dryRun: true }),
  ).toMatchObject({
    structured: { id: 1 },
  });
  expect(door.scene.nextId).toBe(1);
});

test('the setup runs first and its changes are not counted as the tool’s', async () => {
  const door = createDoor();
  const outcome = await door.pipeline.dryRun(
    { tool: 'rename', args: { id: 1, name: 'New' }, caller: AGENT },
    { setup: [{ tool: 'add', args: { name: 'Old' } }] },
  );
  expect(outcome.changes).toEqual([
    { entity: 1, name: 'New', property: 'name', before: 'Old', after: 'New' },
  ]);
  const deleting = builtin('clear', (_args, { tx }) => textResult(String(tx.remove(1))), { mutates: true });
  const cleared = await door.pipeline.dryRun(
    { tool: 'clear', caller: AGENT },
    { setup: [{ tool: 'add', args: { name: 'Old' } }], definition: deleting },
  );
  expect(cleared.changes).toMatchObject([{ entity: 1, property: 'deleted', after: null }]);
  expect(door.scene.count).toBe(0);
});

test('a setup that fails is told apart from the tool, which does not run', async () => {
  const door = createDoor();
  let ran = false;
  const definition = builtin('tool_under_test', () => {
    ran = true;
    return textResult('ok');
  });
  const outcome = await door.pipeline.dryRun(
    { tool: 'tool_under_test', caller: AGENT },
    { setup: [{ tool: 'add', args: { name: 'A' } }, { tool: 'break_down' }], definition },
  );
  expect(outcome.setupError).toEqual({
    index: 1,
    tool: 'break_down',
    error: { code: 'tool_failed', message: 'It broke down.' },
  });
  expect(ran).toBe(false);
  expect(door.scene.count).toBe(0);
});

test('a tool that waits for approval can be run dry, one that is broken or away can not', async () => {
  const run = () => textResult('ran');
  const door = createDoor([
    custom('user_pending', run, { status: 'pending_approval' }),
    custom('user_rejected', run, { status: 'rejected' }),
    custom('user_off', run, { status: 'disabled' }),
    custom('user_invalid', run, { status: 'invalid' }),
    custom('user_offline', run, { status: 'offline' }),
    custom('user_calls_pending', (_args, context) => context.callNow('user_pending', {})),
    custom('user_calls_off', (_args, context) => context.callNow('user_off', {})),
  ]);
  const ok = async (tool: string) => (await door.pipeline.dryRun({ tool, caller: AGENT })).result.ok;
  expect(await ok('user_pending')).toBe(true);
  expect(await ok('user_rejected')).toBe(true);
  expect(await ok('user_off')).toBe(true);
  expect(await ok('user_invalid')).toBe(false);
  expect(await ok('user_offline')).toBe(false);
  expect(await ok('user_calls_pending')).toBe(true);
  expect(await ok('user_calls_off')).toBe(false);
});

test('a definition that is not registered runs, and takes the place of the registered one wherever it is called', async () => {
  const door = createDoor([
    custom('user_a', () => textResult('old'), {}),
    custom('user_b', (_args, context) => context.callNow('user_a', {}), {}),
  ]);
  const definition = custom('user_a', () => textResult('new'), {});
  expect(
    (await door.pipeline.dryRun({ tool: 'user_a', caller: AGENT }, { definition })).result,
  ).toMatchObject({ text: 'new' });
  expect(
    (await door.pipeline.dryRun({ tool: 'user_b', caller: AGENT }, { definition })).result,
  ).toMatchObject({ text: 'new' });
  const fresh = custom('user_fresh', () => textResult('fresh'), {});
  expect(
    (await door.pipeline.dryRun({ tool: 'user_fresh', caller: AGENT }, { definition: fresh })).result,
  ).toMatchObject({ text: 'fresh' });
  expect(door.registry.get('user_fresh')).toBeUndefined();
});

test('what works outside the scene is refused in a dry run, and says so', async () => {
  let saved = 0;
  const save = () => {
    saved += 1;
    return textResult('saved');
  };
  const door = createDoor([
    builtin('save', save, { mutates: true, outsideScene: true, exclusive: true }),
    builtin('list_undo', () => textResult('list'), {
      mutates: true,
      outsideScene: true,
      exclusive: true,
      dryRunSafe: true,
    }),
    custom('user_saves', (_args, context) => context.callNow('save', {}), { capabilities: { mutate: true } }),
  ]);
  for (const tool of ['save', 'user_saves']) {
    expect((await door.pipeline.dryRun({ tool, caller: AGENT })).result).toMatchObject({
      ok: false,
      error: {
        code: 'capability_denied',
        message: "save can't be run dry: what it does could not be rolled back.",
      },
    });
  }
  expect(saved).toBe(0);
});

test('dry runs take their turn among the calls that change the scene', async () => {
  const door = createDoor();
  const results = await Promise.all([
    door.call('add', { name: 'A' }),
    door.pipeline.dryRun({ tool: 'add', args: { name: 'Dry' }, caller: AGENT }),
    door.call('add', { name: 'B' }),
    door.pipeline.dryRun({ tool: 'add', args: { name: 'Dry' }, caller: AGENT }),
  ]);
  expect(results.map((result) => ('result' in result ? result.result.ok : result.ok))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(door.scene.ids()).toEqual([1, 2]);
});

test('a dry run that fails or is cancelled has no changes and leaves nothing', async () => {
  const door = createDoor([
    builtin(
      'hang',
      function* (_args, { tx }) {
        tx.create({ name: 'Half' });
        yield new Promise(() => undefined);
        return textResult('never');
      },
      { mutates: true },
    ),
    builtin(
      'fails',
      (_args, { tx }) => {
        tx.create({ name: 'Half' });
        return { ok: false, error: toolError('tool_failed', 'no') };
      },
      { mutates: true },
    ),
  ]);
  expect(await door.pipeline.dryRun({ tool: 'fails', caller: AGENT })).toMatchObject({
    changes: [],
    result: { ok: false },
  });
  const abort = new AbortController();
  const hanging = door.pipeline.dryRun({ tool: 'hang', caller: AGENT, signal: abort.signal });
  const queued = door.pipeline.dryRun({
    tool: 'add',
    args: { name: 'X' },
    caller: AGENT,
    signal: abort.signal,
  });
  abort.abort();
  expect((await hanging).result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect((await queued).result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(door.scene.count).toBe(0);
  expect((await door.call('add', { name: 'A' })).ok).toBe(true);
});
