/** The records of one scene with their indexes. Replacing a record is the only way to change it. */
import type { JsonObject } from '../json';
import type { Entity, Environment, Vec3 } from './entity';
import { ascending, IdIndex } from './id-index';
import { SpatialHash } from './spatial-hash';
import type { Mat4 } from './transform';
import { chain, compose, IDENTITY, translationOf } from './transform';

export interface SceneSettings {
  name: string;
  seed: number;
  /** Project-relative path of the scene's file. */
  file: string | null;
  /** Hash of what that file held when it was loaded or saved. */
  fileHash?: string | null;
  /** Why the scene can't be saved, where that is so. */
  readOnlyReason?: string;
  /** Fields of the file that this version does not know. */
  extra?: JsonObject;
}

/** Counts on through all stores, so that one which takes another's place has another version. */
let versions = 0;

export class SceneStore {
  readonly records = new Map<number, Entity>();
  readonly tags = new IdIndex<string>();
  readonly names = new IdIndex<string>();
  readonly componentTypes = new IdIndex<string>();
  readonly children = new IdIndex<number | null>();
  nextId = 1;
  /** Another number whenever some record is another one. */
  version = (versions += 1);
  environment: Environment;
  settings: SceneSettings;

  private sortedIds: readonly number[] | undefined;
  private readonly space = new SpatialHash();
  /** Entities whose place in space may be another now; their descendants move with them. */
  private readonly moved = new Set<number>();

  constructor(settings: SceneSettings, environment: Environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /** Ascending. */
  ids(): readonly number[] {
    this.sortedIds ??= Object.freeze(ascending(this.records.keys()));
    return this.sortedIds;
  }

  /** Puts a record in the place of the entity's present one; null takes it away. Keeps every index. */
  put(id: number, after: Entity | null): void {
    const before = this.records.get(id) ?? null;
    if (before === after) return;
    this.version = versions += 1;
    if (after) this.records.set(id, after);
    else this.records.delete(id);
    if (!before || !after) this.sortedIds = undefined;

    if (before?.name !== after?.name) {
      if (before) this.names.remove(before.name, id);
      if (after) this.names.add(after.name, id);
    }
    if (!before || !after || before.parent !== after.parent) {
      if (before) this.children.remove(before.parent, id);
      if (after) this.children.add(after.parent, id);
    }
    if (before?.tags !== after?.tags) {
      const kept = new Set(after?.tags);
      before?.tags.forEach((tag) => {
        if (!kept.has(tag)) this.tags.remove(tag, id);
      });
      after?.tags.forEach((tag) => {
        this.tags.add(tag, id);
      });
    }
    if (before?.components !== after?.components) {
      if (before) {
        for (const type of Object.keys(before.components)) {
          if (!after || !Object.hasOwn(after.components, type)) this.componentTypes.remove(type, id);
        }
      }
      if (after) {
        for (const type of Object.keys(after.components)) {
          if (!before || !Object.hasOwn(before.components, type)) this.componentTypes.add(type, id);
        }
      }
    }
    if (
      before?.position !== after?.position ||
      before?.parent !== after?.parent ||
      before?.rotation !== after?.rotation ||
      before?.scale !== after?.scale
    ) {
      this.moved.add(id);
    }
  }

  /** From the entity's own space to the world's. */
  worldMatrix(id: number): Mat4 {
    return this.matrixUnder(this.lineage(id));
  }

  worldPosition(id: number): Vec3 {
    const record = this.records.get(id);
    if (!record) return [0, 0, 0];
    return record.parent === null ? record.position : translationOf(this.worldMatrix(id));
  }

  /** The entity and its ancestors, the outermost first. */
  lineage(id: number): Entity[] {
    const line: Entity[] = [];
    for (let at = this.records.get(id); at; at = at.parent === null ? undefined : this.records.get(at.parent))
      line.push(at);
    return line.reverse();
  }

  /** The entity's descendants, parents before their children; without the entity itself. */
  descendants(id: number): number[] {
    const found: number[] = [];
    const queue = [id];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      this.children.forEach(at, (child) => {
        found.push(child);
        queue.push(child);
      });
    }
    return found;
  }

  within(point: Vec3, radius: number): readonly number[] {
    this.placeMoved();
    return this.space.within(point, radius);
  }

  /** What `placeMoved` has to do: the records that it meets on its way down, and up from where it starts. */
  unplaced(): number {
    if (this.moved.size * 2 > this.records.size) return this.records.size;
    let count = 0;
    for (const id of this.topmostMoved()) count += this.descendants(id).length + this.lineage(id).length;
    return count;
  }

  /** Brings the spatial hash up to date: costs what moved since the last query. */
  private placeMoved(): void {
    if (this.moved.size === 0) return;
    for (const id of this.moved) if (!this.records.has(id)) this.space.delete(id);
    // With many moved, going down from the roots meets each entity once, however deep they are nested.
    if (this.moved.size * 2 > this.records.size)
      this.children.forEach(null, (id) => { this.placeTree(id); }); // prettier-ignore
    else for (const id of this.topmostMoved()) this.placeTree(id);
    this.moved.clear();
  }

  /** Those that moved and are there, without those that something above them takes along. */
  private topmostMoved(): number[] {
    /** Whether an entity moved, or one above it. */
    const known = new Map<number, boolean>();
    return [...this.moved].filter((id) => {
      const record = this.records.get(id);
      if (record === undefined) return false;
      const passed: number[] = [];
      let moves = false;
      for (let at = record.parent; at !== null && !moves; at = this.records.get(at)?.parent ?? null) {
        const found = known.get(at);
        moves = found ?? this.moved.has(at);
        passed.push(at);
        if (found === false) break;
      }
      for (const at of passed) known.set(at, moves);
      return !moves;
    });
  }

  private placeTree(root: number): void {
    const top = this.records.get(root);
    if (!top) return;
    const stack: { record: Entity; parent: Mat4 | undefined }[] = [
      { record: top, parent: top.parent === null ? undefined : this.worldMatrix(top.parent) },
    ];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { record, parent } = next;
      if (this.children.count(record.id) === 0 && parent === undefined) {
        this.space.set(record.id, record.position);
        continue;
      }
      const world = chain(parent ?? IDENTITY, compose(record));
      this.space.set(record.id, parent === undefined ? record.position : translationOf(world));
      this.children.forEach(record.id, (id) => {
        const child = this.records.get(id);
        if (child) stack.push({ record: child, parent: world });
      });
    }
  }

  private matrixUnder(line: readonly Entity[]): Mat4 {
    let world: Mat4 = IDENTITY;
    for (const record of line) world = chain(world, compose(record));
    return world;
  }
}
