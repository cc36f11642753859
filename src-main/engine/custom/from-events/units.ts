/** The values of recorded arguments one by one, each with its place and schema. */
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { MASK } from '../../tools/redact';
import { resolved } from '../fuzz/schema-form';

export type Path = readonly (string | number)[];

/** A value that is taken as a whole: a scalar, a list of scalars such as a position, or what the log lost. */
export interface Unit {
  readonly path: Path;
  readonly value: Json;
  /** Why the log does not have it. */
  readonly lost?: 'secret' | 'cut';
}

export function unitsOf(args: JsonObject): readonly Unit[] {
  const units: Unit[] = [];
  const visit = (value: Json, path: Path): void => {
    const lost = lossOf(value);
    if (lost !== undefined) units.push({ path, value, lost });
    else if (isJsonObject(value) && Object.keys(value).length > 0)
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    else if (
      Array.isArray(value) &&
      (value as readonly Json[]).some((item) => typeof item === 'object' && item !== null)
    )
      (value as readonly Json[]).forEach((item, index) => {
        visit(item, [...path, index]);
      });
    else units.push({ path, value });
  };
  for (const [key, value] of Object.entries(args)) visit(value, [key]);
  return units;
}

/** Whether the log has less of a value than there was: see tools/brief.ts and tools/redact.ts for its marks. */
export function lossOf(value: Json): Unit['lost'] {
  if (typeof value === 'string') {
    if (value.includes(MASK)) return 'secret';
    return /… \(\d+ characters\)$/.test(value) ? 'cut' : undefined;
  }
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const last = list.at(-1);
    if (typeof last === 'string' && /^… \d+ (?:more|items)$/.test(last)) return 'cut';
    const scalars = list.every((item) => typeof item !== 'object' || item === null);
    return scalars ? list.map(lossOf).find((loss) => loss !== undefined) : undefined;
  }
  return isJsonObject(value) && Object.hasOwn(value, '…') ? 'cut' : undefined;
}

/** `components.light.intensity`, `operations[0].tool`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!/^[A-Za-z0-9_$][\w$-]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** The last name in a path: what the value is called. */
export function keyOf(path: Path): string {
  return path.findLast((part) => typeof part === 'string') ?? 'value';
}

/** The arguments with some values replaced by templates; other texts are kept from being taken for templates. */
export function withTemplates(args: JsonObject, templates: ReadonlyMap<string, Json>): JsonObject {
  const visit = (value: Json, path: Path): Json => {
    const template = templates.get(pathText(path));
    if (template !== undefined) return template;
    if (typeof value === 'string') return value.replaceAll('{{', '\\{{');
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, index) => visit(item, [...path, index]));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item, [...path, key])]));
  };
  return Object.fromEntries(Object.entries(args).map(([key, item]) => [key, visit(item, [key])]));
}

/** What a tool's schema says of a place in its arguments; undefined where it says nothing. */
export function schemaAt(schema: JsonObject, path: Path): JsonObject | undefined {
  let current = resolved(schema, schema);
  for (const part of path) {
    const properties = isJsonObject(current.properties) ? current.properties : {};
    const next: Json | undefined =
      typeof part === 'number'
        ? ((Array.isArray(current.prefixItems)
            ? (current.prefixItems as readonly Json[])[part]
            : undefined) ?? current.items)
        : Object.hasOwn(properties, part)
          ? properties[part]
          : current.additionalProperties;
    if (!isJsonObject(next)) return undefined;
    current = resolved(next, schema);
  }
  return JSON.stringify(current).includes('"$ref"') ? undefined : current;
}

/** The plainest schema of a value. */
export function schemaOfValue(value: Json): JsonObject {
  if (value === null) return {};
  if (Array.isArray(value)) {
    const [first] = value as readonly Json[];
    return { type: 'array', items: first === undefined ? {} : schemaOfValue(first) };
  }
  if (isJsonObject(value)) return { type: 'object', additionalProperties: true };
  return { type: typeof value };
}

/** Whether a place takes an entity by its id, name or path. */
export function takesEntity(schema: JsonObject | undefined, path: Path): boolean {
  const types = Array.isArray(schema?.type) ? (schema.type as readonly Json[]) : [schema?.type ?? null];
  if (types.includes('integer') && types.includes('string')) return true;
  const named = /^(?:id|ids|entity|entities|parent|target|\w+_ids?)$/.test(keyOf(path));
  return named && (types.includes('integer') || types.includes('number') || schema === undefined);
}
