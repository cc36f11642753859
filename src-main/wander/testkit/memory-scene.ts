/** A small scene in memory, for tests of the language: it keeps the rules that scripts rely on, and nothing else. */
import {
  HostError,
  type EntityChange,
  type EntitySpec,
  type EntityView,
  type JsonValue,
  type SceneHost,
  type Triple,
} from '../host';

/** What a test writes down of an entity; ids are given from 1 in order. */
export type EntityDraft = Partial<Omit<EntityView, 'id' | 'name'>> & { readonly name: string };

const COMPONENT_TYPES: readonly string[] = ['mesh', 'light', 'camera', 'body', 'text'];

type Fields = { readonly [field: string]: JsonValue };

const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Parents move their children, and neither turn nor scale them: enough to tell local from world positions. */
export class MemoryScene implements SceneHost {
  private readonly entities = new Map<number, EntityView>();
  private nextId = 1;

  constructor(
    drafts: readonly EntityDraft[] = [],
    readonly mutate = true,
  ) {
    for (const draft of drafts) this.add(draft);
  }

  /** Everything there is, as a test compares it. */
  dump(): readonly EntityView[] {
    return [...this.entities.values()];
  }

  private add(draft: EntityDraft): number {
    const id = this.nextId;
    this.nextId += 1;
    this.entities.set(id, {
      parent: null,
      enabled: true,
      tags: [],
      position: [0, 0, 0],
      rotation: [0, 0, 0],
      scale: [1, 1, 1],
      color: '#ffffff',
      components: {},
      vars: {},
      ...draft,
      id,
    });
    return id;
  }

  private need(id: number): EntityView {
    const view = this.entities.get(id);
    if (view === undefined) throw new HostError('not_found', `there is no entity #${id}`);
    return view;
  }

  /** The entity and those above it. */
  private lineage(id: number): EntityView[] {
    const line: EntityView[] = [];
    for (let at: number | null = id; at !== null; at = this.need(at).parent) line.push(this.need(at));
    return line;
  }

  private writable(): void {
    if (!this.mutate) throw new HostError('capability_denied', 'the scene may not be changed');
  }

  entity(id: number): EntityView | undefined {
    return this.entities.get(id);
  }

  all(): readonly number[] {
    return [...this.entities.keys()];
  }

  private where(test: (view: EntityView) => boolean): readonly number[] {
    return this.dump()
      .filter(test)
      .map((view) => view.id);
  }

  withTag(tag: string): readonly number[] {
    return this.where((view) => view.tags.includes(tag));
  }

  named(name: string): readonly number[] {
    return this.where((view) => view.name === name);
  }

  childrenOf(id: number): readonly number[] {
    return this.where((view) => view.parent === id);
  }

  within(point: Triple, radius: number): readonly number[] {
    return this.where((view) => {
      const offset = minus(this.worldPosition(view.id), point);
      return dot(offset, offset) <= radius * radius;
    });
  }

  unplaced(): number {
    return 0;
  }

  worldPosition(id: number): Triple {
    return this.lineage(id).reduce<Triple>((sum, { position }) => plus(sum, position), [0, 0, 0]);
  }

  /** Turned by y alone. */
  axes(id: number): { readonly right: Triple; readonly up: Triple; readonly forward: Triple } {
    const yaw = (this.need(id).rotation[1] * Math.PI) / 180;
    const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
    return { right: [cos, 0, -sin], up: [0, 1, 0], forward: [-sin, 0, -cos] };
  }

  componentTypes(): readonly string[] {
    return COMPONENT_TYPES;
  }

  create({ mesh, ...spec }: EntitySpec): number {
    this.writable();
    const id = this.add({ name: mesh ?? 'Entity', parent: spec.parent ?? null });
    this.update(id, {
      ...spec,
      ...(mesh === undefined ? {} : { components: { mesh: { primitive: mesh }, ...spec.components } }),
    });
    return id;
  }

  update(id: number, change: EntityChange): void {
    this.writable();
    const view = this.need(id);
    const { vars, components, ...rest } = change;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    this.entities.set(id, {
      ...view,
      ...given,
      id,
      vars: mergeVars(view.vars, vars ?? {}),
      components: mergeComponents(view.components, components ?? {}),
    });
  }

  setParent(id: number, parent: number | null, keepWorld: boolean): void {
    this.writable();
    const world = this.worldPosition(id);
    for (let above = parent; above !== null; above = this.need(above).parent) {
      if (above === id) throw new HostError('invalid_arguments', `#${id} can't stand below itself`);
    }
    this.entities.set(id, { ...this.need(id), parent });
    if (keepWorld) this.teleport(id, world);
  }

  teleport(id: number, position: Triple): void {
    this.writable();
    const view = this.need(id);
    const local = view.parent === null ? position : minus(position, this.worldPosition(view.parent));
    this.entities.set(id, { ...view, position: local });
  }

  remove(id: number): void {
    this.writable();
    this.need(id);
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      open.push(...this.childrenOf(at));
      this.entities.delete(at);
    }
  }
}

function mergeVars(
  old: { readonly [name: string]: JsonValue },
  change: { readonly [name: string]: JsonValue | undefined },
): { readonly [name: string]: JsonValue } {
  const entries = new Map<string, JsonValue>(Object.entries(old));
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) entries.delete(name);
    else entries.set(name, value);
  }
  return Object.fromEntries(entries);
}

function mergeComponents(
  old: { readonly [type: string]: Fields },
  change: { readonly [type: string]: Fields | null },
): { readonly [type: string]: Fields } {
  const entries = new Map<string, Fields>(Object.entries(old));
  for (const [type, fields] of Object.entries(change)) {
    if (!COMPONENT_TYPES.includes(type))
      throw new HostError('invalid_arguments', `there is no component "${type}"`);
    if (fields === null) entries.delete(type);
    else entries.set(type, { ...entries.get(type), ...fields });
  }
  return Object.fromEntries(entries);
}
