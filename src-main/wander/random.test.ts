import { expect, test } from 'vitest';
import { Pcg32 } from './random';

const floats = (seed: number, count: number): string[] => {
  const random = new Pcg32(seed);
  return Array.from({ length: count }, () => random.float().toFixed(9));
};

test('seed 1 gives the known first numbers', () => {
  expect(floats(1, 4)).toEqual(['0.787148416', '0.084272504', '0.750582099', '0.647502303']);
});

test('seed 7 gives the known first numbers', () => {
  expect(floats(7, 2)).toEqual(['0.942161083', '0.039196670']);
});

test('a generator of 64 bits: it agrees with the same arithmetic in big integers', () => {
  const mask = (1n << 64n) - 1n;
  for (const seed of [0, 1, 42, 4294967295, 4294967296, 9007199254740991, -3]) {
    const whole = BigInt.asUintN(64, BigInt(seed));
    const increment = (whole * 2n + 1n) & mask;
    let state = increment;
    state = (state + whole) & mask;
    state = (state * 6364136223846793005n + increment) & mask;
    const random = new Pcg32(seed);
    for (let i = 0; i < 20; i += 1) {
      const old = state;
      state = (old * 6364136223846793005n + increment) & mask;
      const shifted = (((old >> 18n) ^ old) >> 27n) & 0xffffffffn;
      const turn = old >> 59n;
      const expected = ((shifted >> turn) | (shifted << (-turn & 31n))) & 0xffffffffn;
      expect(random.next()).toBe(Number(expected));
    }
  }
});
