import { useEffect, useRef, useState } from 'react';
import type { Feed } from '../../state/feed';
import { FeedDensity, type Slot } from '../../state/feed-density';
import type { RowTest } from '../../state/feed-view';

/** Counting a hundred thousand rows anew, as after a change of the filter, waits until what was typed is on screen. */
const PAUSE_MS = 150;

const NONE: readonly Slot[] = [];

/** The stretches of the timeline for the rows that pass, a moment after they changed. */
export function useDensity(
  feed: Feed,
  version: number,
  test: RowTest | undefined,
  hide: RowTest | undefined,
): readonly Slot[] {
  const [density] = useState(() => new FeedDensity(feed));
  const [slots, setSlots] = useState(NONE);
  const wanted = useRef({ test, hide });
  const cancel = useRef<(() => void) | undefined>(undefined);
  useEffect(() => density.follow(), [density]);
  useEffect(() => {
    // Another filter begins the pause anew, so that who types on is not held up; what comes does not, as it may never stop.
    if (wanted.current.test !== test || wanted.current.hide !== hide) {
      cancel.current?.();
      cancel.current = undefined;
    }
    wanted.current = { test, hide };
    cancel.current ??= afterPause(() => {
      cancel.current = undefined;
      setSlots(density.update(test, hide));
    });
  }, [density, version, test, hide]);
  useEffect(
    () => () => {
      cancel.current?.();
      cancel.current = undefined;
    },
    [],
  );
  return slots;
}

/** Once the pause is over and the window has nothing else to do, or soon after. Call the result to leave it. */
function afterPause(run: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    idle = requestIdleCallback(run, { timeout: PAUSE_MS });
  }, PAUSE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
