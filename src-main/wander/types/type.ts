/**
 * What a value may be. A type is the set of kinds it may have, and what is known of the insides of lists, maps and functions.
 * `undefined` insides are unknown: anything may be there.
 */
import { ANY_KIND, joinedBy, KIND_WORDS, KINDS, kindsIn, type Kind } from '../kinds';

export interface FunctionType {
  readonly least: number;
  readonly most: number;
  readonly result: Type;
}

export interface Type {
  /** Bits of `KINDS`; 0 is the type of what never comes to be. */
  readonly kinds: number;
  /** Of the items of a list, or the values of a map without known fields. */
  readonly item?: Type;
  /** Of a map's values by key. */
  readonly fields?: ReadonlyMap<string, Field>;
  /** A map has no other keys than its fields. */
  readonly closed?: boolean;
  readonly signature?: FunctionType;
}

export interface Field {
  readonly type: Type;
  readonly doc?: string;
}

/** Insides of insides are kept to this depth, so that types stay small. */
const MAX_DEPTH = 4;

const simple = (kinds: number): Type => ({ kinds });

export const NEVER = simple(0);
export const ANY = simple(ANY_KIND);
export const NONE = simple(KINDS.none);
export const BOOL = simple(KINDS.bool);
export const NUMBER = simple(KINDS.number);
export const STRING = simple(KINDS.string);
export const VEC = simple(KINDS.vec);
export const COLOR = simple(KINDS.color);
export const ENTITY = simple(KINDS.entity);
export const LIST = simple(KINDS.list);
export const MAP = simple(KINDS.map);
export const FUNCTION = simple(KINDS.function);
export const POINT = simple(KINDS.vec | KINDS.entity);

export function isAny(type: Type): boolean {
  return type.kinds === ANY_KIND;
}

export function may(type: Type, kinds: number): boolean {
  return (type.kinds & kinds) !== 0;
}

/** The value is of one of these kinds and nothing else. */
export function certainly(type: Type, kinds: number): boolean {
  return type.kinds !== 0 && (type.kinds & ~kinds) === 0;
}

/** The value is certainly of none of these kinds. */
export function cannot(type: Type, kinds: number): boolean {
  return type.kinds !== 0 && !may(type, kinds);
}

export function without(type: Type, kinds: number): Type {
  return may(type, kinds) ? { ...type, kinds: type.kinds & ~kinds } : type;
}

export function listOf(item: Type): Type {
  return { kinds: KINDS.list, item };
}

export function mapOf(item: Type): Type {
  return { kinds: KINDS.map, item };
}

export function mapWith(fields: ReadonlyMap<string, Field>, closed: boolean): Type {
  return { kinds: KINDS.map, fields, closed };
}

const HAS_INSIDES = KINDS.list | KINDS.map;

/** A value of either type. */
export function union(a: Type, b: Type, depth = 0): Type {
  if (a === b || b.kinds === 0) return a;
  if (a.kinds === 0) return b;
  const kinds = a.kinds | b.kinds;
  if (kinds === ANY_KIND) return ANY;
  const aHas = (a.kinds & HAS_INSIDES) !== 0;
  const bHas = (b.kinds & HAS_INSIDES) !== 0;
  const item = insides(a.item, b.item, aHas, bHas, depth);
  const fields = fieldsOfBoth(a, b, depth);
  const signature = signatureOfBoth(a, b);
  return {
    kinds,
    ...(item && { item }),
    ...(fields && { fields, closed: false }),
    ...(signature && { signature }),
  };
}

function insides(
  a: Type | undefined,
  b: Type | undefined,
  aHas: boolean,
  bHas: boolean,
  depth: number,
): Type | undefined {
  if (!aHas) return b;
  if (!bHas) return a;
  if (a === undefined || b === undefined || depth >= MAX_DEPTH) return undefined;
  return union(a, b, depth + 1);
}

function fieldsOfBoth(a: Type, b: Type, depth: number): ReadonlyMap<string, Field> | undefined {
  if (!may(a, KINDS.map)) return b.fields;
  if (!may(b, KINDS.map)) return a.fields;
  if (a.fields === undefined || b.fields === undefined || depth >= MAX_DEPTH) return undefined;
  const both = new Map<string, Field>();
  for (const [name, field] of a.fields) {
    const other = b.fields.get(name);
    both.set(
      name,
      other === undefined
        ? optionalField(field)
        : { ...field, type: union(field.type, other.type, depth + 1) },
    );
  }
  for (const [name, field] of b.fields) if (!a.fields.has(name)) both.set(name, optionalField(field));
  return both.size > 64 ? undefined : both;
}

function optionalField(field: Field): Field {
  return { ...field, type: union(field.type, NONE) };
}

function signatureOfBoth(a: Type, b: Type): FunctionType | undefined {
  if (!may(a, KINDS.function)) return b.signature;
  if (!may(b, KINDS.function)) return a.signature;
  const [f, g] = [a.signature, b.signature];
  if (f === undefined || g === undefined) return undefined;
  return {
    least: Math.min(f.least, g.least),
    most: Math.max(f.most, g.most),
    result: union(f.result, g.result, MAX_DEPTH),
  };
}

/** Whether two types say the same, for telling that inference has come to rest. */
export function sameType(a: Type | undefined, b: Type | undefined, depth = 0): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.kinds !== b.kinds) return false;
  if (depth > MAX_DEPTH) return true;
  if (!sameType(a.item, b.item, depth + 1) || a.fields?.size !== b.fields?.size) return false;
  for (const [name, field] of a.fields ?? []) {
    if (!sameType(field.type, b.fields?.get(name)?.type, depth + 1)) return false;
  }
  return sameType(a.signature?.result, b.signature?.result, depth + 1);
}

/** The type of what is in a list, string or map, as loops and indexes give it. */
export function itemType(type: Type): Type {
  let found = NEVER;
  if (may(type, KINDS.string)) found = union(found, STRING);
  if (may(type, HAS_INSIDES))
    found = union(found, type.item ?? (type.fields === undefined ? ANY : valuesOf(type)));
  if (type.kinds === 0) return ANY;
  return found.kinds === 0 && isAny(type) ? ANY : found;
}

function valuesOf(type: Type): Type {
  if (type.closed !== true || may(type, KINDS.list)) return ANY;
  let found = NEVER;
  for (const { type: value } of type.fields?.values() ?? []) found = union(found, value, 1);
  return found.kinds === 0 ? ANY : found;
}

/* ---- in words ---------------------------------------------------------------------------------------------------- */

export function kindsOf(type: Type): readonly Kind[] {
  return kindsIn(type.kinds);
}

/** `a number`, `an entity or none`. */
export function inWords(type: Type): string {
  if (isAny(type)) return 'any value';
  const words = kindsOf(without(type, KINDS.none)).map((kind) => KIND_WORDS[kind]);
  if (may(type, KINDS.none)) words.push('none');
  return joinedBy('or', words) || 'nothing';
}

/** As a script may write it: `number`, `list<entity>`, `entity?`. */
export function asWritten(type: Type, depth = 0): string {
  if (isAny(type) || type.kinds === 0) return 'any';
  const names = kindsOf(without(type, KINDS.none)).map((kind) => kindAsWritten(type, kind, depth));
  if (!may(type, KINDS.none)) return names.join('|');
  if (names.length === 0) return 'none';
  return names.length === 1 ? `${names[0] ?? ''}?` : `${names.join('|')}|none`;
}

function kindAsWritten(type: Type, kind: Kind, depth: number): string {
  const { item, fields, signature } = type;
  if (kind === 'function' && signature !== undefined && depth < 2)
    return `function -> ${asWritten(signature.result, depth + 1)}`;
  if (kind === 'map' && fields !== undefined && fields.size > 0 && depth < 2) {
    const shown = [...fields]
      .slice(0, 8)
      .map(([name, field]) => `${name}: ${asWritten(field.type, depth + 1)}`);
    return `{${shown.join(', ')}${fields.size > 8 || type.closed !== true ? ', …' : ''}}`;
  }
  if (
    (kind === 'list' || kind === 'map') &&
    item !== undefined &&
    !isAny(item) &&
    item.kinds !== 0 &&
    depth < 3
  ) {
    return `${kind}<${asWritten(item, depth + 1)}>`;
  }
  return kind;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
