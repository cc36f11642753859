/** The time that hosts go by: handed in, so that what takes a minute can be tried without waiting for one. */

export interface HostClock {
  /** Milliseconds, never going back. */
  monotonic(): number;
  /** Does something later, unless what is returned is called before. Keeps no process alive. */
  after(ms: number, action: () => void): () => void;
}

export const SYSTEM_CLOCK: HostClock = {
  monotonic: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
