/** Work that runs at once, up to a number; the rest waits its turn. */
export interface Slot {
  /** Waits for something else, and lets other work run meanwhile: that may be what it waits for. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
}

export class Slots {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = Math.max(1, Math.floor(count));
  }

  /** Runs the work in its turn; undefined where the signal was aborted before it began. */
  async run<T>(signal: AbortSignal, work: (slot: Slot) => T | Promise<T>): Promise<T | undefined> {
    await this.#take();
    let asides = 0;
    let over = false;
    const aside = async <U>(wait: () => Promise<U>): Promise<U> => {
      asides += 1;
      if (asides === 1 && !over) this.#give();
      try {
        return await wait();
      } finally {
        asides -= 1;
        if (asides === 0 && !over) await this.#take();
      }
    };
    try {
      return signal.aborted ? undefined : await work({ aside });
    } finally {
      over = true;
      // Work that ends while it waits has given its place away already.
      if (asides === 0) this.#give();
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  #give(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
