/** The scene as Wander programs see and change it: the engine's records, ids as numbers, every change in the call's transaction. */
import { ToolFailure } from '../errors';
import type { JsonObject } from '../json';
import { mergeFields } from '../scene/components';
import type { Entity, EntityPatch } from '../scene/entity';
import type { Scene } from '../scene/scene';
import type { Transaction } from '../scene/transaction';
import { chain, decompose, invert, transformPoint } from '../scene/transform';
import {
  HostError,
  type EntityChange,
  type EntitySpec,
  type EntityView,
  type SceneHost,
  type Triple,
} from '../../wander/host';

const NOTHING: readonly number[] = [];

/** A failure of the scene in the language's terms; anything else stays what it is, a bug. */
export function asHostError(error: unknown): unknown {
  if (!(error instanceof ToolFailure)) return error;
  const { code, message, hint } = error.error;
  return new HostError(code, message, hint);
}

export class EngineSceneHost implements SceneHost {
  /** `tx` is absent where the program may only read; a function where each of its runs has one of its own. */
  constructor(
    private readonly scene: Scene,
    private readonly tx: Transaction | (() => Transaction) | undefined,
  ) {}

  get version(): number {
    return this.scene.version;
  }

  entity(id: number): EntityView | undefined {
    return this.scene.get(id);
  }

  all(): readonly number[] {
    return this.scene.ids();
  }

  withTag(tag: string): readonly number[] {
    return this.scene.withTag(tag);
  }

  named(name: string): readonly number[] {
    return this.scene.named(name);
  }

  childrenOf(id: number): readonly number[] {
    return this.scene.get(id) === undefined ? NOTHING : this.scene.childrenOf(id);
  }

  within(point: Triple, radius: number): readonly number[] {
    return this.scene.within(point, radius);
  }

  unplaced(): number {
    return this.scene.unplaced();
  }

  worldPosition(id: number): Triple {
    return this.scene.worldPosition(id);
  }

  axes(id: number): { readonly right: Triple; readonly up: Triple; readonly forward: Triple } {
    return this.scene.axes(id);
  }

  componentTypes(): readonly string[] {
    return this.scene.components.types();
  }

  create(spec: EntitySpec): number {
    return this.changing('spawn an entity', (tx) => {
      const { mesh, parent, vars, components, name, ...rest } = spec;
      const given = withMesh(components ?? {}, mesh);
      const draft: EntityPatch & { name: string } = {
        ...rest,
        name: name ?? nameOfMesh(mesh),
        ...(parent === undefined ? {} : { parent }),
        ...(vars === undefined ? {} : { vars: mergeVars({}, vars) }),
        ...(Object.keys(given).length === 0 ? {} : { components: mergeComponents({}, given) }),
      };
      return tx.create(draft).id;
    });
  }

  update(id: number, change: EntityChange): void {
    this.changing(`change entity #${id}`, (tx) => {
      const before = this.existing(id);
      const { vars, components, ...rest } = change;
      tx.update(id, {
        ...rest,
        ...(vars === undefined ? {} : { vars: mergeVars(before.vars, vars) }),
        ...(components === undefined ? {} : { components: mergeComponents(before.components, components) }),
      });
    });
  }

  setParent(id: number, parent: number | null, keepWorld: boolean): void {
    this.changing(`move entity #${id} under another`, (tx) => {
      const before = this.existing(id);
      if (!keepWorld || before.parent === parent) {
        tx.update(id, { parent });
        return;
      }
      const world = this.scene.worldMatrix(id);
      tx.update(id, { parent });
      const inverse = parent === null ? undefined : invert(this.scene.worldMatrix(parent));
      if (parent !== null && inverse === undefined) {
        throw new HostError(
          'runtime_error',
          `entity #${parent} has a scale of 0, so nothing under it can keep its place`,
        );
      }
      tx.update(id, decompose(inverse === undefined ? world : chain(inverse, world)));
    });
  }

  teleport(id: number, position: Triple): void {
    this.changing(`move entity #${id}`, (tx) => {
      const { parent } = this.existing(id);
      const inverse = parent === null ? undefined : invert(this.scene.worldMatrix(parent));
      if (parent !== null && inverse === undefined) {
        throw new HostError(
          'runtime_error',
          `entity #${parent} has a scale of 0, so nothing under it can be put anywhere`,
        );
      }
      tx.update(id, { position: inverse === undefined ? position : transformPoint(inverse, position) });
    });
  }

  remove(id: number): void {
    this.changing(`destroy entity #${id}`, (tx) => {
      if (this.scene.get(id) !== undefined) tx.remove(id);
    });
  }

  private existing(id: number): Entity {
    const found = this.scene.get(id);
    if (found === undefined) throw new HostError('runtime_error', `entity #${id} was destroyed`);
    return found;
  }

  private changing<T>(what: string, work: (tx: Transaction) => T): T {
    if (this.tx === undefined) {
      throw new HostError(
        'capability_denied',
        `this tool only reads, so it can't ${what}`,
        'Set "mutate": true in its capabilities.',
      );
    }
    try {
      return work(typeof this.tx === 'function' ? this.tx() : this.tx);
    } catch (error) {
      throw asHostError(error);
    }
  }
}

/** A pure computation sees nothing. */
export class EmptySceneHost implements SceneHost {
  constructor(private readonly types: readonly string[]) {}

  entity(): undefined {
    return undefined;
  }

  all(): readonly number[] {
    return NOTHING;
  }

  withTag(): readonly number[] {
    return NOTHING;
  }

  named(): readonly number[] {
    return NOTHING;
  }

  childrenOf(): readonly number[] {
    return NOTHING;
  }

  within(): readonly number[] {
    return NOTHING;
  }

  unplaced(): number {
    return 0;
  }

  worldPosition(): Triple {
    return [0, 0, 0];
  }

  axes(): { readonly right: Triple; readonly up: Triple; readonly forward: Triple } {
    return { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] };
  }

  componentTypes(): readonly string[] {
    return this.types;
  }

  create(): never {
    return this.refuse();
  }

  update(): never {
    return this.refuse();
  }

  setParent(): never {
    return this.refuse();
  }

  teleport(): never {
    return this.refuse();
  }

  remove(): never {
    return this.refuse();
  }

  private refuse(): never {
    throw new HostError(
      'capability_denied',
      'this tool has no scene: its capabilities say "read_scene": false',
    );
  }
}

function nameOfMesh(mesh: string | undefined): string {
  if (mesh === undefined) return 'Entity';
  const last =
    mesh
      .replace(/^[a-z]+:/, '')
      .split('/')
      .pop() ?? mesh;
  const stem = last.replace(/\.[^.]*$/, '');
  return stem === '' ? 'Entity' : `${stem.charAt(0).toUpperCase()}${stem.slice(1)}`;
}

type ComponentChanges = NonNullable<EntityChange['components']>;

function withMesh(components: ComponentChanges, mesh: string | undefined): ComponentChanges {
  if (mesh === undefined) return components;
  return { ...components, mesh: { ...(components.mesh ?? {}), mesh } };
}

/** `undefined` takes a var away. */
function mergeVars(before: JsonObject, changes: NonNullable<EntityChange['vars']>): JsonObject {
  const merged = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function mergeComponents(before: Entity['components'], changes: ComponentChanges): Entity['components'] {
  const merged = new Map(Object.entries(before));
  for (const [type, fields] of Object.entries(changes)) {
    if (fields === null) merged.delete(type);
    else merged.set(type, mergeFields(Object.hasOwn(before, type) ? (before[type] ?? {}) : {}, fields));
  }
  return Object.fromEntries(merged);
}
