import { expect, test } from 'vitest';
import { entityOf } from '../../state/read-entity';
import { SceneIndex } from '../../state/scene-index';
import { treeRows } from './tree-rows';

function scene(...entities: object[]): SceneIndex {
  const index = new SceneIndex();
  for (const one of entities) index.set(entityOf(one)!);
  return index;
}
const house = scene(
  { id: 1, name: 'House' },
  { id: 2, name: 'Door', parent: 1, tags: ['wood'] },
  { id: 3, name: 'Handle', parent: 2 },
  { id: 4, name: 'Sun', components: { light: {} } },
);
const shape = (open: number[], search = ''): string[] =>
  treeRows(house, new Set(open), search).map(
    ({ entity, depth, fits }) => `${'.'.repeat(depth)}${entity.name}${fits ? '' : '?'}`,
  );

test('closed entities hide what is below them', () => {
  expect(shape([])).toEqual(['House', 'Sun']);
  expect(shape([1])).toEqual(['House', '.Door', 'Sun']);
  expect(shape([1, 2])).toEqual(['House', '.Door', '..Handle', 'Sun']);
});

test('a search shows what fits and the way to it, whatever is open', () => {
  expect(shape([], 'handle')).toEqual(['House?', '.Door?', '..Handle']);
  expect(shape([], 'tag:woo')).toEqual(['House?', '.Door']);
  expect(shape([], 'has:light')).toEqual(['Sun']);
  expect(shape([], '#3')).toEqual(['House?', '.Door?', '..Handle']);
  expect(shape([], 'door sun')).toEqual([]);
});

test('100,000 entities and a chain of 10,000 lay out', () => {
  const index = new SceneIndex();
  for (let id = 1; id <= 100_000; id += 1)
    index.set(entityOf({ id, name: 'e', parent: id > 1 && id <= 10_000 ? id - 1 : null })!);
  const open = new Set(Array.from({ length: 10_000 }, (_, at) => at + 1));
  expect(treeRows(index, open, '')).toHaveLength(100_000);
  expect(treeRows(index, new Set(), '#10000')).toHaveLength(10_000);
});
