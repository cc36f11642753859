/** Work that runs at once, up to a number; the rest waits its turn. */
export class Slots {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = Math.max(1, Math.floor(count));
  }

  /** Runs the work in its turn; undefined where the signal was aborted before it began. */
  async run<T>(signal: AbortSignal, work: () => T | Promise<T>): Promise<T | undefined> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return signal.aborted ? undefined : await work();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
