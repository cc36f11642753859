/**
 * Moments as one types them into the feed's filter, in this machine's time: `14:03`, `14:03:27` and `14:03:27.5` of today,
 * `2026-11-30`, `2026-11-30T14:03`.
 */

const CLOCK = String.raw`([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?`;
const MOMENT = new RegExp(`^(?:(\\d{4})-(\\d\\d)-(\\d\\d)(?:t${CLOCK})?|${CLOCK})$`, 'i');

/** Seconds since the Unix epoch; undefined where the text is no moment. `now`: milliseconds, says which day is today. */
export function parseMoment(text: string, now = Date.now()): number | undefined {
  const match = MOMENT.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, ...clock] = match;
  const parts = year === undefined ? clock.slice(4) : clock.slice(0, 4);
  const [hour, minute, second, fraction] = parts;
  const date = new Date(now);
  date.setHours(0, 0, 0, 0);
  if (year !== undefined) {
    const wanted = Number(month) - 1;
    date.setFullYear(Number(year), wanted, Number(day));
    // The 31st of a month that has 30 days is no day.
    if (date.getMonth() !== wanted || date.getDate() !== Number(day)) return undefined;
  }
  const ms = Number((fraction ?? '').padEnd(3, '0'));
  date.setHours(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), ms);
  return date.getTime() / 1000;
}

/** The shortest text that `parseMoment` reads as that millisecond. */
export function momentText(seconds: number, now = Date.now()): string {
  const date = new Date(Math.round(seconds * 1000));
  const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const ms = date.getMilliseconds();
  const clock = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}${ms === 0 ? '' : `.${pad(ms, 3)}`}`;
  return date.toDateString() === new Date(now).toDateString()
    ? clock
    : `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${clock}`;
}
