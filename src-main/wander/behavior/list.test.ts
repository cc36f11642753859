import { expect, test } from 'vitest';
import { listBehaviors } from './list';

test('a text is listed with its params, vars, handlers, states and tests', () => {
  const source = `const FAST = 4

fn helper()
end

behavior Door
  intent "Opens."
  param speed = 2 * FAST in 0..10 "m/s"
  param tint = #ff8800
  param place = (1, 2)
  param names: list<string> = ["a", "b"]
  var open = false
  var anything = none

  on event "push"
  end

  state Idle
    on enter
    end
  end

  test "opens"
  end
end`;
  expect(listBehaviors(source)).toEqual({
    behaviors: [
      {
        name: 'Door',
        intent: 'Opens.',
        line: 6,
        params: [
          { name: 'speed', type: 'number', default: 8, min: 0, max: 10, doc: 'm/s', line: 8 },
          { name: 'tint', type: 'color', default: '#ff8800', line: 9 },
          { name: 'place', type: 'vec', default: [1, 2, 0], line: 10 },
          { name: 'names', type: 'list<string>', default: ['a', 'b'], line: 11 },
        ],
        vars: [
          { name: 'open', type: 'bool', line: 12 },
          { name: 'anything', type: 'any', line: 13 },
        ],
        handlers: [
          { trigger: 'event', argument: 'push', line: 15 },
          { trigger: 'enter', state: 'Idle', line: 19 },
        ],
        states: ['Idle'],
        tests: [{ name: 'opens', behavior: 'Door', line: 23 }],
      },
    ],
    tests: [],
    functions: ['helper'],
    diagnostics: [],
  });
});

test('bare members are the behaviour Main, and its tests are those of the file', () => {
  const { behaviors, tests } = listBehaviors('var a = 1\ntest "t"\nend');
  expect(behaviors).toMatchObject([
    { name: 'Main', vars: [{ name: 'a' }], tests: [{ name: 't', behavior: 'Main' }] },
  ]);
  expect(tests).toEqual([]);
});

test('tests outside of behaviours are listed by themselves', () => {
  const { behaviors, tests } = listBehaviors('fn f()\n  return 1\nend\ntest "t"\n  expect f() == 1\nend');
  expect(behaviors).toEqual([]);
  expect(tests).toEqual([{ name: 't', line: 4 }]);
});

test('what can be read of a text with errors is listed', () => {
  const { behaviors, diagnostics } = listBehaviors(
    'behavior A\n  var a = 1\n  on tick\n    log x\n  end\nend',
  );
  expect(behaviors).toMatchObject([{ name: 'A', vars: [{ name: 'a' }], handlers: [{ trigger: 'tick' }] }]);
  expect(diagnostics.map(({ code }) => code)).toEqual(['unknown_name']);
});
