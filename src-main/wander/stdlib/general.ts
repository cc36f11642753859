/** What belongs to no kind of value. */
import { textOf } from '../text';
import { nameOfType } from '../type-names';
import { truthy } from '../operators';
import { fn, type StdlibEntry } from './define';

export const GENERAL: readonly StdlibEntry[] = [
  fn({
    name: 'type_of',
    group: 'general',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'string',
    doc: 'The kind of a value: number, string, bool, none, vector, color, entity, list, map or function.',
    example: 'type_of((1, 2, 3))',
    pure: true,
    cost: 1,
    run: (_run, value) => nameOfType(value),
  }),
  fn({
    name: 'assert',
    group: 'general',
    parameters: [
      { name: 'condition', type: 'any' },
      { name: 'message', type: 'any', optional: true },
    ],
    result: 'none',
    doc: 'Ends the run with an error when a condition does not hold.',
    example: 'assert(1 + 1 == 2, "sums must work")',
    cost: 1,
    run: (run, condition, message) => {
      if (truthy(condition)) return null;
      return run.fail(message === undefined ? 'assert: the condition does not hold' : textOf(run, message));
    },
  }),
];
