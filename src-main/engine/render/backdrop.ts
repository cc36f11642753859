/** What is seen where nothing stands: a sky that is lighter at the horizon, and a grid on the ground to judge distances by. */
import type { CameraView, Projection } from './camera';
import type { Rgb } from './color';
import { fogShare, type Lighting } from './lighting';

/** Writes the linear colour of a pixel's centre. */
export type Backdrop = (x: number, y: number, into: Float32Array, at: number) => void;

const LINE: Rgb = [0.12, 0.14, 0.17];
const AXIS_X: Rgb = [0.5, 0.08, 0.08];
const AXIS_Z: Rgb = [0.06, 0.14, 0.5];

/** Metres from the eye at which the grid has faded away. */
const GRID_REACH = 60;

export function backdrop(
  view: CameraView,
  projection: Projection,
  lighting: Lighting,
  grid: boolean,
): Backdrop {
  const { width, height, scale, orthographic } = projection;
  const { background, fog } = lighting;
  return (x, y, into, at) => {
    const right = (x - width / 2) / scale;
    const up = (height / 2 - y) / scale;
    // Direction into the picture; in an orthographic view all are the same, and the eye moves instead.
    const dx = orthographic ? -view.back[0] : view.right[0] * right + view.up[0] * up - view.back[0];
    const dy = orthographic ? -view.back[1] : view.right[1] * right + view.up[1] * up - view.back[1];
    const dz = orthographic ? -view.back[2] : view.right[2] * right + view.up[2] * up - view.back[2];
    const size = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1;
    const rise = dy / size;
    // Above: towards a deeper tone; below: as at the horizon, a little darker.
    const tone = rise >= 0 ? 1.12 - 0.42 * Math.sqrt(rise) : 1.0 - 0.18 * Math.min(1, -rise * 2);
    for (let channel = 0; channel < 3; channel += 1) into[at + channel] = (background[channel] ?? 0) * tone;
    if (!grid) return;
    const ox = view.eye[0] + (orthographic ? view.right[0] * right + view.up[0] * up : 0);
    const oy = view.eye[1] + (orthographic ? view.right[1] * right + view.up[1] * up : 0);
    const oz = view.eye[2] + (orthographic ? view.right[2] * right + view.up[2] * up : 0);
    if (Math.abs(dy) < 1e-9) return;
    const far = -oy / dy;
    if (far <= view.near) return;
    const distance = far * size;
    // How much ground one pixel covers: lines are at least as wide, so that they do not flicker away.
    const pixel = (orthographic ? 1 : far) / scale / Math.max(0.05, Math.abs(rise));
    const gx = ox + dx * far;
    const gz = oz + dz * far;
    const strength =
      lineStrength(gx, gz, pixel) * Math.max(0, 1 - distance / GRID_REACH) * (1 - fogShare(fog, distance));
    if (strength <= 0) return;
    const color = Math.abs(gz) < pixel ? AXIS_X : Math.abs(gx) < pixel ? AXIS_Z : LINE;
    for (let channel = 0; channel < 3; channel += 1) {
      const before = into[at + channel] ?? 0;
      into[at + channel] = before + ((color[channel] ?? 0) - before) * strength;
    }
  };
}

function lineStrength(x: number, z: number, pixel: number): number {
  const one = Math.max(near(x, 1, pixel), near(z, 1, pixel)) * 0.35 * Math.max(0, 1 - pixel * 2.5);
  const ten = Math.max(near(x, 10, pixel), near(z, 10, pixel)) * 0.6 * Math.max(0, 1 - pixel * 0.25);
  return Math.max(one, ten);
}

/** 1 on a line of the grid, 0 a pixel away from it. */
function near(value: number, spacing: number, pixel: number): number {
  const away = Math.abs(value / spacing - Math.round(value / spacing)) * spacing;
  return Math.max(0, 1 - away / Math.max(pixel, 0.01));
}
