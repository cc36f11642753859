import { expect, test } from 'vitest';
import { formatProfile, parseProfile } from './profile';

const CATEGORIES = new Set(['entity', 'scene', 'project']);

function problem(text: string, id = 'nimbus'): string {
  const parsed = parseProfile(text, id, CATEGORIES);
  if (parsed.ok) throw new Error('it was expected to be broken');
  return parsed.error.message;
}

test('an entry is read with its defaults, and keeps what is not known', () => {
  const parsed = parseProfile('{"name": "Nimbus", "shoe_size": 43}', 'nimbus', CATEGORIES);
  expect(parsed).toMatchObject({
    ok: true,
    value: { id: 'nimbus', name: 'Nimbus', autonomy: 'ask', raw: { shoe_size: 43 } },
  });
});

test.each([
  ['{"autonomy": "ask",', 'agents/nimbus.agent.json, line 1: '],
  ['[]', 'agents/nimbus.agent.json, line 1: it has to hold an object'],
  [
    '{\n  "autonomy": "autonomus"\n}',
    'agents/nimbus.agent.json, line 2: autonomy is "autonomus"; write one of observe, ask, autonomous. Did you mean "autonomous"?',
  ],
  [
    '{\n  "permissions": {\n    "entity": "none"\n  }\n}',
    'agents/nimbus.agent.json, line 3: permissions.entity is "none"; write one of default, allow, ask, off, deny.',
  ],
  ['{"format": "skywalker.agent/2"}', 'the format is "skywalker.agent/2", which this version does not know'],
  ['{"id": "stratus"}', 'the id is "stratus", but the file is that of nimbus'],
  ['{"max_rounds": 0}', 'max_rounds is 0'],
])('%s is broken, with the line and the reason', (text, reason) => {
  expect(problem(text)).toContain(reason);
});

test('a category that is misspelt is a mistake, for it was meant to restrict', () => {
  expect(problem('{"permissions": {"enttiy": "off"}}')).toContain(
    'no tool has the category "enttiy". Did you mean "entity"?',
  );
  expect(parseProfile('{"permissions": {"weather": "off"}}', 'nimbus', CATEGORIES).ok).toBe(true);
});

test('an id is no path and no pattern', () => {
  for (const id of ['Nimbus', '../x', 'a.b', '', '1a', 'a'.repeat(65)])
    expect(problem('{}', id)).toContain("can't be the id of an agent");
});

test('an entry is written in one order, whatever order it came in', () => {
  const text = formatProfile({
    zeta: 1,
    permissions: {},
    name: 'N',
    autonomy: 'ask',
    format: 'skywalker.agent/1',
  });
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    'format',
    'name',
    'autonomy',
    'permissions',
    'zeta',
  ]);
});
