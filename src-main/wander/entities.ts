/**
 * Entities as scripts see them: properties, then components, then vars. Records are read as the host holds them; what is
 * read out of them is a value of the script's own.
 */
import { fromJson, own, single } from './convert';
import type { Run } from './context';
import type { EntityChange, EntityView, JsonValue, Triple } from './host';
import { truthy } from './operators';
import { pointOf, tripleOf, vecOf } from './stdlib/points';
import { colorText, parseColor, textOf } from './text';
import { withArticle } from './type-names';
import { BYTES } from './budget';
import { Color, EntityRef, List, Vec, type Value } from './values';
import { toJson } from './to-json';

/** What a write to an entity costs: the host makes a new record and keeps its indexes. */
const WRITE_COST = 25;
/** What each of the others costs where a var or a tag is written: the host makes a new table of them. */
const BESIDE_COST = 8;

const READ_ONLY: ReadonlyMap<string, string> = new Map([
  ['id', 'An id never changes.'],
  ['tags', 'Use add_tag(e, tag) and remove_tag(e, tag).'],
  ['parent', 'Use set_parent(e, parent).'],
]);

/** Names that are properties of every entity, and so neither components nor vars. */
export const ENTITY_PROPERTIES: readonly string[] = [
  'id',
  'name',
  'parent',
  'enabled',
  'tags',
  'position',
  'rotation',
  'scale',
  'color',
];

/** A property, a component as a map of its fields, or a var; none when there is no such thing. `run.site` is set. */
export function readProperty(run: Run, ref: EntityRef, name: string): Value {
  const view = run.view(ref);
  switch (name) {
    case 'id':
      return view.id;
    case 'name':
      return view.name;
    case 'position':
      return vecOf(view.position);
    case 'rotation':
      return vecOf(view.rotation);
    case 'scale':
      return vecOf(view.scale);
    case 'color':
      return parseColor(view.color) ?? null;
    case 'enabled':
      return view.enabled;
    case 'parent':
      return view.parent === null ? null : new EntityRef(view.parent);
    case 'tags':
      run.charge(view.tags.length);
      run.allocate(BYTES.list + BYTES.item * view.tags.length);
      return new List([...view.tags]);
    default:
      return readVarOrComponent(run, view, name);
  }
}

/** What a name that is no property means. */
export function readVarOrComponent(run: Run, view: EntityView, name: string): Value {
  const json: JsonValue | undefined = run.isComponent(name)
    ? own(view.components, name)
    : own(view.vars, name);
  return json === undefined ? null : fromJson(run, json, 'record');
}

/** A field of a component; none when the entity lacks the component, or the component the field. */
export function readField(run: Run, ref: EntityRef, component: string, field: string): Value {
  const fields = own(run.view(ref).components, component);
  const json = fields && own(fields, field);
  return json === undefined ? null : fromJson(run, json, 'record');
}

/** The world's scene, told of a change. */
export function updateEntity(run: Run, ref: EntityRef, change: EntityChange): void {
  run.charge(WRITE_COST);
  if (change.components !== undefined) run.charge(BESIDE_COST);
  if (change.tags !== undefined) run.charge(BESIDE_COST * change.tags.length);
  if (change.vars !== undefined) run.charge(BESIDE_COST * Object.keys(run.view(ref).vars).length);
  run.host.scene.update(ref.id, change);
}

function tripleFrom(run: Run, name: string, value: Value): Triple {
  if (value instanceof Vec || value instanceof EntityRef) return tripleOf(pointOf(run, value));
  return run.fail(`${name} must be a vector, not ${withArticle(value)}`);
}

/** A colour as the host writes it; text such as `"#ff8800"` will do too. */
function colorFrom(run: Run, value: Value): string {
  const color = typeof value === 'string' ? parseColor(value) : value;
  if (color instanceof Color) return colorText(color);
  return run.fail(
    `color must be a color, not ${typeof value === 'string' ? `"${value.slice(0, 40)}"` : withArticle(value)}`,
  );
}

/** What assigning a name changes. A component takes a map of fields, or none to be removed. */
export function changeFor(run: Run, name: string, value: Value): EntityChange {
  switch (name) {
    case 'position':
      return { position: tripleFrom(run, name, value) };
    case 'rotation':
      return { rotation: tripleFrom(run, name, value) };
    case 'scale':
      return { scale: tripleFrom(run, name, value) };
    case 'color':
      return { color: colorFrom(run, value) };
    case 'name':
      return { name: textOf(run, value) };
    case 'enabled':
      return { enabled: truthy(value) };
    default: {
      const hint = READ_ONLY.get(name);
      if (hint !== undefined) run.fail(`${name} can't be assigned`, hint);
      if (run.isComponent(name)) return componentChange(run, name, value);
      return { vars: single(name, toJson(run, value, name, 'reference')) };
    }
  }
}

export function componentChange(run: Run, component: string, value: Value): EntityChange {
  if (value === null) return { components: single(component, null) };
  const fields = toJson(run, value, component, 'id');
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    return run.fail(`the component ${component} takes a map of its fields, not ${withArticle(value)}`);
  }
  return { components: single(component, fields as { readonly [field: string]: JsonValue }) };
}

/** Assigns a property, component or var. `run.site` is set. */
export function writeProperty(run: Run, ref: EntityRef, name: string, value: Value): void {
  run.needMutate();
  run.view(ref);
  updateEntity(run, ref, changeFor(run, name, value));
}

/** Assigns a field of a component, which the entity gets if it lacks it. */
export function writeField(run: Run, ref: EntityRef, component: string, field: string, value: Value): void {
  run.needMutate();
  run.view(ref);
  const json = toJson(run, value, `${component}.${field}`, 'id');
  updateEntity(run, ref, { components: single(component, single(field, json)) });
}
