/** Rounds in which servers take turns, so that each finds the machine as busy as the others do. */
import { echo, type Echo } from './clients';

export interface Times {
  /** Milliseconds of one call after the other: the median of the rounds' medians. */
  readonly p50: number;
  /** Calls a second with 16 in flight: the median of the rounds. */
  readonly perSecond: number;
}

const IN_FLIGHT = 16;

export interface RoundOptions {
  readonly rounds: number;
  /** Calls one after the other in a round. */
  readonly sequential: number;
  /** Calls of a round with 16 in flight; 0 for none. */
  readonly together: number;
}

/** The times of each. Which begins changes from round to round; the first round warms up and is not counted. */
export async function inTurns<Name extends string>(
  echoes: Readonly<Record<Name, Echo>>,
  options: RoundOptions,
): Promise<Record<Name, Times>> {
  const names = Object.keys(echoes) as Name[];
  const found = Object.fromEntries(
    names.map((name) => [name, { p50: [], perSecond: [] }]),
  ) as unknown as Record<Name, { readonly p50: number[]; readonly perSecond: number[] }>;
  for (let round = 0; round <= options.rounds; round += 1) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) {
      const p50 = median(await oneByOne(echoes[name], options.sequential));
      if (round > 0) found[name].p50.push(p50);
    }
    for (const name of options.together > 0 ? order : []) {
      const perSecond = await together(echoes[name], options.together);
      if (round > 0) found[name].perSecond.push(perSecond);
    }
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      { p50: median(found[name].p50), perSecond: median(found[name].perSecond) } satisfies Times,
    ]),
  ) as Record<Name, Times>;
}

async function oneByOne(target: Echo, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const start = performance.now();
    await echo(target, `hello ${n}`);
    times.push(performance.now() - start);
  }
  return times;
}

async function together(target: Echo, calls: number): Promise<number> {
  let left = calls;
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await echo(target, `hello ${left}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (calls * 1000) / (performance.now() - start);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** NaN of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
