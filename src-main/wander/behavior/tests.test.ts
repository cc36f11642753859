import { expect, test } from 'vitest';
import { MemoryScene } from '../testkit/memory-scene';
import { runTests } from './tests';

const scene = () => ({ scene: new MemoryScene([{ name: 'One' }]), entity: 1 });

test('each test has a game of its own', () => {
  const source =
    'var n = 0\ntest "a"\n  n = 5\n  wait frames 1\n  expect n == 5\nend\ntest "b"\n  expect n == 0\nend';
  expect(runTests(source, { scene })).toMatchObject({ passed: 2, failed: 0 });
});

test('a test outside of behaviours runs alone', () => {
  const source =
    'fn twice(x)\n  return 2 * x\nend\nbehavior A\n  on start\n    log "never"\n  end\nend\ntest "twice"\n  expect twice(2) == 4\n  wait 0.1\n  log "here"\nend';
  const { tests } = runTests(source, { scene });
  expect(tests).toMatchObject([{ name: 'twice', passed: true, steps: 6 }]);
  expect(tests[0]?.logs.map(({ text }) => text)).toEqual(['here']);
});

test('only those that are asked for run', () => {
  const source = 'test "One thing"\nend\ntest "another"\nend';
  expect(runTests(source, { scene, filter: 'ONE' }).tests.map(({ name }) => name)).toEqual(['One thing']);
});

test('a text with errors runs no test', () => {
  const report = runTests('test "t"\n  expect x\nend', { scene });
  expect(report).toMatchObject({
    compiled: false,
    passed: 0,
    failed: 0,
    tests: [],
    diagnostics: [{ code: 'unknown_name' }],
  });
});

test('an error of a handler fails the test that plays it', () => {
  const source = 'on event "x"\n  log 1 / 0\nend\ntest "t"\n  emit "x"\n  wait frames 1\n  expect true\nend';
  const { tests } = runTests(source, { scene });
  expect(tests[0]).toMatchObject({
    passed: false,
    expectations: [{ passed: true }],
    errors: [{ handler: 'on event "x"' }],
  });
});

test('a test that never ends is ended', () => {
  const { tests } = runTests('test "t"\n  wait until false\nend', { scene, maxSeconds: 2 });
  expect(tests[0]).toMatchObject({
    passed: false,
    seconds: 2 - 1 / 60,
    errors: [{ error: { code: 'timeout', message: 'the test takes more than 2 seconds of play' } }],
  });
});

test('a script that is disabled ends its test', () => {
  const source = 'on tick\n  log 1 / 0\nend\ntest "t"\n  wait 100\nend';
  expect(runTests(source, { scene }).tests[0]).toMatchObject({ passed: false, steps: 4 });
});

test('params of a test are given to its behaviour', () => {
  const source = 'param speed = 1\ntest "t"\n  expect speed == 7\nend';
  expect(runTests(source, { scene, params: { speed: 7 } })).toMatchObject({ passed: 1 });
});

test('what a test tells of a condition that does not hold says what was found', () => {
  const source =
    'var a = "x"\ntest "t"\n  expect a == "y"\n  expect [1].length > 2\n  expect a in "bc"\n  expect a != "x", "other"\nend';
  const { tests } = runTests(source, { scene });
  expect(tests[0]?.expectations.map(({ detail }) => detail)).toEqual([
    'a is "x", and "y" was expected',
    '[1].length is 1, and more than 2 was expected',
    undefined,
    'a is "x", and something else than "x" was expected',
  ]);
});
