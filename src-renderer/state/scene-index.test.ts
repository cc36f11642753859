import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entityOf } from './read-entity';
import { SceneIndex } from './scene-index';

const entity = (id: number, parent: number | null) => entityOf({ id, name: `e${id}`, parent })!;

test('children come in order of ids, and move with their parent', () => {
  const index = new SceneIndex();
  for (const id of [3, 1, 2]) index.set(entity(id, null));
  expect(index.childrenOf(null)).toEqual([1, 2, 3]);
  index.set(entity(3, 1));
  expect([index.childrenOf(null), index.childrenOf(1), index.ancestorsOf(3)]).toEqual([[1, 2], [3], [1]]);
  index.delete(3);
  expect([index.childrenOf(1), index.size]).toEqual([[], 2]);
});

test('after any changes the children are those that name their parent', () => {
  const change = fc.record({
    id: fc.integer({ min: 1, max: 20 }),
    parent: fc.option(fc.integer({ min: 1, max: 20 })),
    gone: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const index = new SceneIndex();
      for (const { id, parent, gone } of changes) {
        if (gone) index.delete(id);
        else index.set(entity(id, parent));
      }
      for (const parent of [null, ...Array.from({ length: 20 }, (_, at) => at + 1)]) {
        const expected = [...index.values()].filter((one) => one.parent === parent).map((one) => one.id);
        expect(index.childrenOf(parent)).toEqual(expected.sort((a, b) => a - b));
      }
    }),
  );
});
