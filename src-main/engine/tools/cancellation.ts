/** Cancels a call, and costs nothing until somebody listens: most calls have ended before anybody could. */
export class Cancellation {
  #abort: AbortController | undefined;
  #cancelled: { readonly reason: unknown } | undefined;

  get aborted(): boolean {
    return this.#cancelled !== undefined;
  }

  /** Made at the first look. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#cancelled !== undefined) this.#abort.abort(this.#cancelled.reason);
    }
    return this.#abort.signal;
  }

  cancel(reason?: unknown): void {
    this.#cancelled ??= { reason };
    this.#abort?.abort(reason);
  }
}
