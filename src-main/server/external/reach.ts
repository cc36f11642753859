/** Whether a client can be sent something that it did not ask for. Over HTTP that takes a stream, which it opens and may lose. */
export class Reach {
  #open: boolean;
  readonly #listeners = new Set<(open: boolean) => void>();

  constructor(open: boolean) {
    this.#open = open;
  }

  get open(): boolean {
    return this.#open;
  }

  set(open: boolean): void {
    if (this.#open === open) return;
    this.#open = open;
    for (const listener of [...this.#listeners]) listener(open);
  }

  /** Returns what ends it. */
  onChange(listener: (open: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
