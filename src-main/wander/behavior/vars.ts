/**
 * Vars and params of behaviours. An entity's vars are where they live; while handlers run, their values are held here as the
 * language has them, and written to the entity when a handler ends, or before somebody looks at the entity.
 */
import type { Run } from '../context';
import { fromJson, own, single } from '../convert';
import type { Site } from '../errors';
import type { EntityView, JsonValue, SceneHost } from '../host';
import { Fn, List, MapValue, type Value } from '../values';
import type { VarChange } from './contract';
import { toJson } from '../to-json';

/** Bytes of one var as JSON, roughly, and of all together. */
const MAX_VAR = 1_048_576;
const MAX_VARS = 64 * 1_048_576;

export class VarEntry {
  value: Value = null;
  /** What the entity's record has. */
  json: JsonValue | undefined;
  /** Changed since it was written to the entity. */
  dirty = false;
  /** The record may have another value. */
  stale = true;
  /** Where it was changed. */
  site: Site | undefined;
  bytes = 0;

  constructor(
    readonly entity: number,
    readonly name: string,
  ) {}
}

interface Owner {
  readonly entries: Map<string, VarEntry>;
  /** The record as it was last looked at. */
  view: EntityView | undefined;
}

export class VarStore {
  private readonly owners = new Map<number, Owner>();
  private readonly dirty = new Set<VarEntry>();
  private readonly dirtyEntities = new Set<number>();
  private bytes = 0;
  /** Of this step, by entity and name. */
  private readonly changes = new Map<string, VarChange>();

  constructor(
    private readonly scene: SceneHost,
    /** The run under way. */
    private readonly run: () => Run,
  ) {}

  entry(entity: number, name: string): VarEntry {
    const owner = this.owners.get(entity) ?? { entries: new Map<string, VarEntry>(), view: undefined };
    this.owners.set(entity, owner);
    const entry = owner.entries.get(name) ?? new VarEntry(entity, name);
    owner.entries.set(name, entry);
    return entry;
  }

  /** What the var holds; whoever puts it elsewhere marks it as shared. */
  read(entry: VarEntry): Value {
    if (entry.stale) {
      const view = this.scene.entity(entry.entity);
      entry.json = view && own(view.vars, entry.name);
      entry.value = entry.json === undefined ? null : fromJson(this.run(), entry.json, 'record');
      entry.stale = false;
    }
    return entry.value;
  }

  /** Whether the entity has a var of this name. */
  exists(entry: VarEntry): boolean {
    const view = this.scene.entity(entry.entity);
    return entry.dirty || (view !== undefined && own(view.vars, entry.name) !== undefined);
  }

  write(entry: VarEntry, value: Value, site: Site): void {
    if (value instanceof Fn) {
      this.run().fail(
        `${entry.name} can't hold a function`,
        'Vars hold what a scene can be saved with: keep the function in a variable of the handler.',
      );
    }
    const mayHaveChanged = value instanceof List || value instanceof MapValue;
    if (!entry.stale && !mayHaveChanged && entry.value === value) return;
    entry.value = value;
    entry.stale = false;
    entry.dirty = true;
    entry.site = site;
    this.dirty.add(entry);
    this.dirtyEntities.add(entry.entity);
  }

  hasUnwritten(entity: number): boolean {
    return this.dirtyEntities.size > 0 && this.dirtyEntities.has(entity);
  }

  /**
   * Writes what has changed to the entities: all, or one of them. A value that can't be written is lost; all others are
   * written before that fails, so that nothing is left to be written where no handler runs.
   */
  flush(entity?: number): void {
    if (this.dirty.size === 0) return;
    let failed: { readonly thrown: unknown } | undefined;
    for (const entry of this.dirty) {
      if (entity !== undefined && entry.entity !== entity) continue;
      this.dirty.delete(entry);
      entry.dirty = false;
      try {
        this.writeEntry(entry);
      } catch (thrown) {
        entry.stale = true;
        failed ??= { thrown };
      }
    }
    if (entity === undefined) this.dirtyEntities.clear();
    else this.dirtyEntities.delete(entity);
    if (failed !== undefined) throw failed.thrown;
  }

  private writeEntry(entry: VarEntry): void {
    const { name, entity, value, site } = entry;
    if (this.scene.entity(entity) === undefined) return;
    const run = this.run();
    const reached = run.site;
    run.site = site ?? reached;
    const json = this.jsonOf(entry, value, run);
    this.scene.update(entity, { vars: single(name, json) });
    run.site = reached;
    // The host may keep a copy: what it has is what is compared with later.
    const view = this.scene.entity(entity);
    const kept = view && own(view.vars, name);
    this.noteChange(entry, kept);
    entry.json = kept;
  }

  private jsonOf(entry: VarEntry, value: Value, run: Run): JsonValue {
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
      run.charge(1);
      this.account(entry, 8, run);
      return value === 0 ? 0 : value;
    }
    const before = run.made;
    const json = toJson(run, value, entry.name, 'reference');
    this.account(entry, run.made - before, run);
    return json;
  }

  private account(entry: VarEntry, bytes: number, run: Run): void {
    if (bytes > MAX_VAR) {
      run.failWith(
        'output_too_large',
        `${entry.name} takes more than ${MAX_VAR} bytes`,
        'Keep less in a var: what is needed later, and not how it came about.',
      );
    }
    const all = this.bytes + bytes - entry.bytes;
    if (all > MAX_VARS)
      run.failWith(
        'output_too_large',
        `the vars of all entities take more than ${MAX_VARS} bytes`,
        'Keep less in vars: what is needed later, and not how it came about.',
      );
    this.bytes = all;
    entry.bytes = bytes;
  }

  private noteChange(entry: VarEntry, json: JsonValue | undefined): void {
    if (json === undefined || json === entry.json) return;
    const { entity, name } = entry;
    this.changes.set(`${entity} ${name}`, { entity, name, value: json });
  }

  /** A script changed vars of an entity by its handle. */
  changedInScene(entity: number, names: Iterable<string>): void {
    const owner = this.owners.get(entity);
    if (owner === undefined) return;
    const view = this.scene.entity(entity);
    for (const name of names) {
      const entry = owner.entries.get(name);
      if (entry === undefined) continue;
      this.noteChange(entry, view && own(view.vars, name));
      entry.stale = true;
    }
  }

  /** Looks for what was changed from outside between two steps. */
  pickUp(): void {
    for (const [id, owner] of this.owners) {
      const view = this.scene.entity(id);
      if (view === undefined) {
        for (const entry of owner.entries.values()) this.bytes -= entry.bytes;
        this.owners.delete(id);
      } else if (view !== owner.view) {
        owner.view = view;
        for (const entry of owner.entries.values()) entry.stale ||= own(view.vars, entry.name) !== entry.json;
      }
    }
  }

  /** What changed in this step. */
  takeChanges(): readonly VarChange[] {
    const changes = [...this.changes.values()];
    this.changes.clear();
    return changes;
  }
}
