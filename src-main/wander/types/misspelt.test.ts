import { expect, test } from 'vitest';
import { analyse } from '../analyse';
import type { CheckFacts } from './context';

/** `line name near` of each var that is taken for a property misspelt. */
function told(statements: string, facts: CheckFacts = {}): string[] {
  const { diagnostics } = analyse(`fn run(args)\nlet e = find("A") ?? find("B")\n${statements}\nend`, {
    mode: 'tool',
    facts: { componentTypes: ['light', 'mesh'], ...facts },
  });
  return diagnostics
    .filter(({ code }) => code === 'unlikely_property')
    .map(
      ({ line, message, fix }) =>
        `${line - 2} ${/"(\w+)"/.exec(message)?.[1] ?? ''} ${fix?.replacement ?? ''}`,
    );
}

test.each([
  [
    'a letter left out',
    'return [e.nam, e.tag, e.scal, e.postion, e.paren]',
    ['1 nam name', '1 tag tags', '1 scal scale', '1 postion position', '1 paren parent'],
  ],
  ['a letter too many, but not at the end', 'return [e.naame, e.names, e.positions]', ['1 naame name']],
  ['two letters changed about', 'e.nmae = "x"', ['1 nmae name']],
  ['a component', 'return e.ligt.intensity', ['1 ligt light']],
  ['the other spelling', 'return e.colour', ['1 colour color']],
  ['other letter case', 'return e.Position', ['1 Position position']],
  ['a word of its own', 'return [e.game, e.same, e.hp, e.load, e.title]', []],
  ['what stands beside a property', 'return [e.id, e.name, e.light, e.mesh]', []],
  ['a var that is written and read', 'e.tag = "x"\nreturn e.tag', []],
  ['one that is set by its name', 'set_var(e, "tag", "x")\nreturn e.tag', []],
  ['one that is only changed', 'e.nmae += "x"', ['1 nmae name']],
  [
    'a long one, though it is written and read',
    'e.positon = e.position\nreturn e.positon',
    ['1 positon position', '2 positon position'],
  ],
  ['a part of a map', 'let m = {nam: 1}\nreturn m.nam', []],
  ['what may be no entity', 'let x = json_parse("1")\nreturn x.nam', []],
])('%s', (_, statements, expected) => {
  expect(told(statements)).toEqual(expected);
});

test('a var that the scene has is none, and where its vars are known, any word near to a property is one', () => {
  expect(told('return [e.nam, e.game]', { varNames: ['nam'] })).toEqual(['1 game name']);
  expect(told('return [e.nam, e.game]', { varNames: ['nam', 'game'] })).toEqual([]);
  expect(told('e.game = "chess"', { varNames: [] })).toEqual([]);
});
