/**
 * The syntax tree. Every node carries its span; the parser always gives a whole tree, with `bad` nodes where it had to
 * recover. The resolver fills the `binding` fields in and the frame facts of functions; nothing else is ever written to.
 */

import type {
  BehaviorDeclaration,
  BehaviorStatement,
  StateDeclaration,
  TestDeclaration,
} from './ast-behaviors';

/** Offsets into the source text in UTF-16 units: `start` included, `end` excluded. Lines are worked out from them when needed. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Name extends Span {
  readonly text: string;
}

/* ---- bindings, filled in by the resolver ------------------------------------------------------------------------- */

/** A local variable or parameter. One slot of its function's frame; a captured one lives in a cell that closures share. */
export interface Variable {
  readonly name: string;
  readonly declaredAt: Span;
  readonly slot: number;
  /** A `var` is a var or param of a behaviour: it is held by the entity, and its slot is its place among them. */
  readonly kind: 'let' | 'const' | 'parameter' | 'loop' | 'var';
  captured: boolean;
  assigned: boolean;
  readCount: number;
}

export type Binding =
  | {
      readonly kind: 'local';
      readonly variable: Variable;
      /** Function nesting levels between use and declaration. */ readonly hops: number;
    }
  | { readonly kind: 'constant'; readonly declaration: ConstDeclaration }
  | { readonly kind: 'function'; readonly declaration: FnDeclaration }
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'module'; readonly use: UseDeclaration }
  | { readonly kind: 'state'; readonly declaration: StateDeclaration }
  | { readonly kind: 'unknown' };

/* ---- types as written -------------------------------------------------------------------------------------------- */

/** `number`, `list<number>`, `a|b`, `T?`. */
export interface TypeNode extends Span {
  readonly alternatives: readonly {
    readonly name: string;
    readonly argument?: TypeNode;
    readonly span: Span;
  }[];
  readonly optional: boolean;
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

export interface File extends Span {
  readonly uses: readonly UseDeclaration[];
  readonly constants: readonly ConstDeclaration[];
  readonly functions: readonly FnDeclaration[];
  readonly behaviors: readonly BehaviorDeclaration[];
  /** Those outside of behaviours. */
  readonly tests: readonly TestDeclaration[];
}

export interface UseDeclaration extends Span {
  readonly kind: 'use';
  readonly path: string;
  readonly pathSpan: Span;
  /** The alias, or the file's stem. */
  readonly name: Name;
  /** Project-relative path with its suffix: the key of the module among those loaded. Filled in when it was found. */
  module?: string;
}

export interface ConstDeclaration extends Span {
  readonly kind: 'const-declaration';
  readonly name: Name;
  readonly type?: TypeNode;
  readonly value: Expression;
}

export interface Parameter extends Span {
  readonly name: Name;
  readonly type?: TypeNode;
  readonly default?: Expression;
  variable?: Variable;
}

/** What the compiler needs to lay out a call: filled in by the resolver. */
export interface FrameFacts {
  slots: number;
  /** Deepest expression nesting within, for the weighted call depth. */
  expressionDepth: number;
}

export interface FunctionParts {
  readonly parameters: readonly Parameter[];
  readonly returns?: TypeNode;
  readonly body: Block;
  readonly frame: FrameFacts;
}

export interface FnDeclaration extends Span, FunctionParts {
  readonly kind: 'fn-declaration';
  readonly name: Name;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

export interface Block extends Span {
  readonly statements: readonly Statement[];
}

export type Statement =
  | LetStatement
  | AssignStatement
  | IfStatement
  | WhileStatement
  | ForEachStatement
  | ForRangeStatement
  | RepeatStatement
  | MatchStatement
  | ReturnStatement
  | (Span & { readonly kind: 'break' | 'continue' | 'stop' })
  | LogStatement
  | DestroyStatement
  | MoveStatement
  | RotateStatement
  | LookStatement
  | EmitStatement
  | ExpressionStatement
  | BehaviorStatement
  | (Span & { readonly kind: 'bad-statement' });

export interface LetStatement extends Span {
  readonly kind: 'let';
  readonly constant: boolean;
  readonly name: Name;
  readonly type?: TypeNode;
  readonly value: Expression;
  variable?: Variable;
  /** A second `let` of a name in the same block assigns the first one's variable. */
  redeclares?: boolean;
}

export type AssignOperator = '=' | '+=' | '-=' | '*=' | '/=' | '%=';

export interface AssignStatement extends Span {
  readonly kind: 'assign';
  /** A name, member or index expression. */
  readonly target: NameExpression | MemberExpression | IndexExpression | BadExpression;
  readonly operator: AssignOperator;
  readonly operatorSpan: Span;
  readonly value: Expression;
}

export interface IfStatement extends Span {
  readonly kind: 'if';
  readonly arms: readonly { readonly condition: Expression; readonly body: Block; readonly span: Span }[];
  readonly otherwise?: Block;
}

export interface WhileStatement extends Span {
  readonly kind: 'while';
  readonly condition: Expression;
  readonly body: Block;
}

/** `for x in e`, `for k, v in e`: over a snapshot of a list, map or string. */
export interface ForEachStatement extends Span {
  readonly kind: 'for-each';
  readonly first: Name;
  readonly second?: Name;
  readonly subject: Expression;
  readonly body: Block;
  firstVariable?: Variable;
  secondVariable?: Variable;
}

/** `for i in a..b [step s]`. */
export interface ForRangeStatement extends Span {
  readonly kind: 'for-range';
  readonly name: Name;
  readonly from: Expression;
  readonly to: Expression;
  readonly inclusive: boolean;
  readonly step?: Expression;
  readonly body: Block;
  variable?: Variable;
}

export interface RepeatStatement extends Span {
  readonly kind: 'repeat';
  readonly times: Expression;
  readonly body: Block;
}

export interface MatchStatement extends Span {
  readonly kind: 'match';
  readonly subject: Expression;
  readonly arms: readonly {
    readonly values: readonly Expression[];
    readonly body: Block;
    readonly span: Span;
  }[];
  readonly otherwise?: Block;
}

export interface ReturnStatement extends Span {
  readonly kind: 'return';
  readonly value?: Expression;
}

export interface LogStatement extends Span {
  readonly kind: 'log';
  readonly value: Expression;
}

export interface DestroyStatement extends Span {
  readonly kind: 'destroy';
  readonly target: Expression;
}

/** `move e by v`, or `move e toward p at speed`. */
export interface MoveStatement extends Span {
  readonly kind: 'move';
  readonly target: Expression;
  readonly by?: Expression;
  readonly toward?: Expression;
  readonly speed?: Expression;
}

export interface RotateStatement extends Span {
  readonly kind: 'rotate';
  readonly target: Expression;
  readonly by: Expression;
}

export interface LookStatement extends Span {
  readonly kind: 'look';
  readonly target: Expression;
  readonly at: Expression;
}

/** `emit "name" [with value] [to entity]`: outside a running game, both values are worked out and the event goes nowhere. */
export interface EmitStatement extends Span {
  readonly kind: 'emit';
  readonly event: string;
  readonly payload?: Expression;
  readonly target?: Expression;
}

export interface ExpressionStatement extends Span {
  readonly kind: 'expression';
  readonly expression: Expression;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

export type Expression =
  | (Span & { readonly kind: 'number'; readonly value: number })
  | (Span & { readonly kind: 'string'; readonly value: string })
  | (Span & { readonly kind: 'interpolation'; readonly parts: readonly (string | Expression)[] })
  | (Span & { readonly kind: 'bool'; readonly value: boolean })
  | (Span & { readonly kind: 'none' })
  | (Span & {
      readonly kind: 'color';
      /** 0..1 */ readonly r: number;
      readonly g: number;
      readonly b: number;
      readonly a: number;
    })
  | NameExpression
  | (Span & {
      readonly kind: 'vector';
      readonly x: Expression;
      readonly y: Expression;
      readonly z?: Expression;
    })
  | (Span & {
      readonly kind: 'color-parts';
      readonly parts: readonly [Expression, Expression, Expression, Expression];
    })
  | ListExpression
  | MapExpression
  | UnaryExpression
  | BinaryExpression
  | ConditionalExpression
  | CallExpression
  | MethodExpression
  | MemberExpression
  | IndexExpression
  | LambdaExpression
  | BadExpression;

export type BadExpression = Span & { readonly kind: 'bad-expression' };

export interface NameExpression extends Span {
  readonly kind: 'name';
  readonly text: string;
  binding?: Binding;
}

export interface ListExpression extends Span {
  readonly kind: 'list';
  readonly items: readonly Expression[];
}

export interface MapExpression extends Span {
  readonly kind: 'map';
  readonly entries: readonly {
    readonly key: string | Expression;
    readonly keySpan: Span;
    readonly value: Expression;
  }[];
}

export interface UnaryExpression extends Span {
  readonly kind: 'unary';
  readonly operator: '-' | 'not';
  readonly operand: Expression;
  readonly operatorSpan: Span;
}

export type BinaryOperator =
  '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or' | '??' | 'in' | 'not in';

export interface BinaryExpression extends Span {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly operatorSpan: Span;
}

/** `if a then b else c` as an expression. */
export interface ConditionalExpression extends Span {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly yes: Expression;
  readonly no: Expression;
}

/** `name(args)`, `(expr)(args)`. */
export interface CallExpression extends Span {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly arguments: readonly Expression[];
  /**
   * Where the callee names a local variable that hides a function or builtin: what is called when that variable turns out to
   * hold no function (`let count = count("crate")`, then `count("lamp")`).
   */
  fallback?: Binding;
}

/** `subject.name(args)`: a method of a value, a function of a module, or a function held in a map. */
export interface MethodExpression extends Span {
  readonly kind: 'method';
  readonly subject: Expression;
  readonly name: Name;
  readonly arguments: readonly Expression[];
  /** Where the subject names a module: the function or constant of that module. */
  member?: Binding;
}

export interface MemberExpression extends Span {
  readonly kind: 'member';
  readonly subject: Expression;
  readonly name: Name;
  /** Where the subject names a module: the function or constant of that module. */
  member?: Binding;
}

export interface IndexExpression extends Span {
  readonly kind: 'index';
  readonly subject: Expression;
  readonly index: Expression;
  readonly bracket: Span;
}

/** `fn(x) … end`, or `x => e`, `(a, b) => e` (then the body is one `return`). */
export interface LambdaExpression extends Span, FunctionParts {
  readonly kind: 'lambda';
}
