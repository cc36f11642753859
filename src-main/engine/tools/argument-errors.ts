/** Says in words why a value does not match a schema: which place, what is there, what is expected, what to write. */
import { toolError, type ToolError } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { didYouMean, listNames } from '../text/suggest';
import { roughSize } from './plain-json';
import { isSecretKey, redactText } from './redact';
import { exampleOf } from './schema-example';
import type { ErrorObject } from './schema-compiler';

export interface ErrorSubject {
  /** The tool's name. */
  readonly subject: string;
  /** What the whole value is: `arguments` or `result`. */
  readonly whole: 'arguments' | 'result';
}

/** Errors that are looked at: each is compared with each other. */
const MAX_ERRORS = 1_000;

/** The most telling of the errors; further ones are in `data.problems`. */
export function argumentError(
  errors: readonly ErrorObject[],
  schema: JsonObject,
  subject: ErrorSubject,
): ToolError {
  const ranked = rank(errors.slice(0, MAX_ERRORS));
  const first = ranked[0];
  if (first === undefined)
    return toolError('invalid_arguments', `The ${subject.whole} of ${subject.subject} are not valid.`);
  const messages = [...new Set(ranked.map((error) => describe(error, subject)))];
  const data = messages.length > 1 ? { problems: messages.slice(0, 8) } : undefined;
  return toolError('invalid_arguments', messages[0] ?? '', hint(first, schema, subject), data);
}

/** Misspelled names first: what is missing or wrong elsewhere is often their consequence. */
const ORDER = [
  'additionalProperties',
  'unevaluatedProperties',
  'required',
  'dependentRequired',
  'type',
  'enum',
  'const',
];

function rank(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept = errors.filter((error) => !isShadowed(error, errors));
  return kept.sort((a, b) => order(a) - order(b) || a.instancePath.length - b.instancePath.length);
}

function order(error: ErrorObject): number {
  const index = ORDER.indexOf(error.keyword);
  return index < 0 ? ORDER.length : index;
}

/** Of a failed choice, either the choice is told or what is wrong further inside; never each branch's own complaint. */
function isShadowed(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (error.keyword === 'if') return true;
  const choice = errors.find(
    (other) => isChoice(other) && other !== error && error.schemaPath.startsWith(`${other.schemaPath}/`),
  );
  if (choice !== undefined) return error.instancePath === choice.instancePath;
  if (!isChoice(error)) return false;
  return errors.some(
    (other) =>
      other.schemaPath.startsWith(`${error.schemaPath}/`) &&
      other.instancePath.length > error.instancePath.length,
  );
}

function isChoice(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || error.keyword === 'oneOf';
}

function describe(error: ErrorObject, subject: ErrorSubject): string {
  const place = placeOf(error, subject);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = text(params.additionalProperty ?? params.unevaluatedProperty);
      const suggestion = didYouMean(name, propertyNames(error.parentSchema));
      return `${quote(name)} is not ${ownerOf(error, subject)}.${suggestion === undefined ? '' : ` ${suggestion}`}`;
    }
    case 'required':
      return `${owner(error, subject)} needs ${quote(text(params.missingProperty))}${expectedOf(error, text(params.missingProperty))}.`;
    case 'dependentRequired':
      return `${owner(error, subject)} needs ${quote(text(params.missingProperty))} where ${quote(text(params.property))} is given.`;
    case 'type':
      return `${place} has to be ${typeWords(error.schema)}, not ${shown(error)}.`;
    case 'enum': {
      const allowed = Array.isArray(error.schema) ? (error.schema as readonly Json[]) : [];
      const names = allowed.filter((item) => typeof item === 'string');
      const suggestion = typeof error.data === 'string' ? didYouMean(error.data, names) : undefined;
      const list = listNames(
        allowed.map((item) => JSON.stringify(item)),
        20,
      );
      return `${place} has to be one of ${list}, not ${shown(error)}.${suggestion === undefined ? '' : ` ${suggestion}`}`;
    }
    case 'const':
      return `${place} has to be ${JSON.stringify(error.schema)}, not ${shown(error)}.`;
    case 'anyOf':
    case 'oneOf':
      return `${place} has to be ${choiceWords(error.schema)}, not ${shown(error)}.`;
    default:
      return `${place} ${boundWords(error, params)}, but is ${shown(error)}.`;
  }
}

function boundWords(error: ErrorObject, params: Record<string, unknown>): string {
  const limit = text(params.limit);
  switch (error.keyword) {
    case 'minimum':
      return `has to be at least ${limit}`;
    case 'maximum':
      return `has to be at most ${limit}`;
    case 'exclusiveMinimum':
      return `has to be more than ${limit}`;
    case 'exclusiveMaximum':
      return `has to be less than ${limit}`;
    case 'multipleOf':
      return `has to be a multiple of ${text(params.multipleOf)}`;
    case 'minLength':
      return limit === '1' ? 'may not be empty' : `needs at least ${limit} characters`;
    case 'maxLength':
      return `may have at most ${limit} characters`;
    case 'pattern':
      return `has to match ${text(params.pattern)}`;
    case 'format':
      return params.format === 'color'
        ? 'has to be a colour, #rrggbb or #rrggbbaa'
        : `has to be a ${text(params.format)}`;
    case 'minItems':
    case 'maxItems':
      return itemsWords(error, limit);
    case 'uniqueItems':
      return `may not repeat an element (${text(params.i)} and ${text(params.j)} are the same)`;
    case 'minProperties':
      return `needs at least ${limit} keys`;
    case 'maxProperties':
      return `may have at most ${limit} keys`;
    default:
      return error.message === undefined ? 'is not allowed' : `is not allowed (${error.message})`;
  }
}

function itemsWords(error: ErrorObject, limit: string): string {
  const parent: unknown = error.parentSchema;
  if (isJsonObject(parent) && parent.minItems === parent.maxItems)
    return `has to have exactly ${limit} elements`;
  return error.keyword === 'minItems'
    ? `needs at least ${limit} elements`
    : `may have at most ${limit} elements`;
}

function hint(error: ErrorObject, schema: JsonObject, subject: ErrorSubject): string | undefined {
  if (subject.whole === 'result') return undefined;
  const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
  if (names.length === 0) return `${subject.subject} takes no arguments; call it with {}.`;
  const top = error.instancePath.split('/')[1];
  const also = top === undefined || !names.includes(top) ? [] : [top];
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'additionalProperties' && error.instancePath === '') {
    const suggestion = didYouMean(text(params.additionalProperty), names);
    if (suggestion === undefined) return `Its arguments are ${listNames(names, 20)}.`;
    also.push(...names.filter((name) => suggestion.includes(`"${name}"`)));
  }
  const example = JSON.stringify(exampleOf(schema, schema, also));
  return example.length > 2 && example.length < 400
    ? `For example: ${example}`
    : `Its arguments are ${listNames(names, 20)}.`;
}

/** `user_enemies_near` at the top, `filter.near` inside. */
function owner(error: ErrorObject, subject: ErrorSubject): string {
  if (error.instancePath !== '') return pathOf(error.instancePath, subject);
  return subject.whole === 'result' ? 'The result' : subject.subject;
}

function ownerOf(error: ErrorObject, subject: ErrorSubject): string {
  if (error.instancePath === '' && subject.whole === 'arguments') return `an argument of ${subject.subject}`;
  return `a key of ${error.instancePath === '' ? 'the result' : pathOf(error.instancePath, subject)}`;
}

function placeOf(error: ErrorObject, subject: ErrorSubject): string {
  if (error.propertyName !== undefined) return `The key ${quote(error.propertyName)}`;
  return error.instancePath === '' ? `The ${subject.whole}` : pathOf(error.instancePath, subject);
}

/** `/operations/0/args` as `operations[0].args`. */
function pathOf(pointer: string, subject: ErrorSubject): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path = parts
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
  return subject.whole === 'result' ? `result.${path}`.replace('.[', '[') : `"${path}"`;
}

function expectedOf(error: ErrorObject, name: string): string {
  const parent: unknown = error.parentSchema;
  const properties = isJsonObject(parent) && isJsonObject(parent.properties) ? parent.properties : {};
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!isJsonObject(property)) return '';
  const words = property.enum === undefined ? typeWords(property.type) : 'one of its values';
  return words === '' ? '' : ` (${words})`;
}

const TYPE_WORDS = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['null', 'null'],
]);

function typeWords(types: unknown): string {
  const list: unknown[] = Array.isArray(types) ? types : [types];
  return list
    .flatMap((type) => (typeof type === 'string' ? [TYPE_WORDS.get(type) ?? type] : []))
    .join(' or ');
}

function choiceWords(branches: unknown): string {
  const words = (Array.isArray(branches) ? branches : []).map((branch: unknown) => {
    if (!isJsonObject(branch)) return '';
    if (branch.const !== undefined) return JSON.stringify(branch.const);
    if (Array.isArray(branch.enum)) return branch.enum.map((item) => JSON.stringify(item)).join(' or ');
    return typeof branch.title === 'string' ? branch.title : typeWords(branch.type);
  });
  const told = [...new Set(words.filter((word) => word !== ''))];
  return told.length === 0 ? 'one of the allowed forms' : told.join(' or ');
}

function propertyNames(schema: unknown): string[] {
  return isJsonObject(schema) && isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
}

/** The value at fault, short, and never a secret. */
function shown(error: ErrorObject): string {
  const parent: unknown = error.parentSchema;
  const key = error.instancePath.split('/').pop() ?? '';
  const secret = isJsonObject(parent) && (parent.writeOnly === true || parent.format === 'password');
  if (secret || isSecretKey(key)) return 'what was given';
  const { data } = error as { data?: unknown };
  if (Array.isArray(data) && roughSize(data, MAX_WRITTEN) > MAX_WRITTEN) return `an array of ${data.length}`;
  if (isJsonObject(data) && roughSize(data, MAX_WRITTEN) > MAX_WRITTEN)
    return `an object with ${Object.keys(data).length} keys`;
  const written = typeof data === 'string' ? data.slice(0, MAX_WRITTEN) : data;
  const json = redactText(JSON.stringify(written) ?? 'nothing');
  return json.length > 80 ? `${json.slice(0, 80)}…` : json;
}

/** Characters of a value that are written out to show 80 of them. */
const MAX_WRITTEN = 4_000;

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function quote(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
