/** Outlines around entities: what is selected, and what a dry run would change. */
import type { Vector2 } from 'three';
import {
  BackSide,
  Box3,
  BoxGeometry,
  type BufferGeometry,
  Color,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Matrix4,
  Mesh,
  ShaderMaterial,
} from 'three';
import type { Entity } from '../../../src-preload/contract';
import { edgesOf, FLAT_SHAPES, hullOf, shapeName } from './shapes';

/** More are drawn as if they were not outlined: nobody could tell them apart. */
const MOST = 500;

const VERTEX = /* glsl */ `
  uniform float width;
  uniform vec2 size;
  void main() {
    vec4 place = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    vec3 direction = normalize(mat3(projectionMatrix) * mat3(modelViewMatrix) * normal);
    place.xy += normalize(direction.xy + 1e-6) * width / size * 2.0 * place.w;
    gl_Position = place;
  }`;
const FRAGMENT = /* glsl */ `
  uniform vec3 tint;
  void main() {
    gl_FragColor = vec4(tint, 1.0);
    #include <colorspace_fragment>
  }`;

const dotGeometry = new EdgesGeometry(new BoxGeometry(0.5, 0.5, 0.5));

/** One set of outlines in one colour. */
export class Outlines {
  readonly group = new Group();
  private readonly hull: ShaderMaterial;
  private readonly line: LineBasicMaterial;

  constructor(width: number, size: Vector2) {
    this.hull = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: BackSide,
      uniforms: { width: { value: width }, size: { value: size }, tint: { value: new Color() } },
    });
    this.line = new LineBasicMaterial({ depthTest: false, transparent: true });
    this.group.renderOrder = 2;
  }

  setColor(color: string): void {
    (this.hull.uniforms['tint']?.value as Color).set(color);
    this.line.color.set(color);
  }

  /** Shows exactly these. */
  show(items: readonly { readonly entity: Entity; readonly matrix: Matrix4 }[]): void {
    this.group.clear();
    for (const { entity, matrix } of items.slice(0, MOST)) {
      const fields = entity.components['mesh'];
      const shape = fields === undefined ? undefined : shapeName(fields['mesh']);
      const object =
        shape === undefined
          ? new LineSegments<BufferGeometry>(dotGeometry, this.line)
          : FLAT_SHAPES.has(shape)
            ? new LineSegments(edgesOf(shape), this.line)
            : new Mesh(hullOf(shape), this.hull);
      object.matrixAutoUpdate = false;
      object.matrix.copy(matrix);
      object.frustumCulled = false;
      object.renderOrder = 2;
      this.group.add(object);
    }
  }

  dispose(): void {
    this.group.clear();
    this.hull.dispose();
    this.line.dispose();
  }
}

/** Without what is far larger than most: a ground or a sky around everything says nothing about where things are. */
export function withoutGiants<Item extends { readonly entity: Entity; readonly matrix: Matrix4 }>(
  items: readonly Item[],
): readonly Item[] {
  if (items.length < 4) return items;
  const sizes = items.map(({ matrix }) => matrix.getMaxScaleOnAxis());
  const limit = 12 * Math.max(1, [...sizes].sort((a, b) => a - b)[Math.floor(items.length / 2)] ?? 1);
  const kept = items.filter((_item, index) => (sizes[index] ?? 0) <= limit);
  return kept.length === 0 ? items : kept;
}

const unit = new Box3();

/** The box around some entities in the world; empty where there are none. */
export function boxAround(items: readonly { readonly entity: Entity; readonly matrix: Matrix4 }[]): Box3 {
  const box = new Box3();
  for (const { entity, matrix } of items) {
    const half = entity.components['mesh'] === undefined ? 0.25 : 0.5;
    unit.min.setScalar(-half);
    unit.max.setScalar(half);
    box.union(unit.applyMatrix4(matrix));
  }
  return box;
}
