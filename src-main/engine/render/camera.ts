/** Where a picture is taken from: places in the world to places in the picture. */
import type { Vec3 } from '../scene/entity';
import type { Scene } from '../scene/scene';
import { cross, dot, length, normalize, subtract, transformDirection } from '../scene/transform';

export interface CameraView {
  readonly eye: Vec3;
  /** Unit vectors: to the right and up in the picture, and from the picture to the eye. */
  readonly right: Vec3;
  readonly up: Vec3;
  readonly back: Vec3;
  /** Vertical angle of view in degrees; of no account in an orthographic view. */
  readonly fov: number;
  /** Height of an orthographic view in metres. */
  readonly orthoSize?: number;
  /** Metres; nearer and farther things are not drawn. */
  readonly near: number;
  readonly far: number;
}

const NEAR = 0.05;
const FAR = 100_000;

/** Looking from one point at another, y up as far as it goes. */
export function lookFrom(eye: Vec3, target: Vec3, fov: number): CameraView {
  const towards = subtract(eye, target);
  const back: Vec3 = length(towards) < 1e-9 ? [0, 0, 1] : normalize(towards);
  const side = cross([0, 1, 0], back);
  const right: Vec3 = length(side) < 1e-6 ? [1, 0, 0] : normalize(side);
  return { eye, right, up: cross(back, right), back, fov, near: NEAR, far: FAR };
}

/** Through a camera of the scene. */
export function viewOfCamera(scene: Scene, id: number): CameraView {
  const fields = scene.get(id)?.components.camera;
  const read = (name: string, initial: number): number => {
    const value = fields?.[name];
    return typeof value === 'number' ? value : initial;
  };
  const matrix = scene.worldMatrix(id);
  const back = unit(transformDirection(matrix, [0, 0, 1]), [0, 0, 1]);
  const raised = unit(transformDirection(matrix, [0, 1, 0]), [0, 1, 0]);
  // A scaled or skewed parent must not skew the picture.
  const right = unit(cross(raised, back), [1, 0, 0]);
  const near = read('near', NEAR);
  return {
    eye: scene.worldPosition(id),
    right,
    up: cross(back, right),
    back,
    fov: read('fov', 60),
    ...(fields?.orthographic === true ? { orthoSize: read('orthoSize', 10) } : {}),
    near,
    far: Math.max(read('far', 1_000), near * 1.001),
  };
}

/** The directions from which a box can be looked at without seeing only an edge of it. */
export const DEFAULT_DIRECTION: Vec3 = [0.6, 0.45, 0.75];

/** As near as it can be while a box is wholly in the picture, seen from a direction (from the box to the eye). */
export function viewOfBox(low: Vec3, high: Vec3, fov: number, aspect: number, direction: Vec3): CameraView {
  const center: Vec3 = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  const away = unit(direction, unit(DEFAULT_DIRECTION, [0, 0, 1]));
  const { right, up, back } = lookFrom(
    [center[0] + away[0], center[1] + away[1], center[2] + away[2]],
    center,
    fov,
  );
  const slopeY = Math.tan((fov * Math.PI) / 360);
  const slopeX = slopeY * aspect;
  let distance = 0.5;
  for (const x of [low[0], high[0]]) {
    for (const y of [low[1], high[1]]) {
      for (const z of [low[2], high[2]]) {
        const corner = subtract([x, y, z], center);
        const nearer = dot(corner, back);
        distance = Math.max(
          distance,
          nearer + Math.abs(dot(corner, right)) / slopeX,
          nearer + Math.abs(dot(corner, up)) / slopeY,
        );
      }
    }
  }
  // A little air around it.
  const far = distance * 1.08;
  return lookFrom(
    [center[0] + back[0] * far, center[1] + back[1] * far, center[2] + back[2] * far],
    center,
    fov,
  );
}

/** A point of the world as seen by the camera: x to the right, y up, z the distance in front of it. */
export function toView(view: CameraView, point: Vec3): Vec3 {
  const from = subtract(point, view.eye);
  return [dot(from, view.right), dot(from, view.up), -dot(from, view.back)];
}

export interface Projection {
  readonly width: number;
  readonly height: number;
  /** Pixels for a metre at a distance of one metre, or at any distance in an orthographic view. */
  readonly scale: number;
  readonly orthographic: boolean;
}

export function projectionOf(view: CameraView, width: number, height: number): Projection {
  const orthographic = view.orthoSize !== undefined;
  const scale =
    view.orthoSize === undefined
      ? height / (2 * Math.tan((view.fov * Math.PI) / 360))
      : height / view.orthoSize;
  return { width, height, scale, orthographic };
}

function unit(vector: Vec3, initial: Vec3): Vec3 {
  return length(vector) < 1e-9 ? initial : normalize(vector);
}
