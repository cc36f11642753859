import { expect, test } from 'vitest';
import { loadProgram } from './load';

test('a text without errors is a program, and one with an error is none', () => {
  expect(loadProgram('fn run() return 1 end', { mode: 'tool' })).toMatchObject({
    diagnostics: [],
    program: {},
  });
  const broken = loadProgram('fn run() return 1 +', { mode: 'tool' });
  expect(broken.program).toBeUndefined();
  expect(broken.diagnostics).toMatchObject([
    { severity: 'error', code: 'missing_end' },
    { code: 'unexpected_end' },
  ]);
});

test('warnings do not keep a program from being one', () => {
  const loaded = loadProgram('fn run() let x = 1 end', { mode: 'tool' });
  expect(loaded.program).toBeDefined();
  expect(loaded.diagnostics).toMatchObject([{ severity: 'warning', code: 'unused_variable' }]);
});
