/** Real time for the play: 60 steps a second, fewer where they take longer than that. */

/** Steps a second. */
export const STEP_RATE = 60;

/** Steps made at once to catch up; what is more than that behind is dropped, so that slow steps make slow motion. */
const MOST_AT_ONCE = 4;

/** After this many milliseconds of steps, others get as much time again before the next one. */
const LONG_MS = 8;

/** Timers of the host. Times are milliseconds on a clock that never goes back. */
export interface Timers {
  now(): number;
  /** Calls `wake` once, after about that many milliseconds. Answers how to call that off. */
  after(ms: number, wake: () => void): () => void;
}

export const HOST_TIMERS: Timers = {
  now: () => performance.now(),
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

export class PlayClock {
  private cancel: (() => void) | undefined;
  /** When the next step is due. */
  private due = 0;
  /** When each of the last steps was made. */
  private made: number[] = [];

  constructor(
    private readonly timers: Timers,
    /** Makes one step; false ends the run. */
    private readonly step: () => boolean,
  ) {}

  get running(): boolean {
    return this.cancel !== undefined;
  }

  /** Steps a second over the last second, as measured; 0 before there is anything to measure. */
  get pace(): number {
    const [first] = this.made;
    const last = this.made.at(-1);
    if (!this.running || first === undefined || last === undefined || last - first < 100) return 0;
    return Math.round(((this.made.length - 1) * 1000) / (last - first));
  }

  start(): void {
    if (this.running) return;
    this.made = [];
    this.due = this.timers.now() + 1000 / STEP_RATE;
    this.schedule();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private count(now: number): void {
    this.made.push(now);
    if (this.made.length > STEP_RATE || now - (this.made[0] ?? now) > 1000) this.made.shift();
  }

  private schedule(rest = 0): void {
    const ms = Math.max(rest, this.due - this.timers.now());
    this.cancel = this.timers.after(ms, () => {
      this.wake();
    });
  }

  private wake(): void {
    const started = this.timers.now();
    const spent = (): number => this.timers.now() - started;
    let made = 0;
    while (this.due <= this.timers.now() && made < MOST_AT_ONCE && spent() < LONG_MS) {
      this.due += 1000 / STEP_RATE;
      made += 1;
      this.count(this.timers.now());
      if (!this.step()) {
        this.stop();
        return;
      }
      // A step may have ended the run.
      if (!this.running) return;
    }
    const now = this.timers.now();
    if (this.due < now) this.due = now;
    this.schedule(spent() < LONG_MS ? 0 : spent());
  }
}
