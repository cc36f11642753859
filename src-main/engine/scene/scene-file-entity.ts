/** One entity of a scene file. */
import type { Json, JsonObject } from '../json';
import { isJsonObject } from '../json';
import type { Outcome } from '../errors';
import type { ComponentRegistry } from './components';
import type { Entity } from './entity';
import {
  checkColor,
  checkEnabled,
  checkName,
  checkTags,
  checkVars,
  checkVec3,
  DEFAULT_ENTITY,
  entityRecord,
  isId,
} from './entity-values';
import type { SchemaProblem } from './field-schema';
import { quoteValue } from './field-schema';
import { adoptJson, EMPTY_OBJECT, setOwn } from './json-values';

type Path = readonly (string | number)[];

/** A checked record with its defaults filled in, or the first thing that is wrong with it. */
export function parseEntity(json: Json, components: ComponentRegistry): Entity | { problem: SchemaProblem } {
  if (!isJsonObject(json))
    return { problem: { path: [], message: `it is ${quoteValue(json)}, not an object` } };
  const record: { -readonly [K in keyof Entity]: Entity[K] } = { ...DEFAULT_ENTITY, id: 0, name: '' };
  const extra: Record<string, Json> = {};
  let problem: SchemaProblem | undefined;

  const take = <K extends keyof Entity>(key: K, value: Outcome<Entity[K]>, path: Path = [key]): void => {
    if (value.ok) record[key] = value.value;
    else problem ??= { path, message: value.error.message, hint: value.error.hint };
  };
  if (!Object.hasOwn(json, 'id'))
    return {
      problem: {
        path: [],
        message: 'it has no "id"',
        hint: 'Give it a positive whole number that no entity has.',
      },
    };
  if (!Object.hasOwn(json, 'name')) return { problem: { path: [], message: 'it has no "name"' } };
  for (const key of Object.keys(json)) {
    const value = json[key] ?? null;
    switch (key) {
      case 'id':
        if (isId(value)) record.id = value;
        else problem ??= { path: ['id'], message: `id is ${quoteValue(value)}, not a positive whole number` };
        break;
      case 'parent':
        if (value === null || Number.isSafeInteger(value)) record.parent = value as number | null;
        else
          problem ??= {
            path: ['parent'],
            message: `parent is ${quoteValue(value)}`,
            hint: 'Give the id of an entity, or null.',
          };
        break;
      case 'name':
        take('name', checkName(value));
        break;
      case 'enabled':
        take('enabled', checkEnabled(value));
        break;
      case 'tags':
        take('tags', checkTags(value));
        break;
      case 'position':
      case 'rotation':
      case 'scale':
        take(key, checkVec3(value, key));
        break;
      case 'color':
        take('color', checkColor(value));
        break;
      case 'vars':
        take('vars', checkVars(value, EMPTY_OBJECT));
        break;
      case 'components': {
        const taken = takeComponents(value, components);
        if ('problem' in taken) problem ??= taken.problem;
        else record.components = taken.components;
        break;
      }
      default: {
        const adopted = adoptJson(value, key);
        if (adopted.ok) setOwn(extra, key, adopted.value);
        else problem ??= { path: [key], message: adopted.error.message, hint: adopted.error.hint };
      }
    }
  }
  if (problem) return { problem };
  if (Object.keys(extra).length > 0) record.extra = extra;
  return entityRecord(record);
}

function takeComponents(
  value: Json,
  registry: ComponentRegistry,
): { components: Entity['components'] } | { problem: SchemaProblem } {
  if (!isJsonObject(value))
    return {
      problem: { path: ['components'], message: `components is ${quoteValue(value)}, not an object` },
    };
  const components: Record<string, JsonObject> = {};
  for (const type of Object.keys(value)) {
    const fields = value[type];
    if (!isJsonObject(fields)) {
      return {
        problem: {
          path: ['components', type],
          message: `components.${type} is ${quoteValue(fields)}, not an object`,
        },
      };
    }
    const adopted = adoptJson(fields, `components.${type}`);
    if (!adopted.ok)
      return {
        problem: { path: ['components', type], message: adopted.error.message, hint: adopted.error.hint },
      };
    const accepted = registry.accept(type, adopted.value as JsonObject);
    if ('problem' in accepted) {
      return { problem: { ...accepted.problem, path: ['components', type, ...accepted.problem.path] } };
    }
    setOwn(components, type, accepted.fields);
  }
  return { components };
}
