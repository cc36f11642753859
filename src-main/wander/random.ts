/** PCG32 (XSH-RR), Melissa O'Neill's generator: small, and the same numbers on every platform. */

const MULTIPLIER_HIGH = 0x5851f42d;
const MULTIPLIER_LOW = 0x4c957f2d;

/** The upper half of the product of two unsigned 32-bit numbers. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const lowHigh = aLow * bHigh;
  const highLow = aHigh * bLow;
  const middle = ((aLow * bLow) >>> 16) + (lowHigh & 0xffff) + (highLow & 0xffff);
  return (aHigh * bHigh + (lowHigh >>> 16) + (highLow >>> 16) + (middle >>> 16)) >>> 0;
}

export class Pcg32 {
  // 64 bits of state and of increment, in halves.
  private high = 0;
  private low = 0;
  private incrementHigh = 0;
  private incrementLow = 1;

  /** Fractions of the seed are dropped. */
  constructor(seed: number) {
    this.seed(seed);
  }

  seed(seed: number): void {
    const whole = BigInt.asUintN(64, BigInt(Number.isFinite(seed) ? Math.trunc(seed) : 0));
    const increment = BigInt.asUintN(64, whole * 2n + 1n);
    this.incrementHigh = Number(increment >> 32n);
    this.incrementLow = Number(increment & 0xffffffffn);
    this.high = 0;
    this.low = 0;
    this.next();
    const low = this.low + Number(whole & 0xffffffffn);
    this.high = (this.high + Number(whole >> 32n) + (low > 0xffffffff ? 1 : 0)) >>> 0;
    this.low = low >>> 0;
    this.next();
  }

  /** 32 random bits. */
  next(): number {
    const { high, low } = this;
    const sum = (Math.imul(low, MULTIPLIER_LOW) >>> 0) + this.incrementLow;
    this.high =
      (multiplyHigh(low, MULTIPLIER_LOW) +
        Math.imul(high, MULTIPLIER_LOW) +
        Math.imul(low, MULTIPLIER_HIGH) +
        this.incrementHigh +
        (sum > 0xffffffff ? 1 : 0)) >>>
      0;
    this.low = sum >>> 0;
    const mixedHigh = (high >>> 18) ^ high;
    const mixedLow = ((low >>> 18) | (high << 14)) ^ low;
    const shifted = ((mixedHigh << 5) | (mixedLow >>> 27)) >>> 0;
    const turn = high >>> 27;
    return ((shifted >>> turn) | (shifted << (-turn & 31))) >>> 0;
  }

  /** At least 0, below 1, in steps of 2^-24. */
  float(): number {
    return (this.next() >>> 8) * 2 ** -24;
  }
}
