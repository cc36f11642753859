/** Calls of a window that it may end while they run, by an id of its own. */
export class CancellableCalls {
  private readonly running = new Map<string, AbortController>();

  async run<T>(id: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      return await call(controller.signal);
    } finally {
      if (this.running.get(id) === controller) this.running.delete(id);
    }
  }

  cancel(id: string): void {
    this.running.get(id)?.abort();
  }
}
