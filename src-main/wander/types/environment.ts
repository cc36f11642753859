/** What inference knows so far. It only ever learns more, so that going over a program again and again comes to rest. */
import type { ConstDeclaration, Expression, FnDeclaration, Variable } from '../ast';
import type { FunctionEffects } from '../effects';
import { KINDS } from '../kinds';
import { ANY, NEVER, sameType, union, type Type } from './type';

export class Environment {
  private readonly variables = new Map<Variable, Type>();
  private readonly annotated = new Map<Variable, Type>();
  private readonly results = new Map<FnDeclaration, Type>();
  private readonly constants = new Map<ConstDeclaration, Type>();
  /** Variables that hold one string all their life. */
  readonly literals = new Map<Variable, string>();
  /** Of each expression, as last seen. */
  readonly expressions = new Map<Expression, Type>();
  /** What each function does to the world. */
  readonly effects = new Map<FnDeclaration, FunctionEffects>();
  /** Something was learnt since this was last set to false. */
  changed = false;

  annotate(variable: Variable, type: Type): void {
    this.annotated.set(variable, type);
  }

  annotation(variable: Variable): Type | undefined {
    return this.annotated.get(variable);
  }

  /** What a variable may hold, anywhere in its life. One that was only ever seen to hold `none` may hold anything. */
  variable(variable: Variable): Type {
    const annotated = this.annotated.get(variable);
    if (annotated !== undefined) return annotated;
    const type = this.variables.get(variable) ?? NEVER;
    return type.kinds === KINDS.none ? ANY : type;
  }

  /** The variable may hold this too. */
  widen(variable: Variable, type: Type): void {
    this.learn(this.variables, variable, type);
  }

  result(declaration: FnDeclaration): Type {
    return this.results.get(declaration) ?? NEVER;
  }

  widenResult(declaration: FnDeclaration, type: Type): void {
    this.learn(this.results, declaration, type);
  }

  constant(declaration: ConstDeclaration): Type {
    return this.constants.get(declaration) ?? ANY;
  }

  setConstant(declaration: ConstDeclaration, type: Type): void {
    this.constants.set(declaration, type);
  }

  private learn<K>(table: Map<K, Type>, key: K, type: Type): void {
    const before = table.get(key);
    const after = before === undefined ? type : union(before, type);
    if (before !== undefined && sameType(before, after)) return;
    if (before === undefined && after.kinds === 0) return;
    table.set(key, after);
    this.changed = true;
  }

  /** Enough: whatever is not settled may be anything. */
  giveUp(): void {
    for (const variable of this.variables.keys()) this.variables.set(variable, ANY);
    for (const declaration of this.results.keys()) this.results.set(declaration, ANY);
  }
}
