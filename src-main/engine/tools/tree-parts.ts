/** What a tree of calls works with, and what it is asked for. */
import type { History } from '../scene/history';
import type { Scene } from '../scene/scene';
import type { FinishedCall } from './call-record';
import type { Cancellation } from './cancellation';
import type { ClientInput } from './client-input';
import type { Caller, CallRequest, ToolDefinition } from './definition';
import type { Permissions } from './permissions';
import type { ToolRegistry } from './registry';
import type { WriterQueue } from './writer-queue';

export interface TreeParts {
  readonly registry: ToolRegistry;
  readonly scene: Scene;
  readonly history: History;
  readonly writers: WriterQueue;
  /** What agents of the roster may do; undefined where there is no roster. */
  permissions: Permissions | undefined;
  /** Seconds since the Unix epoch. */
  readonly now: () => number;
  /** Milliseconds. */
  readonly monotonic: () => number;
  /** For what people look for after an `internal_error`; never shown to a caller. */
  readonly log: (text: string) => void;
}

export interface TreeOptions {
  readonly id: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** In the place of the signal. */
  readonly cancellation?: Cancellation;
  /** Cancelled when nobody hears the answer any more. */
  readonly away?: Cancellation;
  readonly dryRun: boolean;
  /** Tools that stand in for registered ones, by name. */
  readonly stand?: ReadonlyMap<string, ToolDefinition>;
  readonly onProgress?: CallRequest['onProgress'];
  readonly onLog?: CallRequest['onLog'];
  readonly onWaiting?: CallRequest['onWaiting'];
  readonly input?: ClientInput;
}

/** The record of a call that goes on. */
export type CallDraft = { -readonly [K in keyof FinishedCall]: FinishedCall[K] };
