/** What a place in the world may be given as. */
import type { Run } from '../context';
import type { Triple } from '../host';
import type { EntityRef } from '../values';
import { Vec } from '../values';

/** One step from an entity's space to that of its parent. */
export const WORLD_COST = 6;

export const vecOf = (triple: Triple): Vec => new Vec(triple[0], triple[1], triple[2]);

export const tripleOf = (vec: Vec): Triple => [vec.x, vec.y, vec.z];

/** A vector as it is; an entity's position in the world. Fails for an entity that is gone. */
export function pointOf(run: Run, point: Vec | EntityRef): Vec {
  if (point instanceof Vec) return point;
  const view = run.view(point);
  if (view.parent === null) return vecOf(view.position);
  run.chargeLineage(view, WORLD_COST);
  return vecOf(run.host.scene.worldPosition(view.id));
}

/** The length of a vector; a square root of a sum, so that it is the same on every platform. */
export const magnitude = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

export const distanceBetween = (a: Vec, b: Vec): number => magnitude(a.x - b.x, a.y - b.y, a.z - b.z);

/** Length 1; the zero vector stays as it is. */
export function unitVec(vec: Vec): Vec {
  const length = magnitude(vec.x, vec.y, vec.z);
  return length === 0 || length === Infinity ? vec : new Vec(vec.x / length, vec.y / length, vec.z / length);
}

/** Sine and cosine of degrees; those of quarter turns are exact. */
function sineAndCosine(degrees: number): readonly [number, number] {
  switch (((degrees % 360) + 360) % 360) {
    case 0:
      return [0, 1];
    case 90:
      return [1, 0];
    case 180:
      return [0, -1];
    case 270:
      return [-1, 0];
  }
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
}

/** A vector turned by Euler degrees: about z, then x, then y, as rotations of entities are. */
export function turnVec(vec: Vec, rotation: Vec): Vec {
  const [sx, cx] = sineAndCosine(rotation.x);
  const [sy, cy] = sineAndCosine(rotation.y);
  const [sz, cz] = sineAndCosine(rotation.z);
  const x1 = vec.x * cz - vec.y * sz;
  const y1 = vec.x * sz + vec.y * cz;
  const y2 = y1 * cx - vec.z * sx;
  const z2 = y1 * sx + vec.z * cx;
  return new Vec(x1 * cy + z2 * sy, y2, z2 * cy - x1 * sy);
}
