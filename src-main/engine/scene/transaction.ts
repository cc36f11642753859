/**
 * One change of a scene: everything it does is there at once for readers, and is undone exactly by a roll-back. It keeps
 * the first record that it replaced of each touched entity (and one more for each savepoint after which it is touched
 * again), so that it costs what it touches, however large the scene is.
 */
import type { Outcome, ToolError } from '../errors';
import { ToolFailure, toolError } from '../errors';
import type { ComponentRegistry } from './components';
import { sameEntity } from './changes';
import type { Entity, EntityPatch, Environment } from './entity';
import {
  checkColor,
  checkComponents,
  checkEnabled,
  checkExtra,
  checkName,
  checkTags,
  checkVars,
  checkVec3,
  DEFAULT_ENTITY,
  entityRecord,
  MAX_ID,
} from './entity-values';
import { checkEnvironment } from './environment';
import { EMPTY_OBJECT, sameJson } from './json-values';
import type { SceneData } from './scene';
import { SceneStore } from './scene-store';

/** What a new entity is made of: a name, and what differs from the defaults. */
export type EntityDraft = EntityPatch & { readonly name: string };

export type EntityChanges = ReadonlyMap<
  number,
  { readonly before: Entity | null; readonly after: Entity | null }
>;

/** What a committed transaction changed: enough to undo and redo it. */
export interface SceneChange {
  readonly changes: EntityChanges;
  readonly environment?: { readonly before: Environment; readonly after: Environment };
  /** The whole scene was replaced (`scene_new`, `scene_load`): no step can undo that, and earlier ones no longer apply. */
  readonly replaced?: true;
}

/** A state within a transaction that it can go back to. */
export interface Savepoint {
  readonly entries: number;
  readonly compensations: number;
  readonly nextId: number;
  readonly environment: Environment;
}

/** What a transaction may do to its scene. */
export interface TransactionParts {
  readonly components: ComponentRegistry;
  store(): SceneStore;
  swap(store: SceneStore): void;
  closed(result: { change: SceneChange | null; saved: boolean }): void;
}

type Entry =
  | { readonly id: number; readonly before: Entity | null; readonly seen: number | undefined }
  /** The whole scene was replaced: by `environment` and the rest of what a file holds, if `saved`. */
  | { readonly store: SceneStore; readonly environment: Environment; readonly saved: boolean };

export class Transaction {
  private readonly entries: Entry[] = [];
  private readonly compensations: (() => void)[] = [];
  /** Entity → the layer in which its record was last kept. A savepoint starts a layer. */
  private readonly seen = new Map<number, number>();
  private layer = 0;
  private readonly start: Savepoint;
  private isOpen = true;

  constructor(private readonly parts: TransactionParts) {
    this.start = this.savepoint();
  }

  /**
   * Makes an entity with the next free id. Throws a `ToolFailure` (`invalid_arguments`, `not_found`) for a parent that is not
   * there or a value that does not fit.
   */
  create(draft: EntityDraft): Entity {
    const store = this.writable();
    const id = store.nextId;
    if (id > MAX_ID)
      throw new ToolFailure(
        toolError('conflict', `The ids of this scene are used up: ${MAX_ID} is the last`),
      );
    const record = this.merge({ ...DEFAULT_ENTITY, id, name: '' }, draft, true);
    store.nextId = id + 1;
    this.write(id, record);
    return record;
  }

  /**
   * Sets the given properties, each as a whole: merging into `vars` and `components` is up to the caller. Answers the
   * present record where nothing differs. Throws a `ToolFailure` for an id or parent that is not there (`not_found`), a
   * parent below the entity itself, or a value that does not fit (`invalid_arguments`).
   */
  update(id: number, patch: EntityPatch): Entity {
    const before = this.writable().records.get(id);
    if (!before) throw new ToolFailure(toolError('not_found', `There is no entity #${id}`));
    const record = this.merge(before, patch);
    if (record !== before) this.write(id, record);
    return record;
  }

  /** Deletes an entity and all below it, and answers their ids, ascending. `not_found` is thrown as a `ToolFailure`. */
  remove(id: number): readonly number[] {
    const store = this.writable();
    if (!store.records.has(id)) throw new ToolFailure(toolError('not_found', `There is no entity #${id}`));
    const ids = [id, ...store.descendants(id)];
    // Children first, so that a reader never meets one without its parent.
    for (const gone of ids.toReversed()) this.write(gone, null);
    return ids.sort((a, b) => a - b);
  }

  /** Throws a `ToolFailure` (`invalid_arguments`) for a field that does not fit. */
  setEnvironment(environment: Environment): void {
    const store = this.writable();
    const checked = unwrap(checkEnvironment(environment));
    if (!sameJson(checked, store.environment)) store.environment = checked;
  }

  /**
   * Puts another scene in the place of this one. `saved` tells that the data is what the file holds, so that the scene is
   * not dirty after the commit.
   */
  replaceAll(
    data: SceneData & { readonly readOnlyReason?: string },
    options: { file?: string | null; fileHash?: string | null; saved?: boolean } = {},
  ): void {
    const before = this.writable();
    const { name, seed, extra, readOnlyReason } = data;
    const store = new SceneStore(
      {
        name,
        seed,
        extra,
        readOnlyReason,
        file: options.file ?? null,
        fileHash: options.fileHash ?? null,
      },
      data.environment,
    );
    let highest = 0;
    for (const record of data.entities) {
      store.put(record.id, record);
      highest = Math.max(highest, record.id);
    }
    store.nextId = Math.max(highest + 1, data.nextId ?? 1);
    this.entries.push({ store: before, environment: data.environment, saved: options.saved ?? false });
    this.parts.swap(store);
    this.layer += 1;
    this.seen.clear();
  }

  /** The present state, to go back to with `rollbackTo`. */
  savepoint(): Savepoint {
    const store = this.writable();
    this.layer += 1;
    return {
      entries: this.entries.length,
      compensations: this.compensations.length,
      nextId: store.nextId,
      environment: store.environment,
    };
  }

  /** Takes back all that happened since the savepoint. Later savepoints are no longer of use. */
  rollbackTo(savepoint: Savepoint): void {
    this.writable();
    while (this.entries.length > savepoint.entries) {
      const entry = this.entries.pop();
      if (entry === undefined) break;
      if ('store' in entry) {
        this.parts.swap(entry.store);
        this.seen.clear();
        continue;
      }
      this.parts.store().put(entry.id, entry.before);
      if (entry.seen === undefined) this.seen.delete(entry.id);
      else this.seen.set(entry.id, entry.seen);
    }
    // What follows must not take the layers before the savepoint for its own.
    this.layer += 1;
    const store = this.parts.store();
    store.nextId = savepoint.nextId;
    store.environment = savepoint.environment;
    this.compensate(savepoint.compensations);
  }

  /** Calls `undo` when what happens now is rolled back: for effects outside the scene. Newest first. */
  onRollback(undo: () => void): void {
    this.writable();
    this.compensations.push(undo);
  }

  /** What differs from the state at the start, by id in ascending order. */
  changes(): EntityChanges {
    const now = this.parts.store().records;
    const changes = new Map<number, { before: Entity | null; after: Entity | null }>();
    for (const [id, before] of [...this.firstRecords()].sort(([a], [b]) => a - b)) {
      const after = now.get(id) ?? null;
      if (before === after || (before && after && sameEntity(before, after))) continue;
      changes.set(id, { before, after });
    }
    return changes;
  }

  /** Restores everything: records, indexes, next id, environment. */
  rollback(): void {
    try {
      this.rollbackTo(this.start);
    } finally {
      this.close({ change: null, saved: false });
    }
  }

  /** Keeps the changes and says what they are; null when there are none. */
  commit(): SceneChange | null {
    const store = this.writable();
    const changes = this.changes();
    const environment = sameJson(this.start.environment, store.environment)
      ? undefined
      : { before: this.start.environment, after: store.environment };
    const replaced = this.entries.some((entry) => 'store' in entry);
    const changed = changes.size > 0 || environment !== undefined || replaced;
    const last = this.entries[this.entries.length - 1];
    const saved =
      last !== undefined && 'store' in last && last.saved && last.environment === store.environment;
    const change = changed
      ? { changes, ...(environment && { environment }), ...(replaced && { replaced: true as const }) }
      : null;
    this.close({ change, saved });
    return change;
  }

  /**
   * Puts a record that the scene once had back in place, as it is (null takes the entity away). For undo and redo only:
   * nothing is checked.
   */
  restore(id: number, record: Entity | null): void {
    this.writable();
    this.write(id, record);
  }

  /** The same for the environment. */
  restoreEnvironment(environment: Environment): void {
    this.writable().environment = environment;
  }

  private writable(): SceneStore {
    if (!this.isOpen) throw new Error('The transaction is closed');
    return this.parts.store();
  }

  private write(id: number, after: Entity | null): void {
    const store = this.parts.store();
    const seen = this.seen.get(id);
    if (seen !== this.layer) {
      this.entries.push({ id, before: store.records.get(id) ?? null, seen });
      this.seen.set(id, this.layer);
    }
    store.put(id, after);
  }

  private merge(before: Entity, patch: EntityPatch, fresh = false): Entity {
    const next: { -readonly [K in keyof Entity]: Entity[K] } = { ...before };
    let differs = fresh;
    const set = <K extends keyof EntityPatch>(key: K, value: Outcome<Entity[K]>): void => {
      const checked = unwrap(value);
      if (sameJson(checked, before[key])) return;
      next[key as keyof Entity] = checked as never;
      differs = true;
    };
    if (fresh || patch.name !== undefined) set('name', checkName(patch.name));
    if (patch.parent !== undefined) set('parent', this.checkParent(before.id, patch.parent, fresh));
    if (patch.enabled !== undefined) set('enabled', checkEnabled(patch.enabled));
    if (patch.tags !== undefined) set('tags', checkTags(patch.tags));
    if (patch.position !== undefined) set('position', checkVec3(patch.position, 'position'));
    if (patch.rotation !== undefined) set('rotation', checkVec3(patch.rotation, 'rotation'));
    if (patch.scale !== undefined) set('scale', checkVec3(patch.scale, 'scale'));
    if (patch.color !== undefined) set('color', checkColor(patch.color));
    if (patch.vars !== undefined) set('vars', checkVars(patch.vars, before.vars));
    if (patch.extra !== undefined) set('extra', checkExtra(patch.extra, before.extra ?? EMPTY_OBJECT));
    if (patch.components !== undefined) {
      set('components', checkComponents(patch.components, before.components, this.parts.components));
    }
    return differs ? entityRecord(next) : before;
  }

  private checkParent(id: number, parent: number | null, fresh: boolean): Outcome<number | null> {
    if (parent === null) return { ok: true, value: null };
    const { records } = this.parts.store();
    if (!records.has(parent) || parent === id) {
      const message =
        parent === id
          ? `#${id} can't be its own parent`
          : `There is no entity #${String(parent)} to be the parent`;
      return {
        ok: false,
        error: toolError(
          parent === id ? 'invalid_arguments' : 'not_found',
          message,
          'Give the id of another entity, or null for none.',
        ),
      };
    }
    // Nothing is below a new entity yet.
    if (fresh) return { ok: true, value: parent };
    for (let at: number | null = parent; at !== null; at = records.get(at)?.parent ?? null) {
      if (at !== id) continue;
      return {
        ok: false,
        error: toolError(
          'invalid_arguments',
          `#${parent} is below #${id}, so it can't be its parent`,
          `Move #${parent} out first, or choose another parent.`,
        ),
      };
    }
    return { ok: true, value: parent };
  }

  /** The record that each touched entity had at the start. */
  private firstRecords(): Map<number, Entity | null> {
    const first = new Map<number, Entity | null>();
    for (const entry of this.entries) {
      if ('store' in entry) {
        // What the scene held when it was replaced, it held at the start, but for what was touched before.
        for (const [id, record] of entry.store.records) if (!first.has(id)) first.set(id, record);
        for (const id of this.parts.store().records.keys()) if (!first.has(id)) first.set(id, null);
        break;
      }
      if (!first.has(entry.id)) first.set(entry.id, entry.before);
    }
    return first;
  }

  private compensate(down: number): void {
    const errors: unknown[] = [];
    while (this.compensations.length > down) {
      try {
        this.compensations.pop()?.();
      } catch (error) {
        errors.push(error);
      }
    }
    // The scene is whole again by now; what is left is a bug of the compensation, for the door to report.
    if (errors.length > 0) throw new AggregateError(errors, 'Undoing an effect outside the scene failed');
  }

  private close(result: { change: SceneChange | null; saved: boolean }): void {
    this.isOpen = false;
    this.parts.closed(result);
  }
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new ToolFailure(outcome.error satisfies ToolError);
}
