/** Where entities are in the world: matrices along the chain of parents, kept until something on the chain changes. */
import { Euler, MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import type { Entity } from '../../../src-preload/contract';
import type { SceneIndex } from '../../state/scene-index';

const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();
const euler = new Euler();

type Placed = Pick<Entity, 'position' | 'rotation' | 'scale'>;

/** An entity's own transform: rotations turn about z first, then x, then y. */
export function localMatrix(entity: Placed, target: Matrix4): Matrix4 {
  const [x, y, z] = entity.rotation.map((degrees) => MathUtils.degToRad(degrees));
  rotation.setFromEuler(euler.set(x ?? 0, y ?? 0, z ?? 0, 'YXZ'));
  return target.compose(position.fromArray(entity.position), rotation, scale.fromArray(entity.scale));
}

export class World {
  private readonly matrices = new Map<number, Matrix4>();

  constructor(private readonly scene: SceneIndex) {}

  /** The world matrix of an entity; do not change it. */
  matrixOf(id: number): Matrix4 {
    // From the entity up to the first ancestor that is known, then down again: a chain may be long.
    const chain: Entity[] = [];
    let known: Matrix4 | undefined;
    for (let at: number | null = id; at !== null && known === undefined;) {
      known = this.matrices.get(at);
      if (known !== undefined) break;
      const entity = this.scene.get(at);
      if (entity === undefined || chain.length > this.scene.size) break;
      chain.push(entity);
      at = entity.parent;
    }
    let matrix = known ?? IDENTITY;
    for (let entity = chain.pop(); entity !== undefined; entity = chain.pop()) {
      const own = localMatrix(entity, new Matrix4());
      matrix = new Matrix4().multiplyMatrices(matrix, own);
      this.matrices.set(entity.id, matrix);
    }
    return matrix;
  }

  /** Where entities would stand that are not there: below those that are, or below each other. */
  matricesOfNew(entities: readonly (Placed & Pick<Entity, 'id' | 'parent'>)[]): Matrix4[] {
    const index = new Map(entities.map((entity) => [entity.id, entity]));
    const known = new Map<number, Matrix4>();
    const matrixOf = (id: number): Matrix4 => {
      const chain: (Placed & { id: number })[] = [];
      let at: number | null = id;
      for (let entity = index.get(id); entity !== undefined && !known.has(entity.id);) {
        chain.push(entity);
        at = entity.parent;
        entity = at === null || chain.length > index.size ? undefined : index.get(at);
      }
      let matrix = at === null ? IDENTITY : (known.get(at) ?? this.matrixOf(at));
      for (let entity = chain.pop(); entity !== undefined; entity = chain.pop()) {
        matrix = localMatrix(entity, new Matrix4()).premultiply(matrix);
        known.set(entity.id, matrix);
      }
      return matrix;
    };
    return entities.map(({ id }) => matrixOf(id));
  }

  /** Shows an entity elsewhere than its record says, until it is forgotten. Answers it and all below. */
  override(id: number, matrix: Matrix4): readonly number[] {
    const touched = this.forget([id]);
    this.matrices.set(id, matrix);
    return touched;
  }

  /** Forgets entities and all below them; answers the ids. */
  forget(ids: Iterable<number>): readonly number[] {
    const stack = [...ids];
    const seen = new Set<number>();
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      this.matrices.delete(id);
      stack.push(...this.scene.childrenOf(id));
    }
    return [...seen];
  }

  /** Whether the entity and all above it are enabled. */
  isActive(entity: Entity): boolean {
    let at: Entity | undefined = entity;
    for (let steps = 0; at !== undefined && steps < 10_000; steps += 1) {
      if (!at.enabled) return false;
      at = at.parent === null ? undefined : this.scene.get(at.parent);
    }
    return true;
  }
}

const IDENTITY = new Matrix4();
