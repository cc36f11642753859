/** How light falls on a surface: Lambert, with a highlight where it is smooth. No shadows. */
import type { Entity, Vec3 } from '../scene/entity';
import type { Scene } from '../scene/scene';
import { isJsonObject } from '../json';
import { BLACK, parseColor, type Rgb } from './color';

interface Light {
  readonly kind: 'directional' | 'point' | 'spot';
  readonly color: Rgb;
  readonly position: Vec3;
  /** Unit vector in which it shines. */
  readonly direction: Vec3;
  readonly range: number;
  /** Cosines of half the cone, and of where it begins to fade. */
  readonly outer: number;
  readonly inner: number;
}

export interface Fog {
  readonly color: Rgb;
  readonly near: number;
  readonly far: number;
}

export interface Lighting {
  readonly ambient: Rgb;
  readonly lights: readonly Light[];
  readonly background: Rgb;
  readonly fog?: Fog;
}

export interface Surface {
  readonly color: Rgb;
  readonly alpha: number;
  readonly emissive: Rgb;
  readonly shading: 'pbr' | 'toon' | 'unlit';
  readonly metallic: number;
  readonly roughness: number;
}

/** Lights that are counted; the others are too many to matter. */
const MAX_LIGHTS = 32;

export function lightingOf(scene: Scene): Lighting {
  const { environment } = scene;
  const ambientFields = isJsonObject(environment.ambient) ? environment.ambient : {};
  const ambientColor = parseColor(ambientFields.color).rgb;
  let ambient = scaled(ambientColor, numberOf(ambientFields.intensity, 0.6));
  const lights: Light[] = [];
  for (const id of scene.withComponent('light')) {
    const entity = scene.get(id);
    const fields = entity?.components.light;
    if (entity === undefined || fields === undefined || !scene.isActive(id)) continue;
    const color = scaled(parseColor(entity.color).rgb, numberOf(fields.intensity, 1));
    if (fields.kind === 'ambient') ambient = added(ambient, color);
    else if (lights.length < MAX_LIGHTS) lights.push(lightOf(scene, id, fields, color));
  }
  const { fog } = environment;
  return {
    ambient,
    lights,
    background: parseColor(environment.background ?? '#aec6d8').rgb,
    ...(isJsonObject(fog)
      ? {
          fog: {
            color: parseColor(fog.color ?? '#aec6d8').rgb,
            near: numberOf(fog.near, 30),
            far: numberOf(fog.far, 120),
          },
        }
      : {}),
  };
}

function lightOf(scene: Scene, id: number, fields: Entity['components'][string], color: Rgb): Light {
  const half = (numberOf(fields.spotAngle, 45) * Math.PI) / 360;
  return {
    kind: fields.kind === 'directional' || fields.kind === 'spot' ? fields.kind : 'point',
    color,
    position: scene.worldPosition(id),
    direction: scene.axes(id).forward,
    range: Math.max(numberOf(fields.range, 10), 1e-6),
    outer: Math.cos(half),
    inner: Math.cos(half * (1 - numberOf(fields.softness, 0.2))),
  };
}

export function surfaceOf(entity: Entity): Surface {
  const fields = entity.components.mesh ?? {};
  const { rgb, alpha } = parseColor(entity.color);
  const emissive = typeof fields.emissive === 'string' ? parseColor(fields.emissive).rgb : BLACK;
  return {
    color: rgb,
    alpha,
    emissive: scaled(emissive, numberOf(fields.emissiveIntensity, 1)),
    shading: fields.shading === 'toon' || fields.shading === 'unlit' ? fields.shading : 'pbr',
    metallic: numberOf(fields.metallic, 0),
    roughness: numberOf(fields.roughness, 0.7),
  };
}

/** A point of a surface: where it is, and unit vectors away from the surface and to the eye. Reused for each pixel. */
export interface SurfacePoint {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  ex: number;
  ey: number;
  ez: number;
}

/** The light that a point sends to the eye, written to `out` as linear red, green, blue. */
export function shade(surface: Surface, lighting: Lighting, point: SurfacePoint, out: Float64Array): void {
  const { color, emissive, shading, roughness, metallic } = surface;
  if (shading === 'unlit') {
    out[0] = color[0] + emissive[0];
    out[1] = color[1] + emissive[1];
    out[2] = color[2] + emissive[2];
    return;
  }
  let red = lighting.ambient[0];
  let green = lighting.ambient[1];
  let blue = lighting.ambient[2];
  let shine = 0;
  const hardness = 2 + (1 - roughness) ** 2 * 120;
  for (const light of lighting.lights) {
    let lx = -light.direction[0];
    let ly = -light.direction[1];
    let lz = -light.direction[2];
    let reach = 1;
    if (light.kind !== 'directional') {
      lx = light.position[0] - point.x;
      ly = light.position[1] - point.y;
      lz = light.position[2] - point.z;
      const distance = Math.sqrt(lx * lx + ly * ly + lz * lz);
      if (distance >= light.range) continue;
      const unit = distance < 1e-9 ? 0 : 1 / distance;
      lx *= unit;
      ly *= unit;
      lz *= unit;
      reach = (1 - (distance / light.range) ** 2) ** 2;
      if (light.kind === 'spot') reach *= coneShare(light, lx, ly, lz);
    }
    let facing = point.nx * lx + point.ny * ly + point.nz * lz;
    if (facing <= 0 || reach <= 0) continue;
    if (shading === 'toon') facing = facing > 0.6 ? 1 : facing > 0.2 ? 0.6 : 0.25;
    const share = facing * reach;
    red += light.color[0] * share;
    green += light.color[1] * share;
    blue += light.color[2] * share;
    // Blinn's half vector.
    const hx = lx + point.ex;
    const hy = ly + point.ey;
    const hz = lz + point.ez;
    const size = Math.sqrt(hx * hx + hy * hy + hz * hz) || 1;
    const mirrored = (point.nx * hx + point.ny * hy + point.nz * hz) / size;
    // Far from the highlight the power is nothing, and not worth working out.
    if (mirrored > 0.5) shine += mirrored ** hardness * reach * (1 - roughness) * (0.25 + 0.5 * metallic);
  }
  const body = 1 - 0.4 * metallic;
  out[0] = color[0] * red * body + shine + emissive[0];
  out[1] = color[1] * green * body + shine + emissive[1];
  out[2] = color[2] * blue * body + shine + emissive[2];
}

/** How much of a colour the fog takes at a distance from the eye. */
export function fogShare(fog: Fog | undefined, distance: number): number {
  if (fog === undefined) return 0;
  const span = Math.max(fog.far - fog.near, 1e-6);
  return Math.min(1, Math.max(0, (distance - fog.near) / span));
}

function coneShare(light: Light, lx: number, ly: number, lz: number): number {
  const along = -(light.direction[0] * lx + light.direction[1] * ly + light.direction[2] * lz);
  if (along <= light.outer) return 0;
  return light.inner <= light.outer ? 1 : Math.min(1, (along - light.outer) / (light.inner - light.outer));
}

function scaled(color: Rgb, factor: number): Rgb {
  return [color[0] * factor, color[1] * factor, color[2] * factor];
}

function added(a: Rgb, b: Rgb): Rgb {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function numberOf(value: unknown, initial: number): number {
  return typeof value === 'number' ? value : initial;
}
