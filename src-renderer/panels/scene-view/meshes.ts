/** Draws mesh components: one instanced mesh for each shape and material, so that a hundred thousand boxes are a few draws. */
import {
  Color,
  DoubleSide,
  FrontSide,
  Group,
  InstancedMesh,
  type Intersection,
  type Material,
  MeshBasicMaterial,
  MeshStandardMaterial,
  MeshToonMaterial,
  type Matrix4,
  type Raycaster,
} from 'three';
import type { Entity, JsonObject } from '../../../src-preload/contract';
import { numberOf, stringOf } from '../../state/read-json';
import { shapeName, shapeOf } from './shapes';

interface Batch {
  mesh: InstancedMesh;
  readonly ids: number[];
}

interface Place {
  readonly key: string;
  index: number;
}

const SMALLEST = 16;
const color = new Color();

export class Meshes {
  readonly group = new Group();
  private readonly batches = new Map<string, Batch>();
  private readonly places = new Map<number, Place>();

  /** Draws an entity's mesh at a place in the world, or takes it away. */
  set(entity: Entity, matrix: Matrix4, visible: boolean): void {
    const fields = entity.components['mesh'];
    if (fields === undefined || !visible || fields['visible'] === false) return this.delete(entity.id);
    const key = batchKey(entity, fields);
    let place = this.places.get(entity.id);
    if (place !== undefined && place.key !== key) {
      this.delete(entity.id);
      place = undefined;
    }
    const batch = this.batch(key, entity, fields);
    if (place === undefined) {
      place = { key, index: batch.ids.length };
      this.places.set(entity.id, place);
      batch.ids.push(entity.id);
      if (batch.ids.length > batch.mesh.instanceMatrix.count) this.grow(batch);
      batch.mesh.count = batch.ids.length;
    }
    batch.mesh.setMatrixAt(place.index, matrix);
    batch.mesh.setColorAt(place.index, color.set(entity.color.slice(0, 7)));
    touch(batch.mesh);
  }

  delete(id: number): void {
    const place = this.places.get(id);
    const batch = place && this.batches.get(place.key);
    if (place === undefined || batch === undefined) return;
    this.places.delete(id);
    const last = batch.ids.length - 1;
    const moved = batch.ids[last];
    // The last one takes the place that is free.
    if (moved !== undefined && last !== place.index) {
      batch.ids[place.index] = moved;
      const movedPlace = this.places.get(moved);
      if (movedPlace) movedPlace.index = place.index;
      batch.mesh.instanceMatrix.copyAt(place.index, batch.mesh.instanceMatrix, last);
      if (batch.mesh.instanceColor)
        batch.mesh.instanceColor.copyAt(place.index, batch.mesh.instanceColor, last);
    }
    batch.ids.pop();
    batch.mesh.count = batch.ids.length;
    touch(batch.mesh);
  }

  /** Entities that a ray hits, the nearest first. */
  hits(ray: Raycaster): readonly { readonly id: number; readonly distance: number }[] {
    const found: { id: number; distance: number }[] = [];
    for (const { mesh, ids } of this.batches.values()) {
      const hits: Intersection[] = [];
      mesh.raycast(ray, hits);
      for (const hit of hits) {
        const id = hit.instanceId === undefined ? undefined : ids[hit.instanceId];
        if (id !== undefined) found.push({ id, distance: hit.distance });
      }
    }
    return found.sort((a, b) => a.distance - b.distance);
  }

  dispose(): void {
    for (const { mesh } of this.batches.values()) disposeMesh(mesh);
    this.batches.clear();
    this.places.clear();
  }

  private batch(key: string, entity: Entity, fields: JsonObject): Batch {
    let batch = this.batches.get(key);
    if (batch === undefined) {
      const mesh = newMesh(shapeName(fields['mesh']), materialOf(entity, fields), SMALLEST);
      mesh.castShadow = fields['castShadows'] !== false;
      mesh.receiveShadow = fields['receiveShadows'] !== false;
      batch = { mesh, ids: [] };
      this.batches.set(key, batch);
      this.group.add(mesh);
    }
    return batch;
  }

  private grow(batch: Batch): void {
    const old = batch.mesh;
    const mesh = new InstancedMesh(old.geometry, old.material, old.instanceMatrix.count * 2);
    mesh.instanceMatrix.array.set(old.instanceMatrix.array);
    color.set('#ffffff');
    mesh.setColorAt(0, color);
    if (old.instanceColor && mesh.instanceColor) mesh.instanceColor.array.set(old.instanceColor.array);
    mesh.frustumCulled = false;
    mesh.castShadow = old.castShadow;
    mesh.receiveShadow = old.receiveShadow;
    this.group.remove(old);
    old.dispose();
    this.group.add(mesh);
    batch.mesh = mesh;
  }
}

function newMesh(shape: string, material: Material, capacity: number): InstancedMesh {
  const mesh = new InstancedMesh(shapeOf(shape), material, capacity);
  // Its instances are anywhere; three.js would have to measure them all after each change.
  mesh.frustumCulled = false;
  mesh.count = 0;
  return mesh;
}

function touch(mesh: InstancedMesh): void {
  mesh.instanceMatrix.needsUpdate = true;
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  // Raycasting measures the instances again.
  mesh.boundingSphere = null;
}

function disposeMesh(mesh: InstancedMesh): void {
  (mesh.material as Material).dispose();
  mesh.dispose();
}

function alphaOf(entity: Entity): number {
  return entity.color.length === 9 ? parseInt(entity.color.slice(7), 16) / 255 : 1;
}

function batchKey(entity: Entity, fields: JsonObject): string {
  const {
    mesh,
    metallic,
    roughness,
    emissive,
    emissiveIntensity,
    shading,
    doubleSided,
    castShadows,
    receiveShadows,
  } = fields;
  return JSON.stringify([
    shapeName(mesh),
    alphaOf(entity),
    metallic,
    roughness,
    emissive,
    emissiveIntensity,
    shading,
    doubleSided,
    castShadows,
    receiveShadows,
  ]);
}

function materialOf(entity: Entity, fields: JsonObject): Material {
  const opacity = alphaOf(entity);
  const shared = {
    transparent: opacity < 1,
    opacity,
    side: fields['doubleSided'] === true ? DoubleSide : FrontSide,
    depthWrite: opacity === 1,
  };
  const emissive = {
    emissive: stringOf(fields['emissive']) ?? '#000000',
    emissiveIntensity: numberOf(fields['emissiveIntensity']) ?? 1,
  };
  if (fields['shading'] === 'unlit') return new MeshBasicMaterial(shared);
  if (fields['shading'] === 'toon') return new MeshToonMaterial({ ...shared, ...emissive });
  return new MeshStandardMaterial({
    ...shared,
    ...emissive,
    metalness: numberOf(fields['metallic']) ?? 0,
    roughness: numberOf(fields['roughness']) ?? 0.7,
  });
}
