/** One entry of the engine's event log: what the Activity feed, `events_poll` and list-changed notifications read. */
import type { JsonObject } from '../json';

export type EventType =
  | 'tool'
  | 'custom_tool'
  | 'tool_host'
  | 'policy'
  | 'scene'
  | 'entity'
  | 'selection'
  | 'play_state'
  | 'asset'
  | 'studio'
  | 'connection'
  | 'log';

export interface EngineEvent {
  /** Rises by one with each event of a project's engine, from 1. */
  readonly seq: number;
  /** Seconds since the Unix epoch, with fractions. For people; order is by `seq`. */
  readonly time: number;
  readonly type: EventType;
  /** A finer word, such as `defined` or `approved`; filters match `type.kind`. */
  readonly kind?: string;
  readonly actor: string;
  /** The tool, for events of a call or of a tool. */
  readonly tool?: string;
  /** Id of the call that this event reports or was made in, such as `c12`. */
  readonly call?: string;
  /** Id of the enclosing call, for nested calls. */
  readonly parent?: string;
  /** One line in words, for the feed. Plain text. */
  readonly summary: string;
  readonly data: JsonObject;
}

/** `data` of an event of type `tool`: one finished call. */
export interface ToolEventData {
  readonly ok: boolean;
  /** Milliseconds from a monotonic clock. */
  readonly ms: number;
  readonly mutates: boolean;
  readonly dry_run?: boolean;
  /** Arguments, redacted, cut where they are long. */
  readonly args: JsonObject;
  /** The structured result or text, cut where it is long. */
  readonly result?: unknown;
  /** Pictures that the result had. They are not in the log. */
  readonly pictures?: number;
  /** Of code that failed also its call stack, innermost first, its last logs and the instructions that it used. */
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
    readonly stack?: readonly JsonObject[];
    readonly logs?: readonly string[];
    readonly instructions?: number;
  };
  readonly warnings?: readonly string[];
  /** Who allowed a call that waited for a person, and milliseconds that it waited; they are not in `ms`. */
  readonly allowed_by?: string;
  readonly waited_ms?: number;
  /** The undo step that the call made; only on outermost calls that changed something. */
  readonly undo_step?: number;
  /** Ids of entities that the call changed, at most 100. */
  readonly entities?: readonly number[];
  readonly depth: number;
}
