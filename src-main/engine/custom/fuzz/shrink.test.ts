import { expect, test } from 'vitest';
import type { JsonObject } from '../../json';
import { costOf, shrink, smallerThan } from './shrink';

const shrunk = (value: JsonObject, fails: (value: JsonObject) => boolean): Promise<JsonObject> =>
  shrink(value, (candidate) => Promise.resolve(fails(candidate)), 2_000);

test('what does not matter goes, and a bound is found', async () => {
  expect(
    await shrunk(
      { n: 94_213.75, s: 'whatever it is', l: [1, 2, 3] },
      ({ n }) => typeof n === 'number' && n > 100,
    ),
  ).toEqual({ n: 101 });
  expect(await shrunk({ n: -512 }, ({ n }) => typeof n === 'number' && n < -20)).toEqual({ n: -21 });
  expect(await shrunk({ s: 'one "two" three' }, ({ s }) => typeof s === 'string' && s.includes('"'))).toEqual(
    { s: '"' },
  );
  expect(
    await shrunk(
      { l: [{ x: 5 }, { x: 0, y: 'abc' }, { x: 7 }] },
      ({ l }) => Array.isArray(l) && l.some((each: unknown) => JSON.stringify(each).includes('"x":0')),
    ),
  ).toEqual({ l: [{ x: 0 }] });
});

test('every step costs less, so that it ends; tries are bounded', async () => {
  const value = { a: [true, 'xyz', -3.5, { b: null }] };
  for (const smaller of smallerThan(value)) expect(costOf(smaller)).toBeLessThan(costOf(value));
  let asked = 0;
  await shrink(
    { s: 'x'.repeat(500) },
    () => {
      asked += 1;
      return Promise.resolve(false);
    },
    10,
  );
  expect(asked).toBe(10);
});
