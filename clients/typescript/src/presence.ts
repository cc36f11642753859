/**
 * Whether an engine still answers while somebody waits for it. A call may take as long as it likes, as when a person has to allow it;
 * but an engine that has answered nothing for a time is asked whether it is there, and is given up after as much time again.
 */

export const SILENCE_MS = 60_000;

/** It is looked at so often in that time. A program that stands still meanwhile, as a computer that sleeps does, counts nothing. */
const LOOKS = 10;

/** So many requests under way may fill an engine's hands, which is then not asked. */
const MANY = 128;

export interface PresenceOptions {
  readonly silenceMs: number;
  /** Asks. An answer is told by `answered`, as any other. */
  readonly ask: () => void;
  readonly lost: () => void;
}

export class Presence {
  #waiting = 0;
  #silent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: PresenceOptions) {}

  answered(): void {
    this.#silent = 0;
  }

  /** Looks at it as long as the answer is waited for. */
  async during<T>(answer: Promise<T>): Promise<T> {
    this.#waiting += 1;
    this.#timer ??= setInterval(() => this.#look(), this.options.silenceMs / LOOKS).unref();
    try {
      return await answer;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#stop();
    }
  }

  #look(): void {
    this.#silent = this.#waiting <= MANY ? this.#silent + 1 : 0;
    if (this.#silent === LOOKS) this.options.ask();
    if (this.#silent < 2 * LOOKS) return;
    this.#stop();
    this.options.lost();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#silent = 0;
  }
}
