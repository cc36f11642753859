import { useEffect, useRef, useState } from 'react';
import { useLayout } from '../../state/layout-store';

/** What changed while the page was out of sight may be known only now; milliseconds after it came into sight. */
const JUST_SHOWN_MS = 1_500;

export interface CurrentFacts {
  /** The definition has changed since the page loaded it. */
  readonly stale: boolean;
  /** Rises each time the person asks for the page. */
  readonly asked: number;
  /** The person is deciding: nothing changes under that. */
  readonly writing: boolean;
  readonly onReload: () => void;
}

/**
 * Keeps a page that nobody looks at up to date: a definition that changes while the page is out of sight, or before the person
 * asks for it again, is loaded by itself. What is in sight, or what the person is about to decide, never changes by itself;
 * there the page says that there is a newer definition. Gives when the page last came into sight, on the clock of
 * `performance.now()`.
 */
export function useCurrent({ stale, asked, writing, onReload }: CurrentFacts): { readonly frontAt: number } {
  const inFront = useLayout((state) => state.main === 'tools');
  const [frontAt, setFrontAt] = useState(Number.NEGATIVE_INFINITY);
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = (): void => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const seen = inFront && !hidden;
  const before = useRef(seen);
  useEffect(() => {
    if (seen && !before.current) setFrontAt(performance.now());
    before.current = seen;
  }, [seen]);
  const answered = useRef(asked);
  useEffect(() => {
    const again = answered.current !== asked;
    answered.current = asked;
    const justShown = performance.now() - frontAt < JUST_SHOWN_MS;
    if (stale && !writing && (!seen || again || justShown)) onReload();
  }, [stale, writing, seen, asked, frontAt, onReload]);
  return { frontAt };
}
