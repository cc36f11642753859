/** Reading what is behind `.` and `[ ]`. `run.site` is set. */
import type { Run } from './context';
import { readProperty } from './entities';
import { finite } from './operators';
import { existingIndex } from './stdlib/ranges';
import { magnitude } from './stdlib/points';
import { isPlain, textLength, unitOffset } from './text';
import { withArticle } from './type-names';
import { Color, EntityRef, List, MapValue, Vec, type Value } from './values';

export function readMember(run: Run, subject: Value, name: string): Value {
  if (subject instanceof EntityRef) return readProperty(run, subject, name);
  if (subject instanceof MapValue) return subject.get(name) ?? null;
  const value = partOf(run, subject, name);
  return value === undefined ? noSuchMember(run, subject, name) : value;
}

function partOf(run: Run, subject: Value, name: string): Value | undefined {
  if (subject instanceof Vec) {
    if (name === 'x') return subject.x;
    if (name === 'y') return subject.y;
    if (name === 'z') return subject.z;
    return name === 'length' ? finite(run, magnitude(subject.x, subject.y, subject.z)) : undefined;
  }
  if (subject instanceof Color) {
    if (name === 'r') return subject.r;
    if (name === 'g') return subject.g;
    if (name === 'b') return subject.b;
    return name === 'a' ? subject.a : undefined;
  }
  if (name !== 'length') return undefined;
  if (subject instanceof List) return subject.items.length;
  return typeof subject === 'string' ? lengthOfText(run, subject) : undefined;
}

/** Code points of a text. */
export function lengthOfText(run: Run, text: string): number {
  run.useText(text);
  if (isPlain(text)) return text.length;
  run.charge(text.length >> 4);
  return textLength(text);
}

export function noSuchMember(run: Run, subject: Value, name: string): never {
  if (subject === null) {
    return run.fail(
      `none has no "${name}"`,
      'Look whether the value is there first, or give a default with ??.',
    );
  }
  const parts = partsText(subject);
  return run.fail(`${withArticle(subject)} has no "${name}"`, parts === '' ? undefined : `It has ${parts}.`);
}

function partsText(subject: Value): string {
  if (subject instanceof Vec) return '.x, .y, .z and .length';
  if (subject instanceof Color) return '.r, .g, .b and .a';
  return subject instanceof List || typeof subject === 'string'
    ? '.length, and methods, which are called with ( )'
    : '';
}

export function readIndex(run: Run, subject: Value, index: Value): Value {
  if (subject instanceof List) return readItem(run, subject.items, index);
  if (subject instanceof MapValue) return subject.get(keyFrom(run, index)) ?? null;
  if (typeof subject === 'string') return readCharacter(run, subject, index);
  if (subject instanceof EntityRef) return readProperty(run, subject, keyFrom(run, index));
  // A list of three numbers that came as JSON is a vector here.
  if (subject instanceof Vec) return readItem(run, [subject.x, subject.y, subject.z], index);
  return noItems(run, subject);
}

export function noItems(run: Run, subject: Value): never {
  const hint =
    subject === null
      ? 'Look whether the value is there first, or give a default with ??.'
      : 'Lists and strings have items, and maps have keys.';
  return run.fail(`${withArticle(subject)} has no items`, hint);
}

function readItem(run: Run, items: readonly Value[], index: Value): Value {
  return items[existingIndex(run, positionFrom(run, index), items.length, 'items')] ?? null;
}

export function positionFrom(run: Run, index: Value): number {
  return typeof index === 'number' ? index : run.fail(`an index must be a number, not ${withArticle(index)}`);
}

export function keyFrom(run: Run, key: Value): string {
  if (typeof key !== 'string') {
    return run.fail(
      `a key of a map must be a string, not ${withArticle(key)}`,
      key === null
        ? 'Look whether the value is there first.'
        : `str(x) makes a string of ${withArticle(key)}.`,
    );
  }
  if (key.length > 128) run.useText(key);
  return key;
}

function readCharacter(run: Run, text: string, index: Value): string {
  run.useText(text);
  const position = positionFrom(run, index);
  if (isPlain(text)) return text.charAt(existingIndex(run, position, text.length, 'characters'));
  run.charge(text.length >> 3);
  const start = unitOffset(text, existingIndex(run, position, textLength(text), 'characters'));
  return text.slice(start, start + unitOffset(text.slice(start, start + 2), 1));
}
