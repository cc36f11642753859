/** What the tests of a tool came to, all together, as their last runs tell it. */
import type { TestCoverage, TestRecord } from '../../../src-preload/contract';
import { isObject } from '../../state/read-json';

export interface Covered {
  readonly unit: 'line' | 'step';
  readonly of: number;
  /** Lines or steps that no test came to, from 1, in order. */
  readonly missed: readonly number[];
  /** Tests whose last run is counted. */
  readonly runs: number;
}

/** Undefined where no run tells it. */
export function coveredBy(records: readonly (TestRecord | undefined)[]): Covered | undefined {
  const known = records.flatMap((record) => (isCoverage(record?.covers) ? [record.covers] : []));
  const [first, ...others] = known;
  if (first === undefined) return undefined;
  const missed = others.reduce((left, { missed: own }) => {
    const also = new Set(own);
    return left.filter((place) => also.has(place));
  }, first.missed);
  return { unit: first.unit, of: first.of, missed, runs: known.length };
}

function isCoverage(value: unknown): value is TestCoverage {
  return (
    isObject(value) &&
    (value['unit'] === 'line' || value['unit'] === 'step') &&
    typeof value['of'] === 'number' &&
    Array.isArray(value['missed'])
  );
}

/** `7 of 9 lines of code (77 %)`. All is said only of all. */
export function coverageWords({ unit, of, missed }: Covered): string {
  const what = unit === 'line' ? 'lines of code' : 'steps';
  if (missed.length === 0) return of === 1 ? `the only ${unit}` : `all ${of} ${what}`;
  const ran = of - missed.length;
  return `${ran} of ${of} ${what} (${Math.floor((ran / of) * 100)} %)`;
}
