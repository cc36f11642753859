import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '../world.fixture';

let w: World;

beforeEach(async () => {
  w = await openWorld();
  w.script(
    'scripts/counter.wander',
    `behavior Counter
  var count = 0
  on click
    count += 1
  end
  test "a click counts"
    click self
    wait frames 2
    expect count == 1
  end
  test "two clicks count twice"
    click self
    wait frames 2
    expect count == 2, "both count"
  end
end
`,
  );
});

afterEach(() => w.remove());

test('each test is told with its expectations, their lines, and what the sides were', async () => {
  const result = await w.ok('wander_test', { path: 'scripts/counter.wander' });
  expect(result).toMatchObject({ compiled: true, passed: 1, failed: 1, total: 2, diagnostics: [] });
  expect(result.tests).toMatchObject([
    {
      path: 'scripts/counter.wander',
      behavior: 'Counter',
      name: 'a click counts',
      line: 6,
      passed: true,
      expectations: [{ line: 9, passed: true, condition: 'count == 1' }],
    },
    {
      name: 'two clicks count twice',
      passed: false,
      expectations: [{ line: 14, passed: false, condition: 'count == 2', message: 'both count' }],
    },
  ]);
});

test('tests are chosen by name; without a path all files are tested', async () => {
  w.script('scripts/other.wander', 'behavior Other\n  test "nothing"\n    expect true\n  end\nend\n');
  expect(await w.ok('wander_test', { name: 'click counts' })).toMatchObject({ passed: 1, failed: 0 });
  expect(await w.ok('wander_test', {})).toMatchObject({ passed: 2, failed: 1 });
  expect(await w.text('wander_test', { name: 'no such test' })).toBe('There are no tests that fit.');
});

test('the tests of what stands on an entity run in a copy of the scene', async () => {
  await w.ok('entity_create', { name: 'Neighbour', mesh: 'cube', position: [1, 0, 0] });
  await w.ok('entity_create', { name: 'Watcher', mesh: 'cube' });
  const source = `behavior Watcher
  param far = 5
  test "it finds its neighbour"
    expect distance(self, find("Neighbour")) < far
    destroy find("Neighbour")
  end
end`;
  await w.ok('behavior_set', { entity: 'Watcher', name: 'watch', source, params: { far: 2 } });
  expect(await w.ok('wander_test', { entity: 'Watcher' })).toMatchObject({
    passed: 1,
    tests: [{ path: 'Watcher/watch' }],
  });
  expect(w.scene.named('Neighbour')).toHaveLength(1);
});

test('code with errors runs no test and says where', async () => {
  const result = await w.ok('wander_test', {
    source: 'behavior Bad\n  test "x"\n    expect nobody\n  end\nend\n',
  });
  expect(result).toMatchObject({
    compiled: false,
    total: 0,
    diagnostics: [{ path: 'source', severity: 'error', line: 3 }],
  });
});

test('a file that is not there, and one that leads outside, are refused', async () => {
  expect(await w.error('wander_test', { path: 'scripts/none.wander' })).toMatchObject({ code: 'not_found' });
  expect(await w.error('wander_test', { path: '../other.wander' })).toMatchObject({
    code: 'permission_denied',
  });
});

test('an error of every step is told once, with how often it came', async () => {
  w.script(
    'scripts/faulty.wander',
    'behavior Faulty\n  on tick\n    let n = 1 / (frame - frame)\n  end\n  test "it runs"\n    wait 1\n  end\nend\n',
  );
  const text = await w.text('wander_test', { path: 'scripts/faulty.wander' });
  expect(text.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^FAILED {2}scripts\/faulty\.wander: it runs/),
    '  on tick, line 3: division by zero (5 times)',
  ]);
});
