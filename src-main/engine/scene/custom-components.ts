/** Component types that a project defines in game.json. */
import type { Json } from '../json';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { isJsonObject } from '../json';
import { didYouMean } from '../text/suggest';
import type { ComponentSchema } from './component-schemas';
import { ENTITY_PROPERTIES } from './entity-values';
import type { FieldSchema } from './field-schema';
import { checkField, quoteValue } from './field-schema';
import { setOwn } from './json-values';

const TYPE_NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** Names that mean something else on an entity, or to JavaScript. */
const RESERVED: ReadonlySet<string> = new Set([
  ...ENTITY_PROPERTIES,
  ...['transform', 'children', 'constructor', 'prototype'],
]);

/** No `pattern`: a project's regular expression could take for ever on a short text. */
const KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) =>
    typeof value === 'string' &&
    ['string', 'number', 'integer', 'boolean', 'array', 'object'].includes(value),
  title: isText,
  description: isText,
  default: () => true,
  enum: (value) => Array.isArray(value) && value.length > 0,
  minimum: isNumber,
  maximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  format: isText,
  items: isJsonObject,
  minItems: isCount,
  maxItems: isCount,
  properties: isJsonObject,
  required: (value) => Array.isArray(value) && value.every(isText),
  additionalProperties: (value) => typeof value === 'boolean',
  anyOf: (value) => Array.isArray(value) && value.length > 0 && value.every(isJsonObject),
  'x-unit': isText,
};

/**
 * Checks and completes the schema of a project's component type: an object schema with `properties`. A property
 * without a default gets the empty value of its type. Fails with `invalid_settings`, naming the place.
 */
export function parseComponentSchema(type: string, schema: unknown): Outcome<ComponentSchema> {
  const where = `components.${type}`;
  if (!TYPE_NAME.test(type) || RESERVED.has(type)) {
    return invalid(
      `"${type}" can't be the name of a component type`,
      RESERVED.has(type)
        ? 'That name means something else on an entity. Choose another.'
        : 'Start with a lower-case letter; go on with lower-case letters, digits and "_", 40 at most.',
    );
  }
  if (!isJsonObject(schema)) return invalid(`${where} is ${quoteValue(schema)}, not an object`, EXAMPLE);
  const problem = checkSchema({ type: 'object', ...schema }, where, 0);
  if (problem) return problem;
  const given = schema as unknown as Partial<ComponentSchema>;
  if (given.type !== undefined && (given.type as string) !== 'object') {
    return invalid(
      `${where}.type is "${given.type as string}"`,
      'A component type is an object of fields: leave "type" out.',
    );
  }
  if (!given.properties) return invalid(`${where} has no "properties"`, EXAMPLE);
  const properties: Record<string, FieldSchema> = {};
  for (const [key, field] of Object.entries(given.properties)) {
    const value = field.default ?? emptyValue(field);
    const mismatch = checkField(field, value, `${where}.properties.${key}.default`);
    if (mismatch) return invalid(mismatch.message, mismatch.hint ?? `Give "${key}" a default that fits it.`);
    setOwn(properties as Record<string, Json>, key, { ...field, default: value } as unknown as Json);
  }
  return succeed({
    ...given,
    type: 'object',
    description: given.description ?? `The project's component "${type}".`,
    additionalProperties: false,
    properties,
  });
}

const EXAMPLE = 'For example {"properties": {"max": {"type": "number", "default": 100, "minimum": 0}}}.';

function checkSchema(schema: object, where: string, depth: number): ReturnType<typeof invalid> | undefined {
  if (depth > 8) return invalid(`${where} is nested too deep`, 'Eight levels are the limit.');
  for (const [key, value] of Object.entries(schema)) {
    const check = Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined;
    if (!check) {
      const hint =
        didYouMean(key, Object.keys(KEYWORDS)) ?? `Known words are: ${Object.keys(KEYWORDS).join(', ')}.`;
      return invalid(`${where} has "${key}", which component types do not understand`, hint);
    }
    if (!check(value))
      return invalid(`${where}.${key} is ${quoteValue(value)}`, 'See the JSON Schema keyword of this name.');
    const inner =
      key === 'properties'
        ? Object.entries(value as object).map(
            ([name, field]) => [`${where}.properties.${name}`, field] as const,
          )
        : key === 'items'
          ? [[`${where}.items`, value] as const]
          : key === 'anyOf'
            ? (value as unknown[]).map((option, index) => [`${where}.anyOf[${index}]`, option] as const)
            : [];
    for (const [name, field] of inner) {
      if (!isJsonObject(field)) return invalid(`${name} is ${quoteValue(field)}, not an object`, EXAMPLE);
      const problem = checkSchema(field, name, depth + 1);
      if (problem) return problem;
    }
  }
  return undefined;
}

function emptyValue(field: FieldSchema): Json {
  if (field.enum) return field.enum[0] ?? null;
  if (field.anyOf?.[0]) return field.anyOf[0].default ?? emptyValue(field.anyOf[0]);
  switch (field.type) {
    case 'number':
    case 'integer':
      return Math.min(Math.max(0, field.minimum ?? 0), field.maximum ?? Infinity);
    case 'boolean':
      return false;
    case 'string':
      return field.format === 'color' ? '#ffffff' : '';
    case 'array':
      return [];
    case 'object':
      return {};
    case undefined:
      return null;
  }
}

function invalid(message: string, hint: string): ReturnType<typeof fail> {
  return fail('invalid_settings', message, hint);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
