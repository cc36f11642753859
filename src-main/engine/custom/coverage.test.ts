import { expect, test } from 'vitest';
import { World } from './world.fixture';

const code = [
  'fn run(args)', // 1
  '  let n = 0', // 2
  '  if args.many', // 3
  '    n = 10', // 4
  '  else', // 5
  '    n = help()', // 6
  '  end', // 7
  '  return n', // 8
  'end', // 9
  'fn help()', // 10
  '  return 1', // 11
  'end', // 12
].join('\n');

test('each test of code tells the lines that it did not come to, and calls are the same without', async () => {
  const world = await World.open();
  await world.ok('tool_define', {
    name: 'counts',
    description: 'Gives ten for many and one otherwise.',
    input_schema: { type: 'object', properties: { many: { type: 'boolean', default: false } } },
    wander: code,
    tests: [
      { name: 'many', args: { many: true }, expect: { result: 10 } },
      { name: 'one', expect: { result: 1 } },
      { name: 'refused', args: { many: 3 }, expect: { error: 'invalid_arguments' } },
    ],
  });
  const [many, one, refused] = await world.test({ name: 'counts' });
  // Statements stand on lines 2, 3, 4, 6, 8 and 11.
  expect(many?.covers).toEqual({ unit: 'line', of: 6, missed: [6, 11] });
  expect(one?.covers).toEqual({ unit: 'line', of: 6, missed: [4] });
  expect(refused?.ok).toBe(true);
  expect(refused?.covers).toBeUndefined();
  const known = (await world.inspect('counts')).last_tests;
  expect(known?.map(({ covers }) => covers?.missed)).toEqual([[6, 11], [4], undefined]);
  expect(await world.ok('user_counts', { many: true })).toMatchObject({ result: 10 });
});

test('a test of a composite tells the steps that made no call, also where it fails', async () => {
  const world = await World.open();
  await world.ok('tool_define', {
    name: 'pipeline',
    description: 'Finds entities, and looks at one where that is wanted.',
    input_schema: { type: 'object', properties: { look: { type: 'boolean', default: false } } },
    steps: [
      { tool: 'scene_query', args: {} },
      { tool: 'entity_get', args: { entity: 'Nobody' }, when: '{{args.look}}' },
      { tool: 'scene_query', args: {} },
    ],
    tests: [{ name: 'does not look' }, { name: 'looks', args: { look: true }, expect: { ok: false } }],
  });
  const [without, looking] = await world.test({ name: 'pipeline' });
  expect(without?.covers).toEqual({ unit: 'step', of: 3, missed: [2] });
  expect(looking?.covers).toEqual({ unit: 'step', of: 3, missed: [3] });
});
