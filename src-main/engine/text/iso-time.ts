let lastTime = NaN;
let lastText = '';

/** Milliseconds since the Unix epoch as ISO 8601 in UTC. What is logged in a row often has the same, so the last is kept. */
export function isoTime(milliseconds: number): string {
  if (milliseconds === lastTime) return lastText;
  lastText = new Date(milliseconds).toISOString();
  lastTime = milliseconds;
  return lastText;
}
