/** What kinds of values are called. */
import { Color, EntityRef, Fn, List, MapValue, Vec, type Value } from './values';

/** One bit for each kind of value, to test several at once. */
export const KIND = {
  none: 1,
  bool: 2,
  number: 4,
  string: 8,
  vec: 16,
  color: 32,
  entity: 64,
  list: 128,
  map: 256,
  function: 512,
} as const;

export type KindName = keyof typeof KIND;

export const ANY_KIND = 1023;

export function kindOf(value: Value): number {
  if (typeof value === 'number') return KIND.number;
  if (typeof value === 'string') return KIND.string;
  if (typeof value === 'boolean') return KIND.bool;
  if (value === null) return KIND.none;
  if (value instanceof Vec) return KIND.vec;
  if (value instanceof EntityRef) return KIND.entity;
  if (value instanceof List) return KIND.list;
  if (value instanceof MapValue) return KIND.map;
  return value instanceof Color ? KIND.color : KIND.function;
}

/** What `type_of` answers. */
export function nameOfType(value: Value): string {
  if (typeof value === 'number' || typeof value === 'string') return typeof value;
  if (typeof value === 'boolean') return 'bool';
  if (value === null) return 'none';
  if (value instanceof Vec) return 'vector';
  if (value instanceof Color) return 'color';
  if (value instanceof EntityRef) return 'entity';
  if (value instanceof List) return 'list';
  return value instanceof Fn ? 'function' : 'map';
}

/** `a list`, `an entity`, `none`. */
export function withArticle(value: Value): string {
  const name = nameOfType(value);
  if (name === 'none') return name;
  return name === 'entity' ? 'an entity' : `a ${name}`;
}
