/** Time as processor time of this process, which other processes do not add to; its collector's threads count too. */

/** Milliseconds. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds that one call takes: the mean over as many calls as fill `least` milliseconds. */
export function sample(work: () => void, least: number): number {
  const start = spent();
  let count = 0;
  let passed: number;
  do {
    work();
    count += 1;
    passed = spent() - start;
  } while (passed < least);
  return passed / count;
}

/** The same for work that must be waited for. */
export async function sampleAsync(work: () => Promise<void>, least: number): Promise<number> {
  const start = spent();
  let count = 0;
  let passed: number;
  do {
    await work();
    count += 1;
    passed = spent() - start;
  } while (passed < least);
  return passed / count;
}

export const geomean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** Three digits that count. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
