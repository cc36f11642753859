/**
 * Checks values against the part of JSON Schema that component types are written in. Small on purpose: it runs on every
 * change of a component, and it explains itself in the words of the scene.
 */
import type { Json, JsonObject } from '../json';
import { didYouMean, listNames } from '../text/suggest';
import { getOwn, isList, sameJson } from './json-values';

/** A schema of one value. `x-unit` is for people and tools; it checks nothing. */
export interface FieldSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** `color` is `#rrggbb` or `#rrggbbaa`; `entity` is an id, name or path. */
  readonly format?: string;
  readonly items?: FieldSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly anyOf?: readonly FieldSchema[];
  readonly 'x-unit'?: string;
}

/** What is wrong with a value, and what to do. */
export interface SchemaProblem {
  /** Keys and indexes from the checked value to the one at fault. */
  readonly path: readonly (string | number)[];
  /** Starts with the value's name: `light.intensity is "high", not a number`. */
  readonly message: string;
  readonly hint?: string;
}

/** The first thing that is wrong with a value, or undefined. `name` is what messages call it. */
export function checkField(
  schema: FieldSchema,
  value: Json,
  name: string,
  options?: { openObjects?: boolean },
): SchemaProblem | undefined {
  return new Checker(options?.openObjects ?? false).check(schema, value, name, []);
}

const COLOR = /^#([0-9a-f]{6}|[0-9a-f]{8})$/i;

/** `#rrggbb` or `#rrggbbaa`. */
export function isColor(value: unknown): value is string {
  return typeof value === 'string' && COLOR.test(value);
}

/** A value as it stands in messages: short, in quotes where it is text, and quick however large or deep it is. */
export function quoteValue(value: unknown): string {
  if (Array.isArray(value)) {
    const shown = value.slice(0, 4).map((item: unknown) => (Array.isArray(item) ? '[…]' : quoteValue(item)));
    return `[${[...shown, ...(value.length > 4 ? ['…'] : [])].join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{}' : '{…}';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value)
    : typeof value;
}

type Path = readonly (string | number)[];

class Checker {
  constructor(private readonly openObjects: boolean) {}

  check(schema: FieldSchema, value: Json, name: string, path: Path): SchemaProblem | undefined {
    if (schema.anyOf) return this.checkAny(schema.anyOf, value, name, path);
    if (schema.type !== undefined && !isType(schema.type, value)) {
      return {
        path,
        message: `${name} is ${quoteValue(value)}, not ${TYPE_NAMES[schema.type]}`,
        hint: exampleOf(schema),
      };
    }
    if (schema.enum && !schema.enum.some((allowed) => sameJson(allowed, value))) {
      return { path, message: `${name} is ${quoteValue(value)}`, hint: enumHint(schema.enum, value) };
    }
    if (typeof value === 'number') return checkNumber(schema, value, name, path);
    if (typeof value === 'string') return checkText(schema, value, name, path);
    if (value !== null && typeof value === 'object') {
      return isList(value)
        ? this.checkList(schema, value, name, path)
        : this.checkObject(schema, value, name, path);
    }
    return undefined;
  }

  private checkAny(
    schemas: readonly FieldSchema[],
    value: Json,
    name: string,
    path: Path,
  ): SchemaProblem | undefined {
    const problems: SchemaProblem[] = [];
    for (const schema of schemas) {
      const problem = this.check(schema, value, name, path);
      if (!problem) return undefined;
      problems.push(problem);
    }
    const hints = problems.map((problem) => problem.hint).filter((hint) => hint !== undefined);
    return {
      path,
      message: problems[0]?.message ?? `${name} is not allowed`,
      hint: hints.join(' Or: ') || undefined,
    };
  }

  private checkList(
    schema: FieldSchema,
    value: readonly Json[],
    name: string,
    path: Path,
  ): SchemaProblem | undefined {
    const { minItems = 0, maxItems = Infinity } = schema;
    if (value.length < minItems || value.length > maxItems) {
      const wanted =
        minItems === maxItems
          ? `${minItems}`
          : `${minItems} to ${maxItems === Infinity ? 'any number' : maxItems}`;
      return { path, message: `${name} has ${value.length} items`, hint: `Give ${wanted} items.` };
    }
    if (!schema.items) return undefined;
    for (const [index, item] of value.entries()) {
      const problem = this.check(schema.items, item, `${name}[${index}]`, [...path, index]);
      if (problem) return problem;
    }
    return undefined;
  }

  private checkObject(
    schema: FieldSchema,
    value: JsonObject,
    name: string,
    path: Path,
  ): SchemaProblem | undefined {
    const { properties = {}, required = [] } = schema;
    for (const key of required) {
      if (!Object.hasOwn(value, key))
        return { path, message: `${name} has no "${key}"`, hint: `Add "${key}".` };
    }
    for (const key of Object.keys(value)) {
      const field = getOwn(properties, key);
      if (!field) {
        if (this.openObjects || schema.additionalProperties !== false) continue;
        return { path: [...path, key], ...unknownField(key, name, Object.keys(properties)) };
      }
      const problem = this.check(field, value[key] ?? null, `${name}.${key}`, [...path, key]);
      if (problem) return problem;
    }
    return undefined;
  }
}

/** Message and hint for a field that its owner does not have. */
export function unknownField(
  key: string,
  owner: string,
  known: readonly string[],
): { message: string; hint: string } {
  return {
    message: `"${key}" is not a field of ${owner}`,
    hint: didYouMean(key, known) ?? `The fields of ${owner} are: ${listNames(known, 30)}.`,
  };
}

function checkNumber(
  schema: FieldSchema,
  value: number,
  name: string,
  path: Path,
): SchemaProblem | undefined {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value >= minimum && value <= maximum) return undefined;
  const unit = schema['x-unit'] === undefined ? '' : ` ${schema['x-unit']}`;
  const range =
    maximum === Infinity
      ? `at least ${minimum}`
      : minimum === -Infinity
        ? `at most ${maximum}`
        : `from ${minimum} to ${maximum}`;
  return {
    path,
    message: `${name} is ${value}${unit}, out of range`,
    hint: `Give a number ${range}${unit}.`,
  };
}

function checkText(schema: FieldSchema, value: string, name: string, path: Path): SchemaProblem | undefined {
  if (schema.format === 'color' && !isColor(value)) {
    return {
      path,
      message: `${name} is ${quoteValue(value)}, not a colour`,
      hint: 'Write a colour as "#rrggbb" or "#rrggbbaa".',
    };
  }
  const { minLength = 0, maxLength = Infinity } = schema;
  if (value.length < minLength || value.length > maxLength) {
    return {
      path,
      message: `${name} has ${value.length} characters`,
      hint: `Give ${minLength} to ${maxLength} characters.`,
    };
  }
  if (schema.pattern !== undefined && !patternOf(schema.pattern).test(value)) {
    return {
      path,
      message: `${name} is ${quoteValue(value)}`,
      hint: schema.description ?? `It must match ${schema.pattern}.`,
    };
  }
  return undefined;
}

const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source);
  if (!pattern) {
    pattern = new RegExp(source, 'u');
    patterns.set(source, pattern);
  }
  return pattern;
}

const TYPE_NAMES = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
} as const;

function isType(type: keyof typeof TYPE_NAMES, value: Json): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}

function exampleOf(schema: FieldSchema): string | undefined {
  return schema.default === undefined ? undefined : `For example ${quoteValue(schema.default)}.`;
}

function enumHint(allowed: readonly Json[], value: Json): string {
  const words = allowed.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  const meant = typeof value === 'string' ? didYouMean(value, words) : undefined;
  return [meant, `Give one of: ${words.join(', ')}.`].filter((part) => part !== undefined).join(' ');
}
