/**
 * What the checker remembers of its walks over a function. A walk finds the same again where it reads the same again, so that
 * instead of walking, what it wrote is written once more.
 */
import type { ConstDeclaration, FnDeclaration, Variable } from '../ast';
import type { Problem } from '../problem';
import type { Shard } from './environment';
import type { Suspect } from './misspelt';
import type { Type } from './type';

/** What a walk reads that is not its own: what a function gives, a constant, a var of a behaviour. */
export type Source = FnDeclaration | ConstDeclaration | Variable;

/** What a walk says about a parameter of a declared function, its own or another's. */
export interface ParameterWrite {
  readonly of: FnDeclaration;
  readonly index: number;
  readonly type: Type;
  /** The type is written in the text. */
  readonly isAnnotation: boolean;
}

export interface WalkRecord {
  /** What the function's own parameters were known to be when the walk began. */
  readonly parameters: readonly Type[];
  /** Which of them it has asked about. */
  readonly asked: ReadonlySet<number>;
  readonly reads: ReadonlyMap<Source, Type | undefined>;
  readonly writes: readonly ParameterWrite[];
  /** What a function was found to give. */
  readonly result: Type | undefined;
  /** It has learnt something that it had read before. */
  readonly stale: boolean;
}

export interface OwnerMemory {
  readonly walks: readonly WalkRecord[];
  readonly shard: Shard;
  readonly problems: readonly Problem[];
  readonly suspects: readonly Suspect[];
}
