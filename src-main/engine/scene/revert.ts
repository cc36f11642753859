/** Taking back a step from the middle of the history: what depends on it, and what its inverse is. */
import { diffEntities, withPaths } from './changes';
import type { Entity } from './entity';
import type { UndoStep } from './history';
import { getOwn, sameJson } from './json-values';
import type { Json, JsonObject } from '../json';
import type { Scene } from './scene';
import type { SceneChange, Transaction } from './transaction';

type Images = { readonly before: Entity | null; readonly after: Entity | null };

/**
 * The steps after `step` that would lose something, or hang in the air, if it were taken back: those that changed the same
 * property of the same entity, or that need an entity which it created, or its parent. Steps that were taken back
 * themselves, and those that took them back, do not count.
 */
export function dependentsOf(step: UndoStep, steps: readonly UndoStep[]): UndoStep[] {
  const start = steps.findIndex((other) => other.id === step.id);
  return steps.slice(start + 1).filter((later) => {
    if (later.revertedBy !== undefined) return false;
    if (later.reverts !== undefined && later.reverts > step.id) return false;
    return dependsOn(later.change, step.change);
  });
}

function dependsOn(later: SceneChange, earlier: SceneChange): boolean {
  if (later.replaced || (later.environment && earlier.environment)) return true;
  for (const [id, theirs] of later.changes) {
    const ours = earlier.changes.get(id);
    if (ours && overlaps(ours, theirs)) return true;
    // An entity put below one that the earlier step created.
    const parent = theirs.after?.parent ?? null;
    if (parent !== null && parent !== theirs.before?.parent && isCreation(earlier.changes.get(parent)))
      return true;
    // A parent that is gone, to which the earlier step's inverse would hang an entity again.
    if (theirs.before && !theirs.after && someHungBelow(earlier, id)) return true;
  }
  return false;
}

function isCreation(images: Images | undefined): boolean {
  return images !== undefined && images.before === null;
}

function someHungBelow(earlier: SceneChange, parent: number): boolean {
  for (const { before, after } of earlier.changes.values()) {
    if (before?.parent === parent && after?.parent !== parent) return true;
  }
  return false;
}

function overlaps(ours: Images, theirs: Images): boolean {
  if (!ours.before || !ours.after || !theirs.before || !theirs.after) return true;
  const paths = diffEntities(ours.before, ours.after).map((change) => change.path);
  return diffEntities(theirs.before, theirs.after).some(({ path }) =>
    paths.some((own) => isPrefix(own, path) || isPrefix(path, own)),
  );
}

function isPrefix(short: readonly string[], long: readonly string[]): boolean {
  return short.length <= long.length && short.every((part, index) => part === long[index]);
}

/** Sets back what a step changed, and nothing else. Answers why it can't, in words, having changed some of it. */
export function invertStep(change: SceneChange, scene: Scene, tx: Transaction): string | undefined {
  if (change.environment) tx.restoreEnvironment(change.environment.before);
  for (const [id, { before, after }] of change.changes) {
    const now = scene.get(id) ?? null;
    if (!before) {
      if (now) tx.restore(id, null);
      continue;
    }
    if (!after || !now) {
      if (now) return `#${id} ${now.name} is there again`;
      if (after) return `#${id} ${after.name} is gone`;
      tx.restore(id, before);
      continue;
    }
    const changed = diffEntities(before, after);
    const lost = changed.find(({ path, after: left }) => !sameJson(valueAt(now, path), left));
    if (lost) return `${lost.path.join('.')} of #${id} ${now.name} is not as the step left it`;
    tx.restore(id, withPaths(now, changed.map(({ path, before: value }) => ({ path, value })))); // prettier-ignore
  }
  return checkParents(change, scene);
}

function valueAt(entity: Entity, path: readonly string[]): Json | undefined {
  let value: Json | undefined = entity as unknown as JsonObject;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = getOwn(value as JsonObject, key);
  }
  return value;
}

/** Every entity still has a parent that is there, and is not below itself. */
function checkParents(change: SceneChange, scene: Scene): string | undefined {
  for (const id of change.changes.keys()) {
    const entity = scene.get(id);
    if (!entity) {
      const [child] = scene.childrenOf(id);
      if (child !== undefined) return `#${child} ${scene.get(child)?.name ?? ''} is below #${id}`;
      continue;
    }
    const above = new Set<number>([id]);
    for (let parent = entity.parent; parent !== null; parent = scene.get(parent)?.parent ?? null) {
      if (!scene.get(parent)) return `the parent of #${id} ${entity.name}, #${parent}, is gone`;
      if (above.has(parent)) return `#${id} ${entity.name} would be below itself`;
      above.add(parent);
    }
  }
  return undefined;
}
