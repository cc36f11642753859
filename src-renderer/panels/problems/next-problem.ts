/** The order in which problems are gone through by keys. */
import type { FileProblems, Problem } from '../../state/problems-store';

export interface ProblemPlace {
  /** Project-relative. */
  readonly path: string;
  readonly problem: Problem;
}

/** Lines and columns count from 1. */
export interface TextPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** All problems by file and place; two at the same place are one stop. */
export function stopsOf(files: Iterable<FileProblems>): readonly ProblemPlace[] {
  const all = [...files].flatMap(({ path, problems }) => problems.map((problem) => ({ path, problem })));
  const stops = all.sort((a, b) => compare(placeOf(a), placeOf(b)));
  return stops.filter((stop, index) => {
    const before = stops[index - 1];
    return before === undefined || compare(placeOf(before), placeOf(stop)) !== 0;
  });
}

/** The next behind `from` (`by` 1), or before it (-1), going round at the end; undefined where there are none. */
export function nextStop(
  stops: readonly ProblemPlace[],
  from: TextPlace | undefined,
  by: 1 | -1,
): ProblemPlace | undefined {
  if (from === undefined) return by === 1 ? stops[0] : stops.at(-1);
  return by === 1
    ? (stops.find((stop) => compare(placeOf(stop), from) > 0) ?? stops[0])
    : (stops.findLast((stop) => compare(placeOf(stop), from) < 0) ?? stops.at(-1));
}

/** Where a problem is gone to; one of a whole file is at its beginning. */
export function placeOf({ path, problem }: ProblemPlace): TextPlace {
  return { path, line: Math.max(1, problem.line), column: Math.max(1, problem.column) };
}

function compare(a: TextPlace, b: TextPlace): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
