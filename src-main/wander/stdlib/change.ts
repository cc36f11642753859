/** Changing the scene. Each fails at once where code may not change it, and takes effect at once, but for `destroy`. */
import { BYTES } from '../budget';
import type { Run } from '../context';
import { changeFor, componentChange, updateEntity } from '../entities';
import type { EntityChange, EntitySpec, EntityView, JsonValue } from '../host';
import { EntityRef, List, MapValue, Vec, type Value } from '../values';
import { withArticle } from '../type-names';
import { single } from '../convert';
import { fn, type StdlibEntry } from './define';
import { pointOf, tripleOf, WORLD_COST } from './points';
import { checkComponent } from './scene';
import { toJson } from '../to-json';

/** Adding an entity makes a record, its components with their defaults, and index entries. */
const CREATE_COST = 150;
/** What it takes in the engine, roughly: a run can't fill the memory with entities either. */
const CREATE_BYTES = 2000;
/** One of the `{…}` of `spawn`: the scene checks it and makes it its own. */
const OPTION_COST = 25;

/** One value within the vars and components that a clone copies. */
const VALUE_COST = 3;

type Fields = { readonly [field: string]: JsonValue };

const ENTITY = { name: 'e', type: 'entity' } as const;

/** The entity, to be changed. */
function target(run: Run, e: EntityRef): EntityView {
  run.needMutate();
  return run.view(e);
}

function merge(a: EntitySpec, b: EntitySpec): EntitySpec {
  return {
    ...a,
    ...b,
    ...(a.vars || b.vars ? { vars: { ...a.vars, ...b.vars } } : {}),
    ...(a.components || b.components ? { components: { ...a.components, ...b.components } } : {}),
  };
}

/** The `{…}` of `spawn` and `clone`: properties, components with their fields, tags, parent, and vars. */
function specFrom(run: Run, options: MapValue): EntitySpec {
  const values = options.values();
  const vars = new Map<string, JsonValue | undefined>();
  const components = new Map<string, Fields | null>();
  let properties: EntitySpec = {};
  options.keys().forEach((key, index) => {
    run.charge(OPTION_COST);
    const option = optionOf(run, key, values[index] ?? null);
    for (const [name, value] of Object.entries(option.vars ?? {})) vars.set(name, value);
    for (const [type, fields] of Object.entries(option.components ?? {})) components.set(type, fields);
    if (option.vars === undefined && option.components === undefined)
      properties = { ...properties, ...option };
  });
  return {
    ...properties,
    ...(vars.size === 0 ? {} : { vars: Object.fromEntries(vars) }),
    ...(components.size === 0 ? {} : { components: Object.fromEntries(components) }),
  };
}

function optionOf(run: Run, key: string, value: Value): EntitySpec {
  if (key === 'tags') return { tags: tagsFrom(run, value) };
  if (key === 'parent') {
    if (value === null) return { parent: null };
    if (!(value instanceof EntityRef)) return run.fail(`parent must be an entity, not ${withArticle(value)}`);
    return { parent: run.view(value).id };
  }
  if (key === 'mesh' && typeof value === 'string') return { mesh: value };
  if (key === 'vars' && value instanceof MapValue)
    return { vars: varsFrom(toJson(run, value, key, 'reference')) };
  return changeFor(run, key, value);
}

function varsFrom(json: JsonValue): { readonly [name: string]: JsonValue } {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as { readonly [name: string]: JsonValue })
    : {};
}

function tagsFrom(run: Run, value: Value): readonly string[] {
  const items = value instanceof List ? value.items : [value];
  run.charge(items.length);
  return items.map((item) =>
    typeof item === 'string'
      ? item
      : run.fail(`tags must be a list of strings, and one is ${withArticle(item)}`),
  );
}

function create(run: Run, spec: EntitySpec): EntityRef {
  run.charge(CREATE_COST);
  run.allocate(CREATE_BYTES);
  return new EntityRef(run.host.scene.create(spec));
}

type Place = Vec | EntityRef | MapValue | undefined;

/** `spawn(mesh, at?, name?, {…}?)`, where the map may come as soon as nothing else follows. */
function spawn(
  run: Run,
  mesh: string,
  at: Place,
  name: string | MapValue | undefined,
  options: MapValue | undefined,
): Value {
  run.needMutate();
  let spec: EntitySpec = { mesh };
  if (at instanceof Vec || at instanceof EntityRef) spec = { ...spec, position: tripleOf(pointOf(run, at)) };
  if (typeof name === 'string') spec = { ...spec, name };
  const given = options ?? (name instanceof MapValue ? name : at instanceof MapValue ? at : undefined);
  return create(run, given === undefined ? spec : merge(spec, specFrom(run, given)));
}

/** The values in a JSON value, itself included. */
function countOf(json: JsonValue): number {
  if (typeof json !== 'object' || json === null) return 1;
  return Object.values(json).reduce<number>((count, part: JsonValue) => count + countOf(part), 1);
}

/** What `clone` copies of an entity. The scene makes the vars and components its own once more. */
function specOf(run: Run, view: EntityView, parent: number | null): EntitySpec {
  const size = countOf(view.vars) + countOf(view.components);
  run.charge(VALUE_COST * size);
  run.allocate(BYTES.item * size);
  const { name, enabled, position, rotation, scale, color, tags, vars, components } = view;
  return { name, enabled, position, rotation, scale, color, tags, vars, components, parent };
}

/** Copies an entity with everything below it. */
function clone(run: Run, e: EntityRef, options: MapValue | undefined): EntityRef {
  const view = target(run, e);
  const { scene } = run.host;
  const spec = specOf(run, view, view.parent);
  const top = create(run, options === undefined ? spec : merge(spec, specFrom(run, options)));
  const open: { from: number; to: number }[] = [{ from: view.id, to: top.id }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const id of scene.childrenOf(next.from)) {
      const child = scene.entity(id);
      // A copy that was put below its own original is not copied again.
      if (child === undefined || id === top.id) continue;
      open.push({ from: id, to: create(run, specOf(run, child, next.to)).id });
    }
  }
  return top;
}

function changeTags(run: Run, e: EntityRef, change: (tags: readonly string[]) => readonly string[]): null {
  const { tags } = target(run, e);
  const changed = change(tags);
  if (changed !== tags) updateEntity(run, e, { tags: changed });
  return null;
}

const update = (run: Run, e: EntityRef, change: () => EntityChange): null => {
  target(run, e);
  updateEntity(run, e, change());
  return null;
};

export const CHANGE: readonly StdlibEntry[] = [
  fn({
    name: 'spawn',
    group: 'change',
    parameters: [
      { name: 'mesh', type: 'string' },
      { name: 'at', type: 'vec|entity|map', optional: true },
      { name: 'name', type: 'string|map', optional: true },
      { name: 'options', type: 'map', optional: true },
    ],
    result: 'entity',
    doc: 'A new entity with a mesh ("cube", "sphere", "asset:path" …), at a place, with a name, and with properties, components and vars from a map.',
    example: 'spawn("cube", (0, 1, 0), "Crate", {tags: ["crate"], hp: 3})',
    mutates: true,
    cost: 5,
    run: spawn,
  }),
  fn({
    name: 'clone',
    group: 'change',
    parameters: [ENTITY, { name: 'options', type: 'map', optional: true }],
    result: 'entity',
    doc: 'A copy of an entity with everything below it, changed by a map as in spawn.',
    example: 'clone(find("Lamp"), {position: (2, 0, 0)})',
    mutates: true,
    cost: 5,
    run: clone,
  }),
  fn({
    name: 'teleport',
    group: 'change',
    parameters: [ENTITY, { name: 'to', type: 'vec|entity' }],
    result: 'none',
    doc: 'Sets where an entity is in the world.',
    example: 'teleport(find("Lamp"), (0, 5, 0))',
    mutates: true,
    cost: 25,
    run: (run, e, to) => {
      run.chargeLineage(target(run, e), WORLD_COST);
      run.host.scene.teleport(e.id, tripleOf(pointOf(run, to)));
      return null;
    },
  }),
  fn({
    name: 'add_tag',
    group: 'change',
    parameters: [ENTITY, { name: 'tag', type: 'string' }],
    result: 'none',
    doc: 'Gives an entity a tag.',
    example: 'add_tag(find("Lamp"), "bright")',
    mutates: true,
    cost: 2,
    run: (run, e, tag) => changeTags(run, e, (tags) => (tags.includes(tag) ? tags : [...tags, tag])),
  }),
  fn({
    name: 'remove_tag',
    group: 'change',
    parameters: [ENTITY, { name: 'tag', type: 'string' }],
    result: 'none',
    doc: 'Takes a tag from an entity.',
    example: 'remove_tag(find("Lamp"), "light")',
    mutates: true,
    cost: 2,
    run: (run, e, tag) =>
      changeTags(run, e, (tags) => (tags.includes(tag) ? tags.filter((other) => other !== tag) : tags)),
  }),
  fn({
    name: 'set_parent',
    group: 'change',
    parameters: [
      ENTITY,
      { name: 'parent', type: 'entity|none' },
      { name: 'keep_world', type: 'bool', optional: true },
    ],
    result: 'none',
    doc: 'Puts an entity below another one, or at the root with none; it stays where it is in the world unless keep_world is false.',
    example: 'set_parent(find("Lamp"), none)',
    mutates: true,
    cost: 60,
    run: (run, e, parent, keepWorld = true) => {
      const view = target(run, e);
      if (keepWorld) run.chargeLineage(view, WORLD_COST);
      if (parent !== null) run.chargeLineage(run.view(parent), WORLD_COST);
      run.host.scene.setParent(e.id, parent?.id ?? null, keepWorld);
      return null;
    },
  }),
  fn({
    name: 'add_component',
    group: 'change',
    parameters: [
      ENTITY,
      { name: 'component', type: 'string' },
      { name: 'fields', type: 'map', optional: true },
    ],
    result: 'none',
    doc: 'Gives an entity a component, with these fields and defaults for the rest.',
    example: 'add_component(find("Lamp"), "light", {intensity: 2})',
    mutates: true,
    cost: 5,
    run: (run, e, component, fields) =>
      update(run, e, () => componentChange(run, checkComponent(run, component), fields ?? run.emptyMap())),
  }),
  fn({
    name: 'remove_component',
    group: 'change',
    parameters: [ENTITY, { name: 'component', type: 'string' }],
    result: 'none',
    doc: 'Takes a component from an entity.',
    example: 'remove_component(find("Lamp"), "light")',
    mutates: true,
    cost: 5,
    run: (run, e, component) =>
      update(run, e, () => ({ components: single(checkComponent(run, component), null) })),
  }),
  fn({
    name: 'set_var',
    group: 'change',
    parameters: [ENTITY, { name: 'name', type: 'string' }, { name: 'value', type: 'any' }],
    result: 'none',
    doc: 'Sets a var of an entity by its name.',
    example: 'set_var(find("Lamp"), "hp", 3)',
    mutates: true,
    cost: 2,
    run: (run, e, name, value) =>
      update(run, e, () => ({ vars: single(name, toJson(run, value, name, 'reference')) })),
  }),
  fn({
    name: 'remove_var',
    group: 'change',
    parameters: [ENTITY, { name: 'name', type: 'string' }],
    result: 'none',
    doc: 'Takes a var from an entity.',
    example: 'remove_var(find("Lamp"), "hp")',
    mutates: true,
    cost: 2,
    run: (run, e, name) => update(run, e, () => ({ vars: single<JsonValue | undefined>(name, undefined) })),
  }),
];
