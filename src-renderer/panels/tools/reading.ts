import { useCallback, useMemo, useRef, useState } from 'react';
import type { ToolInspection } from '../../../src-preload/contract';
import { changedLines } from '../../monaco/changed-lines';
import { arrayOf } from '../../state/read-json';
import { decidingText } from './definition-text';
import { addSeen, countLines, rangeWords, unseen, type LineRange } from './review-gate';

/** What an approval is about, and a person reads: code by lines, a composite's steps by number, the definition by lines. */
export type ReadPart = 'code' | 'steps' | 'definition';

export interface Unread {
  readonly part: ReadPart;
  readonly ranges: readonly LineRange[];
}

/** A place to bring on screen; `count` rises with each request. */
export interface Reveal {
  readonly part: ReadPart;
  readonly line: number;
  readonly count: number;
}

/** Which parts of a tool a person has had on screen, of those that an approval is about. */
export interface Reading {
  readonly onSeen: (part: ReadPart, from: number, to: number) => void;
  /** What was never on screen. */
  readonly unread: () => readonly Unread[];
  readonly reveal: Reveal | undefined;
  readonly show: (unread: Unread) => void;
}

/**
 * What has to be read: of a tool that was approved before, the lines that changed; of a new one, all its code or steps
 * (the rest of its definition is what the page is made of); of what is approved as it is, nothing.
 */
export function toRead(inspection: ToolInspection): ReadonlyMap<ReadPart, readonly LineRange[]> {
  const { approved, approval, code = '', definition } = inspection;
  const parts = new Map<ReadPart, readonly LineRange[]>();
  if (approved) {
    parts.set('code', changedLines(approved.code ?? '', code));
    parts.set('definition', changedLines(decidingText(approved.definition), decidingText(definition)));
    return parts;
  }
  if (approval?.status === 'approved') return parts;
  const lines = code.trimEnd() === '' ? 0 : code.trimEnd().split('\n').length;
  const steps = arrayOf(definition['steps']).length;
  if (lines > 0) parts.set('code', [{ from: 1, to: lines }]);
  if (steps > 0) parts.set('steps', [{ from: 1, to: steps }]);
  return parts;
}

/** `lines 4 to 9 of the code`, `step 2`. */
export function unreadWords(unread: Unread): string {
  const words = rangeWords(unread.ranges);
  return unread.part === 'steps' ? words.replace(/^line/, 'step') : `${words} of the ${unread.part}`;
}

/** `12 lines`, `1 step`, `12 lines and 2 steps`. */
export function unreadCount(unread: readonly Unread[]): string {
  const steps = unread
    .filter((one) => one.part === 'steps')
    .reduce((sum, one) => sum + countLines(one.ranges), 0);
  const lines = unread
    .filter((one) => one.part !== 'steps')
    .reduce((sum, one) => sum + countLines(one.ranges), 0);
  const words = [
    ...(lines > 0 ? [`${lines.toLocaleString('en')} ${lines === 1 ? 'Line' : 'Lines'}`] : []),
    ...(steps > 0 ? [`${steps.toLocaleString('en')} ${steps === 1 ? 'Step' : 'Steps'}`] : []),
  ];
  return words.join(' and ');
}

/** Starts anew when mounted: give the page a key with the hash. */
export function useReading(inspection: ToolInspection): Reading {
  const seen = useRef<ReadonlyMap<ReadPart, readonly LineRange[]>>(new Map());
  const [reveal, setReveal] = useState<Reveal | undefined>(undefined);
  const wanted = useMemo(() => toRead(inspection), [inspection]);
  const onSeen = useCallback((part: ReadPart, from: number, to: number) => {
    seen.current = new Map(seen.current).set(part, addSeen(seen.current.get(part) ?? [], { from, to }));
  }, []);
  const unread = useCallback(
    () =>
      [...wanted].flatMap(([part, ranges]): Unread[] => {
        const missing = unseen(ranges, seen.current.get(part) ?? []);
        return missing.length > 0 ? [{ part, ranges: missing }] : [];
      }),
    [wanted],
  );
  const show = useCallback(
    (one: Unread) =>
      setReveal((before) => ({
        part: one.part,
        line: one.ranges[0]?.from ?? 1,
        count: (before?.count ?? 0) + 1,
      })),
    [],
  );
  return { onSeen, unread, reveal, show };
}
