/** Where a generator of random programs gets its choices from. */
import { Pcg32 } from '../random';

export interface Choices {
  /** A whole number from 0 up to `count`, which is left out. */
  below(count: number): number;
}

/** The same choices for the same seed, without end. */
export class SeededChoices implements Choices {
  private readonly random: Pcg32;

  constructor(seed: number) {
    this.random = new Pcg32(seed);
  }

  below(count: number): number {
    return this.random.next() % count;
  }
}

/**
 * Choices that were written down, one byte each, and 0, the plainest, when they are used up. Fewer and smaller ones make a
 * smaller program, so that what fails can be brought down to what it fails by.
 */
export class ListedChoices implements Choices {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  below(count: number): number {
    const byte = this.bytes[this.at] ?? 0;
    this.at += 1;
    return byte % count;
  }
}
