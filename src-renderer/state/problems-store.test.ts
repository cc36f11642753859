import { beforeEach, expect, test } from 'vitest';
import { TOOLS_SOURCE, useProblems, type Problem } from './problems-store';

const error = (message: string, line: number, column = 1): Problem => ({
  severity: 'error',
  message,
  line,
  column,
});
const told = (): readonly string[] =>
  useProblems
    .getState()
    .shown.flatMap(({ source, path, problems }) =>
      problems.map(({ message, line }) => `${source} ${path}:${line} ${message}`),
    );
const { set } = useProblems.getState();

beforeEach(() => useProblems.setState({ files: new Map(), shown: [] }));

test('a mistake that the editor has found and the engine tells too is told once, by the editor', () => {
  set(TOOLS_SOURCE, 'tools/a.wander', [error('Unknown name fnd', 3)]);
  expect(told()).toEqual(['tools tools/a.wander:3 Unknown name fnd']);
  set('wander', 'tools/a.wander', [error('Unknown name "fnd"', 3, 9)]);
  expect(told()).toEqual(['wander tools/a.wander:3 Unknown name "fnd"']);
  // The file is closed: the engine's word is all there is.
  set('wander', 'tools/a.wander', []);
  expect(told()).toEqual(['tools tools/a.wander:3 Unknown name fnd']);
});

test('what stands at other lines, in other files or comes from tests is another mistake', () => {
  set('wander', 'tools/a.wander', [error('One', 3), { ...error('A warning', 5), severity: 'warning' }]);
  set('tests', 'tools/a.wander', [error('A test failed', 7)]);
  set(TOOLS_SOURCE, 'tools/a.wander', [error('Two', 4), error('Three', 5), error('Four', 7)]);
  set(TOOLS_SOURCE, 'tools/b.wander', [error('Five', 3)]);
  expect(told().filter((words) => words.startsWith('tools'))).toEqual([
    'tools tools/a.wander:4 Two',
    'tools tools/a.wander:5 Three',
    'tools tools/a.wander:7 Four',
    'tools tools/b.wander:3 Five',
  ]);
});
