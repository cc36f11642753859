import { expect, test } from 'vitest';
import { analyse } from './analyse';
import { EXAMPLES } from './examples.fixture';
import { parse } from './parser';
import { treeText } from './tree-text';

function told(source: string, mode: 'script' | 'tool' = 'script', module?: string) {
  const options = module === undefined ? {} : { module: () => module };
  const { diagnostics } = analyse(source, { mode, ...options });
  return diagnostics.map(
    ({ severity, line, code }) => `${severity === 'error' ? '' : 'warning '}${line} ${code}`,
  );
}
const inBehavior = (members: string): string[] => told(`behavior B\n${members}\nend`);
const inHandler = (statements: string): string[] => inBehavior(`on start\n${statements}\nend`);

test('a behaviour is read with all its members', () => {
  const source = `behavior "Slow door"
  intent "Opens."
  param speed: number = 2 in 0..10 "m/s"
  var open = false
  const WIDE = 3
  fn width(n) return WIDE * n end
  on update
    open = width(2) > 1
  end
  on event "push" with who
    emit "opened" with {by: who} to self
  end
  on collide "player"
  end
  state Idle
    on enter log 1 end
    on exit log 2 end
  end
  test "opens"
    expect open, "it is open"
  end
end`;
  const { file, problems } = parse(source);
  expect(problems.list).toEqual([]);
  expect(treeText(file)).toBe(
    [
      '(behavior "Slow door" (intent "Opens.")',
      '(param speed:number 2 in 0 10 "m/s") (var open false) (const WIDE 3) (fn width [n] (return (* WIDE n)))',
      '(on tick  [] (= open (> (call width 2) 1)))',
      '(on event "push" [who] (emit "opened" with {"by" who} to self))',
      '(on collide "player" [])',
      '(state Idle (on enter  [] (log 1)) (on exit  [] (log 2)))',
      '(test "opens" (expect open "it is open")))',
    ].join(' '),
  );
});

test('bare members make up the behaviour Main, whose vars the functions of the file see', () => {
  const source =
    'var hp = 3\nfn hurt(n)\n  hp -= n\nend\non event "hit" with n\n  hurt(n)\nend\ntest "t"\n  expect hp == 3\nend';
  const { file } = parse(source);
  expect(file.behaviors.map(({ name, implicit }) => ({ name: name.text, implicit }))).toEqual([
    { name: 'Main', implicit: true },
  ]);
  expect(told(source)).toEqual([]);
});

test('waits are read with their units', () => {
  const statements: [string, string][] = [
    ['wait 2', '(wait seconds 2)'],
    ['wait 1.5 seconds', '(wait seconds 1.5)'],
    ['wait delay s', '(wait seconds delay)'],
    ['wait frames 3', '(wait frames 3)'],
    ['wait 3 frames', '(wait frames 3)'],
    ['wait frame 1', '(wait frames 1)'],
    ['wait frames (n + 1)', '(wait frames (+ n 1))'],
    ['wait until hp < 1', '(wait until (< hp 1))'],
    ['every 2 seconds\n log 1\nend', '(every 2 (log 1))'],
    ['after 2 do log 1 end', '(after 2 (log 1))'],
    ['go to Hot', '(go Hot)'],
    ['goto Hot', '(go Hot)'],
  ];
  for (const [statement, tree] of statements) {
    const { file, problems } = parse(`on start\n${statement}\nend`);
    expect(problems.list, statement).toEqual([]);
    expect(treeText(file), statement).toBe(`(behavior * (on start  [] ${tree}))`);
  }
});

test('the example of the facts has nothing wrong with it', () => {
  const beacon = EXAMPLES.find(({ source }) => source.startsWith('behavior Beacon'));
  expect(beacon && told(beacon.source)).toEqual([]);
});

test.each<[string, string, string[]]>([
  ['an unknown trigger', 'on tock\nend', ['2 unknown_trigger']],
  ['an event without a name', 'on event hit\nend', ['2 expected_string']],
  ['a trigger of what is not there', 'on dialogue "a"\nend', ['warning 2 unavailable']],
  ['a frame handler', 'on frame\nend', ['warning 2 unavailable']],
  ['enter outside of a state', 'on enter\nend', ['2 enter_outside_state']],
  ['start in a state', 'state A\non start\nend\nend', ['3 start_in_state']],
  ['a statement in a state', '  state A\n    log 1\n  end', ['3 unexpected_token']],
  ['a statement among members', 'log 3\nvar hp = 3', ['2 unexpected_token']],
  ['a value without its var', 'hp = 3\non tick\nlog hp\nend', ['2 unexpected_token']],
  ['a handler twice', 'on tick\nend\non tick\nend', ['4 duplicate_handler']],
  ['one handler of each of two events', 'on event "a"\nend\non event "b"\nend', []],
  ['something given with a tick', 'on tick with x\nlog x\nend', ['2 nothing_given']],
  ['a name twice', 'var a = 1\nfn a()\nend', ['3 duplicate_name']],
  ['a state twice', 'state A\nend\nstate A\nend', ['4 duplicate_name']],
  ['a var named as a property', 'var position = 1', ['2 reserved_word']],
  ['a var without a value', 'var hp', ['2 expected_symbol']],
  ['a param that is computed', 'param p = random()', ['2 not_constant']],
  ['a param out of its range', 'param p = 11 in 0..10', ['warning 2 invalid_range']],
  ['a range that ends before it begins', 'param p = 3 in 10..0', ['2 invalid_range']],
  ['a range of a text', 'param p = "a" in 0..10', ['2 invalid_range']],
  ['a text with values as a doc', 'param p = 1\nintent "a {1}"', ['3 expected_string']],
  ['a test that changes the state', 'state A\nend\ntest "t"\ngo to A\nend', ['5 goto_in_test']],
  ['a timer in a test', 'test "t"\nevery 2 log 1 end\nend', ['3 timer_outside_handler']],
  ['a wait in a test', 'test "t"\nwait 2\nend', []],
  ['a value given by a test', 'test "t"\nreturn 1\nend', ['3 return_value_in_handler']],
  [
    'a wait in exit',
    'state A\non exit\nwait 1\nafter 1 log 1 end\nend\nend',
    ['4 wait_in_exit', '5 wait_in_exit'],
  ],
  ['a change of state in exit', 'state A\non exit\ngo to A\nend\nend', ['4 goto_in_exit']],
  ['a behavior in a behavior', '  behavior C\n  end', ['2 unexpected_token']],
  ['a missing end', 'on tick\n  log 1\n\non start\n  log 2\nend', ['2 missing_end']],
  ['a click in a test', 'test "t"\nclick self\npress "a"\nhold "b"\nrelease "b"\nend', []],
  ['a click of a number', 'test "t"\nlet n = 1\nclick n\nend', ['4 type_mismatch']],
  ['a function that waits', 'fn f()\nwait 1\nend', ['3 wait_outside_handler']],
  ['a lambda that waits', 'on start\nlet f = fn() wait 1 end\nf()\nend', ['3 wait_outside_handler']],
])('with %s among the members, the check says so', (_what, members, expected) => {
  expect(inBehavior(members)).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ['a value given back', 'return 1', ['3 return_value_in_handler']],
  ['an unknown state', 'go to Hot', ['3 unknown_state']],
  ['an expectation', 'expect true', ['3 test_only']],
  ['a break out of a timer', 'while true\nevery 1\nbreak\nend\nend', ['5 outside_loop']],
  ['code behind a stop', 'stop\nlog 1', ['warning 4 unreachable_code']],
  ['a wait for a text', 'wait "1"', ['3 type_mismatch']],
  ['a wait for less than nothing', 'wait -1', ['3 type_mismatch']],
  ['a function of a subsystem', 'play_sound("a.ogg")', ['3 unavailable']],
  [
    'functions of input',
    'log [key("a"), key_pressed("a"), action("b"), pressed("b"), released("b"), axis("c")]',
    [],
  ],
  [
    'words of the game',
    'log [self.name, other, dt, time, frame, state, state_time, data, contact_point, impact]',
    [],
  ],
  ['a var in capitals of another place', 'log missing', ['3 unknown_name']],
])('with %s in a handler, the check says so', (_what, statements, expected) => {
  expect(inHandler(statements)).toEqual(expected);
});

test('a var keeps to the kind it begins with, unless it begins with none', () => {
  expect(inBehavior('var hp = 3\nvar any = none\non start\nhp = "x"\nany = "x"\nany = 1\nend')).toEqual([
    '5 type_mismatch',
  ]);
});

test('a local that hides a var is warned of', () => {
  expect(inBehavior('var hp = 3\non start\nlet hp = 1\nlog hp\nend')).toEqual(['warning 4 shadows_var']);
});

test('what a handler was called with has no name elsewhere', () => {
  expect(told('fn f()\n  return data\nend')).toEqual(['2 unknown_name']);
  expect(inBehavior('fn f()\n  return data\nend')).toEqual(['3 unknown_name']);
});

test('bare members do not stand beside behaviours', () => {
  expect(told('behavior A\nend\non tick\nend')).toEqual(['3 bare_member']);
});

test('in a tool, behaviours and tests are left out with a warning, and bare members refused', () => {
  const source =
    'behavior B\n  on tick\n    let x = if a then 1 else 2\n    m = {end: 1}.end\n  end\nend\ntest "t"\n  expect x\nend\nfn run()\nend';
  expect(told(source, 'tool')).toEqual(['warning 1 behavior_skipped', 'warning 7 behavior_skipped']);
  expect(told('on tick\nend\nvar x = 1\nfn run()\nend', 'tool')).toEqual([
    '1 behavior_unsupported',
    '3 behavior_unsupported',
  ]);
});

test('statements of handlers have their own errors in a tool', () => {
  const source =
    'fn run()\n  wait 1\n  every 2 seconds\n    log 1\n  end\n  go to Hot\n  expect 1 == 1\n  press "a"\nend';
  expect(told(source, 'tool')).toEqual([
    '2 wait_outside_handler',
    '3 timer_outside_handler',
    '6 goto_outside_behavior',
    '7 test_only',
    '8 test_only',
  ]);
});

test('a module holds no behaviour', () => {
  const use = 'use "a"\nfn f()\n  return a.g()\nend';
  expect(told(use, 'script', 'fn g()\nend\nbehavior B\nend')).toEqual(['3 module_has_behavior']);
});

test('what handlers do is among the effects', () => {
  const { effects } = analyse('var hp = 1\non tick\n  self.position.y += hp\n  destroy self\nend', {
    mode: 'script',
  });
  expect(effects.writes).toContain('position');
  expect(effects.builtins).toContain('destroy');
});
