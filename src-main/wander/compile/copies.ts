/**
 * Copies of the closures' code. V8 keeps, for each function literal, what its calls have called so far, and builds a callee
 * into its caller where that was always the same one. The closures of a whole tree are made by a few dozen literals, so that
 * "always the same" is never true of them, and every node costs a call through a pointer. Where each node has a literal of its
 * own, V8 makes one piece of machine code of a loop.
 *
 * So the modules below are loaded anew, as a whole, as often as some program that runs much has use for: the same text of
 * ours each time, by the module loader. No text is made, and nothing of a script is in it. A program that runs little is made
 * of the first copy, which all of them share.
 */
import * as assign from './assign';
import * as binary from './binary';
import * as calls from './calls';
import * as control from './control';
import * as listFunctions from '../stdlib/list-functions';
import * as literals from './literals';
import * as loops from './loops';
import * as members from './members';
import * as methods from './methods';
import * as points from './points';
import * as records from '../record-maker';

const FIRST = {
  assign,
  binary,
  calls,
  control,
  listFunctions,
  literals,
  loops,
  members,
  methods,
  points,
  records,
};

type Modules = typeof FIRST;
export type ModuleName = keyof Modules;

/** Where the parts of the compiler for one node come from. */
export interface Copies {
  /** Whether what the code meets is to be noted: see hints.ts. */
  readonly learns: boolean;
  /** A copy of a module; `literal` tells apart what in it does not get in each other's way. */
  of<Name extends ModuleName>(module: Name, literal: string): Modules[Name];
}

/** What all programs are made of at first. */
export const SHARED: Copies = { learns: true, of: (module) => FIRST[module] };

/** The query keeps a bundler from taking them for the modules above; each says itself where it was loaded from. */
const LOADERS: { readonly [Name in ModuleName]: () => Promise<unknown> } = {
  assign: () => import('./assign?copy'),
  binary: () => import('./binary?copy'),
  calls: () => import('./calls?copy'),
  control: () => import('./control?copy'),
  listFunctions: () => import('../stdlib/list-functions?copy'),
  literals: () => import('./literals?copy'),
  loops: () => import('./loops?copy'),
  members: () => import('./members?copy'),
  methods: () => import('./methods?copy'),
  points: () => import('./points?copy'),
  records: () => import('../record-maker?copy'),
};

/** No more than so many of a module: beyond that, programs share them in turn. */
const MOST = 160;

const loaded: { [Name in ModuleName]: Modules[Name][] } = {
  assign: [],
  binary: [],
  calls: [],
  control: [],
  listFunctions: [],
  literals: [],
  loops: [],
  members: [],
  methods: [],
  points: [],
  records: [],
};

/** How many copies of a literal are in use, by module and literal. */
const taken = new Map<string, number>();

/** Counts the copies that a program needs. */
export class CopyCounter implements Copies {
  readonly learns = true;
  readonly counts = new Map<string, { readonly module: ModuleName; count: number }>();

  of<Name extends ModuleName>(module: Name, literal: string): Modules[Name] {
    const key = `${module} ${literal}`;
    const entry = this.counts.get(key) ?? { module, count: 0 };
    entry.count += 1;
    this.counts.set(key, entry);
    return FIRST[module];
  }
}

/** Gives each node the next copy that no other has. */
class OwnCopies implements Copies {
  readonly learns = false;

  of<Name extends ModuleName>(module: Name, literal: string): Modules[Name] {
    const key = `${module} ${literal}`;
    const next = taken.get(key) ?? 0;
    taken.set(key, next + 1);
    const copies = loaded[module];
    return copies[next % copies.length] ?? FIRST[module];
  }
}

let loading: Promise<void> = Promise.resolve();

/** Loads what is still missing for a program with these counts; where that fails, what there is has to do. */
export async function ownCopies(counter: CopyCounter): Promise<Copies> {
  loading = loading.then(() => loadFor(counter)).catch(() => undefined);
  await loading;
  return new OwnCopies();
}

async function loadFor(counter: CopyCounter): Promise<void> {
  const wanted = new Map<ModuleName, number>();
  for (const [key, { module, count }] of counter.counts) {
    const total = Math.min(MOST, (taken.get(key) ?? 0) + count);
    wanted.set(module, Math.max(wanted.get(module) ?? 0, total));
  }
  await Promise.all([...wanted].map(([module, count]) => load(module, count)));
}

async function load<Name extends ModuleName>(module: Name, count: number): Promise<void> {
  const copies: Modules[Name][] = loaded[module];
  const first = (await LOADERS[module]()) as Modules[Name];
  if (copies.length === 0) copies.push(first);
  const missing = Array.from(
    { length: Math.max(0, count - copies.length) },
    (_, index) => copies.length + index,
  );
  const { url } = first;
  const more = missing.map(
    (number) =>
      import(/* @vite-ignore */ `${url}${url.includes('?') ? '&' : '?'}copy=${number}`) as Promise<
        Modules[Name]
      >,
  );
  copies.push(...(await Promise.all(more)));
}
