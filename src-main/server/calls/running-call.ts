/** A tool's call for a client, from its beginning until its answer can be sent. */
import type { RequestId } from '@modelcontextprotocol/server';
import { Cancellation } from '../../engine/tools/cancellation';
import type { ClientInput } from '../../engine/tools/client-input';
import type { Caller, CallProgress, LogLevel, ToolResult } from '../../engine/tools/definition';
import type { EnginePort } from '../engine-port';

export interface CallStart {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly input: ClientInput;
  /** Cancelled when nobody hears the answer any more. */
  readonly away?: Cancellation | undefined;
}

/** Who hears what a call tells before its answer. */
export interface CallFollower {
  onLog(level: LogLevel, message: string): void;
  onProgress?(progress: CallProgress): void;
  onWaiting(): void;
}

type OnResult = (result: ToolResult, call: RunningCall) => void;

export class RunningCall {
  /** Never rejects. */
  readonly result: Promise<ToolResult>;
  readonly #cancellation = new Cancellation();
  #follower: CallFollower | undefined;
  /** What was told while nobody followed. */
  readonly #told: ((follower: CallFollower) => void)[] = [];

  /** `onResult` is given the result as soon as it stands, which may be before this returns. */
  constructor(
    engine: EnginePort,
    { tool, args, caller, input, away }: CallStart,
    { follower, onResult }: { readonly follower?: CallFollower; readonly onResult?: OnResult } = {},
  ) {
    this.#follower = follower;
    this.result = engine.call({
      tool,
      args,
      caller,
      input,
      away,
      cancellation: this.#cancellation,
      onResult: onResult && ((result) => onResult(result, this)),
      onLog: (level, message) => this.#tell((listener) => listener.onLog(level, message)),
      // How far it was before somebody followed is of no use.
      onProgress: (progress) => this.#follower?.onProgress?.(progress),
      onWaiting: () => this.#tell((listener) => listener.onWaiting()),
    });
  }

  /** Whether it has told something that nobody has heard. */
  get hasTold(): boolean {
    return this.#told.length > 0;
  }

  /** Hands over what was told, and what will be, and cancels the call with the signal. */
  follow(follower: CallFollower, signal: AbortSignal): this {
    this.#follower = follower;
    for (const tell of this.#told.splice(0)) tell(follower);
    if (signal.aborted) this.cancel(signal.reason);
    else signal.addEventListener('abort', () => this.cancel(signal.reason), { once: true });
    return this;
  }

  cancel(reason?: unknown): void {
    this.#cancellation.cancel(reason);
  }

  #tell(tell: (follower: CallFollower) => void): void {
    if (this.#follower) tell(this.#follower);
    else this.#told.push(tell);
  }
}

/** Calls that have begun before the SDK has seen their requests, by the requests' ids. */
export class BegunCalls {
  readonly #calls = new Map<RequestId, RunningCall>();

  set(id: RequestId, call: RunningCall): void {
    this.#calls.set(id, call);
  }

  /** Gives a call out, once. */
  take(id: RequestId): RunningCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }
}
