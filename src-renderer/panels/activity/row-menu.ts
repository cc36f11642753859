/** What the menu of a row offers: filters by what stands in its cells, and what can be done with its call. */
import { ArrowRight, CircleX, Copy, ListFilter, ListX } from 'lucide-react';
import { entitiesOf, outcomeOf, type FeedRow } from '../../state/feed';
import type { FeedField } from '../../state/feed-query';
import { showStudio, studioPlaceOf } from '../../state/studio-view';
import { actorLook } from '../../ui/actor-look';
import type { MenuEntry } from '../../ui/menu';
import { visibleText } from '../../ui/visible-text';

export interface RowActions {
  readonly filter: (field: FeedField, value: string, exclude: boolean) => void;
  /** Ends the call where it runs or waits. */
  readonly cancel: (row: FeedRow) => void;
  readonly copy: (row: FeedRow) => void;
}

const MOST_ENTITIES = 3;

const OUTCOMES = {
  ok: 'What Succeeded',
  failed: 'What Failed',
  running: 'What Runs',
  waiting: 'What Waits',
} as const;

export function rowEntries(row: FeedRow, { filter, cancel, copy }: RowActions): readonly MenuEntry[] {
  const { event } = row;
  const outcome = outcomeOf(row);
  const only = (what: string, field: FeedField, value: string): MenuEntry => ({
    label: `Only ${visibleText(what)}`,
    icon: ListFilter,
    run: () => filter(field, value, false),
  });
  const without = (what: string, field: FeedField, value: string): MenuEntry => ({
    label: `Without ${visibleText(what)}`,
    icon: ListX,
    run: () => filter(field, value, true),
  });
  const entries: MenuEntry[] = [];
  if (canCancel(row))
    entries.push({ label: 'Cancel This Call', icon: CircleX, run: () => cancel(row) }, 'line');
  if (event !== undefined) {
    const { name, sub } = actorLook(event.actor);
    const who = sub === undefined ? name : `${name}/${sub}`;
    entries.push(only(who, 'actor', event.actor), without(who, 'actor', event.actor));
    const [field, what] = typeTerm(row);
    entries.push(only(what, field, what), without(what, field, what));
  }
  if (outcome !== 'note') entries.push(only(OUTCOMES[outcome], 'is', outcome));
  if (event !== undefined)
    for (const id of entitiesOf(event).slice(0, MOST_ENTITIES))
      entries.push(only(`What Touched #${id}`, 'entity', String(id)));
  const call = row.call ?? event?.call;
  if (call !== undefined) entries.push(only(`Call ${call}`, 'call', call));
  const place = event && studioPlaceOf(event);
  if (place !== undefined)
    entries.push('line', { label: 'Show in the Studio', icon: ArrowRight, run: () => showStudio(...place) });
  if (event !== undefined) entries.push('line', { label: 'Copy as JSON', icon: Copy, run: () => copy(row) });
  return entries;
}

/** A term that the tool of a row's cell stands for; of what is no call, its type. */
export function typeTerm({ event }: FeedRow): readonly [FeedField, string] {
  if (event?.tool !== undefined) return ['tool', event.tool];
  const type = event?.type ?? '';
  return ['type', event?.kind === undefined ? type : `${type}.${event.kind}`];
}

/** Whether the row's call has not ended: it runs, or it waits for a person. */
export function canCancel(row: FeedRow): boolean {
  const outcome = outcomeOf(row);
  return (
    row.call !== undefined && row.parent === undefined && (outcome === 'running' || outcome === 'waiting')
  );
}
