import { expect, test } from 'vitest';
import { numberText, parseNumber } from './number-text';

test('numbers are written short', () => {
  expect([1, 1.5, 0.1 + 0.2, -0.00001, 1234567.12345].map(numberText)).toEqual([
    '1',
    '1.5',
    '0.3',
    '0',
    '1234567.1235',
  ]);
});

test('numbers and simple sums are read, with a comma for the point', () => {
  expect([' 2 ', '1,5', '-3', '1.5*2', '(1+2)/4-.25', '1e3'].map(parseNumber)).toEqual([
    2, 1.5, -3, 3, 0.5, 1000,
  ]);
});

test('what is no number is none', () => {
  expect(['', 'abc', '1+', '(1', '1/0', '2 metres', 'NaN'].map(parseNumber)).toEqual(
    Array(7).fill(undefined),
  );
});
