/** Scripts that try to get out, or to bring the game down. */
import { expect, test } from 'vitest';
import { on, play } from './trace.fixture';

const NAMES = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

test.each(NAMES)(
  '%s is an ordinary name of a var, a param, a function, a state, an event, a key and an action',
  (name) => {
    const source = `behavior ${name}
  var var_${name} = 0
  param ${name} = 1
  fn f_${name}(x)
    return x
  end

  on start
    emit "${name}" with {${name}: 5}
  end

  on event "${name}" with given
    ${name} += given.${name}
    log "{${name}} {self.${name}} {f_${name}(state)} {key("${name}")} {axis("${name}")} {given["${name}"]}"
    go to Second
  end

  on key "${name}"
    log "key"
  end

  state First
  end

  state Second
    on enter
      every 0.01 seconds
        stop
      end
    end
  end
end`;
    const inputs = { 3: { press: [name], actions: { [name]: 1 }, events: [{ name, data: { [name]: 1 } }] } };
    const { reports, scene } = play({ scripts: [on(source, 1, name)], steps: 3, inputs });
    expect(reports.flatMap(({ errors }) => errors.map(({ error }) => error.message))).toEqual([]);
    expect(reports[1]?.logs.map(({ text }) => text)).toEqual(['6 6 First false 0 5']);
    expect(reports[2]?.logs.map(({ text }) => text)).toEqual(['7 7 Second true 1 1', 'key']);
    expect(Object.hasOwn(scene.entity(1)?.vars ?? {}, name)).toBe(true);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  },
);

test.each([
  ['a wait in a loop without an end', 'on start\n  while true\n    wait 0\n  end\nend'],
  ['waits that hold for ever', 'on tick\n  wait until false\nend'],
  ['a condition that never ends', 'fn f()\n  while true\n  end\nend\non start\n  wait until f()\nend'],
  [
    'a timer of no time',
    'on start\n  every 0\n    emit "x"\n  end\nend\non event "x"\n  emit "x"\n  emit "x"\nend',
  ],
  [
    'timers that set timers',
    'on start\n  after 0 emit "x" end\nend\non event "x"\n  repeat 1000 times\n    after 0 emit "x" end\n  end\nend',
  ],
  [
    'events without an end',
    'on start\n  emit "x"\nend\non event "x"\n  repeat 100000 times\n    emit "x"\n  end\nend',
  ],
  ['entities without an end', 'on tick\n  while true\n    spawn("cube")\n  end\nend'],
  [
    'what destroys itself again and again',
    'on tick\n  destroy self\n  destroy self\n  wait 0\n  self.x = 1\nend',
  ],
  ['a state that goes to itself', 'state A\n  on enter\n    go to A\n  end\nend'],
  ['a deep recursion in a condition', 'fn f(n)\n  return f(n + 1)\nend\non start\n  wait until f(0)\nend'],
  ['a wait of ages', 'on start\n  wait 1e300\n  wait frames 1e300\nend'],
  ['a text that grows in a var', 'var t = "ab"\non tick\n  t += t\nend'],
  ['a list that grows in a var', 'var l = [1]\non tick\n  l += l\nend'],
  ['a map of maps in a var', 'var m: any = {}\non tick\n  m = {a: m, b: m}\nend'],
  [
    'moves that go to the end of the world',
    'on tick\n  self.position.x = 1e308\n  move self by (1e308, 0, 0)\nend',
  ],
  ['seeds', 'on tick\n  seed(1e300)\n  log random()\nend'],
])('%s brings nothing down', (_what, source) => {
  const setup = { scripts: [on(source)], steps: 60, instructions: 50_000 };
  const first = play(setup);
  expect(play(setup).trace).toEqual(first.trace);
  for (const { instructions } of first.reports) expect(instructions).toBeLessThanOrEqual(6 * 50_000);
});

test('deep nesting of every kind of block that waits is read, and runs or is refused', () => {
  const kinds = [
    'if true then',
    'while true',
    'repeat 1 times',
    'for i in 0..1',
    'for x in [1]',
    'every 0',
    'after 0',
  ];
  for (const kind of kinds) {
    for (const depth of [50, 90, 120]) {
      const source = `on tick\n${`${kind}\n`.repeat(depth)}wait frames 1\n${'end\n'.repeat(depth)}end`;
      const { reports } = play({ scripts: [on(source)], steps: 4, instructions: 5000 });
      expect(reports).toHaveLength(4);
    }
  }
});
