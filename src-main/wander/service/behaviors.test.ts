import { expect, test } from 'vitest';
import { complete } from './completion';
import type { ServiceFacts } from './document';
import { hover } from './hover';
import { definition, references, rename } from './navigation';
import { semanticTokens } from './semantic-tokens';
import { folding, symbols, type DocumentSymbol } from './structure';

const FACTS: ServiceFacts = { mode: 'script' };

const DOOR = `-- Opens and shuts.
behavior Door
  intent "Opens."
  param speed = 2 in 0..10 "m/s"
  var open = false

  fn push(n)
    open = n > speed
  end

  on event "push" with n
    push(n)
    if open then go to Open end
  end

  state Shut
    on tick
      log state_time
    end
  end

  state Open
    on enter
      go to Shut
    end
  end

  test "opens"
    expect not open
  end
end
`;

/** The text without its bar, and where the bar stood. */
function cursor(marked: string): { readonly text: string; readonly at: number } {
  const at = marked.indexOf('|');
  return { text: marked.slice(0, at) + marked.slice(at + 1), at };
}

function labels(marked: string): readonly string[] {
  const { text, at } = cursor(marked);
  return complete(text, at, FACTS).map(({ label }) => label);
}

test('the outline holds behaviours with their members, and bare members as the text has them', () => {
  const outline = (found: readonly DocumentSymbol[]): unknown =>
    found.map(({ name, kind, children }) =>
      children === undefined || children.length === 0
        ? `${kind} ${name}`
        : [`${kind} ${name}`, outline(children)],
    );
  expect(outline(symbols(DOOR, FACTS))).toEqual([
    [
      'behavior Door',
      [
        'variable speed',
        'variable open',
        'function push',
        'handler on event "push"',
        ['state Shut', ['handler on tick']],
        ['state Open', ['handler on enter']],
        'test opens',
      ],
    ],
  ]);
  expect(outline(symbols('var a = 1\non tick\nend', FACTS))).toEqual(['variable a', 'handler on tick']);
});

test('behaviours, states, handlers and tests fold', () => {
  const from = folding(DOOR).map((range) => range.from);
  expect(from).toEqual([2, 7, 11, 16, 17, 22, 23, 28]);
});

test.each([
  [
    'behavior B\n  |\nend',
    ['on tick', 'on event', 'var', 'param', 'state', 'test', 'fn', 'const'],
    ['let', 'wait', 'behavior'],
  ],
  ['|', ['behavior', 'on tick', 'var', 'fn'], ['wait']],
  ['behavior B\n  on |\nend', ['start', 'tick', 'event', 'collide'], ['dialogue', 'let']],
  ['behavior B\n  state A\n    |\n  end\nend', ['on enter', 'on tick', 'on exit'], ['var', 'test']],
  [
    'behavior B\n  var hp = 1\n  fn hurt()\n  end\n  on tick\n    |\n  end\nend',
    ['hp', 'hurt', 'wait', 'every', 'go to', 'emit', 'data', 'self'],
    ['expect'],
  ],
  [
    'behavior B\n  test "t"\n    |\n  end\nend',
    ['expect', 'press', 'click', 'wait'],
    ['every', 'go to', 'data'],
  ],
  ['behavior B\n  fn f()\n    |\n  end\nend', ['let', 'self'], ['wait', 'expect', 'data']],
  [
    'behavior B\n  state A\n  end\n  state B2\n    on tick\n      go to |\n    end\n  end\nend',
    ['A', 'B2'],
    ['let'],
  ],
  ['behavior B\n  on event "x"\n    emit "|"\n    emit "y"\n  end\nend', ['x', 'y'], ['let']],
  ['on tick\n  every 1 seconds\n    let here = 1\n    log |\n  end\nend', ['here'], ['expect']],
  ['behavior B\n  var |\nend', [], ['on tick', 'let']],
  ['behavior B\n  var hp: |\nend', ['number', 'string'], ['on tick']],
])('at %j there is what can stand there', (marked, present, absent) => {
  const found = labels(marked);
  expect(present.filter((label) => !found.includes(label))).toEqual([]);
  expect(absent.filter((label) => found.includes(label))).toEqual([]);
});

test('a tool is not offered what only a game has', () => {
  expect(complete('', 0, { mode: 'tool' }).map(({ label }) => label)).not.toContain('behavior');
});

test.each([
  ['    open = n > sp|eed', { code: 'param speed: number in 0..10', doc: 'm/s' }],
  ['    op|en = n > speed', { code: 'var open: bool' }],
  ['then go to Op|en end', { code: 'state Open' }],
  ['    pu|sh(n)\n    if', { code: 'fn push(n: any) -> none' }],
  ['  on ev|ent "push"', { code: 'on event "push"' }],
  ['      log state_ti|me', { code: 'state_time: number' }],
])('under the pointer at %j stands what it is', (piece, expected) => {
  const at = DOOR.indexOf(piece.replace('|', '')) + piece.indexOf('|');
  const { code, doc } = hover(DOOR, at, FACTS) ?? {};
  if (piece.includes('pu|sh')) expect(code).toMatch(/^fn push\(n/);
  else expect(code).toBe(expected.code);
  if ('doc' in expected) expect(doc).toBe(expected.doc);
});

test('vars, functions and states lead to where they are declared', () => {
  const line = (offset: number | undefined): number => DOOR.slice(0, offset).split('\n').length;
  expect(line(definition(DOOR, DOOR.indexOf('open = n'), FACTS)?.span.start)).toBe(5);
  expect(line(definition(DOOR, DOOR.indexOf('push(n)\n    if'), FACTS)?.span.start)).toBe(7);
  expect(line(definition(DOOR, DOOR.indexOf('Open end'), FACTS)?.span.start)).toBe(22);
});

test('a var and a state are found and renamed everywhere in the behaviour', () => {
  expect(references(DOOR, DOOR.indexOf('open = false'), FACTS)).toHaveLength(4);
  expect(references(DOOR, DOOR.indexOf('Shut\n    on tick'), FACTS)).toHaveLength(2);
  const outcome = rename(DOOR, DOOR.indexOf('Open end'), 'Wide', FACTS);
  expect(outcome.ok && outcome.edits.map(({ replacement }) => replacement)).toEqual(['Wide', 'Wide']);
  expect(rename(DOOR, DOOR.indexOf('open = false'), 'push', FACTS)).toMatchObject({ ok: false });
  expect(rename(DOOR, DOOR.indexOf('open = false'), 'isOpen', FACTS)).toMatchObject({ ok: true });
});

test('words of behaviours have their colours', () => {
  const types = new Map(
    semanticTokens(DOOR, FACTS).map(({ span, type }) => [DOOR.slice(span.start, span.end), type]),
  );
  expect(types.get('Door')).toBe('type');
  expect(types.get('event')).toBe('keyword');
  expect(types.get('enter')).toBe('keyword');
  expect(types.get('speed')).toBe('variable');
  expect(types.get('Open')).toBe('type');
  expect(types.get('push')).toBe('function');
});
