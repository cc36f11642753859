/** What each property of an entity may hold: checks of outside data, one for each property. Failures are `invalid_arguments`. */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { fail, succeed, type Outcome } from '../errors';
import type { ComponentRegistry } from './components';
import type { Entity, Vec3 } from './entity';
import { isColor, quoteValue } from './field-schema';
import { adoptJson, EMPTY_OBJECT, getOwn, sameJson, setOwn } from './json-values';

/** Ids of files are no larger, so that there are always higher ones that a number holds exactly. */
export const MAX_ID = 1_000_000_000_000;
const MAX_NAME_LENGTH = 200;
const MAX_TAGS = 1000;

const ZERO: Vec3 = Object.freeze([0, 0, 0] as const);
const ONE: Vec3 = Object.freeze([1, 1, 1] as const);
const NO_TAGS: readonly string[] = Object.freeze([]);
const WHITE = '#ffffff';

/** Properties that are one value each; components and vars are many, and differ, merge and print field by field. */
export const PLAIN_PROPERTIES = [
  'name',
  'parent',
  'enabled',
  'tags',
  'position',
  'rotation',
  'scale',
  'color',
] as const satisfies readonly (keyof Entity)[];

/** Everything in a record that has a name of its own in scene files, tools and paths. */
export const ENTITY_PROPERTIES = [
  'id',
  ...PLAIN_PROPERTIES,
  'components',
  'vars',
] as const satisfies readonly (keyof Entity)[];

/** Whether an entity has a property of this name, so that nothing else may be called so. */
function isEntityProperty(name: string): boolean {
  return (ENTITY_PROPERTIES as readonly string[]).includes(name);
}

/**
 * A record made of checked values. All records are made here, in one order of properties: the engine's compiler then
 * knows them as one shape, and reading a property of one costs an eighth of what it costs where each came about its own way.
 */
export function entityRecord(values: Entity): Entity {
  const { id, name, parent, enabled, tags, position, rotation, scale, color, components, vars, extra } =
    values;
  return Object.freeze({
    id,
    name,
    parent,
    enabled,
    tags,
    position,
    rotation,
    scale,
    color,
    components,
    vars,
    extra,
  });
}

/** A record with everything at its default. */
export const DEFAULT_ENTITY: Omit<Entity, 'id' | 'name'> = Object.freeze({
  parent: null,
  enabled: true,
  tags: NO_TAGS,
  position: ZERO,
  rotation: ZERO,
  scale: ONE,
  color: WHITE,
  components: EMPTY_OBJECT as Readonly<Record<string, JsonObject>>,
  vars: EMPTY_OBJECT,
});

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/** A positive whole number, `MAX_ID` at most. */
export function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MAX_ID;
}

export function checkName(value: unknown): Outcome<string> {
  if (typeof value !== 'string') return fail('invalid_arguments', `name is ${quoteValue(value)}, not text`);
  if (value.trim() === '')
    return fail('invalid_arguments', 'name is empty', 'Give the entity a name such as "Lantern 2".');
  if (value.length > MAX_NAME_LENGTH) {
    return fail(
      'invalid_arguments',
      `name has ${value.length} characters`,
      `Give ${MAX_NAME_LENGTH} at most.`,
    );
  }
  if (CONTROL.test(value)) {
    return fail(
      'invalid_arguments',
      `name ${quoteValue(value)} has a line break or control character`,
      'Leave it out.',
    );
  }
  return succeed(value);
}

export function checkEnabled(value: unknown): Outcome<boolean> {
  if (typeof value === 'boolean') return succeed(value);
  return fail('invalid_arguments', `enabled is ${quoteValue(value)}, not true or false`);
}

/** Without repeats, in the order given. */
export function checkTags(value: unknown): Outcome<readonly string[]> {
  if (!Array.isArray(value))
    return fail('invalid_arguments', `tags is ${quoteValue(value)}, not a list`, 'For example ["enemy"].');
  if (value.length === 0) return succeed(NO_TAGS);
  const tags = new Set<string>();
  for (const [index, tag] of value.entries()) {
    if (typeof tag !== 'string')
      return fail('invalid_arguments', `tags[${index}] is ${quoteValue(tag)}, not text`);
    if (tag.trim() === '' || tag.length > 100 || CONTROL.test(tag)) {
      return fail(
        'invalid_arguments',
        `tags[${index}] is ${quoteValue(tag)}`,
        'A tag has 1 to 100 characters, no line breaks.',
      );
    }
    tags.add(tag);
  }
  if (tags.size > MAX_TAGS)
    return fail('invalid_arguments', `tags has ${tags.size} tags`, `Give ${MAX_TAGS} at most.`);
  return succeed(Object.freeze([...tags]));
}

/** Three finite numbers. Negative zero becomes zero, so that equal scenes have equal files. */
export function checkVec3(value: unknown, name: 'position' | 'rotation' | 'scale'): Outcome<Vec3> {
  if (!Array.isArray(value) || value.length !== 3) {
    return fail(
      'invalid_arguments',
      `${name} is ${quoteValue(value)}, not three numbers`,
      `For example [${name === 'scale' ? '1, 1, 1' : '0, 2, 0'}].`,
    );
  }
  for (const [index, part] of value.entries()) {
    if (typeof part !== 'number' || !Number.isFinite(part)) {
      const shown = typeof part === 'number' ? String(part) : quoteValue(part);
      return fail('invalid_arguments', `${name}[${index}] is ${shown}, not a finite number`);
    }
  }
  const [x, y, z] = value as [number, number, number];
  return succeed(Object.freeze([x + 0, y + 0, z + 0] as const));
}

/** In lower case. */
export function checkColor(value: unknown): Outcome<string> {
  if (isColor(value)) return succeed(value.toLowerCase());
  return fail(
    'invalid_arguments',
    `color is ${quoteValue(value)}, not a colour`,
    'Write a colour as "#rrggbb" or "#rrggbbaa".',
  );
}

/** Fields that no property of an entity has the name of. */
export function checkExtra(value: unknown, before: JsonObject): Outcome<JsonObject> {
  const checked = checkVars(value, before, 'extra');
  if (!checked.ok) return checked;
  const known = Object.keys(checked.value).find(isEntityProperty);
  return known === undefined
    ? checked
    : fail('invalid_arguments', `extra can't have "${known}": it is a property of its own`);
}

/** JSON of the caller's becomes the record's own. Values that stand in `before` are not copied again. */
export function checkVars(value: unknown, before: JsonObject, name = 'vars'): Outcome<JsonObject> {
  if (!isJsonObject(value))
    return fail(
      'invalid_arguments',
      `${name} is ${quoteValue(value)}, not an object`,
      'For example {"hp": 100}.',
    );
  const vars: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (item === undefined) continue;
    if (item === getOwn(before, key)) {
      setOwn(vars, key, item);
      continue;
    }
    const adopted = adoptJson(item, `${name}.${key}`);
    if (!adopted.ok) return adopted;
    setOwn(vars, key, adopted.value);
  }
  return succeed(vars);
}

/** Each with its defaults filled in. Components that stand in `before` are not looked at again. */
export function checkComponents(
  value: unknown,
  before: Entity['components'],
  registry: ComponentRegistry,
): Outcome<Entity['components']> {
  if (!isJsonObject(value)) {
    return fail(
      'invalid_arguments',
      `components is ${quoteValue(value)}, not an object`,
      'For example {"light": {"intensity": 2}}.',
    );
  }
  const components: Record<string, JsonObject> = {};
  for (const type of Object.keys(value)) {
    const fields = value[type];
    const old = getOwn(before, type);
    if (old !== undefined && (fields === old || sameJson(fields, old))) {
      setOwn(components, type, old);
      continue;
    }
    if (!registry.has(type)) return registry.unknownType(type);
    if (!isJsonObject(fields)) {
      return fail(
        'invalid_arguments',
        `components.${type} is ${quoteValue(fields)}, not an object of fields`,
        'Give {} for the defaults.',
      );
    }
    const adopted = adoptJson(fields, `components.${type}`);
    if (!adopted.ok) return adopted;
    const checked = registry.validate(type, adopted.value as JsonObject, old);
    if (!checked.ok) return checked;
    setOwn(components, type, checked.value);
  }
  return succeed(components);
}
