/** Points in a grid of cubes, for radius queries. */
import type { Vec3 } from './entity';
import { ascending, IdIndex } from './id-index';

/** Metres. Scenes are asked for things a few metres away; a query of 8 m looks into at most 125 cells. */
const CELL = 4;

/** Cells each way from the origin; what is farther shares the outermost ones. 3 × 17 bits make an exact number. */
const REACH = 65_535;
const SPAN = 2 * REACH + 2;

export class SpatialHash {
  private readonly points = new Map<number, { readonly at: Vec3; readonly cell: number }>();
  private readonly cells = new IdIndex<number>();

  set(id: number, at: Vec3): void {
    const cell = keyOf(cellOf(at[0]), cellOf(at[1]), cellOf(at[2]));
    const before = this.points.get(id);
    if (before?.cell !== cell) {
      if (before) this.cells.remove(before.cell, id);
      this.cells.add(cell, id);
    }
    this.points.set(id, { at, cell });
  }

  delete(id: number): void {
    const before = this.points.get(id);
    if (!before) return;
    this.cells.remove(before.cell, id);
    this.points.delete(id);
  }

  /** Ids of the points at most `radius` from `center`, ascending. */
  within(center: Vec3, radius: number): number[] {
    if (!(radius >= 0)) return [];
    const found: number[] = [];
    const visit = (id: number): void => {
      const point = this.points.get(id);
      if (point && isWithin(point.at, center, radius)) found.push(id);
    };
    // A little farther than the radius, so that rounding loses no point on the edge.
    const reach = (value: number): number => radius + (Math.abs(value) + radius) * 1e-12;
    const low = center.map((value) => cellOf(value - reach(value))) as [number, number, number];
    const high = center.map((value) => cellOf(value + reach(value))) as [number, number, number];
    const cells = (high[0] - low[0] + 1) * (high[1] - low[1] + 1) * (high[2] - low[2] + 1);
    if (!(cells <= this.cells.size)) {
      for (const id of this.points.keys()) visit(id);
    } else {
      for (let x = low[0]; x <= high[0]; x += 1) {
        for (let y = low[1]; y <= high[1]; y += 1) {
          for (let z = low[2]; z <= high[2]; z += 1) this.cells.forEach(keyOf(x, y, z), visit);
        }
      }
    }
    return ascending(found);
  }
}

/** Inclusive. Points that have run off to infinity are near nothing. */
function isWithin(a: Vec3, b: Vec3, radius: number): boolean {
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  const square = x * x + y * y + z * z;
  const limit = radius * radius;
  return square < Infinity && limit < Infinity ? square <= limit : Math.hypot(x, y, z) <= radius;
}

function cellOf(value: number): number {
  return Math.max(-REACH, Math.min(REACH, Math.floor(value / CELL)));
}

function keyOf(x: number, y: number, z: number): number {
  return ((x + REACH) * SPAN + (y + REACH)) * SPAN + (z + REACH);
}
