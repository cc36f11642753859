/**
 * A form made from a tool's input schema, as data: which control each argument gets, what a person typed, and the
 * arguments that come out. The engine checks the arguments again; this only catches what can't be read at all.
 */
import type { Json, JsonObject } from '../../../src-preload/contract';
import { isObject, numberOf, stringOf, stringsOf } from '../../state/read-json';
import { resolveSchema, typesOf, typeWords } from './json-schema';

export type Control =
  | {
      readonly kind: 'number';
      readonly integer: boolean;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly step?: number;
    }
  | { readonly kind: 'text'; readonly secret: boolean; readonly long: boolean; readonly maxLength?: number }
  /** An entity: a number is its id, anything else a name or path. */
  | { readonly kind: 'id-or-name' }
  | { readonly kind: 'color' }
  | { readonly kind: 'choice'; readonly options: readonly Json[] }
  | { readonly kind: 'boolean' }
  /** A list of so many numbers, such as a vector. */
  | { readonly kind: 'numbers'; readonly count: number; readonly labels: readonly string[] }
  | { readonly kind: 'json' };

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  /** The type in words. */
  readonly type: string;
  readonly required: boolean;
  readonly control: Control;
  readonly default?: Json;
}

/** What was typed, by field. A vector's parts are separate texts. An absent or empty entry of an optional field is not sent. */
export type Draft = string | readonly string[];
export type Drafts = ReadonlyMap<string, Draft>;

export type FormResult =
  | { readonly ok: true; readonly args: JsonObject }
  /** Field → what is wrong with it. */
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> };

const MAX_VECTOR = 4;
const AXES = ['x', 'y', 'z', 'w'] as const;

/** The arguments in the schema's order, required ones first. Empty for a schema without properties. */
export function fieldsOf(inputSchema: JsonObject): readonly Field[] {
  const root = resolveSchema(inputSchema, inputSchema);
  const properties = isObject(root['properties']) ? root['properties'] : {};
  const required = new Set(stringsOf(root['required']));
  const fields = Object.entries(properties).map(([name, declared]): Field => {
    const schema = resolveSchema(declared, inputSchema);
    const description = stringOf(schema['description']);
    return {
      name,
      label: stringOf(schema['title']) ?? name,
      ...(description === undefined ? {} : { description }),
      type: typeWords(schema, inputSchema),
      required: required.has(name),
      control: controlOf(schema, inputSchema),
      ...(schema['default'] === undefined ? {} : { default: schema['default'] }),
    };
  });
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

function controlOf(schema: JsonObject, root: JsonObject): Control {
  if (Array.isArray(schema['enum'])) return { kind: 'choice', options: schema['enum'] as readonly Json[] };
  if (schema['const'] !== undefined) return { kind: 'choice', options: [schema['const']] };
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (
    types.length === 2 &&
    types.includes('string') &&
    (types.includes('integer') || types.includes('number'))
  ) {
    return { kind: 'id-or-name' };
  }
  if (types.length !== 1) return { kind: 'json' };
  switch (types[0]) {
    case 'number':
    case 'integer':
      return numberControl(schema, types[0] === 'integer');
    case 'string':
      return textControl(schema);
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return arrayControl(schema, root);
    default:
      return { kind: 'json' };
  }
}

function numberControl(schema: JsonObject, integer: boolean): Control {
  const minimum = numberOf(schema['minimum']);
  const maximum = numberOf(schema['maximum']);
  const step = numberOf(schema['multipleOf']) ?? (integer ? 1 : undefined);
  return {
    kind: 'number',
    integer,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(step === undefined ? {} : { step }),
  };
}

function textControl(schema: JsonObject): Control {
  if (schema['format'] === 'color') return { kind: 'color' };
  const maxLength = numberOf(schema['maxLength']);
  return {
    kind: 'text',
    secret: schema['format'] === 'password' || schema['writeOnly'] === true,
    long: schema['format'] === 'multiline' || (maxLength ?? 0) > 200,
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}

/** Two to four numbers get a box each; any other list is typed as JSON. */
function arrayControl(schema: JsonObject, root: JsonObject): Control {
  const items = resolveSchema(schema['items'], root);
  const prefix: readonly Json[] = Array.isArray(schema['prefixItems'])
    ? (schema['prefixItems'] as readonly Json[])
    : [];
  const isNumber = (one: JsonObject): boolean => ['number', 'integer'].includes(typesOf(one)[0] ?? '');
  if (
    prefix.length >= 2 &&
    prefix.length <= MAX_VECTOR &&
    prefix.every((one) => isNumber(resolveSchema(one, root)))
  ) {
    return { kind: 'numbers', count: prefix.length, labels: AXES.slice(0, prefix.length) };
  }
  if (!isNumber(items)) return { kind: 'json' };
  const least = numberOf(schema['minItems']);
  const most = numberOf(schema['maxItems']);
  // A list of numbers without a length is how most definitions write a position.
  const count = most ?? least ?? lengthOfDefault(schema['default']) ?? 3;
  const fixed = (least === undefined && most === undefined) || least === most;
  return fixed && count >= 2 && count <= MAX_VECTOR
    ? { kind: 'numbers', count, labels: AXES.slice(0, count) }
    : { kind: 'json' };
}

function lengthOfDefault(value: Json | undefined): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

/** The drafts that show these arguments, for filling the form from JSON, from a recent call or from a test. */
export function draftsFrom(fields: readonly Field[], args: JsonObject): Drafts {
  const drafts = new Map<string, Draft>();
  for (const field of fields) {
    const value = Object.hasOwn(args, field.name) ? args[field.name] : undefined;
    if (value !== undefined) drafts.set(field.name, draftOf(field.control, value));
  }
  return drafts;
}

function draftOf(control: Control, value: Json): Draft {
  if (
    control.kind === 'numbers' &&
    Array.isArray(value) &&
    value.length === control.count &&
    value.every((one) => typeof one === 'number')
  ) {
    return value.map(String);
  }
  if (
    control.kind === 'json' ||
    control.kind === 'choice' ||
    control.kind === 'numbers' ||
    typeof value !== 'string'
  )
    return JSON.stringify(value);
  return value;
}

/** The arguments that the drafts mean. Fields left empty are not sent, so that the engine fills their defaults in. */
export function argsFrom(fields: readonly Field[], drafts: Drafts): FormResult {
  const args: [string, Json][] = [];
  const problems = new Map<string, string>();
  for (const field of fields) {
    const read = readDraft(field, drafts.get(field.name));
    if ('problem' in read) problems.set(field.name, read.problem);
    else if (read.value !== undefined) args.push([field.name, read.value]);
  }
  return problems.size > 0 ? { ok: false, problems } : { ok: true, args: Object.fromEntries(args) };
}

type Read = { readonly value: Json | undefined } | { readonly problem: string };

function readDraft(field: Field, draft: Draft | undefined): Read {
  const { control } = field;
  const empty =
    draft === undefined ||
    (typeof draft === 'string' ? draft === '' : draft.every((part) => part.trim() === ''));
  if (empty) {
    if (!field.required || field.default !== undefined) return { value: undefined };
    // An empty text is a text; anything else that is required has to be said.
    return control.kind === 'text' && draft !== undefined ? { value: '' } : { problem: 'Needed' };
  }
  if (typeof draft !== 'string') return readNumbers(draft);
  switch (control.kind) {
    case 'number':
      return readNumber(draft, control.integer);
    case 'numbers':
    case 'json':
    case 'choice':
      return readJson(draft);
    case 'boolean':
      return { value: draft === 'true' };
    case 'id-or-name':
      return { value: /^\s*\d+\s*$/.test(draft) ? Number(draft) : draft };
    case 'text':
    case 'color':
      return { value: draft };
  }
}

function readNumber(text: string, integer: boolean): Read {
  const value = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(value)) return { problem: `“${text}” is not a number` };
  if (integer && !Number.isInteger(value)) return { problem: `${text.trim()} is not a whole number` };
  return { value };
}

function readNumbers(parts: readonly string[]): Read {
  const values: number[] = [];
  for (const part of parts) {
    const read = readNumber(part.trim() === '' ? '0' : part, false);
    if ('problem' in read) return read;
    values.push(read.value as number);
  }
  return { value: values };
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) as Json };
  } catch (failure) {
    return { problem: `Not JSON: ${failure instanceof Error ? failure.message : String(failure)}` };
  }
}

/** Arguments typed as a whole. */
export function argsFromJson(
  text: string,
): { readonly ok: true; readonly args: JsonObject } | { readonly ok: false; readonly problem: string } {
  if (text.trim() === '') return { ok: true, args: {} };
  const read = readJson(text);
  if ('problem' in read) return { ok: false, problem: read.problem };
  return isObject(read.value)
    ? { ok: true, args: read.value }
    : { ok: false, problem: 'Arguments are an object: {"name": value}' };
}
