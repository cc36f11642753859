import { X } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { placeOf, type Slot } from '../../state/feed-density';
import type { TimeRange } from '../../state/feed-query';
import { useTheme } from '../../state/theme-store';
import { IconButton } from '../../ui/button';
import { drawTimeline, slotWidth, timelineColors } from './draw-timeline';
import { slotWords, timeWords } from './slot-words';
import styles from './timeline.module.css';

export interface TimelineProps {
  readonly slots: readonly Slot[];
  /** What the filter narrows to. */
  readonly range: TimeRange | undefined;
  /** From the first row on screen to the last, in seconds. */
  readonly shown: TimeRange | undefined;
  /** Shows what happened from that moment on; `focus` where a key asked for it. */
  readonly onGo: (seconds: number, focus: boolean) => void;
  readonly onRange: (range: TimeRange | undefined) => void;
}

/** Stretches from one to another, both with their places in the list. */
interface Marked {
  readonly from: number;
  readonly to: number;
}

/**
 * How much happened when, by actor. A click goes there, a drag narrows the filter to a stretch of time. With keys: arrows
 * move, with Shift they mark a stretch, Enter goes there or narrows, Escape takes the stretch back.
 */
export function Timeline({ slots, range, shown, onGo, onRange }: TimelineProps): ReactNode {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(box);
  const theme = useTheme((state) => state.theme);
  /** The stretch that a key or the pointer is at. */
  const [at, setAt] = useState<number | null>(null);
  const [marked, setMarked] = useState<Marked | null>(null);
  const [focused, setFocused] = useState(false);
  const drag = useRef<number | null>(null);
  useEffect(() => {
    if (canvas.current !== null && size.width > 0)
      drawTimeline(canvas.current, slots, size, timelineColors());
  }, [slots, size, theme]);

  const each = slotWidth(slots.length, size.width);
  const last = slots.length - 1;
  const cursor = at === null ? last : Math.min(at, last);
  const slotAt = (event: PointerEvent): number => {
    const x = event.clientX - (box?.getBoundingClientRect().left ?? 0);
    return Math.max(0, Math.min(last, Math.floor(x / each)));
  };
  const stretch = ({ from, to }: Marked): readonly Slot[] =>
    slots.slice(Math.min(from, to), Math.max(from, to) + 1);
  const narrow = (mark: Marked): void => {
    const part = stretch(mark);
    setMarked(null);
    onRange({ from: part[0]?.from ?? 0, to: part.at(-1)?.to ?? 0 });
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = slotAt(event);
    setMarked(null);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const slot = slotAt(event);
    setAt(slot);
    const from = drag.current;
    if (from !== null) setMarked(slot === from && marked === null ? null : { from, to: slot });
  };
  const onPointerUp = (): void => {
    const from = drag.current;
    drag.current = null;
    if (from === null) return;
    if (marked !== null) narrow(marked);
    else onGo(slots[from]?.from ?? 0, false);
  };
  const move = (to: number, extend: boolean): void => {
    const bounded = Math.max(0, Math.min(last, to));
    setMarked(extend ? { from: marked?.from ?? cursor, to: bounded } : null);
    setAt(bounded);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, (() => void) | undefined> = {
      ArrowLeft: () => move(nextWithRows(slots, cursor, -1), event.shiftKey),
      ArrowRight: () => move(nextWithRows(slots, cursor, 1), event.shiftKey),
      Home: () => move(0, event.shiftKey),
      End: () => move(last, event.shiftKey),
      Enter: () => (marked === null ? onGo(slots[cursor]?.from ?? 0, true) : narrow(marked)),
      ' ': () => onGo(slots[cursor]?.from ?? 0, false),
      Escape:
        marked !== null ? () => setMarked(null) : range !== undefined ? () => onRange(undefined) : undefined,
    };
    const run = moves[event.key];
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };

  const first = slots[0];
  const end = slots.at(-1);
  if (first === undefined || end === undefined) return null;
  const words = slotWords(marked === null ? slots.slice(cursor, cursor + 1) : stretch(marked));
  const narrowed = range === undefined ? '' : `. Narrowed to ${rangeWords(range)}`;
  const place = (seconds: number): number =>
    Math.max(0, Math.min(slots.length, placeOf(slots, seconds))) * each;
  const band = (part: TimeRange): CSSProperties => {
    const left = place(part.from);
    return { left, width: Math.max(2, place(part.to) - left) };
  };
  const mark = marked && {
    left: Math.min(marked.from, marked.to) * each,
    width: (Math.abs(marked.to - marked.from) + 1) * each,
  };
  return (
    <div className={styles.strip}>
      <span className={styles.end}>{timeWords(first.from, end.to)}</span>
      <div
        ref={setBox}
        className={styles.bars}
        role="slider"
        tabIndex={0}
        aria-label="Timeline"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={cursor}
        aria-valuetext={`${words}${marked === null ? narrowed : '. Enter narrows the filter to it'}`}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = null;
          setMarked(null);
        }}
        onPointerLeave={() => drag.current === null && !focused && setAt(null)}
        onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => {
          setFocused(false);
          setAt(null);
          setMarked(null);
        }}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className={styles.canvas} aria-hidden />
        {shown !== undefined && <span className={styles.shown} style={band(shown)} />}
        {range !== undefined && <span className={styles.range} style={band(range)} />}
        {mark !== null && <span className={styles.marked} style={mark} />}
        {(at !== null || focused) && (
          <>
            <span className={styles.cursor} style={{ left: cursor * each, width: each }} />
            <span
              className={styles.tip}
              aria-hidden
              style={
                cursor * each > size.width / 2
                  ? { right: size.width - (cursor + 1) * each }
                  : { left: cursor * each }
              }
            >
              {words}
            </span>
          </>
        )}
      </div>
      <span className={styles.end}>{timeWords(end.to, first.from)}</span>
      {range !== undefined && (
        <IconButton
          label="Clear the Stretch of Time"
          tip={rangeWords(range)}
          icon={X}
          size="small"
          onClick={() => onRange(undefined)}
        />
      )}
    </div>
  );
}

function rangeWords({ from, to }: TimeRange): string {
  const start = Number.isFinite(from) ? timeWords(from) : 'the beginning';
  return `${start} to ${Number.isFinite(to) ? timeWords(to) : 'now'}`;
}

/** The next stretch in which something happened; the same one where there is none. */
function nextWithRows(slots: readonly Slot[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < slots.length; at += step)
    if ((slots[at]?.total ?? 0) > 0) return at;
  return from;
}

function useSize(box: HTMLElement | null): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (box === null) return;
    const measure = (): void => setSize({ width: box.clientWidth, height: box.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
