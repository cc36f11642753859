import { Check, ChevronDown, ChevronRight, CircleDashed, CircleX, LoaderCircle, X } from 'lucide-react';
import { memo, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { durationOf, outcomeOf, timeOf } from '../../state/feed';
import type { FeedField } from '../../state/feed-query';
import type { FlatRow } from '../../state/feed-view';
import { Actor } from '../../ui/actor';
import { actorLook } from '../../ui/actor-look';
import { BareButton } from '../../ui/button';
import { duration, clockTime, exactTime } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';
import styles from './feed-row.module.css';
import { canCancel, typeTerm } from './row-menu';

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
  /** The row above says who already. */
  readonly sameActor: boolean;
  /** Of the row's event and number of nested calls: rows change in place. */
  readonly stamp: string;
  readonly onSelect: (index: number, how: SelectHow) => void;
  readonly onToggle: (index: number) => void;
  /** A click on a cell: the filter gets or loses it. With Alt, what the cell says is left out. */
  readonly onFilter: (field: FeedField, value: string, exclude: boolean) => void;
  readonly onCancel: (index: number) => void;
}

const OUTCOME_WORDS: Readonly<Record<ReturnType<typeof outcomeOf>, string>> = {
  failed: ', failed',
  waiting: ', waits for your answer',
  running: ', running',
  ok: '',
  note: '',
};
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
  sameActor,
  onSelect,
  onToggle,
  onFilter,
  onCancel,
}: FeedRowProps): ReactNode {
  const { row, expandable, expanded, context } = item;
  const { event } = row;
  const outcome = outcomeOf(row);
  const ms = durationOf(row);
  const at = timeOf(row) * 1000;
  const words = event === undefined ? 'Running…' : visibleText(event.summary);
  const [field, type] = typeTerm(row);
  const onCell = (name: FeedField, value: string) => (click: MouseEvent) => {
    if (click.ctrlKey || click.metaKey || click.shiftKey) return; // Chooses the row.
    click.stopPropagation();
    onFilter(name, value, click.altKey);
  };
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
      data-same-actor={sameActor || undefined}
      aria-current={selected || undefined}
      aria-posinset={index + 1}
      aria-setsize={-1}
      aria-label={`${clockTime(at)} ${words}${OUTCOME_WORDS[outcome]}${event === undefined ? '' : `, by ${visibleText(actorLook(event.actor).name)}`}${chosen ? ', selected' : ''}`}
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
      <span className={styles.who}>
        {event !== undefined && (
          <button type="button" tabIndex={-1} className={styles.cell} onClick={onCell('actor', event.actor)}>
            <Actor actor={event.actor} />
          </button>
        )}
      </span>
      <span className={styles.what}>
        {expandable ? (
          <BareButton
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
          </BareButton>
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
      <span className={styles.tool}>
        {event !== undefined && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.cell}
            title={`${visibleText(type)}: show only such rows (Alt: hide them)`}
            onClick={onCell(field, type)}
          >
            {visibleText(type)}
          </button>
        )}
      </span>
      <span className={styles.ms} data-slow={ms !== undefined && ms >= SLOW_MS}>
        {ms === undefined ? '' : duration(ms)}
      </span>
      {canCancel(row) ? (
        <BareButton
          tabIndex={-1}
          className={styles.cancel}
          aria-label="Cancel this call"
          title="Cancel this call"
          onClick={(click) => {
            click.stopPropagation();
            onCancel(index);
          }}
        >
          <Outcome outcome={outcome} />
          <X className={styles.cross} size={14} strokeWidth={2} aria-hidden />
        </BareButton>
      ) : (
        <Outcome outcome={outcome} />
      )}
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
