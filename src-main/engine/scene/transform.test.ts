import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anglesOf,
  axesOf,
  chain,
  compose,
  decompose,
  invert,
  transformDirection,
  transformPoint,
} from './transform';

const close = (a: readonly number[], b: readonly number[], digits = 6): void => {
  expect(a.length).toBe(b.length);
  a.forEach((value, index) => {
    expect(value).toBeCloseTo(b[index] ?? NaN, digits);
  });
};

test('rotation turns about z, then x, then y', () => {
  const m = compose({ position: [0, 0, 0], rotation: [90, 90, 90], scale: [1, 1, 1] });
  // x: z turns it to y, x turns that to z, y turns that to x.
  expect(transformPoint(m, [1, 0, 0])).toEqual([1, 0, 0]);
  // y: z turns it to −x, x leaves it, y turns it to z.
  expect(transformPoint(m, [0, 1, 0])).toEqual([0, 0, 1]);
});

test('scale comes before rotation, rotation before translation', () => {
  const m = compose({ position: [10, 0, 0], rotation: [0, 90, 0], scale: [2, 1, 1] });
  expect(transformPoint(m, [1, 0, 0])).toEqual([10, 0, -2]);
  expect(transformDirection(m, [1, 0, 0])).toEqual([0, 0, -2]);
});

test('a positive turn about y is to the left: things that faced −z face −x', () => {
  expect(axesOf([[0, 90, 0]]).forward).toEqual([-1, 0, 0]);
  expect(axesOf([[90, 0, 0]]).forward).toEqual([0, 1, 0]);
});

const angle = fc.integer({ min: -179, max: 179 });
const parts = fc.record({
  position: fc.tuple(
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: -50, max: 50 }),
  ),
  rotation: fc.tuple(angle, angle, angle),
  scale: fc.tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 5 }),
  ),
});

test('a matrix taken apart and put together again is the same', () => {
  fc.assert(
    fc.property(parts, fc.constantFrom(1, -1), (given, sign) => {
      const m = compose({ ...given, scale: [given.scale[0] * sign, given.scale[1], given.scale[2]] });
      close(compose(decompose(m)), m, 5);
    }),
  );
});

test('a matrix and its inverse cancel out', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const m = compose(given);
      close(chain(m, invert(m)!), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 8);
    }),
  );
  expect(invert(compose({ position: [0, 0, 0], rotation: [0, 0, 0], scale: [0, 1, 1] }))).toBeUndefined();
});

test('straight up and down have angles too', () => {
  for (const x of [90, -90]) {
    const m = compose({ position: [0, 0, 0], rotation: [x, 30, 20], scale: [1, 1, 1] });
    const angles = anglesOf([m[0], m[4], m[8]], [m[1], m[5], m[9]], [m[2], m[6], m[10]]);
    close(compose({ position: [0, 0, 0], rotation: angles, scale: [1, 1, 1] }), m, 5);
  }
});
