/** The shapes of mesh components: each fits a cube of one metre around its origin. */
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  EdgesGeometry,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';

const MAKERS: Readonly<Record<string, () => BufferGeometry>> = {
  cube: () => new BoxGeometry(1, 1, 1),
  sphere: () => new SphereGeometry(0.5, 40, 24),
  plane: () => new PlaneGeometry(1, 1).rotateX(-Math.PI / 2),
  cylinder: () => new CylinderGeometry(0.5, 0.5, 1, 40),
  cone: () => new ConeGeometry(0.5, 1, 40),
  capsule: () => new CapsuleGeometry(0.25, 0.5, 10, 28),
  torus: () => new TorusGeometry(0.35, 0.15, 20, 48).rotateX(Math.PI / 2),
  quad: () => new PlaneGeometry(1, 1),
};

/** Shapes without thickness: an outline can't be grown around them. */
export const FLAT_SHAPES: ReadonlySet<string> = new Set(['plane', 'quad']);

const shapes = new Map<string, BufferGeometry>();
const hulls = new Map<string, BufferGeometry>();
const edges = new Map<string, BufferGeometry>();

/** The name of the shape that is drawn for a mesh: assets are drawn as cubes. */
export function shapeName(mesh: unknown): string {
  return typeof mesh === 'string' && mesh in MAKERS ? mesh : 'cube';
}

export function shapeOf(name: string): BufferGeometry {
  return cached(shapes, name, () => (MAKERS[name] ?? MAKERS['cube'])?.() ?? new BoxGeometry());
}

/** The same shape with smooth normals, so that moving along them grows it without gaps at its corners. */
export function hullOf(name: string): BufferGeometry {
  return cached(hulls, name, () => {
    const source = shapeOf(name).clone();
    source.deleteAttribute('normal');
    source.deleteAttribute('uv');
    const merged = mergeVertices(source, 1e-4);
    merged.computeVertexNormals();
    return merged;
  });
}

/** Lines along the sharp edges. */
export function edgesOf(name: string): BufferGeometry {
  return cached(edges, name, () => new EdgesGeometry(shapeOf(name), 30));
}

function cached(
  store: Map<string, BufferGeometry>,
  name: string,
  make: () => BufferGeometry,
): BufferGeometry {
  let geometry = store.get(name);
  if (geometry === undefined) store.set(name, (geometry = make()));
  return geometry;
}
