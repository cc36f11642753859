/** What inference knows so far. It only ever learns more, so that going over a program again and again comes to rest. */
import type { ConstDeclaration, Expression, FnDeclaration, Variable } from '../ast';
import type { CodeOwner } from '../declarations';
import { FunctionEffects } from '../effects';
import { KINDS } from '../kinds';
import type { ParameterWrite, Source, WalkRecord } from './memory';
import { ANY, BOOL, COLOR, NEVER, NONE, NUMBER, STRING, sameType, union, type Type } from './type';

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

interface KnownVariable {
  type: Type;
  annotation?: Type;
  /** The latest walk that asked. All walks that ask for a variable are those of one function. */
  reader?: FunctionRun;
  /** The declared function that it is a parameter of: those who call it say what it may be. */
  readonly home?: { readonly of: FnDeclaration; readonly index: number };
}

interface KnownResult {
  type: Type;
  readonly readers: Set<FunctionRun>;
}

/** What is known of one function, handler, test or behaviour, or of the constants of a file. */
export class Shard {
  readonly variables = new Map<Variable, KnownVariable>();
  /** As last seen. Literals, which are many, are not kept: they show theirs. */
  readonly expressions = new Map<Expression, Type>();
  /** Variables that hold one string all their life. */
  readonly literals = new Map<Variable, string>();
  effects = new FunctionEffects();
}

/** One walk over a function's body. Stale: something was learnt since that the walk has read before. */
export interface FunctionRun {
  stale: boolean;
}

/** What the walk under way has asked and said beyond its own variables. */
export class WalkNotes {
  readonly asked = new Set<number>();
  readonly reads = new Map<Source, Type | undefined>();
  readonly writes: ParameterWrite[] = [];
  result: Type | undefined;
}

export class Environment {
  private readonly shards = new Map<CodeOwner, Shard>();
  private readonly ofConstants: Shard[] = [];
  private readonly results = new Map<FnDeclaration, KnownResult>();
  private readonly constants = new Map<ConstDeclaration, Type>();
  /** Of the functions whose calls are being looked at. */
  private parameters = new Map<Variable, KnownVariable>();
  private own = new Shard();
  /** Where a variable was found last: whoever asks about one asks about its neighbours next. */
  private last: Shard | undefined;
  private run: FunctionRun | undefined;
  private notes = new WalkNotes();

  /* ---- walks ---------------------------------------------------------------------------------------------------- */

  /** What is noted from now on belongs to an owner, and to a walk over it. */
  begin(owner: CodeOwner, run: FunctionRun): WalkNotes {
    this.own = this.shardOf(owner);
    this.own.effects = new FunctionEffects();
    this.run = run;
    this.notes = new WalkNotes();
    return this.notes;
  }

  /** What is noted from now on belongs to the constants of a file. */
  beginConstants(): void {
    this.own = new Shard();
    this.ofConstants.push(this.own);
    this.end();
  }

  end(): void {
    this.run = undefined;
    this.notes = new WalkNotes();
  }

  get effects(): FunctionEffects {
    return this.own.effects;
  }

  effectsOf(owner: CodeOwner): FunctionEffects | undefined {
    return this.shards.get(owner)?.effects;
  }

  shardOf(owner: CodeOwner): Shard {
    const known = this.shards.get(owner);
    if (known !== undefined) return known;
    const made = new Shard();
    this.shards.set(owner, made);
    return made;
  }

  /** Begins anew with the owners of a file: nothing is known of what their functions take and give; the rest as `shardFor` has it. */
  open(owners: readonly CodeOwner[], shardFor: (owner: CodeOwner) => Shard | undefined): void {
    this.parameters = new Map();
    this.last = undefined;
    for (const owner of owners) {
      const shard = shardFor(owner) ?? new Shard();
      this.shards.set(owner, shard);
      if (owner.kind !== 'fn-declaration') continue;
      this.results.set(owner, { type: NEVER, readers: new Set() });
      owner.parameters.forEach(({ variable }, index) => {
        if (variable === undefined) return;
        const known: KnownVariable = { type: NEVER, home: { of: owner, index } };
        shard.variables.set(variable, known);
        this.parameters.set(variable, known);
      });
    }
  }

  /** Forgets what is known of an owner's own variables; what others have said of its parameters stays. */
  renew(owner: CodeOwner): void {
    const shard = new Shard();
    if (owner.kind === 'fn-declaration') {
      for (const { variable } of owner.parameters) {
        const known = variable && this.parameters.get(variable);
        if (variable !== undefined && known !== undefined) shard.variables.set(variable, known);
      }
    }
    this.shards.set(owner, shard);
  }

  /** Takes over what was found out about a file elsewhere. */
  adopt(other: Environment, owners: readonly CodeOwner[], constants: readonly ConstDeclaration[]): void {
    for (const owner of owners) {
      const shard = other.shards.get(owner);
      if (shard !== undefined) this.shards.set(owner, shard);
      const result = owner.kind === 'fn-declaration' ? other.results.get(owner) : undefined;
      if (result !== undefined && owner.kind === 'fn-declaration') this.results.set(owner, result);
    }
    for (const declaration of constants) {
      const type = other.constants.get(declaration);
      if (type !== undefined) this.constants.set(declaration, type);
    }
  }

  /** What is known of a function's parameters just now. */
  parameterTypes(owner: CodeOwner): readonly Type[] {
    if (owner.kind !== 'fn-declaration') return [];
    return owner.parameters.map(({ variable }) => (variable && this.parameters.get(variable)?.type) ?? NEVER);
  }

  /** Whether a walk would read the same as the one that was noted. */
  readsTheSame(owner: CodeOwner, walk: WalkRecord): boolean {
    const parameters = this.parameterTypes(owner);
    if (parameters.length !== walk.parameters.length) return false;
    if (!parameters.every((type, index) => isOneType(type, walk.parameters[index]))) return false;
    for (const [source, type] of walk.reads) if (!isOneType(this.typeOfSource(source), type)) return false;
    return true;
  }

  private typeOfSource(source: Source): Type | undefined {
    switch (source.kind) {
      case 'fn-declaration':
        return this.results.get(source)?.type ?? NEVER;
      case 'const-declaration':
        return this.constants.get(source) ?? ANY;
      default:
        return this.elsewhere(source)?.annotation;
    }
  }

  /** Does what a walk did that reads the same. */
  repeat(owner: CodeOwner, walk: WalkRecord, run: FunctionRun): void {
    this.run = undefined;
    for (const source of walk.reads.keys())
      if (source.kind === 'fn-declaration') this.resultOf(source).readers.add(run);
    if (owner.kind === 'fn-declaration') {
      for (const index of walk.asked) {
        const known = this.parameterOf(owner, index);
        if (known !== undefined) known.reader = run;
      }
    }
    for (const { of, index, type, isAnnotation } of walk.writes) {
      const known = this.parameterOf(of, index);
      if (known === undefined) continue;
      if (isAnnotation) known.annotation = type;
      else this.widenKnown(known, type);
    }
    if (owner.kind === 'fn-declaration' && walk.result !== undefined) this.widenResult(owner, walk.result);
    run.stale = walk.stale;
  }

  private parameterOf(declaration: FnDeclaration, index: number): KnownVariable | undefined {
    const variable = declaration.parameters[index]?.variable;
    return variable && this.parameters.get(variable);
  }

  /* ---- variables ------------------------------------------------------------------------------------------------ */

  annotate(variable: Variable, type: Type): void {
    const known = this.known(variable);
    known.annotation = type;
    this.noteWrite(known, type, true);
  }

  annotation(variable: Variable): Type | undefined {
    const { annotation } = this.known(variable);
    if (variable.kind === 'var') this.noteRead(variable, annotation);
    return annotation;
  }

  /** What a variable may hold, anywhere in its life. One that was only ever seen to hold `none` may hold anything. */
  variable(variable: Variable): Type {
    const known = this.known(variable);
    if (variable.kind === 'var') this.noteRead(variable, known.annotation);
    if (known.annotation !== undefined) return known.annotation;
    if (this.run !== undefined) {
      known.reader = this.run;
      if (known.home !== undefined) this.notes.asked.add(known.home.index);
    }
    return known.type.kinds === KINDS.none ? ANY : known.type;
  }

  private known(variable: Variable): KnownVariable {
    const known =
      this.own.variables.get(variable) ?? this.parameters.get(variable) ?? this.elsewhere(variable);
    if (known !== undefined) return known;
    const fresh: KnownVariable = { type: NEVER };
    this.own.variables.set(variable, fresh);
    return fresh;
  }

  /** A walk asks for the variables of others only where they are vars of a behaviour. */
  private elsewhere(variable: Variable): KnownVariable | undefined {
    if (this.run !== undefined && variable.kind !== 'var') return undefined;
    const near = this.last?.variables.get(variable);
    if (near !== undefined) return near;
    for (const shard of this.shards.values()) {
      const known = shard.variables.get(variable);
      if (known === undefined) continue;
      this.last = shard;
      return known;
    }
    return undefined;
  }

  /** The variable may hold this too. */
  widen(variable: Variable, type: Type): void {
    const known = this.known(variable);
    this.noteWrite(known, type, false);
    this.widenKnown(known, type);
  }

  private widenKnown(known: KnownVariable, type: Type): void {
    if (learn(known, type) && known.reader !== undefined) known.reader.stale = true;
  }

  private noteWrite({ home }: KnownVariable, type: Type, isAnnotation: boolean): void {
    if (home !== undefined) this.notes.writes.push({ ...home, type, isAnnotation });
  }

  private noteRead(source: Source, type: Type | undefined): void {
    if (this.run !== undefined && !this.notes.reads.has(source)) this.notes.reads.set(source, type);
  }

  /* ---- expressions ---------------------------------------------------------------------------------------------- */

  expression(node: Expression): Type | undefined {
    const known = literalType(node) ?? this.own.expressions.get(node);
    if (known !== undefined || this.run !== undefined) return known;
    for (const { expressions } of [...this.shards.values(), ...this.ofConstants]) {
      const type = expressions.get(node);
      if (type !== undefined) return type;
    }
    return undefined;
  }

  setExpression(node: Expression, type: Type): void {
    if (literalType(node) === undefined) this.own.expressions.set(node, type);
  }

  /** The string that a variable holds all its life. */
  literal(variable: Variable): string | undefined {
    return this.own.literals.get(variable);
  }

  setLiteral(variable: Variable, text: string): void {
    this.own.literals.set(variable, text);
  }

  /* ---- functions and constants ---------------------------------------------------------------------------------- */

  result(declaration: FnDeclaration): Type {
    const known = this.resultOf(declaration);
    if (this.run !== undefined) {
      known.readers.add(this.run);
      this.noteRead(declaration, known.type);
    }
    return known.type;
  }

  private resultOf(declaration: FnDeclaration): KnownResult {
    const known = this.results.get(declaration);
    if (known !== undefined) return known;
    const fresh: KnownResult = { type: NEVER, readers: new Set() };
    this.results.set(declaration, fresh);
    return fresh;
  }

  widenResult(declaration: FnDeclaration, type: Type): void {
    this.notes.result = type;
    const known = this.resultOf(declaration);
    if (!learn(known, type)) return;
    for (const reader of known.readers) reader.stale = true;
    known.readers.clear();
  }

  constant(declaration: ConstDeclaration): Type {
    const type = this.constants.get(declaration) ?? ANY;
    this.noteRead(declaration, type);
    return type;
  }

  setConstant(declaration: ConstDeclaration, type: Type): void {
    this.constants.set(declaration, type);
  }

  /** Enough: whatever is not settled may be anything. */
  giveUp(owners: readonly CodeOwner[]): void {
    for (const owner of owners) {
      for (const known of this.shardOf(owner).variables.values()) known.type = ANY;
      if (owner.kind === 'fn-declaration') this.resultOf(owner).type = ANY;
    }
  }
}

/** Whether there was something to learn. */
function learn(known: { type: Type }, type: Type): boolean {
  const after = union(known.type, type);
  if (sameType(known.type, after)) return false;
  known.type = after;
  return true;
}

/** Whether two types are one in everything that can be seen of them, the order of fields too. */
function isOneType(a: Type | undefined, b: Type | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a === ANY || b === ANY) return false;
  if (a.kinds !== b.kinds || a.closed !== b.closed || !isOneType(a.item, b.item)) return false;
  const [f, g] = [a.signature, b.signature];
  if (f?.least !== g?.least || f?.most !== g?.most || !isOneType(f?.result, g?.result)) return false;
  if (a.fields?.size !== b.fields?.size) return false;
  const others = b.fields?.entries();
  for (const [name, field] of a.fields ?? []) {
    const other = others?.next().value;
    if (other?.[0] !== name || other[1].doc !== field.doc || !isOneType(field.type, other[1].type))
      return false;
  }
  return true;
}
