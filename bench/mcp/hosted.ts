/** A tool that a Python process serves by polling (`clients/python`), called by another client: there and back, and through the engine twice. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { overSocket } from './clients';
import { inTurns, oneByOne, perSecond } from './rounds';
import { end, firstLine } from './servers';

export interface HostedTimes {
  /** Milliseconds of one call after the other. */
  readonly p50: number;
  /** Calls a second with 16 in flight. */
  readonly perSecond: number;
}

/** Undefined where there is no Python to run it. */
export async function hostedTimes(socket: string, rounds: number): Promise<HostedTimes | undefined> {
  const here = process.env.SKYWALKER_BENCH ?? '';
  const host = spawn('python3', [join(here, 'host.py'), socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: join(here, '..', '..', 'clients', 'python') },
  });
  const missing = await new Promise<boolean>((resolve) => {
    host.once('spawn', () => resolve(false));
    host.once('error', () => resolve(true));
  });
  if (missing) return undefined;
  try {
    await firstLine(host);
    const client = await overSocket(socket);
    const echo = { client, tool: 'py_echo' };
    const times = await inTurns(rounds, {
      p50: () => oneByOne(echo, 200),
      perSecond: () => perSecond(echo, 300),
    });
    await client.close();
    return times;
  } finally {
    await end(host);
  }
}
