import fc from 'fast-check';
import { expect, test } from 'vitest';
import { List, MapValue, share, Shape, type Value } from './values';

const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'length', '1', '0', 'k0', 'k1');
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, value: fc.integer() }),
  fc.record({ kind: fc.constant('remove' as const), key }),
  fc.constant({ kind: 'clear' as const }),
  fc.constant({ kind: 'copy' as const }),
);

test('a map does what a Map does, whether it has a shape or a table', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(60), (steps, extra) => {
      let map = MapValue.empty(Shape.root());
      const model = new Map<string, Value>();
      // With many keys it changes to a table.
      for (let index = 0; index < extra; index += 1) {
        map.set(`x${index}`, index);
        model.set(`x${index}`, index);
      }
      for (const one of steps) {
        if (one.kind === 'set') {
          map.set(one.key, one.value);
          model.set(one.key, one.value);
        } else if (one.kind === 'remove') expect(map.remove(one.key)).toBe(model.delete(one.key));
        else if (one.kind === 'clear') {
          map.clear();
          model.clear();
        } else map = map.copy();
      }
      expect(map.keys()).toEqual([...model.keys()]);
      expect(map.values()).toEqual([...model.values()]);
      expect(map.size).toBe(model.size);
      for (const name of ['a', '__proto__', 'toString']) {
        expect(map.get(name)).toBe(model.get(name));
        expect(map.has(name)).toBe(model.has(name));
      }
    }),
  );
});

test('maps built in one way have one shape', () => {
  const root = Shape.root();
  const one = MapValue.from(root, [
    ['a', 1],
    ['b', 2],
  ]);
  const other = MapValue.from(root, [
    ['a', 3],
    ['b', 4],
  ]);
  const third = MapValue.from(root, [
    ['b', 4],
    ['a', 3],
  ]);
  expect(one.shape).toBe(other.shape);
  expect(one.shape).not.toBe(third.shape);
});

test('a program can make only so many shapes; beyond them maps have tables', () => {
  const root = Shape.root();
  const maps = Array.from({ length: 3000 }, (_, index) => MapValue.from(root, [[`k${index}`, index]]));
  expect(maps[0]?.shape).toBeDefined();
  expect(maps[2999]?.shape).toBeUndefined();
  expect(maps[2999]?.get('k2999')).toBe(2999);
});

test('a copy shares what is in it, so that neither changes under the other', () => {
  const inner = new List([1]);
  const outer = new List([inner]);
  const copy = outer.copy();
  expect(copy.items[0]).toBe(inner);
  expect(inner.shared).toBe(true);
  expect(copy.shared).toBe(false);
});

test('only lists and maps are marked as shared', () => {
  expect(share(3)).toBe(3);
  expect(share(null)).toBe(null);
  const map = MapValue.empty(Shape.root());
  expect(share(map)).toBe(map);
  expect(map.shared).toBe(true);
});
