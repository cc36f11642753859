/** A process of clients, started by `churn.ts` with what it shall do as JSON. */
import { work, type WorkerOptions } from './worker';

export async function workAsProcess(options: string | undefined): Promise<never> {
  await work(JSON.parse(options ?? '') as WorkerOptions, (report) => process.send?.(report));
  process.disconnect();
  process.exit(0);
}
