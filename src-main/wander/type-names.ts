/** What kinds of values are called. */
import { KINDS } from './kinds';
import { Color, EntityRef, Fn, List, MapValue, Vec, type Value } from './values';

/** The bit of its kind. */
export function kindOf(value: Value): number {
  if (typeof value === 'number') return KINDS.number;
  if (typeof value === 'string') return KINDS.string;
  if (typeof value === 'boolean') return KINDS.bool;
  if (value === null) return KINDS.none;
  if (value instanceof Vec) return KINDS.vec;
  if (value instanceof EntityRef) return KINDS.entity;
  if (value instanceof List) return KINDS.list;
  if (value instanceof MapValue) return KINDS.map;
  return value instanceof Color ? KINDS.color : KINDS.function;
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
