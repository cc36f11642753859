/**
 * Renders a scene in software: the same primitives, lights, colours and fog as the scene view, deterministic and without a
 * graphics card, so that a headless engine can show what it has.
 */
import type { Entity, Vec3 } from '../scene/entity';
import type { Scene } from '../scene/scene';
import type { Mat4 } from '../scene/transform';
import { projectionOf, toView, type CameraView, type Projection } from './camera';
import { Canvas, type Rectangle } from './canvas';
import { toByte } from './color';
import {
  fogShare,
  lightingOf,
  shade,
  surfaceOf,
  type Lighting,
  type Surface,
  type SurfacePoint,
} from './lighting';
import { Raster } from './raster';
import { shapeOf } from './shapes';
import { backdrop } from './backdrop';

export interface RenderOptions {
  readonly width: number;
  readonly height: number;
  readonly view: CameraView;
  /** A grid of one metre on the ground, where nothing else is. */
  readonly grid: boolean;
}

/** An entity that can be seen. */
export interface Seen {
  readonly id: number;
  readonly box: Rectangle;
  /** Pixels that show it. */
  readonly pixels: number;
}

export interface Rendering {
  readonly canvas: Canvas;
  /** The ones that fill most of the picture first. */
  readonly seen: readonly Seen[];
  /** Distance of what each pixel shows; infinite for the background. */
  readonly depth: Float32Array;
  /** Shapes that were left out because there were too many. */
  readonly omitted: number;
  /** Models that are shown as boxes. */
  readonly boxed: number;
}

/** Side of the largest picture in pixels. */
export const MAX_SIDE = 2_048;

/** Triangles of one picture; what is beyond is left out, the smallest first. */
const MAX_TRIANGLES = 3_000_000;

/** Pictures up to this many pixels are drawn at twice the size and averaged. */
const SMOOTH_PIXELS = 600_000;

interface Item {
  readonly entity: Entity;
  readonly world: Mat4;
  readonly surface: Surface;
  readonly primitive: string;
  /** Radius of a sphere around it, in pixels of the picture. */
  readonly size: number;
  readonly distance: number;
}

export function renderScene(scene: Scene, options: RenderOptions): Rendering {
  const factor = options.width * options.height <= SMOOTH_PIXELS ? 2 : 1;
  const projection = projectionOf(options.view, options.width * factor, options.height * factor);
  const { items, omitted } = collect(scene, options.view, projection);
  const painter = new Painter(options, projection, lightingOf(scene), items);
  const colors = painter.paint();
  const canvas = average(colors, options.width, options.height, factor);
  return {
    canvas,
    seen: painter.seen(factor),
    depth: nearest(painter.depth, options.width, options.height, factor),
    omitted,
    boxed: items.filter((item) => item.primitive.startsWith('asset:')).length,
  };
}

function collect(scene: Scene, view: CameraView, projection: Projection): { items: Item[]; omitted: number } {
  const items: Item[] = [];
  for (const id of scene.withComponent('mesh')) {
    const entity = scene.get(id);
    const fields = entity?.components.mesh;
    if (entity === undefined || fields?.visible === false || !scene.isActive(id)) continue;
    const world = scene.worldMatrix(id);
    const placed = placeSphere(world, view, projection);
    if (placed === undefined) continue;
    const primitive = typeof fields?.mesh === 'string' ? fields.mesh : 'cube';
    items.push({ entity, world, surface: surfaceOf(entity), primitive, ...placed });
  }
  let triangles = 0;
  const kept: Item[] = [];
  for (const item of items.sort((a, b) => b.size - a.size)) {
    triangles += shapeOf(item.primitive, detailOf(item)).indices.length / 3;
    if (triangles > MAX_TRIANGLES) break;
    kept.push(item);
  }
  // Near ones first: what they hide is not touched twice.
  kept.sort((a, b) => a.distance - b.distance);
  return { items: kept, omitted: items.length - kept.length };
}

/** Size and distance of the sphere around a unit cube in this place; undefined where the camera can't see it. */
function placeSphere(
  world: Mat4,
  view: CameraView,
  projection: Projection,
): { size: number; distance: number } | undefined {
  const center: Vec3 = [world[3], world[7], world[11]];
  const radius =
    (Math.sqrt(3) / 2) *
    Math.max(
      Math.hypot(world[0], world[4], world[8]),
      Math.hypot(world[1], world[5], world[9]),
      Math.hypot(world[2], world[6], world[10]),
    );
  const [x, y, z] = toView(view, center);
  if (!Number.isFinite(radius) || z + radius < view.near || z - radius > view.far) return undefined;
  if (projection.orthographic) {
    const half = { x: projection.width / 2 / projection.scale, y: projection.height / 2 / projection.scale };
    if (Math.abs(x) > half.x + radius || Math.abs(y) > half.y + radius) return undefined;
    return { size: radius * projection.scale, distance: z };
  }
  const outside = (offset: number, half: number): boolean => {
    // Distance to the plane through the eye and that side of the picture.
    const slope = half / projection.scale;
    return (Math.abs(offset) - Math.max(z, 0) * slope) / Math.hypot(1, slope) > radius;
  };
  if (outside(x, projection.width / 2) || outside(y, projection.height / 2)) return undefined;
  return { size: (radius * projection.scale) / Math.max(z, view.near), distance: z };
}

function detailOf(item: Item): 'fine' | 'coarse' {
  return item.size > 24 ? 'fine' : 'coarse';
}

class Painter {
  readonly depth: Float32Array;
  private readonly raster: Raster;
  private readonly shown: Int32Array;
  private readonly normals: Float32Array;
  private readonly colors: Float32Array;
  private readonly light = new Float64Array(3);
  private readonly point: SurfacePoint = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, ex: 0, ey: 0, ez: 0 };

  constructor(
    private readonly options: RenderOptions,
    private readonly projection: Projection,
    private readonly lighting: Lighting,
    private readonly items: readonly Item[],
  ) {
    const pixels = projection.width * projection.height;
    this.raster = new Raster(options.view, projection);
    this.depth = this.raster.depth;
    this.shown = new Int32Array(pixels).fill(-1);
    this.normals = new Float32Array(pixels * 3);
    this.colors = new Float32Array(pixels * 3);
  }

  /** Linear colours, three numbers for each pixel. */
  paint(): Float32Array {
    const { items, depth, shown, normals } = this;
    for (const [index, item] of items.entries()) {
      if (item.surface.alpha < 1) continue;
      this.raster.draw(shapeOf(item.primitive, detailOf(item)), item.world, (pixel, distance, nx, ny, nz) => {
        depth[pixel] = distance;
        shown[pixel] = index;
        normals[pixel * 3] = nx;
        normals[pixel * 3 + 1] = ny;
        normals[pixel * 3 + 2] = nz;
      });
    }
    this.shadePixels();
    this.blendTransparent();
    return this.colors;
  }

  /** Which entities the pixels show. Boxes are in pixels of the picture. */
  seen(factor: number): Seen[] {
    const { width } = this.projection;
    const found = new Map<
      number,
      { left: number; top: number; right: number; bottom: number; pixels: number }
    >();
    for (let pixel = 0; pixel < this.shown.length; pixel += 1) {
      const index = this.shown[pixel] ?? -1;
      if (index < 0) continue;
      const x = pixel % width;
      const y = (pixel - x) / width;
      const box = found.get(index);
      if (box === undefined) {
        found.set(index, { left: x, top: y, right: x, bottom: y, pixels: 1 });
      } else {
        box.pixels += 1;
        if (x < box.left) box.left = x;
        if (x > box.right) box.right = x;
        box.bottom = y;
      }
    }
    return [...found]
      .map(([index, { left, top, right, bottom, pixels }]): Seen => {
        const x = Math.floor(left / factor);
        const y = Math.floor(top / factor);
        return {
          id: this.items[index]?.entity.id ?? 0,
          box: {
            x,
            y,
            width: Math.floor(right / factor) - x + 1,
            height: Math.floor(bottom / factor) - y + 1,
          },
          pixels: Math.ceil(pixels / (factor * factor)),
        };
      })
      .sort((a, b) => b.pixels - a.pixels || a.id - b.id);
  }

  private shadePixels(): void {
    const { width, height } = this.projection;
    const background = backdrop(this.options.view, this.projection, this.lighting, this.options.grid);
    const { items, shown, colors, depth, normals, light } = this;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const pixel = y * width + x;
        const index = shown[pixel] ?? -1;
        const item = index < 0 ? undefined : items[index];
        if (item === undefined) {
          background(x + 0.5, y + 0.5, colors, pixel * 3);
          continue;
        }
        this.shadePoint(item.surface, x, y, depth[pixel] ?? 0, normals, pixel * 3);
        colors[pixel * 3] = light[0] ?? 0;
        colors[pixel * 3 + 1] = light[1] ?? 0;
        colors[pixel * 3 + 2] = light[2] ?? 0;
      }
    }
  }

  private blendTransparent(): void {
    const { width } = this.projection;
    const normal = new Float32Array(3);
    const clear = [...this.items.entries()].filter(
      ([, item]) => item.surface.alpha < 1 && item.surface.alpha > 0,
    );
    for (const [index, item] of clear.reverse()) {
      const { alpha } = item.surface;
      this.raster.draw(shapeOf(item.primitive, detailOf(item)), item.world, (pixel, distance, nx, ny, nz) => {
        normal[0] = nx;
        normal[1] = ny;
        normal[2] = nz;
        this.shadePoint(item.surface, pixel % width, Math.floor(pixel / width), distance, normal, 0);
        for (let channel = 0; channel < 3; channel += 1) {
          const at = pixel * 3 + channel;
          const before = this.colors[at] ?? 0;
          this.colors[at] = before + ((this.light[channel] ?? 0) - before) * alpha;
        }
        this.shown[pixel] = index;
      });
    }
  }

  /** The light of a point of a surface, fog included, into `light`. */
  private shadePoint(
    surface: Surface,
    x: number,
    y: number,
    distance: number,
    normals: Float32Array,
    at: number,
  ): void {
    const { point, light, lighting } = this;
    const { eye, right, up, back } = this.options.view;
    const { width, height, scale, orthographic } = this.projection;
    const spread = (orthographic ? 1 : distance) / scale;
    const across = (x + 0.5 - width / 2) * spread;
    const above = (height / 2 - y - 0.5) * spread;
    const ox = right[0] * across + up[0] * above - back[0] * distance;
    const oy = right[1] * across + up[1] * above - back[1] * distance;
    const oz = right[2] * across + up[2] * above - back[2] * distance;
    const away = Math.sqrt(ox * ox + oy * oy + oz * oz) || 1;
    point.x = eye[0] + ox;
    point.y = eye[1] + oy;
    point.z = eye[2] + oz;
    point.ex = orthographic ? back[0] : -ox / away;
    point.ey = orthographic ? back[1] : -oy / away;
    point.ez = orthographic ? back[2] : -oz / away;
    const nx = normals[at] ?? 0;
    const ny = normals[at + 1] ?? 0;
    const nz = normals[at + 2] ?? 0;
    // Both sides are lit: a sheet has no back, and of a solid body only the front is seen.
    const side = nx * point.ex + ny * point.ey + nz * point.ez < 0 ? -1 : 1;
    const unit = side / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    point.nx = nx * unit;
    point.ny = ny * unit;
    point.nz = nz * unit;
    shade(surface, lighting, point, light);
    const { fog } = lighting;
    if (fog === undefined) return;
    const hidden = fogShare(fog, away);
    for (let channel = 0; channel < 3; channel += 1) {
      const lit = light[channel] ?? 0;
      light[channel] = lit + ((fog.color[channel] ?? 0) - lit) * hidden;
    }
  }
}

function average(colors: Float32Array, width: number, height: number, factor: number): Canvas {
  const canvas = new Canvas(width, height);
  const share = 1 / (factor * factor);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let row = 0; row < factor; row += 1) {
          for (let column = 0; column < factor; column += 1) {
            // Each part is cut off before the average: a glaring edge would not be smooth otherwise.
            sum += Math.min(
              1,
              colors[((y * factor + row) * width * factor + x * factor + column) * 3 + channel] ?? 0,
            );
          }
        }
        canvas.rgb[(y * width + x) * 3 + channel] = toByte(sum * share);
      }
    }
  }
  return canvas;
}

function nearest(depth: Float32Array, width: number, height: number, factor: number): Float32Array {
  if (factor === 1) return depth;
  const small = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      small[y * width + x] = depth[y * factor * width * factor + x * factor] ?? Infinity;
  }
  return small;
}
