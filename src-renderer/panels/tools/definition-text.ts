/** A definition as a reviewer reads and compares it: what decides what the tool does, in one order, apart from what the engine keeps. */
import type { Json, JsonObject } from '../../../src-preload/contract';
import { arrayOf, isObject, stringOf } from '../../state/read-json';

/** In reading order. Everything else but `KEPT` follows by name, so that nothing a definition says is left out. */
const ORDER = [
  'name',
  'title',
  'category',
  'kind',
  'description',
  'input_schema',
  'output_schema',
  'capabilities',
  'limits',
  'source',
  'steps',
  'result',
] as const;

/** Kept by the engine, or not part of what is approved. Tests have a section of their own. */
const KEPT: ReadonlySet<string> = new Set([
  'format',
  'version',
  'author',
  'provenance',
  'enabled',
  'tests',
  'wander',
]);

/** Pretty-printed JSON of what is approved. Two definitions that do the same differ in no line. */
export function decidingText(definition: JsonObject): string {
  const rest = Object.keys(definition)
    .filter((key) => !KEPT.has(key) && !ORDER.some((one) => one === key))
    .sort();
  const entries = [...ORDER, ...rest].flatMap((key): [string, Json][] => {
    const value = Object.hasOwn(definition, key) ? definition[key] : undefined;
    return value === undefined ? [] : [[key, value]];
  });
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** One step of a composite, in words and values. */
export interface StepLine {
  readonly id?: string;
  readonly tool: string;
  readonly args: string;
  readonly forEach?: string;
  readonly as: string;
  readonly when?: string;
  readonly goesOn: boolean;
  readonly note?: string;
}

/** A composite's steps, for reading in order; empty for other kinds. */
export function stepLines(definition: JsonObject): readonly StepLine[] {
  return arrayOf(definition['steps'])
    .filter(isObject)
    .map((step): StepLine => {
      const id = stringOf(step['id']);
      const note = stringOf(step['note']);
      return {
        ...(id === undefined ? {} : { id }),
        tool: stringOf(step['tool']) ?? '?',
        args: JSON.stringify(step['args'] ?? {}),
        ...(step['for_each'] === undefined ? {} : { forEach: templateText(step['for_each']) }),
        as: stringOf(step['as']) ?? 'item',
        ...(step['when'] === undefined ? {} : { when: templateText(step['when']) }),
        goesOn: step['continue_on_error'] === true,
        ...(note === undefined ? {} : { note }),
      };
    });
}

function templateText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The first characters of a hash, for telling two apart; the whole is on hover and to copy. */
export function shortHash(hash: string): string {
  return hash.replace(/^sha256[:-]/, '').slice(0, 10);
}
