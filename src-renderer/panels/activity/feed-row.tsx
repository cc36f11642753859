import { Check, ChevronDown, ChevronRight, CircleDashed, CircleX, LoaderCircle } from 'lucide-react';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { durationOf, outcomeOf, type FeedRow as Row } from '../../state/feed';
import type { FlatRow } from '../../state/feed-view';
import { Actor } from '../../ui/actor';
import { duration, clockTime, exactTime } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';
import styles from './activity.module.css';

/** `one`: show it. `toggle`: choose it too, or no longer. `range`: choose all from the last one to it. */
export type SelectHow = 'one' | 'toggle' | 'range';

export interface FeedRowProps {
  readonly item: FlatRow;
  readonly index: number;
  readonly top: number;
  readonly selected: boolean;
  /** One of those that a person has chosen to do something with. */
  readonly chosen: boolean;
  /** The one row that Tab reaches. */
  readonly tabbable: boolean;
  /** Of the row's event and number of nested calls: rows change in place. */
  readonly stamp: string;
  readonly onSelect: (index: number, how: SelectHow) => void;
  readonly onToggle: (index: number) => void;
}

const SLOW_MS = 1000;
const DEEPEST_INDENT = 12;

/** One line of the feed. */
export const FeedRow = memo(function FeedRow({
  item,
  index,
  top,
  selected,
  chosen,
  tabbable,
  onSelect,
  onToggle,
}: FeedRowProps): ReactNode {
  const { row, expandable, expanded, context } = item;
  const { event } = row;
  const outcome = outcomeOf(row);
  const ms = durationOf(row);
  const at = (event?.time ?? firstTime(row)) * 1000;
  const words = event === undefined ? 'Running…' : visibleText(event.summary);
  const Twist = expanded ? ChevronDown : ChevronRight;
  return (
    <article
      className={styles.row}
      style={
        { transform: `translateY(${top}px)`, '--depth': Math.min(row.depth, DEEPEST_INDENT) } as CSSProperties
      }
      data-index={index}
      data-outcome={outcome}
      data-context={context || undefined}
      data-chosen={chosen || undefined}
      aria-current={selected || undefined}
      aria-posinset={index + 1}
      aria-setsize={-1}
      aria-label={`${clockTime(at)} ${words}${outcome === 'failed' ? ', failed' : outcome === 'waiting' ? ', waits for your answer' : ''}${chosen ? ', selected' : ''}`}
      tabIndex={tabbable ? 0 : -1}
      onClick={(click) =>
        onSelect(index, click.shiftKey ? 'range' : click.ctrlKey || click.metaKey ? 'toggle' : 'one')
      }
      // A range of rows, not of text.
      onMouseDown={(press) => press.shiftKey && press.preventDefault()}
    >
      <time className={styles.time} dateTime={new Date(at).toISOString()} title={exactTime(at)}>
        {clockTime(at)}
      </time>
      <span className={styles.who}>{event !== undefined && <Actor actor={event.actor} />}</span>
      <span className={styles.what}>
        {expandable ? (
          <button
            type="button"
            tabIndex={-1}
            className={styles.twist}
            aria-expanded={expanded}
            aria-label={expanded ? 'Hide what it did' : 'Show what it did'}
            onClick={(click) => {
              click.stopPropagation();
              onToggle(index);
            }}
          >
            <Twist size={14} strokeWidth={2} aria-hidden />
          </button>
        ) : (
          <span style={{ width: 18, flex: 'none' }} />
        )}
        <span className={styles.words} title={words}>
          {words}
        </span>
        {row.callsBelow > 0 && (
          <span
            className={styles.below}
            title={`${row.callsBelow} nested ${row.callsBelow === 1 ? 'call' : 'calls'}`}
          >
            {row.callsBelow}
          </span>
        )}
      </span>
      <span className={styles.tool} title={event?.tool}>
        {event === undefined
          ? ''
          : visibleText(
              event.tool ?? (event.kind === undefined ? event.type : `${event.type}.${event.kind}`),
            )}
      </span>
      <span className={styles.ms} data-slow={ms !== undefined && ms >= SLOW_MS}>
        {ms === undefined ? '' : duration(ms)}
      </span>
      <Outcome outcome={outcome} />
    </article>
  );
});

function Outcome({ outcome }: { readonly outcome: ReturnType<typeof outcomeOf> }): ReactNode {
  const Icon =
    outcome === 'failed'
      ? CircleX
      : outcome === 'running'
        ? LoaderCircle
        : outcome === 'waiting'
          ? CircleDashed
          : outcome === 'ok'
            ? Check
            : undefined;
  const label = {
    failed: 'Failed',
    running: 'Running',
    waiting: 'Waits for your answer',
    ok: 'Succeeded',
    note: '',
  }[outcome];
  return (
    <span className={styles.outcome} title={label}>
      {Icon && <Icon size={14} strokeWidth={2} role="img" aria-label={label} />}
    </span>
  );
}

function firstTime(row: Row): number {
  let first: Row | undefined = row;
  while (first !== undefined && first.event === undefined) first = first.children[0];
  return first?.event?.time ?? 0;
}
