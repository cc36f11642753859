/**
 * Clients in processes of their own, as agents are: together they can ask for more than any of the servers gives, so that
 * the server is what bounds the throughput and not the client. The same processes call all the servers, one at a time.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { connect, type Destination, type Echo } from './clients';
import { coreMs } from './cores';
import { IN_FLIGHT, together } from './rounds';
import { end } from './servers';

/** As many as there are unless something else is said. The calls in flight are shared among them. */
const PROCESSES = 4;

interface Asked {
  readonly server: string;
  readonly calls: number;
  readonly inFlight: number;
}

/** When a process made its first call and had its last answer, in nanoseconds of the clock that all processes share. */
interface Told {
  readonly from: string;
  readonly until: string;
  /** Milliseconds of a core that it took. */
  readonly coreMs: number;
}

/** Milliseconds of a core that a call takes; of the server NaN where the system does not tell. */
export interface Work {
  readonly ofServer: number;
  readonly ofClient: number;
}

export class Crowd<Name extends string> {
  readonly #work = new Map<Name, { calls: number; ofServer: number; ofClients: number }>();

  private constructor(
    private readonly servers: Readonly<Record<Name, Destination>>,
    private readonly processes: readonly ChildProcess[],
  ) {}

  /** Connects a client of each process to each server. */
  static async start<Name extends string>(
    servers: Readonly<Record<Name, Destination>>,
    length = PROCESSES,
  ): Promise<Crowd<Name>> {
    const processes = Array.from({ length }, () =>
      fork(process.argv[1] ?? '', ['clients', JSON.stringify(servers)], { execArgv: [] }),
    );
    const crowd = new Crowd(servers, processes);
    try {
      await Promise.all(processes.map((each) => told(each)));
      return crowd;
    } catch (error) {
      await crowd.stop();
      throw error;
    }
  }

  /** Calls a second, from the first call of any process to the last answer of any, with 16 in flight over all. */
  async perSecond(server: Name, calls: number): Promise<number> {
    const { length } = this.processes;
    const share = Math.ceil(calls / length);
    const { pid } = this.servers[server].place;
    const before = coreMs(pid);
    const times = await Promise.all(
      this.processes.map((each) => {
        each.send({ server, calls: share, inFlight: IN_FLIGHT / length } satisfies Asked);
        return told(each) as Promise<Told>;
      }),
    );
    const from = Math.min(...times.map((time) => Number(time.from)));
    const until = Math.max(...times.map((time) => Number(time.until)));
    const sum = this.#work.get(server) ?? { calls: 0, ofServer: 0, ofClients: 0 };
    this.#work.set(server, {
      calls: sum.calls + share * length,
      ofServer: sum.ofServer + (coreMs(pid) ?? NaN) - (before ?? NaN),
      ofClients: sum.ofClients + times.reduce((total, time) => total + time.coreMs, 0),
    });
    return (share * length * 1e9) / (until - from);
  }

  /** Over all calls that were made so far, the first ones too. */
  workOf(server: Name): Work {
    const { calls, ofServer, ofClients } = this.#work.get(server) ?? { calls: 0, ofServer: 0, ofClients: 0 };
    return { ofServer: ofServer / calls, ofClient: ofClients / calls };
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map(end));
  }
}

/** The next thing that a process says. */
function told(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void =>
      reject(new Error(`a process of clients ended with ${code ?? 'a signal'}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

/** What each of the processes does, until its parent ends it or is gone. */
export async function workAsClients(options: string): Promise<void> {
  const servers = JSON.parse(options) as Readonly<Record<string, Destination>>;
  const echoes = new Map<string, Echo>();
  for (const [name, server] of Object.entries(servers)) echoes.set(name, await connect(server));
  process.on('disconnect', () => process.exit());
  process.on('message', ({ server, calls, inFlight }: Asked) => {
    const echo = echoes.get(server);
    if (!echo) throw new Error(`no server ${server}`);
    const used = process.cpuUsage();
    const from = process.hrtime.bigint();
    // A call that fails ends the process, and with it the bench.
    void together(echo, calls, inFlight).then(() => {
      const until = process.hrtime.bigint();
      const { user, system } = process.cpuUsage(used);
      const told: Told = { from: String(from), until: String(until), coreMs: (user + system) / 1000 };
      process.send?.(told);
    });
  });
  process.send?.('connected');
}
