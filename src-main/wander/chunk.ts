/**
 * A declaration at the top of a file, with all that has been found out about it. It goes along from one text to the next for as
 * long as what it was read from stays as it is; only its place in the text changes.
 */
import type { ConstDeclaration, FnDeclaration, UseDeclaration } from './ast';
import type { BehaviorDeclaration, TestDeclaration } from './ast-behaviors';
import { ownersOf, type CodeOwner } from './declarations';
import type { Reference } from './names';
import type { Problem } from './problem';
import type { OwnerMemory } from './types/memory';

export type TopDeclaration =
  UseDeclaration | ConstDeclaration | FnDeclaration | BehaviorDeclaration | TestDeclaration;

/** What resolving a declaration has given. */
export interface Resolved {
  readonly references: readonly Reference[];
  readonly problems: readonly Problem[];
  /** Names that were looked for outside of the declaration. */
  readonly names: ReadonlySet<string>;
  /** Functions and constants that it uses, those of modules too. */
  readonly used: ReadonlySet<FnDeclaration | ConstDeclaration>;
  /** Some name was not found; what is said about it depends on all names that there are. */
  readonly isLost: boolean;
}

/** How a parse goes on at what seems wrong: `careful` goes by indentation too. */
export type ParseMode = 'plain' | 'careful';

export interface Chunk {
  /** Index of its first token among those that are no comments, and how many it has. */
  first: number;
  readonly count: number;
  /** Undefined for bare members of a behaviour, and where nothing could be read. */
  node: TopDeclaration | undefined;
  /** Whether nothing was wrong with it in that mode. Both modes give the same tree then. */
  readonly sound: { [mode in ParseMode]?: boolean };
  /** Strings with values in them that begin here, less those that end here. */
  readonly balance: number;
  /** As written: a function up to its body, and a constant whole. Whoever uses it depends on no more of its text. */
  readonly head: string;
  resolved?: Resolved;
  /** What the checker found out about what it declares. */
  readonly walks: Map<CodeOwner, OwnerMemory>;
  /** Everything in the tree that has a place in the text; collected when it is first moved. */
  places?: readonly Place[];
}

interface Place {
  start: number;
  end: number;
}

/** Moves a chunk to where its text stands now. */
export function moveChunk(chunk: Chunk, distance: number): void {
  if (chunk.node === undefined) return;
  for (const place of (chunk.places ??= placesIn(chunk.node))) movePlace(place, distance);
  for (const problem of chunk.resolved?.problems ?? []) moveProblem(problem, distance);
  for (const { problems, shard } of chunk.walks.values()) {
    for (const problem of problems) moveProblem(problem, distance);
    for (const { span } of shard.effects.mutations) movePlace(span, distance);
  }
}

function movePlace(place: Place, distance: number): void {
  place.start += distance;
  place.end += distance;
}

/** Its spans are its own: `ownProblem` saw to that. */
function moveProblem({ span, fix }: Problem, distance: number): void {
  movePlace(span, distance);
  if (fix !== undefined) movePlace(fix.span, distance);
}

/** What leads out of a declaration, or to a place that has been come to already. */
const LINKS: ReadonlySet<string> = new Set(['binding', 'member', 'fallback', 'state']);

function placesIn(root: TopDeclaration): readonly Place[] {
  const found = new Set<object>();
  const places: Place[] = [];
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || found.has(value)) continue;
    found.add(value);
    if (Array.isArray(value)) {
      for (const item of value) pending.push(item);
      continue;
    }
    if (isPlace(value)) places.push(value);
    for (const [key, part] of Object.entries(value)) {
      if (typeof part === 'object' && part !== null && !LINKS.has(key)) pending.push(part);
    }
  }
  return places;
}

function isPlace(value: object): value is Place {
  return 'start' in value && typeof value.start === 'number' && 'end' in value;
}

/** The functions, handlers, tests and behaviours that a chunk declares. */
export function ownersIn({ node }: Chunk): readonly CodeOwner[] {
  switch (node?.kind) {
    case 'fn-declaration':
    case 'test':
      return [node];
    case 'behavior':
      return ownersOf(node);
    case 'use':
    case 'const-declaration':
    case undefined:
      return [];
  }
}
