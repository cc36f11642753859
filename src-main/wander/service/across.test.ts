import { expect, test } from 'vitest';
import { referencesTo, sharedAt } from './across';
import type { ServiceFacts } from './document';

const COMBAT = 'const BASE = 2\nfn hurt(e) return e.hp - BASE end';
const facts = (file: string): ServiceFacts => ({
  mode: 'script',
  file,
  module: (path) => (path === 'scripts/combat.wander' ? COMBAT : undefined),
});

test('what other files can see is known by its file, from where it is declared and from where it is used', () => {
  const expected = { file: 'scripts/combat.wander', name: 'hurt', span: { start: 18, end: 22 } };
  expect(sharedAt(COMBAT, 19, facts('scripts/combat.wander'))).toEqual(expected);
  const user = 'use "scripts/combat" as c\nfn f(e) return c.hurt(e) end';
  expect(sharedAt(user, user.indexOf('hurt'), facts('scripts/user.wander'))).toEqual(expected);
  expect(sharedAt(user, user.indexOf('e)'), facts('scripts/user.wander'))).toBeUndefined();
});

test('its places are found in its own file and in every file that uses it, by the name alone', () => {
  const places = (text: string, file: string, name: string): readonly string[] =>
    referencesTo(text, { file: 'scripts/combat.wander', name }, facts(file)).map(
      ({ span, role }) => `${role} ${span.start} ${text.slice(span.start, span.end)}`,
    );
  expect(places(COMBAT, 'scripts/combat.wander', 'BASE')).toEqual(['declare 6 BASE', 'read 40 BASE']);
  const user = 'use "scripts/combat" as c\nfn hurt(e) return c.hurt(e) + c.BASE end';
  expect(places(user, 'scripts/user.wander', 'hurt')).toEqual(['call 46 hurt']);
  expect(places('fn hurt() end', 'scripts/other.wander', 'hurt')).toEqual([]);
});
