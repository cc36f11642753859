/**
 * One formatter for every time in the window: local on screen, with its offset; ISO 8601 in UTC wherever it is copied.
 * `offset` is minutes east of UTC; by default, what this machine's zone has at that very moment, so that a time before a
 * change of clocks keeps the offset it had, and a zone that changes while the window is open is followed.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Made once: making one takes longer than all else that a row of a table does. */
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

function offsetAt(ms: number): number {
  return -new Date(ms).getTimezoneOffset();
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}

/** `14:03:27`, local. */
export function clockTime(ms: number, offset = offsetAt(ms)): string {
  return new Date(ms + offset * MINUTE_MS).toISOString().slice(11, 19);
}

/** `UTC+05:30`. */
export function offsetText(offset: number): string {
  const size = Math.abs(offset);
  return `UTC${offset < 0 ? '−' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** `2026-03-29 14:03:27.120 UTC+02:00`, local, exact. */
export function exactTime(ms: number, offset = offsetAt(ms)): string {
  const iso = new Date(ms + offset * MINUTE_MS).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)} ${offsetText(offset)}`;
}

/** `now`, `2 min ago`, `3 h ago`, `yesterday`, `12 Mar`, `12 Mar 2024`. A moment that lies ahead, as after a clock was set back, is `now`. */
export function relativeTime(
  ms: number,
  now: number,
  offset = offsetAt(ms),
  offsetNow = offsetAt(now),
): string {
  const age = now - ms;
  if (age < MINUTE_MS) return age < 10_000 ? 'now' : `${Math.floor(age / 1000)} s ago`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  const then = new Date(ms + offset * MINUTE_MS);
  const today = new Date(now + offsetNow * MINUTE_MS);
  const days = Math.floor(today.getTime() / DAY_MS) - Math.floor(then.getTime() / DAY_MS);
  if (days <= 0) return `${Math.floor(age / HOUR_MS)} h ago`;
  if (days === 1) return 'yesterday';
  const month = MONTH.format(then);
  const sameYear = then.getUTCFullYear() === today.getUTCFullYear();
  return `${then.getUTCDate()} ${month}${sameYear ? '' : ` ${then.getUTCFullYear()}`}`;
}

/** `0.4 ms`, `12 ms`, `1.2 s`, `2 min 5 s`. Never negative. */
export function duration(ms: number): string {
  const value = Math.max(0, ms);
  if (value < 10) return `${value.toFixed(1)} ms`;
  if (value < 1000) return `${Math.round(value)} ms`;
  if (value < MINUTE_MS) return `${(value / 1000).toFixed(1)} s`;
  const seconds = Math.round(value / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
