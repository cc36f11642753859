import { useCallback, useEffect, useRef, useState } from 'react';
import { gate, type GateVerdict } from './review-gate';

let focusedAt = 0;
if (typeof window !== 'undefined')
  window.addEventListener('focus', (event) => {
    // Only the window's own: the focus that moves to the button under the pointer comes by here too.
    if (event.target === window) focusedAt = performance.now();
  });

export interface Gate {
  /** For showing; may lag a moment behind. */
  readonly verdict: GateVerdict;
  /** For deciding: asked at the very moment of the click or key. */
  readonly ask: () => GateVerdict;
}

/** Whether a decision about what is shown may be taken now. */
export function useGate(facts: {
  readonly shownHash: string;
  readonly currentHash: string | undefined;
  readonly shownAt: number;
  readonly settleMs: number;
  readonly busy: boolean;
}): Gate {
  const latest = useRef(facts);
  useEffect(() => {
    latest.current = facts;
  });
  const ask = useCallback((): GateVerdict => gate({ ...latest.current, focusedAt }, performance.now()), []);
  const [settledFor, setSettledFor] = useState(-1);
  useEffect(() => {
    const timer = setTimeout(() => setSettledFor(facts.shownAt), facts.settleMs);
    return () => clearTimeout(timer);
  }, [facts.shownAt, facts.settleMs]);
  const now = settledFor === facts.shownAt ? Number.POSITIVE_INFINITY : facts.shownAt;
  return { verdict: gate({ ...facts, focusedAt: Number.NEGATIVE_INFINITY }, now), ask };
}
