/** What inference knows so far. It only ever learns more, so that going over a program again and again comes to rest. */
import type { ConstDeclaration, Expression, FnDeclaration, Variable } from '../ast';
import type { CodeOwner } from '../declarations';
import type { FunctionEffects } from '../effects';
import { KINDS } from '../kinds';
import { ANY, BOOL, COLOR, NEVER, NONE, NUMBER, STRING, sameType, union, type Type } from './type';

/** The type of each expression, as last seen. Literals, which are many, are not kept: they show theirs. */
class ExpressionTypes {
  private readonly kept = new Map<Expression, Type>();

  get(node: Expression): Type | undefined {
    return literalType(node) ?? this.kept.get(node);
  }

  set(node: Expression, type: Type): void {
    if (literalType(node) === undefined) this.kept.set(node, type);
  }
}

/** What a literal is, whatever stands around it. */
function literalType({ kind }: Expression): Type | undefined {
  switch (kind) {
    case 'number':
      return NUMBER;
    case 'string':
      return STRING;
    case 'bool':
      return BOOL;
    case 'none':
      return NONE;
    case 'color':
      return COLOR;
    default:
      return undefined;
  }
}

/** One walk over a function's body. Stale: something was learnt since that the walk has read before. */
export interface FunctionRun {
  stale: boolean;
}

interface KnownVariable {
  type: Type;
  annotation?: Type;
  /** The latest walk that asked. All walks that ask for a variable are those of one function. */
  reader?: FunctionRun;
}

interface KnownResult {
  type: Type;
  readonly readers: Set<FunctionRun>;
}

export class Environment {
  private readonly variables = new Map<Variable, KnownVariable>();
  private readonly results = new Map<FnDeclaration, KnownResult>();
  private readonly constants = new Map<ConstDeclaration, Type>();
  /** Variables that hold one string all their life. */
  readonly literals = new Map<Variable, string>();
  readonly expressions = new ExpressionTypes();
  /** What each function does to the world. */
  readonly effects = new Map<CodeOwner, FunctionEffects>();
  /** The walk under way. */
  run: FunctionRun | undefined;

  annotate(variable: Variable, type: Type): void {
    this.known(variable).annotation = type;
  }

  annotation(variable: Variable): Type | undefined {
    return this.variables.get(variable)?.annotation;
  }

  /** What a variable may hold, anywhere in its life. One that was only ever seen to hold `none` may hold anything. */
  variable(variable: Variable): Type {
    const known = this.known(variable);
    if (known.annotation !== undefined) return known.annotation;
    known.reader = this.run;
    return known.type.kinds === KINDS.none ? ANY : known.type;
  }

  private known(variable: Variable): KnownVariable {
    const known = this.variables.get(variable);
    if (known !== undefined) return known;
    const fresh: KnownVariable = { type: NEVER };
    this.variables.set(variable, fresh);
    return fresh;
  }

  /** The variable may hold this too. */
  widen(variable: Variable, type: Type): void {
    const known = this.known(variable);
    if (learn(known, type) && known.reader !== undefined) known.reader.stale = true;
  }

  result(declaration: FnDeclaration): Type {
    const known = this.knownResult(declaration);
    if (this.run !== undefined) known.readers.add(this.run);
    return known.type;
  }

  private knownResult(declaration: FnDeclaration): KnownResult {
    const known = this.results.get(declaration);
    if (known !== undefined) return known;
    const fresh: KnownResult = { type: NEVER, readers: new Set() };
    this.results.set(declaration, fresh);
    return fresh;
  }

  widenResult(declaration: FnDeclaration, type: Type): void {
    const known = this.knownResult(declaration);
    if (!learn(known, type)) return;
    for (const reader of known.readers) reader.stale = true;
    known.readers.clear();
  }

  constant(declaration: ConstDeclaration): Type {
    return this.constants.get(declaration) ?? ANY;
  }

  setConstant(declaration: ConstDeclaration, type: Type): void {
    this.constants.set(declaration, type);
  }

  /** Enough: whatever is not settled may be anything. */
  giveUp(): void {
    for (const known of this.variables.values()) known.type = ANY;
    for (const known of this.results.values()) known.type = ANY;
  }
}

/** Whether there was something to learn. */
function learn(known: { type: Type }, type: Type): boolean {
  const after = union(known.type, type);
  if (sameType(known.type, after)) return false;
  known.type = after;
  return true;
}
