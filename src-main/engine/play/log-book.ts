/** What behaviours have logged, and the errors that they ran into: the newest of them, each with a number. */

export interface LogEntry {
  /** Rises by one with each entry of one play, from 1. */
  readonly seq: number;
  /** The step in which it was written. */
  readonly step: number;
  readonly level: 'log' | 'warning' | 'error';
  readonly text: string;
  readonly hint?: string;
  /** Whose behaviour it was. */
  readonly entity?: number;
  readonly name?: string;
  readonly behavior?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

const MOST_ENTRIES = 2_000;
const MOST_TEXT = 2_000;

export class LogBook {
  private entries: LogEntry[] = [];
  private last = 0;
  private failures = 0;

  get errors(): number {
    return this.failures;
  }

  /** Number of the newest entry; 0 where there is none. */
  get newest(): number {
    return this.last;
  }

  add(entry: Omit<LogEntry, 'seq'>): void {
    this.last += 1;
    if (entry.level === 'error') this.failures += 1;
    const text = entry.text.length > MOST_TEXT ? `${entry.text.slice(0, MOST_TEXT)}…` : entry.text;
    this.entries.push({ seq: this.last, ...entry, text });
    if (this.entries.length > 2 * MOST_ENTRIES) this.entries = this.entries.slice(-MOST_ENTRIES);
  }

  /** The newest entries after `since` that fit, oldest of them first. */
  read(options: { since?: number; limit: number; fits?: (entry: LogEntry) => boolean }): readonly LogEntry[] {
    const { since = 0, limit, fits = () => true } = options;
    const found = this.entries.filter((entry) => entry.seq > since && fits(entry));
    return found.slice(-limit);
  }
}
