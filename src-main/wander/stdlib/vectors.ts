/** Vectors, and places in the world, which may be given as vectors or as entities. */
import { finite } from '../operators';
import { textLength } from '../text';
import { List, Vec } from '../values';
import { fn, type StdlibEntry } from './define';
import { distanceBetween, magnitude, pointOf, turnVec, unitVec } from './points';

const TWO_POINTS = [
  { name: 'a', type: 'vec|entity' },
  { name: 'b', type: 'vec|entity' },
] as const;
const TWO_VECTORS = [
  { name: 'a', type: 'vec' },
  { name: 'b', type: 'vec' },
] as const;

const dot = (a: Vec, b: Vec): number => a.x * b.x + a.y * b.y + a.z * b.z;

export const VECTORS: readonly StdlibEntry[] = [
  fn({
    name: 'vec',
    group: 'vector',
    parameters: [
      { name: 'x', type: 'number' },
      { name: 'y', type: 'number' },
      { name: 'z', type: 'number', optional: true },
    ],
    result: 'vec',
    doc: 'A vector; the same as (x, y, z).',
    example: 'vec(1, 2, 3)',
    pure: true,
    cost: 1,
    run: (_run, x, y, z = 0) => new Vec(x, y, z),
  }),
  fn({
    name: 'length',
    group: 'vector',
    parameters: [{ name: 'value', type: 'vec|list|string' }],
    result: 'number',
    doc: 'The length of a vector, list or string; the same as value.length.',
    example: 'length((3, 4, 0))',
    pure: true,
    cost: 1,
    run: (run, value) => {
      if (value instanceof Vec) return finite(run, magnitude(value.x, value.y, value.z));
      if (value instanceof List) return value.items.length;
      run.useText(value);
      return textLength(value);
    },
  }),
  fn({
    name: 'distance',
    group: 'vector',
    parameters: TWO_POINTS,
    result: 'number',
    doc: 'Metres between two places; an entity stands for its position in the world.',
    example: 'distance((0, 0, 0), (3, 4, 0))',
    pure: true,
    cost: 2,
    run: (run, a, b) => finite(run, distanceBetween(pointOf(run, a), pointOf(run, b))),
  }),
  fn({
    name: 'distance_squared',
    group: 'vector',
    parameters: TWO_POINTS,
    result: 'number',
    doc: 'The square of the distance, which is enough for comparing.',
    example: 'distance_squared((0, 0, 0), (3, 4, 0))',
    pure: true,
    cost: 2,
    run: (run, a, b) => {
      const from = pointOf(run, a);
      const to = pointOf(run, b);
      return finite(run, (from.x - to.x) ** 2 + (from.y - to.y) ** 2 + (from.z - to.z) ** 2);
    },
  }),
  fn({
    name: 'normalize',
    group: 'vector',
    parameters: [{ name: 'v', type: 'vec' }],
    result: 'vec',
    doc: 'The vector with length 1; the zero vector stays zero.',
    example: 'normalize((0, 0, 5))',
    pure: true,
    cost: 2,
    run: (_run, v) => unitVec(v),
  }),
  fn({
    name: 'dot',
    group: 'vector',
    parameters: TWO_VECTORS,
    result: 'number',
    doc: 'The dot product.',
    example: 'dot((1, 2, 3), (4, 5, 6))',
    pure: true,
    cost: 1,
    run: (run, a, b) => finite(run, dot(a, b)),
  }),
  fn({
    name: 'cross',
    group: 'vector',
    parameters: TWO_VECTORS,
    result: 'vec',
    doc: 'The cross product.',
    example: 'cross((1, 0, 0), (0, 1, 0))',
    pure: true,
    cost: 2,
    run: (run, a, b) =>
      new Vec(
        finite(run, a.y * b.z - a.z * b.y),
        finite(run, a.z * b.x - a.x * b.z),
        finite(run, a.x * b.y - a.y * b.x),
      ),
  }),
  fn({
    name: 'direction',
    group: 'vector',
    parameters: TWO_POINTS,
    result: 'vec',
    doc: 'The vector of length 1 that points from a to b.',
    example: 'direction((0, 0, 0), (0, 5, 0))',
    pure: true,
    cost: 3,
    run: (run, a, b) => {
      const from = pointOf(run, a);
      const to = pointOf(run, b);
      return unitVec(
        new Vec(finite(run, to.x - from.x), finite(run, to.y - from.y), finite(run, to.z - from.z)),
      );
    },
  }),
  fn({
    name: 'angle_between',
    group: 'vector',
    parameters: TWO_VECTORS,
    result: 'number',
    doc: 'The angle between two vectors in radians; 0 when one of them is zero.',
    example: 'deg(angle_between((1, 0, 0), (0, 1, 0)))',
    pure: true,
    cost: 3,
    run: (_run, a, b) => {
      const [from, to] = [unitVec(a), unitVec(b)];
      if (magnitude(from.x, from.y, from.z) === 0 || magnitude(to.x, to.y, to.z) === 0) return 0;
      return Math.acos(Math.min(1, Math.max(-1, dot(from, to))));
    },
  }),
  fn({
    name: 'rotate',
    group: 'vector',
    parameters: [
      { name: 'v', type: 'vec' },
      { name: 'rotation', type: 'vec' },
    ],
    result: 'vec',
    doc: 'The vector turned by degrees about z, then x, then y, as the rotation of an entity turns.',
    example: 'rotate((1, 0, 0), (0, 90, 0))',
    pure: true,
    cost: 5,
    run: (run, v, rotation) => {
      const turned = turnVec(v, rotation);
      return new Vec(finite(run, turned.x), finite(run, turned.y), finite(run, turned.z));
    },
  }),
  fn({
    name: 'reflect',
    group: 'vector',
    parameters: [
      { name: 'v', type: 'vec' },
      { name: 'normal', type: 'vec' },
    ],
    result: 'vec',
    doc: 'The vector thrown back by a plane with this normal.',
    example: 'reflect((1, -1, 0), (0, 1, 0))',
    pure: true,
    cost: 3,
    run: (run, v, normal) => {
      const n = unitVec(normal);
      const twice = 2 * dot(v, n);
      return new Vec(
        finite(run, v.x - twice * n.x),
        finite(run, v.y - twice * n.y),
        finite(run, v.z - twice * n.z),
      );
    },
  }),
];
