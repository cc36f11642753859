/** What every part of the checker has at hand while it goes over one file. */
import type { ConstDeclaration, Expression, File, FnDeclaration, Span } from '../ast';
import type { Library } from '../builtin-names';
import { allFunctions } from '../declarations';
import { FunctionEffects } from '../effects';
import type { JsonValue } from '../host';
import { Problems, type ProblemDetails } from '../problem';
import type { Reference } from '../names';
import type { Environment } from './environment';
import { typeOfSchema } from './schema';
import { ANY, MAP, type Type } from './type';

/** What the world around a program knows that makes its check sharper. */
export interface CheckFacts {
  readonly componentTypes?: readonly string[];
  /** JSON Schema of the tool's arguments. */
  readonly inputSchema?: JsonValue;
  readonly toolNames?: readonly string[];
  /** Vars that entities of the open scene have. */
  readonly varNames?: readonly string[];
  /** `false` for a tool that may not change the scene. */
  readonly mutate?: boolean;
}

/** One file, resolved, and what is known from outside of it. */
export interface CheckTarget {
  readonly file: File;
  readonly references: readonly Reference[];
  /** Functions can be called from elsewhere: a module. */
  readonly isModule: boolean;
  readonly library: Library;
  readonly facts: CheckFacts;
}

/** The function or lambda whose body is being checked. */
export interface FunctionFrame {
  /** Union of what its `return`s give. */
  returns: Type;
  readonly annotation: Type | undefined;
  /** The loop around has a `break`, for each loop from outside in. */
  readonly breaks: boolean[];
}

export class CheckContext {
  /** Of the walk under way; only those of a function's last one are kept. */
  protected problems = new Problems();
  protected frame: FunctionFrame | undefined;
  /** What the declaration being checked does. */
  protected effects = new FunctionEffects();
  /** Functions all of whose calls are known, so that their parameters are what they are called with. */
  readonly ownCalls = new Set<FnDeclaration>();
  private readonly components: ReadonlySet<string>;

  constructor(
    protected readonly target: CheckTarget,
    protected readonly env: Environment,
    /** Of what `run` is called with: one object for all rounds, so that it can be told. */
    protected readonly argumentsType: Type,
  ) {
    const { facts, isModule, file, references } = target;
    this.components = new Set(facts.componentTypes);
    if (isModule) return;
    const called = new Set<FnDeclaration>();
    const held = new Set<FnDeclaration>();
    for (const { binding, role } of references) {
      if (binding.kind !== 'function') continue;
      if (role === 'call') called.add(binding.declaration);
      else if (role === 'read') held.add(binding.declaration);
    }
    for (const declaration of allFunctions(file)) {
      const isFree = declaration.name.text === 'run' || held.has(declaration) || !called.has(declaration);
      if (!isFree) this.ownCalls.add(declaration);
    }
  }

  protected hasKnownCalls(declaration: FnDeclaration): boolean {
    return this.ownCalls.has(declaration);
  }

  protected isComponent = (name: string): boolean => this.components.has(name);

  protected error(code: string, message: string, at: Span, details?: ProblemDetails): void {
    this.problems.error(code, message, { start: at.start, end: at.end }, details);
  }

  protected warning(code: string, message: string, at: Span, details?: ProblemDetails): void {
    this.problems.warning(code, message, { start: at.start, end: at.end }, details);
  }

  protected remember(node: Expression, type: Type): Type {
    this.env.setExpression(node, type);
    return type;
  }

  /** The string a value certainly is: a literal, or a constant or unchanging variable that holds one. */
  protected literalText(node: Expression | undefined): string | undefined {
    switch (node?.kind) {
      case 'string':
        return node.value;
      case 'name':
        if (node.binding?.kind === 'local') return this.env.literal(node.binding.variable);
        return node.binding?.kind === 'constant' ? constantText(node.binding.declaration, 0) : undefined;
      case 'member':
        return node.member?.kind === 'constant' ? constantText(node.member.declaration, 0) : undefined;
      default:
        return undefined;
    }
  }
}

function constantText(declaration: ConstDeclaration, depth: number): string | undefined {
  const { value } = declaration;
  if (value.kind === 'string') return value.value;
  const binding = value.kind === 'name' ? value.binding : value.kind === 'member' ? value.member : undefined;
  return binding?.kind === 'constant' && depth < 20
    ? constantText(binding.declaration, depth + 1)
    : undefined;
}

/** What `run` is called with, by the tool's input schema. */
export function argumentsTypeOf(schema: JsonValue | undefined): Type {
  if (schema === undefined) return MAP;
  const type = typeOfSchema(schema);
  return type === ANY ? MAP : { ...type, kinds: MAP.kinds };
}
