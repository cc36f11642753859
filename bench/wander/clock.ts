/**
 * The time that this thread takes, which Node 20 does not tell. Two clocks never show less of it: processor time counts what the
 * collector's and the compiler's threads do meanwhile, time on the wall what other processes take. So the lesser of both is used,
 * and is still too much rather than too little. Lua's `os.clock` is the processor time of its one thread.
 */
export function stopwatch(): () => number {
  const [wall, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min((user + system) / 1000, performance.now() - wall);
  };
}

/** Milliseconds that one call takes: the mean over as many calls as fill `least` milliseconds. */
export function sample(work: () => void, least: number): number {
  const passed = stopwatch();
  let count = 0;
  let milliseconds: number;
  do {
    work();
    count += 1;
    milliseconds = passed();
  } while (milliseconds < least);
  return milliseconds / count;
}

/** The same for work that must be waited for. */
export async function sampleAsync(work: () => Promise<void>, least: number): Promise<number> {
  const passed = stopwatch();
  let count = 0;
  let milliseconds: number;
  do {
    await work();
    count += 1;
    milliseconds = passed();
  } while (milliseconds < least);
  return milliseconds / count;
}

export const geomean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** Three digits that count. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
