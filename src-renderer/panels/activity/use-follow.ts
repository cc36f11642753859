import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FlatRow } from '../../state/feed-view';

export const ROW_HEIGHT = 26;
/** So near the end counts as at the end. */
const NEAR = 8;
/** A scroll so soon after a wheel, key or touch is the person's. */
const INTENT_MS = 400;

export interface Follow {
  /** The list keeps to its end. */
  readonly following: boolean;
  /** Rows that came while it did not. */
  readonly newer: number;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
  /** The person is about to move in the list by themselves. */
  readonly release: () => void;
}

/**
 * Follow mode: the list stays at its end until one scrolls up, and follows again once one is back at the end. While it does
 * not, the row at the top of the view stays where it is, whatever comes, goes, opens or is filtered. Only a person's own
 * scrolling ends it: a list that is laid out anew, or gets another size, scrolls too.
 */
export function useFollow(box: HTMLDivElement | null, flat: readonly FlatRow[]): Follow {
  const [following, setFollowing] = useState(true);
  const [seen, setSeen] = useState(0);
  const anchor = useRef<{ key: string; index: number; shift: number } | null>(null);
  const last = useRef(flat);
  const intent = useRef({ at: -Infinity, held: false });

  useEffect(() => {
    if (box === null) return;
    const note = (): void => void (intent.current.at = performance.now());
    const hold = (): void => void (intent.current.held = true);
    const release = (): void => {
      if (intent.current.held) intent.current = { at: performance.now(), held: false };
    };
    const passive = { passive: true };
    for (const type of ['wheel', 'touchmove', 'keydown']) box.addEventListener(type, note, passive);
    // Holding the scroll bar.
    box.addEventListener('pointerdown', hold, passive);
    window.addEventListener('pointerup', release, passive);
    return () => {
      for (const type of ['wheel', 'touchmove', 'keydown']) box.removeEventListener(type, note);
      box.removeEventListener('pointerdown', hold);
      window.removeEventListener('pointerup', release);
    };
  }, [box]);

  useLayoutEffect(() => {
    if (box === null) return;
    if (following) {
      scrollTo(box, box.scrollHeight);
      return;
    }
    const kept = anchor.current;
    if (kept === null || flat === last.current) return;
    last.current = flat;
    if (flat[kept.index]?.row.key === kept.key) return;
    const index = flat.findIndex(({ row }) => row.key === kept.key);
    if (index < 0) return;
    // What went above the view is no longer there to be new.
    setSeen((before) => Math.max(0, before + index - kept.index));
    kept.index = index;
    scrollTo(box, index * ROW_HEIGHT + kept.shift);
  }, [flat, following, box]);

  useEffect(() => {
    if (box === null || !following) return;
    const observer = new ResizeObserver(() => {
      scrollTo(box, box.scrollHeight);
      // Where the place stays the same there is no event, and the list may still draw what it showed while it was hidden.
      box.dispatchEvent(new Event('scroll'));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [following, box]);

  const stop = (): void => {
    setSeen(flat.length);
    last.current = flat;
    setFollowing(false);
  };
  return {
    following,
    newer: following ? 0 : Math.max(0, flat.length - seen),
    onScroll: () => {
      if (box === null || box.clientHeight === 0) return;
      const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR;
      const index = Math.floor(box.scrollTop / ROW_HEIGHT);
      const row = flat[index];
      anchor.current =
        row === undefined ? null : { key: row.row.key, index, shift: box.scrollTop - index * ROW_HEIGHT };
      if (atEnd === following) return;
      if (atEnd) setFollowing(true);
      else if (intent.current.held || performance.now() - intent.current.at < INTENT_MS) stop();
      else scrollTo(box, box.scrollHeight);
    },
    toEnd: () => {
      setFollowing(true);
      if (box !== null) scrollTo(box, box.scrollHeight);
    },
    release: () => {
      if (following) stop();
    },
  };
}

function scrollTo(box: HTMLDivElement, top: number): void {
  box.scrollTop = top;
}
