/** The entities that the window knows, with the children of each, in order of ids. */
import type { Entity } from '../../src-preload/contract';

export class SceneIndex {
  private readonly byId = new Map<number, Entity>();
  private readonly byParent = new Map<number | null, number[]>();

  get size(): number {
    return this.byId.size;
  }

  get(id: number): Entity | undefined {
    return this.byId.get(id);
  }

  has(id: number): boolean {
    return this.byId.has(id);
  }

  values(): IterableIterator<Entity> {
    return this.byId.values();
  }

  ids(): IterableIterator<number> {
    return this.byId.keys();
  }

  /** Ids of the children, ascending. Of `null`: the entities at the root. */
  childrenOf(parent: number | null): readonly number[] {
    return this.byParent.get(parent) ?? [];
  }

  set(entity: Entity): void {
    const before = this.byId.get(entity.id);
    this.byId.set(entity.id, entity);
    if (before !== undefined && before.parent === entity.parent) return;
    if (before !== undefined) this.unlink(before);
    const siblings = this.byParent.get(entity.parent);
    if (siblings === undefined) this.byParent.set(entity.parent, [entity.id]);
    else siblings.splice(placeOf(siblings, entity.id), 0, entity.id);
  }

  delete(id: number): void {
    const entity = this.byId.get(id);
    if (entity === undefined) return;
    this.byId.delete(id);
    this.unlink(entity);
  }

  /** Ids from the parent up to the root. */
  ancestorsOf(id: number): readonly number[] {
    const found: number[] = [];
    for (let up = this.byId.get(id)?.parent ?? null; up !== null && !found.includes(up);) {
      found.push(up);
      up = this.byId.get(up)?.parent ?? null;
    }
    return found;
  }

  private unlink(entity: Entity): void {
    const siblings = this.byParent.get(entity.parent);
    if (siblings === undefined) return;
    const at = placeOf(siblings, entity.id);
    if (siblings[at] === entity.id) siblings.splice(at, 1);
    if (siblings.length === 0) this.byParent.delete(entity.parent);
  }
}

/** Where an id is, or belongs, in ascending order. */
function placeOf(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
