/** A stretch of the timeline in words, for a person who points at it and for a screen reader. */
import type { Slot } from '../../state/feed-density';
import { actorLook } from '../../ui/actor-look';
import { clockTime } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';

const MOST_ACTORS = 4;

/** `14:03:20 to 14:03:40: 12 rows, claude-code 10, You 2, 1 failed`. */
export function slotWords(slots: readonly Slot[]): string {
  const first = slots[0];
  const last = slots.at(-1);
  if (first === undefined || last === undefined) return '';
  const actors = new Map<string, number>();
  let total = 0;
  let failed = 0;
  for (const slot of slots) {
    total += slot.total;
    failed += slot.failed;
    for (const [actor, count] of slot.actors) {
      const { name, sub } = actorLook(actor);
      const shown = visibleText(sub === undefined ? name : `${name}/${sub}`);
      actors.set(shown, (actors.get(shown) ?? 0) + count);
    }
  }
  const from = timeWords(first.from, last.to);
  const to = timeWords(last.to, first.from);
  if (total === 0) return `${from} to ${to}: nothing`;
  const most = [...actors].sort(([, a], [, b]) => b - a);
  const named = most.slice(0, MOST_ACTORS).map(([name, count]) => `${name} ${count}`);
  if (most.length > MOST_ACTORS) named.push(`${most.length - MOST_ACTORS} others`);
  const parts = [`${total} ${total === 1 ? 'row' : 'rows'}`, ...named];
  if (failed > 0) parts.push(`${failed} failed`);
  return `${from} to ${to}: ${parts.join(', ')}`;
}

/** `14:03:20`; with the day where the other end, or today, is another day. */
export function timeWords(seconds: number, other = seconds, now = Date.now()): string {
  const date = new Date(seconds * 1000);
  const day = date.toDateString();
  const short = day === new Date(other * 1000).toDateString() && day === new Date(now).toDateString();
  const clock = clockTime(seconds * 1000);
  return short ? clock : `${date.toLocaleDateString('en', { day: 'numeric', month: 'short' })} ${clock}`;
}
