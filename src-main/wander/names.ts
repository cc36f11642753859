/** The names of a file: what is declared at its top, what is found from where, and what was not found. */
import type {
  Binding,
  ConstDeclaration,
  File,
  FnDeclaration,
  MemberExpression,
  MethodExpression,
  Name,
  NameExpression,
  Span,
  UseDeclaration,
  Variable,
} from './ast';
import type { StateDeclaration } from './ast-behaviors';
import { didYouMean, explainLostName, type LostName } from './lost-names';
import type { Problems } from './problem';
import { FunctionScope } from './scope';
import type { StdlibSignature } from './stdlib/entry';
import { nearestWord } from './suggest';
import { VALUE_WORDS } from './words';

/** The names that are there without being declared. */
export interface BuiltinNames {
  /** A function or constant of the library that exists where the program runs. */
  get(name: string): StdlibSignature | undefined;
  names(): Iterable<string>;
  /** A name that would exist in a tool only. */
  isToolOnly(name: string): boolean;
  /** Whether some method of this name changes its receiver. */
  changesReceiver(method: string): boolean;
  /** A name that handlers know, of what they were called with. */
  isHandlerName(name: string): boolean;
}

/** What a behaviour declares. */
export interface MemberNames {
  readonly vars: ReadonlyMap<string, Variable>;
  readonly constants: ReadonlyMap<string, ConstDeclaration>;
  readonly functions: ReadonlyMap<string, FnDeclaration>;
  readonly states: ReadonlyMap<string, StateDeclaration>;
}

export interface ResolveOptions {
  readonly builtins: BuiltinNames;
  /** The file a `use` names, when it was found. */
  moduleFile?(use: UseDeclaration): File | undefined;
  /** Stays the same object for as long as that file declares the same. */
  moduleNames?(use: UseDeclaration): unknown;
  /** What becomes of behaviours: they are resolved; or left out, with a word about it in a tool, or refused in a module. */
  readonly behaviors: 'resolved' | 'left-out' | 'refused';
}

/** One place where a name stands, for references, rename and colours. */
export interface Reference {
  readonly span: Span;
  readonly binding: Binding;
  readonly role: 'declare' | 'read' | 'write' | 'call';
}

/** More unknown names than this are not told one by one. */
const MAX_LOST = 50;

/** What has been looked for outside of the declaration that is being resolved. */
export class Outside {
  readonly names = new Set<string>();
  readonly used = new Set<FnDeclaration | ConstDeclaration>();
  isLost = false;
}

export class NameTable {
  references: Reference[] = [];
  protected outside = new Outside();
  protected readonly functions = new Map<string, FnDeclaration>();
  protected readonly constants = new Map<string, ConstDeclaration>();
  protected readonly modules = new Map<string, UseDeclaration>();
  protected scope = new FunctionScope(undefined);
  /** Of the behaviour that is being resolved. */
  protected members: MemberNames | undefined;
  /** What is being resolved is a handler, or a function within one. */
  protected inHandler = false;
  /** Names that were not found, to be explained when all functions have been walked. */
  private lost: LostName[] = [];
  /** Variables whose first value is being resolved: not yet known, so a function held by one can't call itself. */
  protected readonly pending: string[] = [];

  constructor(
    protected problems: Problems,
    protected readonly options: ResolveOptions,
  ) {}

  protected declareTop<D>(
    name: Name,
    table: Map<string, D>,
    declaration: D,
    what: string,
    binding: Binding,
  ): void {
    if (name.text === '') return;
    this.references.push({ span: name, binding, role: 'declare' });
    const taken = [this.functions, this.constants, this.modules].some((other) => other.has(name.text));
    if (taken) {
      this.problems.error('duplicate_name', `"${name.text}" is declared twice in this file.`, name, {
        hint: `Give this ${what} another name.`,
      });
      return;
    }
    table.set(name.text, declaration);
  }

  protected moduleOf(name: NameExpression): UseDeclaration | undefined {
    for (let scope: FunctionScope | undefined = this.scope; scope !== undefined; scope = scope.parent) {
      if (scope.find(name.text) !== undefined) return undefined;
    }
    this.outside.names.add(name.text);
    return this.modules.get(name.text);
  }

  protected moduleMember(node: MethodExpression | MemberExpression, use: UseDeclaration): void {
    const file = this.options.moduleFile?.(use);
    // A module that was not found has its own error.
    if (file === undefined || node.name.text === '') return;
    const { text } = node.name;
    const fn = file.functions.find((declaration) => declaration.name.text === text);
    const constant = file.constants.find((declaration) => declaration.name.text === text);
    const declaration = fn ?? constant;
    if (declaration !== undefined) this.outside.used.add(declaration);
    if (fn !== undefined) node.member = { kind: 'function', declaration: fn };
    else if (constant !== undefined) node.member = { kind: 'constant', declaration: constant };
    else {
      node.member = { kind: 'unknown' };
      const names = [...file.functions, ...file.constants].map((declaration) => declaration.name.text);
      const code = node.kind === 'method' ? 'unknown_function' : 'unknown_name';
      const near = nearestWord(text, names);
      this.problems.error(
        code,
        `The module "${use.name.text}" has no "${text}".`,
        node.name,
        didYouMean(near, node.name) ?? { hint: `It has ${names.slice(0, 12).join(', ')}.` },
      );
      return;
    }
    this.references.push({
      span: node.name,
      binding: node.member,
      role: node.kind === 'method' ? 'call' : 'read',
    });
  }

  protected lookUp(name: NameExpression, role: 'read' | 'write' | 'call'): Binding {
    const binding = this.find(name.text, role) ?? this.topLevel(name.text, role);
    if (binding.kind === 'unknown') {
      const { vars, functions } = this.members ?? {};
      const visible = [
        ...[...this.scope.visible()].map((variable) => variable.name),
        ...(role === 'call' ? [] : (vars?.keys() ?? [])),
        ...(role === 'write' ? [] : (functions?.keys() ?? [])),
      ];
      const isPending = this.pending.includes(name.text);
      this.outside.isLost = true;
      this.lost.push({
        name: { text: name.text, start: name.start, end: name.end },
        role,
        scope: this.scope,
        visible,
        isPending,
      });
    } else this.references.push({ span: name, binding, role });
    return binding;
  }

  private find(text: string, role: 'read' | 'write' | 'call'): Binding | undefined {
    let hops = 0;
    for (let scope: FunctionScope | undefined = this.scope; scope !== undefined; scope = scope.parent) {
      const variable = scope.find(text);
      if (variable !== undefined) {
        if (hops > 0) variable.captured = true;
        if (role !== 'write') variable.readCount += 1;
        return { kind: 'local', variable, hops };
      }
      hops += 1;
    }
    return undefined;
  }

  protected topLevel(text: string, role: 'read' | 'write' | 'call'): Binding {
    const binding = this.topLevelBinding(text, role);
    this.outside.names.add(text);
    if (binding.kind === 'function' || binding.kind === 'constant')
      this.outside.used.add(binding.declaration);
    return binding;
  }

  private topLevelBinding(text: string, role: 'read' | 'write' | 'call'): Binding {
    // A var holds no function, so that what is called is never one.
    const variable = role === 'call' ? undefined : this.members?.vars.get(text);
    if (variable !== undefined) return this.memberVar(variable);
    const constant = this.members?.constants.get(text) ?? this.constants.get(text);
    if (constant !== undefined) return { kind: 'constant', declaration: constant };
    const fn = this.members?.functions.get(text) ?? this.functions.get(text);
    if (fn !== undefined) return { kind: 'function', declaration: fn };
    const use = this.modules.get(text);
    if (use !== undefined) return { kind: 'module', use };
    const { builtins } = this.options;
    const isBuiltin =
      VALUE_WORDS.has(text) ||
      builtins.get(text) !== undefined ||
      (this.inHandler && builtins.isHandlerName(text));
    return isBuiltin ? { kind: 'builtin', name: text } : { kind: 'unknown' };
  }

  private memberVar(variable: Variable): Binding {
    variable.readCount += 1;
    return { kind: 'local', variable, hops: 0 };
  }

  protected explainLost(): void {
    const { constants, functions, options } = this;
    for (const name of this.lost.slice(0, MAX_LOST))
      explainLostName(name, this.problems, { constants, functions, builtins: options.builtins });
    this.lost = [];
  }
}
