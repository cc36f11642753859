/**
 * A scene: immutable entity records with indexes, changed only through a transaction. Scene order is the ascending order
 * of ids, and ids are never reused.
 */
import type { JsonObject } from '../json';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { didYouMean, listNames } from '../text/suggest';
import { ComponentRegistry } from './components';
import type { Entity, Environment, Vec3 } from './entity';
import { defaultEnvironment } from './environment';
import { SceneStore } from './scene-store';
import { Transaction, type SceneChange } from './transaction';
import type { Axes, Mat4 } from './transform';
import { axesOf } from './transform';

/** A whole scene as data: what a scene file holds. */
export interface SceneData {
  readonly name: string;
  readonly seed: number;
  readonly environment: Environment;
  /** Checked records in ascending order of ids. */
  readonly entities: readonly Entity[];
  /** Above every id that was ever used. The highest id plus one where it is missing. */
  readonly nextId?: number;
  /** Fields of the file that this version does not know. */
  readonly extra?: JsonObject;
}

/** See `Scene.state`. */
export interface ChangeStates {
  readonly before: number;
  readonly after: number;
}

export class Scene {
  readonly components: ComponentRegistry;
  private store: SceneStore;
  private transaction: Transaction | undefined;
  private revisionCount = 0;
  private stateNow = 0;
  private lastState = 0;
  private savedState = 0;
  private readonly states = new WeakMap<SceneChange, ChangeStates>();

  constructor(options: { components?: ComponentRegistry; seed?: number } = {}) {
    this.components = options.components ?? new ComponentRegistry();
    this.store = new SceneStore(
      { name: 'Untitled', seed: options.seed ?? 1, file: null },
      defaultEnvironment(),
    );
  }

  get name(): string {
    return this.store.settings.name;
  }

  set name(name: string) {
    this.store.settings.name = name;
  }

  get seed(): number {
    return this.store.settings.seed;
  }

  set seed(seed: number) {
    this.store.settings.seed = seed;
  }

  /** Project-relative path of the scene's file; null until it is saved for the first time. */
  get file(): string | null {
    return this.store.settings.file;
  }

  set file(file: string | null) {
    this.store.settings.file = file;
  }

  /** Hash of what the scene's file held when it was last loaded or saved: whatever else it holds now, others wrote. */
  get fileHash(): string | null {
    return this.store.settings.fileHash ?? null;
  }

  set fileHash(hash: string | null) {
    this.store.settings.fileHash = hash;
  }

  get environment(): Environment {
    return this.store.environment;
  }

  /** Why the scene must not be saved (its file is of a newer format), or undefined. */
  get readOnlyReason(): string | undefined {
    return this.store.settings.readOnlyReason;
  }

  /** Fields of the scene's file that this version does not know. */
  get extra(): JsonObject | undefined {
    return this.store.settings.extra;
  }

  /** Rises with every committed change, undo and redo. */
  get revision(): number {
    return this.revisionCount;
  }

  /** Names what the scene holds. Undoing a change gives the state before it again, where the revision rises all the same. */
  get state(): number {
    return this.stateNow;
  }

  /** The states around a change that was committed; undefined for one of another scene. */
  statesOf(change: SceneChange): ChangeStates | undefined {
    return this.states.get(change);
  }

  /** For undo and redo: what was just committed has led back to this state. */
  returnTo(state: number): void {
    this.stateNow = state;
  }

  /** Whether there are changes that no file holds. */
  get dirty(): boolean {
    return this.stateNow !== this.savedState;
  }

  /** The scene's file now holds this state (the present one, where nothing else is said). */
  markSaved(state = this.stateNow): void {
    this.savedState = state;
  }

  /** No file holds the scene any more: it is dirty until it is saved, also where it has not been changed. */
  markUnsaved(): void {
    this.savedState = -1;
  }

  get count(): number {
    return this.store.records.size;
  }

  /** The id that the next created entity will have. */
  get nextId(): number {
    return this.store.nextId;
  }

  /** Another number whenever some record is another one, in an open change too. */
  get version(): number {
    return this.store.version;
  }

  get(id: number): Entity | undefined {
    return this.store.records.get(id);
  }

  /** All ids, ascending. Like every list that a scene gives out, it is not touched by later changes. */
  ids(): readonly number[] {
    return this.store.ids();
  }

  withTag(tag: string): readonly number[] {
    return this.store.tags.get(tag);
  }

  /** Entities with exactly this name. */
  named(name: string): readonly number[] {
    return this.store.names.get(name);
  }

  withComponent(type: string): readonly number[] {
    return this.store.componentTypes.get(type);
  }

  /** Direct children; those of null are the entities without a parent. */
  childrenOf(id: number | null): readonly number[] {
    return this.store.children.get(id);
  }

  /** All below an entity, parents before their children. */
  descendantsOf(id: number): readonly number[] {
    return this.store.descendants(id);
  }

  /** The tags in use, in alphabetical order. */
  tags(): readonly { tag: string; count: number }[] {
    const { tags } = this.store;
    return [...tags.keys()].sort().map((tag) => ({ tag, count: tags.count(tag) }));
  }

  /** Names of the vars that entities have, in alphabetical order. */
  varNames(): readonly string[] {
    const names = new Set<string>();
    for (const { vars } of this.store.records.values()) for (const name of Object.keys(vars)) names.add(name);
    return [...names].sort();
  }

  /** Entities at most `radius` metres from a point in the world, in scene order. */
  within(point: Vec3, radius: number): readonly number[] {
    return this.store.within(point, radius);
  }

  /** About how many records the next `within` has to look at first, because they or those above them moved. */
  unplaced(): number {
    return this.store.unplaced();
  }

  /** Metres in the world. The origin for an id that is not there. */
  worldPosition(id: number): Vec3 {
    return this.store.worldPosition(id);
  }

  /** From the entity's own space to the world's. */
  worldMatrix(id: number): Mat4 {
    return this.store.worldMatrix(id);
  }

  /** The entity's axes in the world, as unit vectors; things face along `forward`, −z. */
  axes(id: number): Axes {
    return axesOf(this.store.lineage(id).map((record) => record.rotation));
  }

  /** Whether the entity is there and it and all its ancestors are enabled. */
  isActive(id: number): boolean {
    const line = this.store.lineage(id);
    return line.length > 0 && line.every((record) => record.enabled);
  }

  /** Names from the root: `Room/Door`. */
  path(id: number): string {
    return this.store
      .lineage(id)
      .map((record) => record.name)
      .join('/');
  }

  /**
   * The entity that a reference means: 12, "12", "#12", a unique name, or a path such as "Room/Door" (from the root, or
   * its last part where that is unique). `not_found` with a did-you-mean, `invalid_arguments` with the candidates where it is
   * ambiguous.
   */
  resolve(ref: number | string): Outcome<Entity> {
    if (typeof ref === 'number') return this.resolveId(ref, String(ref));
    const named = this.named(ref);
    const digits = /^#?(\d{1,15})$/.exec(ref.trim());
    if (digits) {
      const found = this.resolveId(Number(digits[1]), ref.trim());
      if (found.ok || named.length === 0) return found;
    }
    if (named.length > 0) return this.only(named, ref);
    const slash = ref.lastIndexOf('/');
    if (slash > 0) {
      const last = this.named(ref.slice(slash + 1));
      const whole = last.filter((id) => this.path(id) === ref);
      const matching = whole.length > 0 ? whole : last.filter((id) => this.path(id).endsWith(`/${ref}`));
      if (matching.length > 0) return this.only(matching, ref);
      return fail('not_found', `There is no entity at "${ref}"`, this.pathHint(ref));
    }
    return fail(
      'not_found',
      `There is no entity named "${ref}"`,
      didYouMean(ref, this.store.names.keys()) ??
        'scene_query finds entities by name, tag, component or place.',
    );
  }

  /** The scene as data, sharing its records. */
  snapshot(): SceneData {
    const { name, seed, extra } = this.store.settings;
    const entities: Entity[] = [];
    for (const id of this.ids()) {
      const record = this.get(id);
      if (record) entities.push(record);
    }
    return { name, seed, environment: this.environment, entities, nextId: this.nextId, extra };
  }

  /** Starts a change. One can be open at a time: asking for another is a bug. */
  begin(): Transaction {
    if (this.transaction) throw new Error('A transaction is open already');
    const transaction = new Transaction({
      components: this.components,
      store: () => this.store,
      swap: (store) => {
        this.store = store;
      },
      closed: ({ change, saved }) => {
        this.transaction = undefined;
        if (change !== null) {
          this.revisionCount += 1;
          this.lastState += 1;
          this.states.set(change, { before: this.stateNow, after: this.lastState });
          this.stateNow = this.lastState;
        }
        if (saved) this.savedState = this.stateNow;
      },
    });
    this.transaction = transaction;
    return transaction;
  }

  get open(): Transaction | undefined {
    return this.transaction;
  }

  private resolveId(id: number, text: string): Outcome<Entity> {
    const found = this.get(id);
    if (found) return succeed(found);
    const gone = id > 0 && id < this.nextId && Number.isInteger(id);
    return fail(
      'not_found',
      `There is no entity ${text.startsWith('#') ? text : `#${text}`}`,
      gone
        ? 'It was deleted, or is not in this scene. history shows what happened.'
        : 'scene_query lists the entities there are.',
    );
  }

  private only(ids: readonly number[], ref: string): Outcome<Entity> {
    const [first] = ids;
    const found = first === undefined ? undefined : this.get(first);
    if (found && ids.length === 1) return succeed(found);
    const candidates = ids.slice(0, 20).map((id) => ({ id, path: this.path(id) }));
    const shown = listNames(ids.map((id) => `#${id} ${this.path(id)}`), 8); // prettier-ignore
    return fail(
      'invalid_arguments',
      `"${ref}" means ${ids.length} entities: ${shown}`,
      'Give the id, or a path that only one has.',
      {
        candidates,
      },
    );
  }

  private pathHint(ref: string): string | undefined {
    const parts = ref.split('/');
    let parent: number | null = null;
    for (const [index, part] of parts.entries()) {
      const children: readonly number[] = this.childrenOf(parent);
      const next: number | undefined = children.find((id) => this.get(id)?.name === part);
      if (next === undefined) {
        const around = parts.slice(0, index).join('/');
        const names = children.flatMap((id) => this.get(id)?.name ?? []);
        const meant = didYouMean(part, names);
        if (index === 0) return meant ?? didYouMean(part, this.store.names.keys());
        return (
          meant ??
          (names.length === 0 ? `"${around}" has no children.` : `"${around}" has: ${listNames(names)}.`)
        );
      }
      parent = next;
    }
    return undefined;
  }
}
