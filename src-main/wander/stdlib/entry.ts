/**
 * What one name of the standard library is: the part that checks, completion, hover and the reference are made from.
 * The back end extends it with how it runs and what it costs.
 *
 * Type strings are what a script may write (`number`, `list<string>`, `vec|entity`, `entity?`, `function`), plus, in
 * methods: `self` (the receiver's type), `item` (what the receiver list holds, or the values of a map) and `given` (what
 * the function argument gives back).
 */

export type EntryGroup =
  | 'math'
  | 'vector'
  | 'color'
  | 'random'
  | 'text'
  | 'list'
  | 'map'
  | 'scene'
  | 'change'
  | 'general'
  | 'game'
  | 'tool';

export type Receiver = 'list' | 'map' | 'string' | 'vec' | 'color' | 'entity' | 'number';

export interface EntryParameter {
  readonly name: string;
  /** A type string. */
  readonly type: string;
  readonly optional?: boolean;
  /** Takes all the arguments that are left; the last parameter only. */
  readonly rest?: boolean;
  /** Is put into the receiver, so that it then stands in two places. */
  readonly keeps?: boolean;
  /** For a function: type strings of what it is called with (`['item', 'number']`). It may take fewer. */
  readonly calledWith?: readonly string[];
}

export interface StdlibSignature {
  readonly name: string;
  readonly group: EntryGroup;
  /** A method of this kind of value; without it, a function, or with `constant` a value. */
  readonly receiver?: Receiver;
  /** A name that stands for a value, such as `pi`; has no parameters. */
  readonly constant?: boolean;
  readonly parameters: readonly EntryParameter[];
  /** A type string; `none` when it gives nothing. */
  readonly result: string;
  /** One line. */
  readonly doc: string;
  /** One line of Wander. */
  readonly example: string;
  /** Changes the scene or writes a file. */
  readonly mutates?: boolean;
  /** A method that changes its receiver, which must therefore be held by something. */
  readonly changesReceiver?: boolean;
  /** Exists only where a program runs as a tool. */
  readonly toolOnly?: boolean;
  /** Exists only in the handlers of behaviours. */
  readonly handlerOnly?: boolean;
  /** Worth calling only for its result, so that dropping it is probably a mistake. */
  readonly pure?: boolean;
}
