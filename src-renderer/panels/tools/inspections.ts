/** What is known of one tool in full, read when its page is shown and again when it has changed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ToolError, ToolInspection } from '../../../src-preload/contract';
import { readTool } from '../../state/bridge';
import { readInspection } from './read-inspection';

export type InspectionState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: ToolError }
  | {
      readonly state: 'ready';
      readonly inspection: ToolInspection;
      /** On the clock of `performance.now()`: when this came onto the page. */
      readonly shownAt: number;
    };

/** Reads a tool in full. `error` for a tool that is gone, and for an answer that does not read as one. */
export async function inspectTool(
  name: string,
): Promise<
  | { readonly ok: true; readonly inspection: ToolInspection }
  | { readonly ok: false; readonly error: ToolError }
> {
  const result = await readTool('tool_inspect', { name });
  if (!result.ok) return result;
  const inspection = readInspection(result.structured);
  if (inspection) return { ok: true, inspection };
  return {
    ok: false,
    error: { code: 'internal_error', message: `The engine’s answer about ${name} could not be read.` },
  };
}

/**
 * The tool as it was when the page loaded it. What a person reads never changes by itself: a definition that changes meanwhile is loaded only
 * by `reload`. Calls and tests of the same definition (`freshness` rises) are taken over.
 */
export function useInspection(
  name: string,
  freshness: number,
): { readonly state: InspectionState; readonly reload: () => void } {
  const [state, setState] = useState<InspectionState>({ state: 'loading' });
  const [wanted, setWanted] = useState(0);
  const reload = useCallback(() => setWanted((count) => count + 1), []);

  useEffect(() => {
    let current = true;
    void inspectTool(name).then((result) => {
      if (!current) return;
      setState(
        result.ok
          ? { state: 'ready', inspection: result.inspection, shownAt: performance.now() }
          : { state: 'failed', error: result.error },
      );
    });
    return () => {
      current = false;
    };
  }, [name, wanted]);

  const first = useRef(freshness);
  useEffect(() => {
    if (first.current === freshness) return;
    let current = true;
    void inspectTool(name).then((result) => {
      if (!current || !result.ok) return;
      setState((before) =>
        before.state === 'ready' && before.inspection.hash === result.inspection.hash
          ? { ...before, inspection: result.inspection }
          : before,
      );
    });
    return () => {
      current = false;
    };
  }, [name, freshness]);

  return { state, reload };
}
