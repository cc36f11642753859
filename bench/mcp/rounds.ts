/** Rounds in which servers take turns, so that each finds the machine as busy as the others do. */
import { echo, type Echo } from './clients';

/** Calls of which a throughput is told, that are under way at once. */
export const IN_FLIGHT = 16;

/** What a round finds of one server, and the median over the rounds. Which begins changes; the first round warms up and is not counted. */
export async function inTurns<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measures) as Name[];
  const found = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      const value = await measures[name]();
      if (round > 0) found.get(name)?.push(value);
    }
  return Object.fromEntries(names.map((name) => [name, median(found.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}

/** The same for several servers. */
export function ofEach<Name extends string, Server>(
  servers: Readonly<Record<Name, Server>>,
  measure: (server: Server, name: Name) => Promise<number>,
): Record<Name, () => Promise<number>> {
  return Object.fromEntries(
    (Object.keys(servers) as Name[]).map((name) => [name, () => measure(servers[name], name)]),
  ) as Record<Name, () => Promise<number>>;
}

/** Milliseconds of a call, one after the other: the median. */
export async function oneByOne(target: Echo, calls: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const start = performance.now();
    await echo(target, `hello ${n}`);
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Makes so many calls, with some in flight at once. */
export async function together(target: Echo, calls: number, inFlight = IN_FLIGHT): Promise<void> {
  let left = calls;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await echo(target, `hello ${left}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** Calls a second of one client, with 16 in flight. */
export async function perSecond(target: Echo, calls: number): Promise<number> {
  const start = performance.now();
  await together(target, calls);
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
