/** Calls for a host that fetches them: queued until it polls. */
import type { HostClock } from './clock';
import type { HostChannel, HostedCall, Withdrawn } from './types';

/** Given calls that ended without an answer, which a host that does not poll is not told for ever. */
const MAX_CANCELLED = 1_000;

export interface Fetched {
  readonly calls: readonly HostedCall[];
  /** Calls fetched before that nobody waits for any more. */
  readonly cancelled: readonly number[];
}

export class PollQueue implements HostChannel {
  private queue: HostedCall[] = [];
  private readonly given = new Set<number>();
  private cancelled: number[] = [];
  private wake: (() => void) | undefined;
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

  fetch(max: number): Fetched {
    this.touch();
    const now = this.clock.monotonic();
    const calls = this.queue
      .splice(0, max)
      .map((call) => ({ ...call, timeoutMs: Math.max(0, Math.floor(call.deadline - now)) }));
    for (const { call } of calls) this.given.add(call);
    return { calls, cancelled: this.cancelled.splice(0) };
  }

  /** Until there is something to fetch, the time is over, another poll waits in this one's place, or the host is gone. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    this.wake?.();
    if (this.queue.length > 0 || this.cancelled.length > 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        signal.removeEventListener('abort', end);
        if (this.wake === end) this.wake = undefined;
        this.touch();
        resolve();
      };
      const cancel = this.clock.after(ms, end);
      signal.addEventListener('abort', end, { once: true });
      this.wake = end;
    });
  }

  private watch(): void {
    this.stop?.();
    const left = this.lastPoll + this.ttlMs - this.clock.monotonic();
    this.stop = this.clock.after(Math.max(1, left), () => {
      // A poll that waits is a host that is there.
      if (this.wake !== undefined) this.touch();
      if (this.clock.monotonic() - this.lastPoll >= this.ttlMs) this.onExpired();
      else this.watch();
    });
  }
}
