/** Random behaviours play a while: nothing but errors of scripts comes of them, the same twice over, within their budgets. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { format } from '../format';
import type { PlayInput } from './contract';
import { loadBehaviors } from './load';
import { play } from './trace.fixture';

const INSTRUCTIONS = 3000;
const STEPS = 200;

const value = fc.constantFrom(
  'n', 'n + 1', 'hp', 'hp * 2', 'items', 'items.length', 'items[0]', 'stats.a', 'stats', 'self', 'self.position', 'other', 'data',
  'time', 'frame', 'state', 'state_time', 'random()', 'random_int(0, 3)', '[hp, n]', '{a: hp}', '"t{hp}"', '(1, 2, n)', 'none', 'true',
  'find("Two")', 'helper(n)', 'key("a")', 'axis("move")', 'pressed("jump")', 'self.hp', 'find_all().length',
); // prettier-ignore
const number = fc.constantFrom('n', 'hp', '1', '2', '0.05', 'random_int(0, 3)', 'n - 2', '3', 'items.length');
const condition = fc.constantFrom(
  'hp > 2', 'n < 3', 'chance(0.5)', 'state_time > 0.1', 'items.length < 4', 'exists(other)', 'true', 'frame % 3 == 0', 'stats.a == hp',
); // prettier-ignore
const event = fc.constantFrom('ping', 'pong');
const stateName = fc.constantFrom('Idle', 'Busy');

const simple = fc.oneof(
  value.map((text) => `log ${text}`),
  value.map((text) => `hp = ${text}`),
  value.map((text) => `items.push(${text})`),
  value.map((text) => `stats.a = ${text}`),
  value.map((text) => `self.hp = ${text}`),
  number.map((text) => `n = ${text}`),
  number.map((text) => `hp += ${text}`),
  fc.tuple(event, value).map(([name, text]) => `emit "${name}" with ${text}`),
  fc.tuple(event, value).map(([name, text]) => `emit "${name}" with ${text} to self`),
  event.map((name) => `emit "${name}" to find("Two")`),
  stateName.map((name) => `go to ${name}`),
  number.map((text) => `wait ${text}`),
  number.map((text) => `wait frames ${text}`),
  condition.map((text) => `wait until ${text}`),
  fc
    .constantFrom('self.position', 'find("Two")', 'items[0]', 'hp')
    .map((text) => `move self toward ${text} at 2`),
  fc.constantFrom(
    'stop',
    'return',
    'move self by (0, 1, 0)',
    'rotate self by (0, 5, 0)',
    'spawn("cube")',
    'destroy other',
    'seed(n)',
  ),
  fc.constantFrom(
    'find("Two").hp = 1',
    'items = []',
    'set_var(self, "hp", 3)',
    'hp = 1',
    'remove_var(self, "items")',
    'items.clear()',
  ),
);

const { statement } = fc.letrec<{ statement: string; block: string }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    simple,
    fc
      .tuple(condition, tie('block'), tie('block'))
      .map(([test, yes, no]) => `if ${test} then\n${yes}\nelse\n${no}\nend`),
    tie('block').map((body) => `for i in 0..3\n${body}\nend`),
    tie('block').map((body) => `for x in items\n${body}\nend`),
    tie('block').map((body) => `repeat 2 times\n${body}\nend`),
    fc.tuple(condition, tie('block')).map(([test, body]) => `while ${test}\n${body}\nend`),
    fc.tuple(number, tie('block')).map(([seconds, body]) => `every ${seconds}\n${body}\nend`),
    fc.tuple(number, tie('block')).map(([seconds, body]) => `after ${seconds}\n${body}\nend`),
    fc
      .tuple(value, tie('block'))
      .map(([what, body]) => `match ${what} when 1, "t1" then\n${body}\nelse\nhp = 0\nend`),
  ),
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
}));
const body = fc
  .array(statement, { minLength: 1, maxLength: 4 })
  .map((lines) => `let n = 1\n${lines.join('\n')}`);

const TRIGGERS = [
  'start',
  'tick',
  'event "ping"',
  'event "pong"',
  'key "a"',
  'action "jump"',
  'click',
  'collide',
  'trigger_enter "Two"',
];
const handlers = fc
  .uniqueArray(fc.constantFrom(...TRIGGERS), { minLength: 1, maxLength: 4 })
  .chain((triggers) =>
    fc
      .tuple(...triggers.map((trigger) => body.map((text) => `on ${trigger}\n${text}\nend`)))
      .map((parts) => parts.join('\n')),
  );
const inState = fc.tuple(body, body).map(([enter, tick]) => `on enter\n${enter}\nend\non tick\n${tick}\nend`);

const source = fc.tuple(handlers, inState, inState).map(
  ([own, idle, busy]) => `behavior B
var hp: any = 3
var items: any = [1, 2, 3]
var stats: any = {a: 1}
fn helper(x)
return if x == 2 then 1 / 0 else x
end
${own}
state Idle
${idle}
end
state Busy
${busy}
on exit
log "left"
end
end
end`,
);

const input: fc.Arbitrary<PlayInput> = fc.record(
  {
    press: fc.subarray(['a', 'b']),
    release: fc.subarray(['a', 'b']),
    actions: fc.record({ jump: fc.constantFrom(0, 1) }),
    clicks: fc.subarray([{ entity: 1 }, { entity: 2 }, { entity: 99 }]),
    contacts: fc.subarray([
      { kind: 'collide' as const, a: 1, b: 2 },
      { kind: 'trigger_enter' as const, a: 2, b: 1 },
    ]),
    events: fc.subarray([
      { name: 'ping', data: [1, 2] },
      { name: 'pong', to: 2 },
    ]),
  },
  { requiredKeys: [] },
);

test('random behaviours play 200 steps, the same twice over, within their budgets', () => {
  let played = 0;
  fc.assert(
    fc.property(source, fc.dictionary(fc.constantFrom('2', '3', '5', '8', '40'), input), (text, inputs) => {
      const { program } = loadBehaviors(text, {});
      if (program === undefined) return;
      played += 1;
      expect(loadBehaviors(format(text), {}).program).toBeDefined();
      const scripts = [1, 2].map((entity) => ({ entity, name: 'script', source: text }));
      const setup = {
        scene: [{ name: 'One' }, { name: 'Two' }],
        scripts,
        steps: STEPS,
        inputs,
        instructions: INSTRUCTIONS,
      };
      const first = play(setup);
      const second = play(setup);
      expect(second.trace).toEqual(first.trace);
      expect(second.scene.dump()).toEqual(first.scene.dump());
      for (const { instructions } of first.reports)
        expect(instructions).toBeLessThanOrEqual(2 * 6 * INSTRUCTIONS);
    }),
    { seed: 7, numRuns: 30 },
  );
  expect(played).toBeGreaterThan(20);
});
