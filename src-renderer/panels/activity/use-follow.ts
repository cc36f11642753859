import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { FlatRow } from '../../state/feed-view';

export const ROW_HEIGHT = 26;
/** So near the end counts as at the end. */
const NEAR = 8;

export interface Follow {
  /** The list keeps to its end. */
  readonly following: boolean;
  /** Rows that came while it did not. */
  readonly newer: number;
  onScroll(): void;
  toEnd(): void;
}

/**
 * Follow mode: the list stays at its end until one scrolls up, and follows again once one is back at the end. While it does
 * not, the row at the top of the view stays where it is, whatever comes, goes, opens or is filtered.
 */
export function useFollow(scroll: RefObject<HTMLDivElement | null>, flat: readonly FlatRow[]): Follow {
  const [following, setFollowing] = useState(true);
  const [seen, setSeen] = useState<number>(0);
  const anchor = useRef<{ key: string; index: number; shift: number } | null>(null);
  const last = useRef(flat);

  useLayoutEffect(() => {
    const box = scroll.current;
    if (box === null) return;
    if (following) {
      box.scrollTop = box.scrollHeight;
      setSeen(flat.length);
      return;
    }
    const kept = anchor.current;
    if (kept === null || flat === last.current) return;
    last.current = flat;
    if (flat[kept.index]?.row.key === kept.key) return;
    const index = flat.findIndex(({ row }) => row.key === kept.key);
    if (index < 0) return;
    // What went above the view is no longer there to be new.
    setSeen((before) => Math.max(0, before - Math.max(0, kept.index - index)));
    kept.index = index;
    box.scrollTop = index * ROW_HEIGHT + kept.shift;
  }, [flat, following, scroll]);

  // A panel that is shown again, or gets another size, is still at its end.
  useEffect(() => {
    const box = scroll.current;
    if (box === null || !following) return;
    const observer = new ResizeObserver(() => (box.scrollTop = box.scrollHeight));
    observer.observe(box);
    return () => observer.disconnect();
  }, [following, scroll]);

  return {
    following,
    newer: following ? 0 : Math.max(0, flat.length - seen),
    onScroll: () => {
      const box = scroll.current;
      if (box === null || box.clientHeight === 0) return;
      const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR;
      const index = Math.floor(box.scrollTop / ROW_HEIGHT);
      const row = flat[index];
      anchor.current =
        row === undefined ? null : { key: row.row.key, index, shift: box.scrollTop - index * ROW_HEIGHT };
      if (atEnd === following) return;
      if (!atEnd) {
        setSeen(flat.length);
        last.current = flat;
      }
      setFollowing(atEnd);
    },
    toEnd: () => {
      setFollowing(true);
      const box = scroll.current;
      if (box !== null) box.scrollTop = box.scrollHeight;
    },
  };
}
