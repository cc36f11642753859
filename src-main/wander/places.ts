/**
 * Changing what a place holds: `a.b[i].c = v`, `a.b += 1`, `a.items.push(x)`. A place is a root (a variable, an entity, or a
 * value that nothing holds) and steps from it. Lists and maps on the way are changed as they stand where only this place
 * holds them, and copied otherwise.
 */
import { BYTES } from './budget';
import type { Run } from './context';
import { readField, readProperty, writeField, writeProperty } from './entities';
import { keyFrom, noItems, noSuchMember, positionFrom, readIndex, readMember } from './members';
import { finite } from './operators';
import { putEntry } from './stdlib/maps';
import { existingIndex } from './stdlib/ranges';
import { withArticle } from './type-names';
import { Color, EntityRef, List, MapValue, Vec, type Value } from './values';
import { vecAsList } from './stdlib/define';

/** One step: a name behind a dot, or the value in brackets. */
export interface Step {
  readonly member: boolean;
  readonly key: Value;
}

export interface Change {
  /** Gives the new value. What it gets may be changed as it stands if it is an unshared list or map. */
  apply(old: Value): Value;
  /** It does not look at the old value, which then need not be there. */
  readonly replaces: boolean;
}

/** A list or map that may be changed: the value itself, or a copy when it stands in other places too. */
export function owned<T extends List | MapValue>(run: Run, value: T): T;
export function owned(run: Run, value: List | MapValue): List | MapValue {
  if (!value.shared) return value;
  const size = value instanceof List ? value.items.length : value.size;
  // A table is copied entry by entry.
  run.charge(value instanceof MapValue && value.shape === undefined ? 5 + 2 * size : size >> 1);
  run.allocate(value instanceof List ? BYTES.list + BYTES.item * size : BYTES.map + BYTES.entry * size);
  return value.copy();
}

/** Makes a change at the end of some steps, and gives what the place of `holder` must hold after it. `run.site` is set. */
export function changeAt(run: Run, holder: Value, steps: readonly Step[], at: number, change: Change): Value {
  const step = steps[at];
  if (step === undefined) return change.apply(holder);
  if (holder instanceof EntityRef) {
    changeEntity(run, holder, keyFrom(run, step.key), steps, at, change);
    return holder;
  }
  if (holder instanceof MapValue) return changeEntry(run, holder, keyFrom(run, step.key), steps, at, change);
  if (holder instanceof List && !step.member) return changeItem(run, holder, step.key, steps, at, change);
  if (holder instanceof Vec && !step.member)
    return changeItem(run, vecAsList(holder), step.key, steps, at, change);
  if ((holder instanceof Vec || holder instanceof Color) && step.member)
    return changePart(run, holder, step.key, steps, at, change);
  if (step.member) return noSuchMember(run, holder, typeof step.key === 'string' ? step.key : '');
  if (typeof holder === 'string')
    return run.fail("a character of a string can't be assigned", 'Make a new string.');
  return noItems(run, holder);
}

function changeEntity(
  run: Run,
  ref: EntityRef,
  name: string,
  steps: readonly Step[],
  at: number,
  change: Change,
): void {
  const { site } = run;
  const next = steps[at + 1];
  // The capability is told first: what the old value is does not matter without it.
  run.needMutate();
  if (next !== undefined && typeof next.key === 'string' && run.isComponent(name)) {
    const field = next.key;
    const old = at + 2 === steps.length && change.replaces ? null : readField(run, ref, name, field);
    const value = changeAt(run, old, steps, at + 2, change);
    run.site = site;
    writeField(run, ref, name, field, value);
    return;
  }
  const old = next === undefined && change.replaces ? null : readProperty(run, ref, name);
  const value = changeAt(run, old, steps, at + 1, change);
  run.site = site;
  writeProperty(run, ref, name, value);
}

function changeEntry(
  run: Run,
  holder: MapValue,
  key: string,
  steps: readonly Step[],
  at: number,
  change: Change,
): Value {
  const map = owned(run, holder);
  const old = map.get(key) ?? null;
  if (old === null && at + 1 < steps.length)
    run.fail(
      `the map has no "${key}", so nothing in it can be changed`,
      'Put a value under the key first, such as {} or [].',
    );
  putEntry(run, map, key, changeAt(run, old, steps, at + 1, change));
  return map;
}

function changeItem(
  run: Run,
  holder: List,
  key: Value,
  steps: readonly Step[],
  at: number,
  change: Change,
): Value {
  const index = existingIndex(run, positionFrom(run, key), holder.items.length, 'items');
  const list = owned(run, holder);
  const value = changeAt(run, list.items[index] ?? null, steps, at + 1, change);
  if (typeof value === 'string' && value.length > 256) run.allocate(value.length);
  list.items[index] = value;
  return list;
}

function changePart(
  run: Run,
  holder: Vec | Color,
  key: Value,
  steps: readonly Step[],
  at: number,
  change: Change,
): Value {
  const name = typeof key === 'string' ? key : '';
  const parts = holder instanceof Vec ? ['x', 'y', 'z'] : ['r', 'g', 'b', 'a'];
  if (!parts.includes(name)) {
    return name === 'length'
      ? run.fail("the length of a vector can't be assigned")
      : noSuchMember(run, holder, name);
  }
  const value = changeAt(run, readMember(run, holder, name), steps, at + 1, change);
  if (typeof value !== 'number') return run.fail(`.${name} must be a number, not ${withArticle(value)}`);
  finite(run, value);
  const part = (other: string, old: number): number => (other === name ? value : old);
  if (holder instanceof Vec) return new Vec(part('x', holder.x), part('y', holder.y), part('z', holder.z));
  return new Color(part('r', holder.r), part('g', holder.g), part('b', holder.b), part('a', holder.a));
}

/** What stands at the end of the steps, without changing anything. */
export function readAt(run: Run, root: Value, steps: readonly Step[]): Value {
  return steps.reduce<Value>((holder, { member, key }) => {
    if (member && typeof key === 'string') return readMember(run, holder, key);
    return readIndex(run, holder, key);
  }, root);
}

/** A root that nothing holds: a change of it would be lost, unless the steps lead into an entity. */
export function changeTemporary(run: Run, root: Value, steps: readonly Step[], change: Change): void {
  let holder = root;
  for (let at = 0; at < steps.length; at += 1) {
    if (holder instanceof EntityRef) {
      changeAt(run, holder, steps, at, change);
      return;
    }
    holder = readAt(run, holder, steps.slice(at, at + 1));
  }
  run.fail(
    `this would change ${withArticle(root)} that nothing holds, and the change would be lost`,
    'Put the value into a variable first: let items = …, then change items.',
  );
}
