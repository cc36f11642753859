/** Turns triangles into pixels: clipping at the near plane, a depth buffer, attributes interpolated in perspective. */
import type { CameraView, Projection } from './camera';
import type { Mat4 } from '../scene/transform';
import type { Shape } from './shapes';

/** Told of each pixel that a shape covers nearer than what is there: its distance, and the normal (not of unit length). */
export type Emit = (pixel: number, distance: number, nx: number, ny: number, nz: number) => void;

/** Values of a corner: x, y, z as seen by the camera, and the normal in the world. */
const CORNER = 6;

export class Raster {
  /** Distance in front of the camera of the nearest thing so far. */
  readonly depth: Float32Array;
  private corners = new Float64Array(0);
  /** Corners of a clipped triangle: at most four. */
  private readonly clipped = new Float64Array(4 * CORNER);
  private readonly screen = new Float64Array(4 * 3);

  constructor(
    private readonly view: CameraView,
    private readonly projection: Projection,
  ) {
    this.depth = new Float32Array(projection.width * projection.height).fill(Infinity);
  }

  /** Draws a shape; `emit` decides what becomes of a pixel, this sees to it that it is the nearest. */
  draw(shape: Shape, world: Mat4, emit: Emit): void {
    this.place(shape, world);
    const { indices } = shape;
    for (let at = 0; at + 2 < indices.length; at += 3) {
      const corners = this.clip(indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0);
      for (let third = 2; third < corners; third += 1) this.fill(0, third - 1, third, emit);
    }
  }

  /** Corners into the camera's space, normals into the world. */
  private place(shape: Shape, m: Mat4): void {
    const { positions, normals } = shape;
    const count = positions.length / 3;
    if (this.corners.length < count * CORNER) this.corners = new Float64Array(count * CORNER);
    const { corners, view } = this;
    const { eye, right, up, back } = view;
    // Normals turn with the cofactors of the matrix, so that they stay upright under uneven scales.
    const c0 = m[5] * m[10] - m[6] * m[9],
      c1 = m[6] * m[8] - m[4] * m[10],
      c2 = m[4] * m[9] - m[5] * m[8];
    const c3 = m[2] * m[9] - m[1] * m[10],
      c4 = m[0] * m[10] - m[2] * m[8],
      c5 = m[1] * m[8] - m[0] * m[9];
    const c6 = m[1] * m[6] - m[2] * m[5],
      c7 = m[2] * m[4] - m[0] * m[6],
      c8 = m[0] * m[5] - m[1] * m[4];
    for (let corner = 0; corner < count; corner += 1) {
      const x = positions[corner * 3] ?? 0,
        y = positions[corner * 3 + 1] ?? 0,
        z = positions[corner * 3 + 2] ?? 0;
      const wx = m[0] * x + m[1] * y + m[2] * z + m[3] - eye[0];
      const wy = m[4] * x + m[5] * y + m[6] * z + m[7] - eye[1];
      const wz = m[8] * x + m[9] * y + m[10] * z + m[11] - eye[2];
      const at = corner * CORNER;
      corners[at] = wx * right[0] + wy * right[1] + wz * right[2];
      corners[at + 1] = wx * up[0] + wy * up[1] + wz * up[2];
      corners[at + 2] = -(wx * back[0] + wy * back[1] + wz * back[2]);
      const nx = normals[corner * 3] ?? 0,
        ny = normals[corner * 3 + 1] ?? 0,
        nz = normals[corner * 3 + 2] ?? 0;
      corners[at + 3] = c0 * nx + c1 * ny + c2 * nz;
      corners[at + 4] = c3 * nx + c4 * ny + c5 * nz;
      corners[at + 5] = c6 * nx + c7 * ny + c8 * nz;
    }
  }

  /** Cuts a triangle at the near plane and projects what is left; answers its number of corners, 0 where nothing is. */
  private clip(a: number, b: number, c: number): number {
    const { corners, clipped, view } = this;
    const { near } = view;
    let count = 0;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const start = from * CORNER,
        end = to * CORNER;
      const startZ = corners[start + 2] ?? 0,
        endZ = corners[end + 2] ?? 0;
      if (startZ >= near) {
        for (let part = 0; part < CORNER; part += 1)
          clipped[count * CORNER + part] = corners[start + part] ?? 0;
        count += 1;
      }
      if (startZ >= near !== endZ >= near) {
        const share = (near - startZ) / (endZ - startZ);
        for (let part = 0; part < CORNER; part += 1) {
          const value = corners[start + part] ?? 0;
          clipped[count * CORNER + part] = value + ((corners[end + part] ?? 0) - value) * share;
        }
        count += 1;
      }
    }
    const { scale, width, height, orthographic } = this.projection;
    for (let corner = 0; corner < count; corner += 1) {
      const at = corner * CORNER;
      const weight = orthographic ? 1 : 1 / (clipped[at + 2] ?? 1);
      this.screen[corner * 3] = width / 2 + (clipped[at] ?? 0) * scale * weight;
      this.screen[corner * 3 + 1] = height / 2 - (clipped[at + 1] ?? 0) * scale * weight;
      this.screen[corner * 3 + 2] = weight;
    }
    return count;
  }

  private fill(a: number, b: number, c: number, emit: Emit): void {
    const { screen, clipped, depth, projection, view } = this;
    const { width, height, orthographic } = projection;
    const ax = screen[a * 3] ?? 0,
      ay = screen[a * 3 + 1] ?? 0,
      aw = screen[a * 3 + 2] ?? 0;
    const bx = screen[b * 3] ?? 0,
      by = screen[b * 3 + 1] ?? 0,
      bw = screen[b * 3 + 2] ?? 0;
    const cx = screen[c * 3] ?? 0,
      cy = screen[c * 3 + 1] ?? 0,
      cw = screen[c * 3 + 2] ?? 0;
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (!(Math.abs(area) > 1e-12)) return;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5)),
      rightEnd = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5)),
      bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const ai = a * CORNER,
      bi = b * CORNER,
      ci = c * CORNER;
    const az = clipped[ai + 2] ?? 0,
      bz = clipped[bi + 2] ?? 0,
      cz = clipped[ci + 2] ?? 0;
    const anx = clipped[ai + 3] ?? 0,
      any = clipped[ai + 4] ?? 0,
      anz = clipped[ai + 5] ?? 0;
    const bnx = clipped[bi + 3] ?? 0,
      bny = clipped[bi + 4] ?? 0,
      bnz = clipped[bi + 5] ?? 0;
    const cnx = clipped[ci + 3] ?? 0,
      cny = clipped[ci + 4] ?? 0,
      cnz = clipped[ci + 5] ?? 0;
    const inverse = 1 / area;
    for (let y = top; y <= bottom; y += 1) {
      const py = y + 0.5;
      for (let x = left; x <= rightEnd; x += 1) {
        const px = x + 0.5;
        const u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) * inverse;
        const v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) * inverse;
        const t = 1 - u - v;
        if (u < 0 || v < 0 || t < 0) continue;
        const wa = u * aw,
          wb = v * bw,
          wc = t * cw;
        const weight = wa + wb + wc;
        const distance = orthographic ? u * az + v * bz + t * cz : 1 / weight;
        const pixel = y * width + x;
        if (!(distance < (depth[pixel] ?? 0)) || distance > view.far) continue;
        emit(
          pixel,
          distance,
          wa * anx + wb * bnx + wc * cnx,
          wa * any + wb * bny + wc * cny,
          wa * anz + wb * bnz + wc * cnz,
        );
      }
    }
  }
}
