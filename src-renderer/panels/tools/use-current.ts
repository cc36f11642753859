import { useEffect, useRef, useState } from 'react';
import type { ToolSummary } from '../../../src-preload/contract';
import { useShown } from '../../state/layout-store';
import { useTools } from '../../state/tools-store';

export interface CurrentFacts {
  readonly name: string;
  /** Of the definition that the page loaded. */
  readonly hash: string;
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
export function useCurrent({ name, hash, asked, writing, onReload }: CurrentFacts): {
  readonly frontAt: number;
} {
  const inFront = useShown('tools');
  const [frontAt, setFrontAt] = useState(Number.NEGATIVE_INFINITY);
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = (): void => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const seen = inFront && !hidden;
  const before = useRef(seen);
  const stale = useTools(({ tools }) => isStale(tools, name, hash));
  const latest = useRef({ hash, writing });
  useEffect(() => {
    latest.current = { hash, writing };
  });
  useEffect(() => {
    if (seen && !before.current) {
      setFrontAt(performance.now());
      // What changed meanwhile may be known only when the list has been read once more.
      void useTools
        .getState()
        .refresh()
        .then(() => {
          const { tools } = useTools.getState();
          if (!latest.current.writing && isStale(tools, name, latest.current.hash)) onReload();
        });
    }
    before.current = seen;
  }, [seen, name, onReload]);
  const answered = useRef(asked);
  useEffect(() => {
    const again = answered.current !== asked;
    answered.current = asked;
    if (stale && !writing && (!seen || again)) onReload();
  }, [stale, writing, seen, asked, onReload]);
  return { frontAt };
}

/** Whether the definition is another by now. Of a tool that is gone there is nothing to load. */
function isStale(tools: readonly ToolSummary[], name: string, hash: string): boolean {
  const now = tools.find((tool) => tool.name === name)?.hash;
  return now !== undefined && now !== hash;
}
