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
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => density.follow(), [density]);
  useEffect(() => {
    wanted.current = { test, hide };
    // Not put off by what comes meanwhile: events may never stop coming.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setSlots(density.update(wanted.current.test, wanted.current.hide));
    }, PAUSE_MS);
  }, [density, version, test, hide]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return slots;
}
