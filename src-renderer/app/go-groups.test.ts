import { expect, test } from 'vitest';
import { goGroups, splitPosition } from './go-groups';

const entities = new Map([
  [3, { id: 3, name: 'Player' }],
  [12, { id: 12, name: 'Lamp' }],
]);
const places = {
  tools: [{ name: 'user_place_layers' }, { name: 'user_lamp_row' }],
  entities,
  files: ['player/notes.md', 'scripts/player.wander', 'scenes/main.sky.json'],
};
const keys = (typed: string, recent: readonly string[] = []): string[] =>
  goGroups(places, typed, recent).flatMap(({ items }) => items.map(({ key }) => key));

test('the kind with the best fit comes first, so that Enter goes to what was typed', () => {
  // Its letters are in the tool's name too, scattered.
  expect(keys('player')).toEqual([
    'entity:3',
    'file:scripts/player.wander',
    'file:player/notes.md',
    'tool:user_place_layers',
  ]);
  expect(keys('user_lamp')[0]).toBe('tool:user_lamp_row');
  expect(keys('main')[0]).toBe('file:scenes/main.sky.json');
});

test('the name of a file goes before a folder that only contains it', () => {
  expect(keys('notes')[0]).toBe('file:player/notes.md');
});

test('#12 is the entity of that id', () => {
  expect(keys('#12')).toEqual(['entity:12']);
});

test('with nothing typed, what was opened last comes first, and once; what is gone does not come', () => {
  const recent = ['entity:12', 'file:gone.md', 'tool:user_lamp_row', 'entity:99'];
  expect(goGroups(places, '', recent)[0]).toMatchObject({
    heading: 'Recent',
    items: [{ key: 'entity:12' }, { key: 'tool:user_lamp_row' }],
  });
  expect(keys('', recent).filter((key) => key === 'entity:12')).toHaveLength(1);
  expect(goGroups(places, 'lamp', recent).map(({ heading }) => heading)).not.toContain('Recent');
});

test('what fits nothing gives nothing', () => {
  expect(keys('zzz')).toEqual([]);
});

test('a line and a column behind a colon are no part of the name', () => {
  expect(splitPosition('player.wander:7')).toEqual({ words: 'player.wander', position: { line: 7 } });
  expect(splitPosition('player.wander:7:3')).toEqual({
    words: 'player.wander',
    position: { line: 7, column: 3 },
  });
  // As it is while one types.
  expect(splitPosition('player.wander:')).toEqual({ words: 'player.wander', position: undefined });
  expect(splitPosition('a:b')).toEqual({ words: 'a:b', position: undefined });
  expect(splitPosition(':7')).toEqual({ words: ':7', position: undefined });
});
