/** A lock for one writer at a time, first come, first served. */
import { isPromiseLike } from './steps';

export class WriterQueue {
  private held = false;
  private readonly waiting: (() => void)[] = [];

  get busy(): boolean {
    return this.held;
  }

  /**
   * Takes the lock: at once where it is free (and then without a promise, so that the caller goes on in this turn), else
   * when all before have released it. Rejects with the signal's reason when that is aborted first; then nothing is held.
   */
  acquire(waiter: { readonly signal: AbortSignal }): undefined | Promise<void> {
    if (!this.held) {
      this.held = true;
      return undefined;
    }
    const { signal } = waiter;
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      if (signal.aborted) {
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(enter);
    });
  }

  /** Hands the lock to the next. */
  release(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.held = false;
    else next();
  }
}

/** For callers that await: whether acquiring has to wait. */
export function hasToWait(acquired: undefined | Promise<void>): acquired is Promise<void> {
  return isPromiseLike(acquired);
}
