/**
 * How a name of the standard library runs and what it costs, and the one way in which it is called. Arguments are checked
 * here against the declared types, so that an implementation gets what its parameters say and nothing else.
 */
import type { Run } from '../context';
import type { Site } from '../errors';
import { ANY_KIND, joinedBy, KIND_WORDS, KINDS, kindsIn } from '../kinds';
import { kindOf, withArticle } from '../type-names';
import type { EntityRef, Fn, MapValue } from '../values';
import { List, share, Vec, type Callable, type Cell, type Color, type Value } from '../values';
import type { EntryParameter, Receiver, StdlibSignature } from './entry';
import { arityText, signatureText } from './signature';

/* ---- from type strings to types ---------------------------------------------------------------------------------- */

interface Named {
  number: number;
  string: string;
  bool: boolean;
  none: null;
  vec: Vec;
  color: Color;
  entity: EntityRef;
  list: List;
  map: MapValue;
  function: Fn;
  any: Value;
  self: Value;
  item: Value;
  given: Value;
}
type One<S extends string> = S extends keyof Named ? Named[S] : S extends `list<${string}>` ? List : never;
type TypeOf<S extends string> = S extends `${infer A}|${infer B}`
  ? TypeOf<A> | TypeOf<B>
  : S extends `${infer A}?`
    ? One<A> | null
    : One<S>;
type ArgumentOf<P extends EntryParameter> = P extends { rest: true }
  ? readonly TypeOf<P['type']>[]
  : P extends { optional: true }
    ? TypeOf<P['type']> | undefined
    : TypeOf<P['type']>;
type ArgumentsOf<P extends readonly EntryParameter[]> = { -readonly [K in keyof P]: ArgumentOf<P[K]> };

/** What an implementation is called with: the receiver of a method first, then the arguments; a rest parameter gets an array. */
export type Argument = Value | undefined | readonly Value[];
export type Implementation = (run: Run, ...args: Argument[]) => Value;
/** Units of the budget, by the same arguments; they are charged before the implementation runs. */
export type CostFunction = (...args: Argument[]) => number;

export interface StdlibEntry extends StdlibSignature {
  readonly cost: number | CostFunction;
  readonly implementation: Implementation;
  /** Kinds that each parameter takes, as bits. */
  readonly kinds: readonly number[];
  /** Where the parameters begin among the implementation's arguments: 1 for a method. */
  readonly offset: 0 | 1;
  readonly least: number;
  readonly most: number;
  /** A method that gives a new value for its receiver instead of changing it; it may call functions meanwhile. */
  readonly replacesReceiver?: boolean;
}

const KIND_NAMES: ReadonlyMap<string, number> = new Map(Object.entries(KINDS));

function kindsOf(type: string): number {
  return type
    .replace('?', '|none')
    .replace(/<[^>]*>/g, '')
    .split('|')
    .reduce((bits, name) => bits | (KIND_NAMES.get(name) ?? ANY_KIND), 0);
}

type Base<P extends readonly EntryParameter[]> = Omit<StdlibSignature, 'parameters'> & {
  readonly parameters: P;
};

function complete(
  signature: StdlibSignature,
  cost: number | CostFunction,
  implementation: Implementation,
  replacesReceiver = false,
): StdlibEntry {
  const { parameters } = signature;
  return {
    ...signature,
    cost,
    implementation,
    kinds: parameters.map(
      (parameter) => kindsOf(parameter.type) | (parameter.optional === true ? KINDS.none : 0),
    ),
    offset: signature.receiver === undefined ? 0 : 1,
    least: parameters.filter((parameter) => parameter.optional !== true && parameter.rest !== true).length,
    most: parameters.at(-1)?.rest === true ? Infinity : parameters.length,
    ...(replacesReceiver ? { replacesReceiver } : {}),
  };
}

/**
 * A function. The casts from the typed implementation hold because `check` lets nothing else through; this and `method` are
 * the only places with such casts.
 */
export function fn<const P extends readonly EntryParameter[]>(
  entry: Base<P> & {
    readonly cost: number | ((...args: ArgumentsOf<P>) => number);
    readonly run: (run: Run, ...args: ArgumentsOf<P>) => Value;
  },
): StdlibEntry {
  const { cost, run, ...signature } = entry;
  return complete(signature, cost as number | CostFunction, run as Implementation);
}

/** A method: the receiver comes before the arguments. */
export function method<const R extends Receiver, const P extends readonly EntryParameter[]>(
  entry: Base<P> & {
    readonly receiver: R;
    readonly cost: number | ((self: TypeOf<R>, ...args: ArgumentsOf<P>) => number);
    readonly run: (run: Run, self: TypeOf<R>, ...args: ArgumentsOf<P>) => Value;
    readonly replacesReceiver?: boolean;
  },
): StdlibEntry {
  const { cost, run, replacesReceiver, ...signature } = entry;
  return complete(signature, cost as number | CostFunction, run as Implementation, replacesReceiver);
}

/** A name that stands for a value, which may be another one at another time of a running game. */
export function constant(
  entry: Omit<StdlibSignature, 'parameters' | 'constant'> & {
    readonly value: Value | ((run: Run) => Value);
  },
): StdlibEntry {
  const { value, ...signature } = entry;
  const read = typeof value === 'function' ? value : (): Value => value;
  return complete({ ...signature, constant: true, parameters: [] }, 0, read);
}

/* ---- calling ----------------------------------------------------------------------------------------------------- */

/** A function without a name goes by what it is. */
const calledName = (name: string): string => (name === 'function' ? 'this function' : name);

export function arityFailure(
  run: Run,
  code: { name: string; least: number; most: number },
  given: number,
  hint?: string,
): never {
  return run.fail(`${calledName(code.name)} takes ${arityText(code.least, code.most)}, not ${given}`, hint);
}

/** How a name of the library is called, as the hint of a failure. */
export const callHint = (entry: StdlibEntry): string => `It is called as ${signatureText(entry)}.`;

function checkFailure(run: Run, entry: StdlibEntry, index: number, value: Value): never {
  const parameter = entry.parameters[Math.min(index, entry.parameters.length - 1)];
  const words = kindsIn(kindsOf(parameter?.type ?? 'any')).map((kind) => KIND_WORDS[kind]);
  return run.fail(
    `${entry.name}: ${parameter?.name ?? 'the argument'} must be ${joinedBy('or', words)}, not ${withArticle(value)}`,
    callHint(entry),
  );
}

/** An argument as the parameter wants it; fails when it is of another kind. `run.site` is set. */
export function checkArgument(run: Run, entry: StdlibEntry, index: number, value: Value): Value | undefined {
  const kinds = entry.kinds[index] ?? entry.kinds.at(-1) ?? ANY_KIND;
  const kind = kindOf(value);
  if ((kinds & kind) === 0) {
    // A list of three numbers that came as JSON is a vector here; where a list is wanted it is one again.
    if (value instanceof Vec && (kinds & KINDS.list) !== 0) return vecAsList(value);
    return checkFailure(run, entry, index, value);
  }
  // `none` for an optional parameter means that it is left out, where none is not a value it can have.
  if (value === null && kinds !== ANY_KIND && entry.parameters[index]?.optional === true) return undefined;
  return value;
}

export function vecAsList(vec: Vec): List {
  return new List([vec.x, vec.y, vec.z]);
}

/** The implementation's arguments; `receiver` is left out for a function. The number of arguments has been checked. */
function prepareArguments(
  run: Run,
  entry: StdlibEntry,
  receiver: Value | undefined,
  args: readonly Value[],
): Argument[] {
  const prepared: Argument[] = entry.offset === 1 ? [receiver] : [];
  const fixed = entry.most === Infinity ? entry.parameters.length - 1 : args.length;
  for (let index = 0; index < fixed; index += 1)
    prepared.push(checkArgument(run, entry, index, args[index] ?? null));
  if (entry.most === Infinity) {
    const rest = args.slice(fixed);
    rest.forEach((value) => checkArgument(run, entry, fixed, value));
    prepared.push(rest);
  }
  return prepared;
}

/** Calls an entry with arguments in any number. `run.site` is set. */
export function callEntry(
  run: Run,
  entry: StdlibEntry,
  receiver: Value | undefined,
  args: readonly Value[],
): Value {
  if (args.length < entry.least || args.length > entry.most)
    arityFailure(run, entry, args.length, callHint(entry));
  const prepared = prepareArguments(run, entry, receiver, args);
  run.charge(typeof entry.cost === 'number' ? entry.cost : entry.cost(...prepared));
  return entry.implementation(run, ...prepared);
}

/** A function of the library as a value. */
export class LibraryFunction implements Callable {
  private static readonly made = new WeakMap<StdlibEntry, LibraryFunction>();

  private constructor(private readonly entry: StdlibEntry) {}

  static of(entry: StdlibEntry): LibraryFunction {
    const known = LibraryFunction.made.get(entry);
    if (known !== undefined) return known;
    const code = new LibraryFunction(entry);
    LibraryFunction.made.set(entry, code);
    return code;
  }

  get name(): string {
    return this.entry.name;
  }

  get least(): number {
    return this.entry.least;
  }

  get most(): number {
    return this.entry.most;
  }

  /** `words.map(upper_case)` must not take an index for its second parameter. */
  readonly takesExtras = false;

  invoke(run: Run, _captured: readonly Cell[], args: readonly Value[], callSite: Site): Value {
    run.site = callSite;
    // What it gives may stand in a list or map too, and whoever calls a value can't know.
    return share(callEntry(run, this.entry, undefined, args));
  }
}
