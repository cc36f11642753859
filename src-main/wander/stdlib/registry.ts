/** The whole standard library. Checks, completion, hover and the reference are made from it, and programs run on it. */
import { CHANGE } from './change';
import { COLORS } from './colors';
import type { StdlibEntry } from './define';
import type { Receiver } from './entry';
import { GAME } from './game';
import { GENERAL } from './general';
import { LIST_FUNCTIONS } from './list-functions';
import { LISTS } from './lists';
import { MAPS } from './maps';
import { MATH } from './math';
import { RANDOM } from './random';
import { SCENE } from './scene';
import { TEXT } from './text';
import { TOOL } from './tool';
import { VECTORS } from './vectors';

export const STDLIB: readonly StdlibEntry[] = [
  ...MATH,
  ...VECTORS,
  ...COLORS,
  ...RANDOM,
  ...TEXT,
  ...LISTS,
  ...LIST_FUNCTIONS,
  ...MAPS,
  ...SCENE,
  ...CHANGE,
  ...GENERAL,
  ...GAME,
  ...TOOL,
];

const functions = new Map<string, StdlibEntry>();
const methods = new Map<Receiver, Map<string, StdlibEntry>>();
for (const entry of STDLIB) {
  if (entry.receiver === undefined) functions.set(entry.name, entry);
  else {
    const ofReceiver = methods.get(entry.receiver) ?? new Map<string, StdlibEntry>();
    methods.set(entry.receiver, ofReceiver.set(entry.name, entry));
  }
}

/** A function or constant by its name. */
export function libraryFunction(name: string): StdlibEntry | undefined {
  return functions.get(name);
}

/** A method of a kind of value by its name. */
export function libraryMethod(receiver: Receiver, name: string): StdlibEntry | undefined {
  return methods.get(receiver)?.get(name);
}

/** Names of the methods of a kind of value. */
export function methodNames(receiver: Receiver): Iterable<string> {
  return methods.get(receiver)?.keys() ?? [];
}
