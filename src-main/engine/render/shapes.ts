/** The primitive meshes as triangles. Each fits a cube of one metre around the origin. */
import type { Vec3 } from '../scene/entity';

export interface Shape {
  /** x, y, z for each corner. */
  readonly positions: Float32Array;
  /** Unit vectors for the same corners. */
  readonly normals: Float32Array;
  /** Three corners for each triangle. */
  readonly indices: Uint16Array;
}

/** How finely curved shapes are made. */
export type Detail = 'fine' | 'coarse';

const SEGMENTS = { fine: 32, coarse: 10 } as const;
const RINGS = { fine: 16, coarse: 6 } as const;

const cache = new Map<string, Shape>();

/** A primitive's triangles; those of a cube for a name that is none. */
export function shapeOf(primitive: string, detail: Detail): Shape {
  const key = `${primitive} ${detail}`;
  let shape = cache.get(key);
  if (shape === undefined) {
    shape = build(primitive, SEGMENTS[detail], RINGS[detail]);
    cache.set(key, shape);
  }
  return shape;
}

function build(primitive: string, segments: number, rings: number): Shape {
  switch (primitive) {
    case 'sphere':
      return revolve(arc(0, 0, 0.5, -90, 90, rings), segments);
    case 'cylinder':
      return revolve(
        [...flat(-0.5, 0, 0.5), ...side([0.5, -0.5], [0.5, 0.5]), ...flat(0.5, 0.5, 0)],
        segments,
      );
    case 'cone':
      return revolve([...flat(-0.5, 0, 0.5), ...side([0.5, -0.5], [0, 0.5])], segments);
    case 'capsule':
      return revolve(
        [...arc(0, -0.25, 0.25, -90, 0, rings / 2), ...arc(0, 0.25, 0.25, 0, 90, rings / 2)],
        segments,
      );
    case 'torus':
      return revolve(arc(0.35, 0, 0.15, -180, 180, rings), segments);
    case 'plane':
      return patches([{ origin: [-0.5, 0, 0.5], across: [1, 0, 0], along: [0, 0, -1] }]);
    case 'quad':
      return patches([{ origin: [-0.5, -0.5, 0], across: [1, 0, 0], along: [0, 1, 0] }]);
    default:
      return patches(CUBE);
  }
}

interface Patch {
  readonly origin: Vec3;
  readonly across: Vec3;
  readonly along: Vec3;
}

const CUBE: readonly Patch[] = [
  { origin: [-0.5, -0.5, 0.5], across: [1, 0, 0], along: [0, 1, 0] },
  { origin: [0.5, -0.5, -0.5], across: [-1, 0, 0], along: [0, 1, 0] },
  { origin: [0.5, -0.5, 0.5], across: [0, 0, -1], along: [0, 1, 0] },
  { origin: [-0.5, -0.5, -0.5], across: [0, 0, 1], along: [0, 1, 0] },
  { origin: [-0.5, 0.5, 0.5], across: [1, 0, 0], along: [0, 0, -1] },
  { origin: [-0.5, -0.5, -0.5], across: [1, 0, 0], along: [0, 0, 1] },
];

function patches(list: readonly Patch[]): Shape {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (const { origin, across, along } of list) {
    const first = positions.length / 3;
    const normal: Vec3 = [
      across[1] * along[2] - across[2] * along[1],
      across[2] * along[0] - across[0] * along[2],
      across[0] * along[1] - across[1] * along[0],
    ];
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const) {
      positions.push(
        origin[0] + across[0] * u + along[0] * v,
        origin[1] + across[1] * u + along[1] * v,
        origin[2] + across[2] * u + along[2] * v,
      );
      normals.push(...normal);
    }
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  return shape(positions, normals, indices);
}

/** A corner of a profile: distance from the y axis, height, and the normal there. */
type Corner = readonly [radius: number, y: number, normalOut: number, normalUp: number];

function arc(radius: number, y: number, size: number, from: number, to: number, steps: number): Corner[] {
  return Array.from({ length: steps + 1 }, (_, step): Corner => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [radius + size * Math.cos(angle), y + size * Math.sin(angle), Math.cos(angle), Math.sin(angle)];
  });
}

/** A flat end, from one radius to another; facing down below the middle, up above. */
function flat(y: number, from: number, to: number): Corner[] {
  const up = Math.sign(y);
  return [
    [from, y, 0, up],
    [to, y, 0, up],
  ];
}

function side(from: readonly [number, number], to: readonly [number, number]): Corner[] {
  const size = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const out = (to[1] - from[1]) / size;
  const up = (from[0] - to[0]) / size;
  return [
    [from[0], from[1], out, up],
    [to[0], to[1], out, up],
  ];
}

/** Turns a profile, listed from the bottom to the top, about the y axis. */
function revolve(profile: readonly Corner[], segments: number): Shape {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (let segment = 0; segment <= segments; segment += 1) {
    const angle = (segment / segments) * 2 * Math.PI;
    const sine = Math.sin(angle);
    const cosine = Math.cos(angle);
    for (const [radius, y, out, up] of profile) {
      positions.push(radius * sine, y, radius * cosine);
      normals.push(out * sine, up, out * cosine);
    }
  }
  const rows = profile.length;
  for (let segment = 0; segment < segments; segment += 1) {
    for (let row = 0; row + 1 < rows; row += 1) {
      const a = segment * rows + row;
      const b = a + rows;
      indices.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }
  return shape(positions, normals, indices);
}

function shape(positions: readonly number[], normals: readonly number[], indices: readonly number[]): Shape {
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint16Array.from(indices),
  };
}
