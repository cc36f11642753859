import { expect, test } from 'vitest';
import { clockTime, duration, exactTime, offsetText, relativeTime } from './time-format';

/** Minutes east of UTC in a zone at a moment, from the system's own tables. */
function offsetIn(zone: string, ms: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    ms,
  );
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name);
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
}

test('S-75 times are local and say their offset, in zones off by half an hour too', () => {
  const moment = Date.UTC(2026, 6, 1, 12, 0, 0, 120);
  expect(exactTime(moment, offsetIn('Asia/Kolkata', moment))).toBe('2026-07-01 17:30:00.120 UTC+05:30');
  expect(exactTime(moment, offsetIn('America/St_Johns', moment))).toBe('2026-07-01 09:30:00.120 UTC−02:30');
});

test('S-75 the offset is the one of the moment, on both sides of a change of clocks', () => {
  const before = Date.UTC(2026, 2, 29, 0, 59);
  const after = Date.UTC(2026, 2, 29, 1, 0);
  expect(clockTime(before, offsetIn('Europe/Madrid', before))).toBe('01:59:00');
  expect(clockTime(after, offsetIn('Europe/Madrid', after))).toBe('03:00:00');
  expect([before, after].map((ms) => offsetText(offsetIn('Europe/Madrid', ms)))).toEqual([
    'UTC+01:00',
    'UTC+02:00',
  ]);
});

test('S-75 no duration is negative, and a moment ahead of a clock that was set back is now', () => {
  expect(duration(-5)).toBe('0.0 ms');
  expect(relativeTime(1_000_000, 999_000)).toBe('now');
});

test('durations keep the unit that a person reads', () => {
  expect([0.42, 12.4, 1234, 125_000].map(duration)).toEqual(['0.4 ms', '12 ms', '1.2 s', '2 min 5 s']);
});

test('relative times turn from seconds to minutes, hours, days and dates', () => {
  const now = Date.UTC(2026, 5, 15, 12);
  const ago = (ms: number): string => relativeTime(now - ms, now, 0, 0);
  expect(
    [5_000, 42_000, 125_000, 3 * 3_600_000, 20 * 3_600_000, 40 * 86_400_000, 400 * 86_400_000].map(ago),
  ).toEqual(['now', '42 s ago', '2 min ago', '3 h ago', 'yesterday', '6 May', '11 May 2025']);
});

test('yesterday begins at local midnight', () => {
  const now = Date.UTC(2026, 5, 15, 20, 0);
  const then = Date.UTC(2026, 5, 15, 18, 0);
  expect(relativeTime(then, now, 0, 0)).toBe('2 h ago');
  // In Kolkata it is past midnight by now, and was not then.
  expect(relativeTime(then, now, 330, 330)).toBe('yesterday');
});
