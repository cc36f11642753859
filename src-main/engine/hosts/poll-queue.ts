/** Calls for a host that fetches them: queued until it polls. */
import type { HostClock } from './clock';
import type { HostChannel, HostedCall, ToolChange, Withdrawn } from './types';

/** Given calls that ended without an answer, which a host that does not poll is not told for ever. */
const MAX_CANCELLED = 1_000;

export interface Fetched {
  readonly calls: readonly HostedCall[];
  /** Calls fetched before that nobody waits for any more. */
  readonly cancelled: readonly number[];
  /** What became of the host's tools, each once. */
  readonly changed: readonly ToolChange[];
}

export class PollQueue implements HostChannel {
  private queue: HostedCall[] = [];
  private readonly given = new Set<number>();
  /** What was given last, and over which connection: whoever polls there again has got it. */
  private last: { readonly session: string | undefined; readonly calls: readonly HostedCall[] } | undefined;
  private cancelled: number[] = [];
  private changes = new Map<string, ToolChange>();
  private wake: ((superseded?: boolean) => void) | undefined;
  private lastPoll: number;
  private stop: (() => void) | undefined;

  constructor(
    private readonly clock: HostClock,
    private ttlMs: number,
    private readonly onExpired: () => void,
  ) {
    this.lastPoll = clock.monotonic();
    this.watch();
  }

  get queued(): number {
    return this.queue.length;
  }

  /** Calls that the host has. */
  get inFlight(): number {
    return this.given.size;
  }

  get secondsSincePoll(): number {
    return Math.max(0, this.clock.monotonic() - this.lastPoll) / 1000;
  }

  deliver(call: HostedCall): void {
    this.queue.push(call);
    this.wake?.();
  }

  withdraw(call: number, _why: Withdrawn): void {
    this.queue = this.queue.filter((each) => each.call !== call);
    if (!this.given.delete(call)) return;
    this.cancelled = [...this.cancelled, call].slice(-MAX_CANCELLED);
    this.wake?.();
  }

  /** Of each tool the last change is told. */
  changed(changes: readonly ToolChange[]): void {
    for (const change of changes) this.changes.set(change.name, change);
    this.wake?.();
  }

  /** Whether there is anything to fetch. */
  get hasNews(): boolean {
    return this.queue.length > 0 || this.cancelled.length > 0 || this.changes.size > 0;
  }

  close(): void {
    this.stop?.();
    this.stop = undefined;
    this.queue = [];
    this.wake?.();
  }

  /** Whether the host has fetched this call and not answered it. */
  has(call: number): boolean {
    return this.given.has(call);
  }

  answered(call: number): void {
    this.given.delete(call);
  }

  setTtl(ms: number): void {
    this.ttlMs = ms;
    this.touch();
    this.watch();
  }

  /** The host is there. */
  touch(): void {
    this.lastPoll = this.clock.monotonic();
  }

  /**
   * Gives calls. Those that went to a connection which has not polled since may never have arrived where the host polls over
   * another one by now: they are given again.
   */
  fetch(max: number, session: string | undefined): Fetched {
    this.touch();
    const { last } = this;
    if (last !== undefined && last.session !== session) {
      const lost = last.calls.filter(({ call }) => this.given.delete(call));
      this.queue.unshift(...lost);
    }
    const now = this.clock.monotonic();
    const calls = this.queue
      .splice(0, max)
      .map((call) => ({ ...call, timeoutMs: Math.max(0, Math.floor(call.deadline - now)) }));
    this.last = { session, calls };
    for (const { call } of calls) this.given.add(call);
    const changed = [...this.changes.values()];
    this.changes.clear();
    return { calls, cancelled: this.cancelled.splice(0), changed };
  }

  /**
   * Until there is something to fetch, the time is over, or the host is gone: then true. False where another poll waits in this
   * one's place, so that it is to fetch nothing.
   */
  wait(ms: number, signal: AbortSignal): Promise<boolean> {
    this.wake?.(true);
    if (this.hasNews || signal.aborted) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (superseded = false): void => {
        cancel();
        signal.removeEventListener('abort', given);
        if (this.wake === end) this.wake = undefined;
        this.touch();
        resolve(!superseded);
      };
      const given = (): void => {
        end();
      };
      const cancel = this.clock.after(ms, given);
      signal.addEventListener('abort', given, { once: true });
      this.wake = end;
    });
  }

  /** A poll waits for less than any ttl, so that one that waits needs no looking at. */
  private watch(): void {
    this.stop?.();
    const left = this.lastPoll + this.ttlMs - this.clock.monotonic();
    this.stop = this.clock.after(Math.max(1, left), () => {
      if (this.clock.monotonic() - this.lastPoll >= this.ttlMs) this.onExpired();
      else this.watch();
    });
  }
}
