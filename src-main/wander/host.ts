/**
 * What a program may ask of the world around it. The engine implements it; the language knows nothing else of the engine.
 * Whatever is handed in is plain data or one of these functions, and every function checks what it is given.
 */

import type { StackFrame } from './diagnostic';

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type Triple = readonly [number, number, number];

/** An entity's record as the engine holds it: never copied, never changed in place. */
export interface EntityView {
  readonly id: number;
  readonly name: string;
  readonly parent: number | null;
  readonly enabled: boolean;
  readonly tags: readonly string[];
  readonly position: Triple;
  readonly rotation: Triple;
  readonly scale: Triple;
  /** `#rrggbb` or `#rrggbbaa`. */
  readonly color: string;
  readonly components: { readonly [type: string]: { readonly [field: string]: JsonValue } };
  readonly vars: { readonly [name: string]: JsonValue };
}

export interface EntityChange {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly position?: Triple;
  readonly rotation?: Triple;
  readonly scale?: Triple;
  readonly color?: string;
  readonly tags?: readonly string[];
  /** Merged into the vars; `undefined` removes one. */
  readonly vars?: { readonly [name: string]: JsonValue | undefined };
  /** Merged by component and field; `null` removes a component. */
  readonly components?: { readonly [type: string]: { readonly [field: string]: JsonValue } | null };
}

export interface EntitySpec extends EntityChange {
  /** A primitive's name or `asset:<path>`. */
  readonly mesh?: string;
  readonly parent?: number | null;
}

/** Thrown by the host for an expected failure; the runtime adds line, column and call stack. */
export class HostError extends Error {
  constructor(
    /** A tool error code, such as `capability_denied`. */
    readonly code: string,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
    this.name = 'HostError';
  }
}

export type ToolAnswer =
  | { readonly ok: true; readonly result: JsonValue }
  | {
      readonly ok: false;
      readonly error: string;
      readonly message: string;
      readonly hint?: string;
      /** Of a tool whose code failed: its call stack, innermost first. */
      readonly stack?: readonly StackFrame[];
    };

/**
 * Reading and, with `mutate`, changing the scene. Ids come and go as numbers; lists of ids are in scene order, and one that
 * is asked for again is the same list for as long as nothing that it lists has changed: a run pays for those it has not seen.
 */
export interface SceneHost {
  /**
   * Another number whenever some entity's record is another one, or gone: as long as it stays, so do the records, and need not be
   * looked up again. Absent where records have to be asked for each time.
   */
  readonly version?: number;
  entity(id: number): EntityView | undefined;
  all(): readonly number[];
  withTag(tag: string): readonly number[];
  /** Exact name. */
  named(name: string): readonly number[];
  childrenOf(id: number): readonly number[];
  /** Inclusive of the radius, in scene order. */
  within(point: Triple, radius: number): readonly number[];
  /** How many entities the next `within` has to look at before it can answer, because they or those above them moved. */
  unplaced(): number;
  worldPosition(id: number): Triple;
  /** Unit vectors in world space. */
  axes(id: number): { readonly right: Triple; readonly up: Triple; readonly forward: Triple };
  componentTypes(): readonly string[];
  /** Each of these throws `HostError('capability_denied')` without `mutate`. */
  create(spec: EntitySpec): number;
  update(id: number, change: EntityChange): void;
  setParent(id: number, parent: number | null, keepWorld: boolean): void;
  /** Sets the world position. */
  teleport(id: number, position: Triple): void;
  remove(id: number): void;
}

/** What only tools have: absent where a program runs elsewhere. */
export interface ToolHost {
  callTool(name: string, args: JsonValue): ToolAnswer;
  readFile(path: string): string;
  /** Project-relative paths, sorted; folders end in `/`. */
  listFiles(folder: string): readonly string[];
  fileExists(path: string): boolean;
  /** False when it was skipped (dry run). */
  writeFile(path: string, text: string): boolean;
  readonly actor: string;
}

export interface WanderHost {
  readonly scene: SceneHost;
  /** The tool may change the scene; otherwise assignments to entities fail at their line. */
  readonly mutate: boolean;
  readonly tool?: ToolHost;
}

export interface RunLimits {
  readonly instructions: number;
  /** On the clock below. */
  readonly deadline: number;
  /** Milliseconds, monotonic. */
  now(): number;
  /** Bytes of values a run may hold, roughly, and without `heapBytes` make in all; 64 MiB by default. */
  readonly memoryBytes?: number;
  /** Bytes in use in the heap of this thread, as the engine below counts them. */
  heapBytes?(): number;
  /** Has the engine below free what nobody holds, so that `heapBytes` tells what is held. */
  collect?(): void;
  /** Bytes of JSON that the result may have, roughly; 16 MiB by default. The caller measures exactly. */
  readonly outputBytes?: number;
  /** Looked at every few thousand instructions. */
  stopped?(): boolean;
}
