import { expect, test } from 'vitest';
import { momentText, parseMoment } from './feed-time';

const noon = new Date(2026, 10, 30, 12, 0, 0).getTime();
const at = (...parts: [number, number, number, number?, number?, number?, number?]): number =>
  new Date(...(parts as [number, number, number])).getTime() / 1000;

test('a clock time is of today, a date is its first moment, and both together are what they say', () => {
  const midnight = at(2026, 10, 30);
  expect(parseMoment('14:03', noon)).toBe(midnight + 14 * 3600 + 3 * 60);
  expect(parseMoment('4:03:27.5', noon)).toBe(midnight + 4 * 3600 + 3 * 60 + 27.5);
  expect(parseMoment('2026-02-28', noon)).toBe(at(2026, 1, 28));
  expect(parseMoment('2026-02-28t09:30', noon)).toBe(at(2026, 1, 28) + 9.5 * 3600);
});

test('what is no moment is none', () => {
  for (const text of ['', '24:00', '12:60', '12', '2026-02-30', '2026-13-01', '2026-02-28 09:30', 'now'])
    expect([text, parseMoment(text, noon)]).toEqual([text, undefined]);
});

test('a moment is written so that it is read as the same one, with the day where it is another', () => {
  const midnight = at(2026, 10, 30);
  expect(momentText(midnight + 3723, noon)).toBe('01:02:03');
  expect(momentText(midnight + 3723.05, noon)).toBe('01:02:03.050');
  expect(momentText(midnight - 1, noon)).toBe('2026-11-29T23:59:59');
  for (const seconds of [midnight + 0.001, midnight - 86_400 * 40 + 0.25])
    expect(parseMoment(momentText(seconds, noon), noon)).toBe(seconds);
});
