/**
 * Objects of JSON that have the same keys in the same order. An object is made fastest where V8 has seen nothing else at the
 * same place of the code: so the keys are put in one by one, each by a line of its own, and a program that runs much has a copy
 * of this module for each map that stands in it (compile/copies.ts).
 */
import type { JsonValue } from './host';
import type { Value } from './values';

/** What makes JSON of the values in a map. */
export interface EntryWriter {
  entry(value: Value, depth: number): JsonValue;
}

/** Makes an object of values in the order of the keys. */
export type RecordMaker = (writer: EntryWriter, values: readonly Value[], depth: number) => JsonValue;

/** For keys that differ; none where an object would not keep their order, or not have one of them as its own. */
export function recordMaker(keys: readonly string[]): RecordMaker | undefined {
  // The names as V8 itself holds them: those of a text would have to be looked for each time.
  const names = Object.keys(Object.fromEntries(keys.map((key) => [key, null])));
  if (keys.includes('__proto__') || names.some((name, index) => name !== keys[index])) return undefined;
  const [a, b, c, d, e, f, g, h] = names;
  return (writer, values, depth) => {
    const made: { [key: string]: JsonValue } = {};
    if (a === undefined) return made;
    made[a] = writer.entry(values[0] ?? null, depth);
    if (b === undefined) return made;
    made[b] = writer.entry(values[1] ?? null, depth);
    if (c === undefined) return made;
    made[c] = writer.entry(values[2] ?? null, depth);
    if (d === undefined) return made;
    made[d] = writer.entry(values[3] ?? null, depth);
    if (e === undefined) return made;
    made[e] = writer.entry(values[4] ?? null, depth);
    if (f === undefined) return made;
    made[f] = writer.entry(values[5] ?? null, depth);
    if (g === undefined) return made;
    made[g] = writer.entry(values[6] ?? null, depth);
    if (h === undefined) return made;
    made[h] = writer.entry(values[7] ?? null, depth);
    for (let index = 8; index < names.length; index += 1)
      made[names[index] ?? ''] = writer.entry(values[index] ?? null, depth);
    return made;
  };
}

/** Where this copy of the module was loaded from: see compile/copies.ts. */
export const url: string = import.meta.url;
