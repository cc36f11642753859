import { expect, test } from 'vitest';
import { AGENT, World } from '../world.fixture';

test('tests that take long let other work have its turn: a run can be cancelled, and what was known of the tests stays', async () => {
  const world = await World.open();
  await world.ok('tool_define', {
    name: 'counts',
    description: 'Counts for a while, for a test of cancelling.',
    input_schema: { type: 'object', properties: {} },
    wander: 'fn run(args)\n  let n = 0\n  repeat 40000 times\n    n += 1\n  end\n  return n\nend',
    tests: Array.from({ length: 20 }, (_, n) => ({ name: `test ${n}`, expect: { result: 40_000 } })),
  });
  const ran = await world.test({ name: 'counts' });
  expect(ran.map((record) => record.ok)).toEqual(Array.from({ length: 20 }, () => true));
  const cancel = new AbortController();
  setImmediate(() => cancel.abort());
  const cancelled = await world.pipeline.call({
    tool: 'tool_test',
    args: { name: 'counts' },
    caller: AGENT,
    signal: cancel.signal,
  });
  expect(cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  const known = (await world.inspect('counts')).last_tests;
  expect(known?.filter((record) => record.ok)).toHaveLength(20);
});
