import { useCallback, useMemo, useRef, useState } from 'react';
import type { ToolInspection } from '../../../src-preload/contract';
import { arrayOf } from '../../state/read-json';
import { addSeen, unseen, type LineRange } from './review-gate';

/** Which parts of a tool a person has had on screen, of those that an approval is about. */
export interface Reading {
  readonly word: 'line' | 'step';
  readonly onSeen: (from: number, to: number) => void;
  readonly onWanted: (ranges: readonly LineRange[]) => void;
  /** What was never on screen. */
  readonly unread: () => readonly LineRange[];
  readonly reveal: { readonly line: number; readonly count: number } | undefined;
  readonly show: (range: LineRange) => void;
}

/** Starts anew when mounted: give the page a key with the hash. */
export function useReading(inspection: ToolInspection): Reading {
  const seen = useRef<readonly LineRange[]>([]);
  const wanted = useRef<readonly LineRange[] | undefined>(undefined);
  const [reveal, setReveal] = useState<{ line: number; count: number } | undefined>(undefined);
  const all = useMemo(() => wholeOf(inspection), [inspection]);
  const onSeen = useCallback((from: number, to: number) => {
    seen.current = addSeen(seen.current, { from, to });
  }, []);
  const onWanted = useCallback((ranges: readonly LineRange[]) => {
    wanted.current = ranges;
  }, []);
  const unread = useCallback(() => unseen(wanted.current ?? all, seen.current), [all]);
  const show = useCallback(
    (range: LineRange) => setReveal((before) => ({ line: range.from, count: (before?.count ?? 0) + 1 })),
    [],
  );
  return { word: inspection.kind === 'composite' ? 'step' : 'line', onSeen, onWanted, unread, reveal, show };
}

function wholeOf(inspection: ToolInspection): readonly LineRange[] {
  const count =
    inspection.kind === 'composite'
      ? arrayOf(inspection.definition['steps']).length
      : (inspection.code ?? '').trimEnd().split('\n').length;
  // What was approved as it is needs no second reading.
  const known = inspection.approval?.status === 'approved' && inspection.approved === undefined;
  return count === 0 || known || (inspection.kind !== 'composite' && inspection.code === undefined)
    ? []
    : [{ from: 1, to: count }];
}
