/** Random choices that repeat for the same seed. */
import { Pcg32 } from '../../../wander/random';
import { seedOf } from '../../wander/run-in-call';

export class Dice {
  private readonly random: Pcg32;

  /** The same text gives the same choices. */
  constructor(text: string) {
    this.random = new Pcg32(seedOf(text));
  }

  /** From 0 up to, not including, 1. */
  float(): number {
    return this.random.float();
  }

  /** A whole number of the range, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.float() * (high - low + 1));
  }

  chance(share: number): boolean {
    return this.float() < share;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const found = list[Math.floor(this.float() * list.length)];
    if (found === undefined && list.length === 0) throw new Error('nothing to pick from');
    return found as T;
  }
}
