/**
 * What a program does to the world around it, as far as its text tells. Things that are worked out as it runs, such as the
 * name of a tool in a variable, can't be bounded, and are named as such.
 */
import type { FnDeclaration, Span } from './ast';
import type { CodeOwner } from './declarations';
import type { LineTable, Position } from './positions';

export interface Effects {
  /** Properties (`position`), vars (`vars.hp`) and component fields (`light.intensity`) of entities, sorted. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Functions and scene-changing statements of the library that are used, sorted. */
  readonly builtins: readonly string[];
  /** Tools called by a name that stands in the text, sorted. */
  readonly calls: readonly string[];
  readonly filesRead: readonly string[];
  readonly filesWritten: readonly string[];
  /** It certainly changes the scene where it gets to that line. */
  readonly mutates: boolean;
  /** What can't be bounded, in words with the line. */
  readonly unbounded: readonly string[];
  readonly firstWrite?: Position;
}

/** What one function does itself, and which functions it leads to. */
export class FunctionEffects {
  readonly reads = new Set<string>();
  readonly writes = new Set<string>();
  readonly builtins = new Set<string>();
  readonly calls = new Set<string>();
  readonly filesRead = new Set<string>();
  readonly filesWritten = new Set<string>();
  readonly unbounded = new Set<string>();
  /** Places that certainly change the scene, with what they do. */
  readonly mutations: { readonly span: Span; readonly what: string }[] = [];
  readonly functions = new Set<FnDeclaration>();
}

/** Where a function stands: which file's lines its spans count in. */
export interface FunctionPlace {
  readonly lines: LineTable;
  readonly file: string | undefined;
}

/** A change of the scene that the program may get to. */
export interface Mutation extends Position {
  readonly span: Span;
  readonly what: string;
  readonly file: string | undefined;
}

export interface ReachableEffects {
  readonly effects: Effects;
  readonly mutations: readonly Mutation[];
}

/** Adds up what is done by some functions and all they lead to. */
export function reachableEffects(
  roots: readonly CodeOwner[],
  effectsOf: (owner: CodeOwner) => FunctionEffects | undefined,
  placeOf: (owner: CodeOwner) => FunctionPlace | undefined,
): ReachableEffects {
  const total = new FunctionEffects();
  const mutations: Mutation[] = [];
  const seen = new Set<CodeOwner>(roots);
  // Sets are walked in the order of insertion, what is added meanwhile included.
  for (const declaration of seen) {
    const own = effectsOf(declaration);
    if (own === undefined) continue;
    for (const key of SETS) for (const value of own[key]) total[key].add(value);
    const place = placeOf(declaration);
    for (const { span, what } of own.mutations) {
      const position = place?.lines.position(span.start) ?? { line: 1, column: 1 };
      mutations.push({ span, what, file: place?.file, ...position });
    }
    for (const next of own.functions) seen.add(next);
  }
  const home = roots[0] === undefined ? undefined : placeOf(roots[0])?.file;
  // Those of the program's own file first, each file's in order of place.
  mutations.sort((a, b) => Number(a.file !== home) - Number(b.file !== home) || a.span.start - b.span.start);
  const [first] = mutations;
  const effects: Effects = {
    reads: sorted(total.reads),
    writes: sorted(total.writes),
    builtins: sorted(total.builtins),
    calls: sorted(total.calls),
    filesRead: sorted(total.filesRead),
    filesWritten: sorted(total.filesWritten),
    mutates: first !== undefined,
    unbounded: [...total.unbounded],
    ...(first && { firstWrite: { line: first.line, column: first.column } }),
  };
  return { effects, mutations };
}

const SETS = ['reads', 'writes', 'builtins', 'calls', 'filesRead', 'filesWritten', 'unbounded'] as const;

const sorted = (set: ReadonlySet<string>): string[] => [...set].sort();
