/**
 * Vectors, matrices and rotations of the scene: right-handed, y up, metres and degrees. A rotation [x, y, z] turns about
 * the z axis first, then x, then y, so its matrix is Ry · Rx · Rz.
 */
import type { Vec3 } from './entity';

/**
 * An affine matrix, its 12 numbers row by row: `[xx, xy, xz, tx, yx, yy, yz, ty, zx, zy, zz, tz]`. Columns are the images of
 * the axes; the t are the translation.
 */
export type Mat4 = readonly [
  number, number, number, number,
  number, number, number, number,
  number, number, number, number,
]; // prettier-ignore

/** A rotation as the three columns of its matrix. */
export interface Axes {
  /** Image of +x. */
  readonly right: Vec3;
  /** Image of +y. */
  readonly up: Vec3;
  /** Image of −z: where things face. */
  readonly forward: Vec3;
}

export interface TransformParts {
  readonly position: Vec3;
  readonly rotation: Vec3;
  readonly scale: Vec3;
}

export const IDENTITY: Mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

export function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function multiply(a: Vec3, factor: number): Vec3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function length(a: Vec3): number {
  return Math.sqrt(dot(a, a));
}

/** The unit vector of the same direction; the zero vector stays zero. */
export function normalize(a: Vec3): Vec3 {
  const size = length(a);
  return size === 0 ? a : multiply(a, 1 / size);
}

export function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Sine and cosine of degrees, exact at the multiples of 90°. */
function sineCosine(degrees: number): readonly [number, number] {
  if (degrees === 0) return [0, 1];
  const turn = degrees % 360;
  if (turn % 90 === 0) {
    const quarter = (turn / 90 + 4) % 4;
    return quarter === 0 ? [0, 1] : quarter === 1 ? [1, 0] : quarter === 2 ? [0, -1] : [-1, 0];
  }
  const radians = (turn * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
}

/** The matrix of position, rotation and scale: scales first, then turns, then moves. */
export function compose({ position, rotation, scale }: TransformParts): Mat4 {
  const [sx, cx] = sineCosine(rotation[0]);
  const [sy, cy] = sineCosine(rotation[1]);
  const [sz, cz] = sineCosine(rotation[2]);
  return [
    (cy * cz + sy * sx * sz) * scale[0], (sy * sx * cz - cy * sz) * scale[1], sy * cx * scale[2], position[0],
    cx * sz * scale[0], cx * cz * scale[1], -sx * scale[2], position[1],
    (cy * sx * sz - sy * cz) * scale[0], (sy * sz + cy * sx * cz) * scale[1], cy * cx * scale[2], position[2],
  ]; // prettier-ignore
}

/** The matrix that does `b` first, then `a`. */
export function chain(a: Mat4, b: Mat4): Mat4 {
  return [
    a[0] * b[0] + a[1] * b[4] + a[2] * b[8],
    a[0] * b[1] + a[1] * b[5] + a[2] * b[9],
    a[0] * b[2] + a[1] * b[6] + a[2] * b[10],
    a[0] * b[3] + a[1] * b[7] + a[2] * b[11] + a[3],
    a[4] * b[0] + a[5] * b[4] + a[6] * b[8],
    a[4] * b[1] + a[5] * b[5] + a[6] * b[9],
    a[4] * b[2] + a[5] * b[6] + a[6] * b[10],
    a[4] * b[3] + a[5] * b[7] + a[6] * b[11] + a[7],
    a[8] * b[0] + a[9] * b[4] + a[10] * b[8],
    a[8] * b[1] + a[9] * b[5] + a[10] * b[9],
    a[8] * b[2] + a[9] * b[6] + a[10] * b[10],
    a[8] * b[3] + a[9] * b[7] + a[10] * b[11] + a[11],
  ];
}

/** Where the matrix moves the origin. Never a negative zero. */
export function translationOf(m: Mat4): Vec3 {
  return [m[3] + 0, m[7] + 0, m[11] + 0];
}

export function transformPoint(m: Mat4, p: Vec3): Vec3 {
  return [
    m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3],
    m[4] * p[0] + m[5] * p[1] + m[6] * p[2] + m[7],
    m[8] * p[0] + m[9] * p[1] + m[10] * p[2] + m[11],
  ];
}

/** Turns and scales a direction, without moving it. */
export function transformDirection(m: Mat4, d: Vec3): Vec3 {
  return [
    m[0] * d[0] + m[1] * d[1] + m[2] * d[2],
    m[4] * d[0] + m[5] * d[1] + m[6] * d[2],
    m[8] * d[0] + m[9] * d[1] + m[10] * d[2],
  ];
}

/** The matrix that undoes this one, or undefined where a scale of zero makes that impossible. */
export function invert(m: Mat4): Mat4 | undefined {
  const xx = m[5] * m[10] - m[6] * m[9];
  const yx = m[6] * m[8] - m[4] * m[10];
  const zx = m[4] * m[9] - m[5] * m[8];
  const determinant = m[0] * xx + m[1] * yx + m[2] * zx;
  if (determinant === 0 || !Number.isFinite(determinant)) return undefined;
  const f = 1 / determinant;
  const r = [
    [xx * f, (m[2] * m[9] - m[1] * m[10]) * f, (m[1] * m[6] - m[2] * m[5]) * f],
    [yx * f, (m[0] * m[10] - m[2] * m[8]) * f, (m[2] * m[4] - m[0] * m[6]) * f],
    [zx * f, (m[1] * m[8] - m[0] * m[9]) * f, (m[0] * m[5] - m[1] * m[4]) * f],
  ] as const;
  const move = (row: readonly [number, number, number]): number =>
    -(row[0] * m[3] + row[1] * m[7] + row[2] * m[11]);
  return [...r[0], move(r[0]), ...r[1], move(r[1]), ...r[2], move(r[2])];
}

/**
 * Position, rotation and scale of a matrix. Exact (but for rounding) where it has no shear, as a child of a parent that is
 * scaled unevenly and turned has; then the nearest that fits. A mirrored matrix gives a negative x scale.
 */
export function decompose(m: Mat4): TransformParts {
  const mirrored =
    m[0] * (m[5] * m[10] - m[6] * m[9]) -
      m[1] * (m[4] * m[10] - m[6] * m[8]) +
      m[2] * (m[4] * m[9] - m[5] * m[8]) <
    0;
  const x: Vec3 = [m[0], m[4], m[8]];
  const y: Vec3 = [m[1], m[5], m[9]];
  const z: Vec3 = [m[2], m[6], m[10]];
  const scale: Vec3 = [length(x) * (mirrored ? -1 : 1), length(y), length(z)];
  // Gram-Schmidt takes the shear out, keeping z and the plane of y and z.
  const back = normalize(z);
  const up = normalize(subtract(y, multiply(back, dot(y, back))));
  return { position: translationOf(m), rotation: anglesOf(cross(up, back), up, back), scale };
}

/** The rotation [x, y, z] in degrees whose matrix has these columns. */
export function anglesOf(right: Vec3, up: Vec3, back: Vec3): Vec3 {
  const degrees = (radians: number): number => (radians * 180) / Math.PI + 0;
  const sine = Math.min(1, Math.max(-1, -back[1]));
  // Looking straight up or down, y and z turn about the same axis: all of it is given to y.
  if (Math.abs(sine) > 0.999_999_9)
    return [degrees(Math.asin(sine)), degrees(Math.atan2(-right[2], right[0])), 0];
  return [
    degrees(Math.asin(sine)),
    degrees(Math.atan2(back[0], back[2])),
    degrees(Math.atan2(right[1], up[1])),
  ];
}

/** The axes of a chain of rotations, the outermost first. Scales do not come into it, so they are always unit vectors. */
export function axesOf(rotations: readonly Vec3[]): Axes {
  let m: Mat4 = IDENTITY;
  for (const rotation of rotations)
    m = chain(m, compose({ position: [0, 0, 0], rotation, scale: [1, 1, 1] }));
  return {
    right: [m[0] + 0, m[4] + 0, m[8] + 0],
    up: [m[1] + 0, m[5] + 0, m[9] + 0],
    forward: [0 - m[2], 0 - m[6], 0 - m[10]],
  };
}
