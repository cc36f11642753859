/** Reading the scene. Lists of entities are in scene order; inactive ones are left out where that is said. */
import { BYTES } from '../budget';
import type { Run } from '../context';
import type { EntityView } from '../host';
import { nearestWord } from '../suggest';
import { EntityRef, List, Vec, type Value } from '../values';
import { fn, type StdlibEntry } from './define';
import { distanceBetween, pointOf, tripleOf, vecOf, WORLD_COST } from './points';

const ENTITY = [{ name: 'e', type: 'entity' }] as const;

interface Active {
  /** Of the scene when they were found; none where it has no versions. */
  readonly version: number | undefined;
  readonly refs: readonly EntityRef[];
  /** Steps up to entities above them, each of which costs something. */
  readonly climbed: number;
}

const CLIMB_COST = 2;

/** By the lists that scenes gave out, each of which gives another one when it lists something else. */
const known = new WeakMap<readonly number[], Active>();
/** Lists as short as this are looked through each time. */
const SHORT_LIST = 16;

/** Those of the entities that are active. */
function activeEntities(run: Run, ids: readonly number[]): List {
  run.charge(2 * ids.length);
  return listOfActive(run, findActive(run, ids));
}

/** The same of a list that is the scene's own: at the same cost, whether or not they have to be looked for again. */
function activeOfScene(run: Run, ids: readonly number[]): List {
  const { version } = run.host.scene;
  if (version === undefined || ids.length < SHORT_LIST) return activeEntities(run, ids);
  run.charge(2 * ids.length);
  let active = known.get(ids);
  if (active?.version === version) run.charge(CLIMB_COST * active.climbed);
  else {
    active = findActive(run, ids);
    known.set(ids, active);
  }
  return listOfActive(run, active);
}

function listOfActive(run: Run, { refs }: Active): List {
  run.checkListLength(refs.length);
  run.charge(refs.length);
  run.allocate(BYTES.list + BYTES.item * refs.length);
  return new List(refs.slice());
}

/** Looks for them, each with its record, which has been looked at anyway. */
function findActive(run: Run, ids: readonly number[]): Active {
  const { scene } = run.host;
  const { version } = scene;
  const refs: EntityRef[] = [];
  let climbed = 0;
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] ?? 0;
    const own = scene.entity(id);
    let view = own;
    while (view?.enabled === true && view.parent !== null) {
      run.charge(CLIMB_COST);
      climbed += 1;
      view = scene.entity(view.parent);
    }
    if (view?.enabled === true)
      refs.push(version === undefined ? new EntityRef(id) : new EntityRef(id, own, version));
  }
  return { version, refs, climbed };
}

function entityList(run: Run, ids: readonly number[]): List {
  run.checkListLength(ids.length);
  run.charge(ids.length);
  run.allocate(BYTES.list + BYTES.item * ids.length);
  const items: Value[] = new Array<Value>(ids.length);
  for (let index = 0; index < ids.length; index += 1) items[index] = new EntityRef(ids[index] ?? 0);
  return new List(items);
}

const isActive = (run: Run, id: number): boolean => isActiveView(run, run.host.scene.entity(id));

/** Enabled, as all above it are. */
function isActiveView(run: Run, entity: EntityView | undefined): boolean {
  let view = entity;
  while (view?.enabled === true && view.parent !== null) {
    run.charge(CLIMB_COST);
    view = run.host.scene.entity(view.parent);
  }
  return view?.enabled === true;
}

/** An entity by `#12`, `12`, or its name: the exact one first, then one that differs in letter case only. */
function findByText(run: Run, text: string): Value {
  const { scene } = run.host;
  const id = /^#?(\d{1,15})$/.exec(text)?.[1];
  if (id !== undefined && scene.entity(Number(id)) !== undefined) return new EntityRef(Number(id));
  const [exact] = run.listed(scene.named(text));
  if (exact !== undefined) return new EntityRef(exact);
  if (text.length > 1000) return null;
  const wanted = text.toLowerCase();
  for (const other of run.listed(scene.all())) {
    run.charge(4);
    if (scene.entity(other)?.name.toLowerCase() === wanted) return new EntityRef(other);
  }
  return null;
}

interface Nearest {
  readonly origin: Vec;
  readonly except: number | undefined;
  readonly radius: number;
}

/** `nearest(tag, from?, radius?)`, or `nearest(tag, radius)` from the world's origin. */
function nearestOf(
  run: Run,
  from: Vec | EntityRef | number | undefined,
  radius: number | undefined,
): Nearest {
  if (typeof from === 'number') return { origin: new Vec(0, 0, 0), except: undefined, radius: from };
  const origin = from === undefined ? new Vec(0, 0, 0) : pointOf(run, from);
  return { origin, except: from instanceof EntityRef ? from.id : undefined, radius: radius ?? Infinity };
}

function findNearest(run: Run, tag: string, { origin, except, radius }: Nearest): Value {
  const { scene } = run.host;
  let best: number | undefined;
  let least = radius;
  for (const id of run.listed(scene.withTag(tag))) {
    run.charge(4);
    if (id === except || !isActive(run, id)) continue;
    const distance = distanceBetween(origin, pointOf(run, new EntityRef(id)));
    // The first of equally near ones stays; the radius itself is included.
    if (distance < least || (best === undefined && distance <= least)) {
      best = id;
      least = distance;
    }
  }
  return best === undefined ? null : new EntityRef(best);
}

function hasTag(run: Run, id: number, tag: string): boolean {
  const { tags } = run.view(new EntityRef(id));
  run.charge(tags.length >> 2);
  return tags.includes(tag);
}

/** Finding the place in the world of an entity that moved, and putting it into its cell. */
const PLACE_COST = 14;

/** An index of cells of some metres answers this: it looks at those around, or, where they are many, at every entity. */
function searchCost(radius: number, entities: number): number {
  return Math.min(4 * (Math.floor(Math.max(0, radius) / 2) + 2) ** 3, 2 * entities);
}

/** A component type's name; fails with the nearest one that there is. */
export function checkComponent(run: Run, name: string): string {
  if (run.isComponent(name)) return name;
  const near = nearestWord(name, run.components());
  return run.fail(
    `there is no component "${name.slice(0, 60)}"`,
    near === undefined ? `There are ${[...run.components()].join(', ')}.` : `Did you mean "${near}"?`,
  );
}

const axis = (name: 'forward' | 'right' | 'up', doc: string): StdlibEntry =>
  fn({
    name,
    group: 'scene',
    parameters: ENTITY,
    result: 'vec',
    doc,
    example: `${name}(find("Lamp"))`,
    pure: true,
    cost: 5,
    run: (run, e) => {
      run.chargeLineage(run.view(e), WORLD_COST);
      return vecOf(run.host.scene.axes(e.id)[name]);
    },
  });

export const SCENE: readonly StdlibEntry[] = [
  fn({
    name: 'find',
    group: 'scene',
    parameters: [{ name: 'name', type: 'string|number' }],
    result: 'entity?',
    doc: 'The entity with this name, or with this id ("#12", "12" or 12); none when there is none.',
    example: 'find("Lamp")',
    pure: true,
    cost: 2,
    run: (run, name) => findByText(run, typeof name === 'number' ? `#${name}` : name),
  }),
  fn({
    name: 'find_all',
    group: 'scene',
    parameters: [{ name: 'tag', type: 'string', optional: true }],
    result: 'list<entity>',
    doc: 'The active entities with a tag, or all active ones, in scene order.',
    example: 'find_all("crate")',
    pure: true,
    cost: 2,
    run: (run, tag) => {
      const { scene } = run.host;
      return activeOfScene(run, run.listed(tag === undefined ? scene.all() : scene.withTag(tag)));
    },
  }),
  fn({
    name: 'nearest',
    group: 'scene',
    parameters: [
      { name: 'tag', type: 'string' },
      { name: 'from', type: 'vec|entity|number', optional: true },
      { name: 'radius', type: 'number', optional: true },
    ],
    result: 'entity?',
    doc: 'The closest active entity with a tag, seen from a place (the origin if none is given), within a radius if one is given.',
    example: 'nearest("crate", (0, 0, 0), 10)',
    pure: true,
    cost: 3,
    run: (run, tag, from, radius) => findNearest(run, tag, nearestOf(run, from, radius)),
  }),
  fn({
    name: 'within',
    group: 'scene',
    parameters: [
      { name: 'point', type: 'vec|entity' },
      { name: 'radius', type: 'number' },
      { name: 'tag', type: 'string', optional: true },
    ],
    result: 'list<entity>',
    doc: 'The active entities within a radius (included) of a place, with a tag if one is given, in scene order.',
    example: 'within((0, 0, 0), 5, "crate")',
    pure: true,
    cost: 20,
    run: (run, point, radius, tag) => {
      const { scene } = run.host;
      run.charge(PLACE_COST * scene.unplaced() + searchCost(radius, run.listed(scene.all()).length));
      const found = scene.within(tripleOf(pointOf(run, point)), radius);
      run.charge(found.length);
      const tagged = tag === undefined ? found : found.filter((id) => hasTag(run, id, tag));
      return activeEntities(run, tagged);
    },
  }),
  fn({
    name: 'count',
    group: 'scene',
    parameters: [{ name: 'tag', type: 'string', optional: true }],
    result: 'number',
    doc: 'How many entities have a tag, or how many there are, inactive ones included.',
    example: 'count("crate")',
    pure: true,
    cost: 2,
    run: (run, tag) =>
      run.listed(tag === undefined ? run.host.scene.all() : run.host.scene.withTag(tag)).length,
  }),
  fn({
    name: 'tagged',
    group: 'scene',
    parameters: [
      { name: 'e', type: 'any' },
      { name: 'tag', type: 'string' },
    ],
    result: 'bool',
    doc: 'Whether an entity has a tag; false for what is no entity.',
    example: 'tagged(find("Lamp"), "light")',
    pure: true,
    cost: 2,
    run: (run, e, tag) => e instanceof EntityRef && hasTag(run, e.id, tag),
  }),
  fn({
    name: 'has',
    group: 'scene',
    parameters: [
      { name: 'e', type: 'entity' },
      { name: 'component', type: 'string' },
    ],
    result: 'bool',
    doc: 'Whether an entity has a component.',
    example: 'has(find("Lamp"), "light")',
    pure: true,
    cost: 2,
    run: (run, e, component) => Object.hasOwn(run.view(e).components, checkComponent(run, component)),
  }),
  fn({
    name: 'exists',
    group: 'scene',
    parameters: [{ name: 'e', type: 'any' }],
    result: 'bool',
    doc: 'Whether this is an entity that is in the scene.',
    example: 'exists(find("Lamp"))',
    pure: true,
    cost: 1,
    run: (run, e) => e instanceof EntityRef && run.host.scene.entity(e.id) !== undefined,
  }),
  fn({
    name: 'children',
    group: 'scene',
    parameters: ENTITY,
    result: 'list<entity>',
    doc: 'The entities directly below one, inactive ones included.',
    example: 'children(find("Lamp"))',
    pure: true,
    cost: 3,
    run: (run, e) => entityList(run, run.listed(run.host.scene.childrenOf(run.view(e).id))),
  }),
  fn({
    name: 'parent',
    group: 'scene',
    parameters: ENTITY,
    result: 'entity?',
    doc: 'The entity above one, or none.',
    example: 'parent(find("Lamp"))',
    pure: true,
    cost: 1,
    run: (run, e) => {
      const { parent } = run.view(e);
      return parent === null ? null : new EntityRef(parent);
    },
  }),
  fn({
    name: 'world_position',
    group: 'scene',
    parameters: ENTITY,
    result: 'vec',
    doc: 'Where an entity is in the world; its .position is relative to its parent.',
    example: 'world_position(find("Lamp"))',
    pure: true,
    cost: 2,
    run: (run, e) => pointOf(run, e),
  }),
  axis('forward', 'The direction in which an entity looks (its -z) in the world.'),
  axis('right', 'The direction to the right of an entity (its +x) in the world.'),
  axis('up', 'The direction above an entity (its +y) in the world.'),
];
