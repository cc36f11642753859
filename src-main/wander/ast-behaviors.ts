/** The part of the syntax tree that belongs to behaviours: what they are made of, and the statements of their handlers. */
import type {
  Block,
  ConstDeclaration,
  Expression,
  FnDeclaration,
  FunctionParts,
  Name,
  Span,
  TypeNode,
  Variable,
} from './ast';

/* ---- declarations ------------------------------------------------------------------------------------------------ */

/** `behavior Name … end`; or what stands bare in a file, which makes up the behaviour "Main". */
export interface BehaviorDeclaration extends Span {
  readonly kind: 'behavior';
  /** A name or a text. Of "Main", the first bare member's first word. */
  readonly name: Name;
  /** Made of bare members. */
  readonly implicit: boolean;
  readonly intent?: string;
  /** Vars and params in the order of the text. */
  readonly vars: readonly VarDeclaration[];
  readonly constants: readonly ConstDeclaration[];
  readonly functions: readonly FnDeclaration[];
  readonly handlers: readonly HandlerDeclaration[];
  readonly states: readonly StateDeclaration[];
  readonly tests: readonly TestDeclaration[];
}

/** `var x = e`, and `param x = e in a..b "doc"`. */
export interface VarDeclaration extends Span {
  readonly kind: 'var-declaration' | 'param-declaration';
  readonly name: Name;
  readonly type?: TypeNode;
  readonly value: Expression;
  readonly range?: { readonly min: Expression; readonly max: Expression };
  readonly doc?: string;
  /** `kind` is `var`, and `slot` its place among the behaviour's vars. */
  variable?: Variable;
}

/** `on trigger ["argument"] [with name] … end`. The name behind `with` is its one parameter. */
export interface HandlerDeclaration extends Span, FunctionParts {
  readonly kind: 'handler';
  readonly trigger: Trigger;
}

export interface Trigger extends Span {
  /** The trigger's word; `update` stands for `tick`. */
  readonly word: string;
  readonly argument?: string;
}

export interface StateDeclaration extends Span {
  readonly kind: 'state';
  readonly name: Name;
  readonly handlers: readonly HandlerDeclaration[];
}

/** `test "name" … end`. It has no parameters. */
export interface TestDeclaration extends Span, FunctionParts {
  readonly kind: 'test';
  readonly name: string;
  readonly nameSpan: Span;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

export type BehaviorStatement =
  WaitStatement | TimerStatement | GoStatement | ExpectStatement | InputStatement;

/** `wait s`, `wait frames n`, `wait until c`. */
export interface WaitStatement extends Span {
  readonly kind: 'wait';
  readonly unit: 'seconds' | 'frames' | 'until';
  readonly value: Expression;
}

/** `every n seconds … end`, `after n seconds … end`. */
export interface TimerStatement extends Span {
  readonly kind: 'every' | 'after';
  readonly seconds: Expression;
  readonly body: Block;
  /** Its number among the timers of the behaviour. */
  index?: number;
}

/** `go to State`. */
export interface GoStatement extends Span {
  readonly kind: 'go';
  readonly target: Name;
  state?: StateDeclaration;
}

/** `expect condition ["text"]`. */
export interface ExpectStatement extends Span {
  readonly kind: 'expect';
  readonly condition: Expression;
  readonly message?: string;
}

/** `press "key"`, `hold "key"`, `release "key"`, `click entity`. */
export interface InputStatement extends Span {
  readonly kind: 'press' | 'hold' | 'release' | 'click';
  readonly value: Expression;
}
