/**
 * Many clients that call, poll and are killed in the middle, against one engine; then what is left of them. Clients are
 * processes of their own, so that the memory measured is the engine's, and some of the processes are killed as well.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../../engine/engine';
import { readOlderEvents } from '../../engine/events/event-history';
import { newSceneData } from '../../engine/scene/default-scene';
import { formatScene } from '../../engine/scene/scene-file';
import { Project } from '../../engine/project/project';
import { randomFrom } from '../../engine/robustness/random';
import { startServer, type ServerHandle } from '../host';
import type { WayName } from './ways';
import type { Report, Slot, WorkerOptions } from './worker';

export interface ChurnOptions {
  /** Script of a process that does what `workAsProcess` does, and what stands before its options. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly clients: number;
  /** Processes that the clients are in. */
  readonly processes: number;
  /** How likely a call is cut off before its answer. */
  readonly killShare: number;
  readonly seed: number;
  /** Whether a client that serves tools, and was killed with its process, comes back as the host that it was. */
  readonly hostsComeBack: boolean;
}

/** What one round of calls did. */
export interface ChurnRound {
  readonly answered: number;
  /** Connections that were cut off in a call: by way in and tool. */
  readonly killed: Readonly<Record<string, number>>;
  /** Processes that were killed. */
  readonly processesKilled: number;
  /** Calls that were refused for the moment, and made again. */
  readonly refused: number;
  /** Answers that were missing or another's; the first hundred. */
  readonly wrong: readonly string[];
  readonly writes: number;
  /** Calls that clients which serve tools were answered: fetching and replying. */
  readonly served: number;
  /** Writes that were answered and are not in the event log exactly once. */
  readonly lostWrites: readonly string[];
}

/** What is left when all clients have gone. */
export interface ChurnRest {
  readonly connections: number;
  readonly waiters: number;
  readonly hosts: number;
  readonly handles: number;
  readonly heapBytes: number;
}

const WAYS: readonly WayName[] = ['socket', 'session', 'stateless'];

/** How long what the clients left may take to be gone; a host takes thirty seconds, and only what never goes meets it. */
const PATIENCE_MS = 90_000;

export class Churn {
  /** Of the process itself. */
  readonly #handles = handles();
  #rounds = 0;

  private constructor(
    private readonly options: ChurnOptions,
    private readonly folder: string,
    private readonly engine: Engine,
    private readonly server: ServerHandle,
    private readonly entities: readonly number[],
  ) {}

  static async start(options: ChurnOptions): Promise<Churn> {
    const folder = await mkdtemp(join(tmpdir(), 'sky-churn-'));
    const project = join(folder, 'project');
    const made = await Project.create(project, {
      name: 'Churn',
      mainScene: formatScene(newSceneData({ name: 'Churn' })),
    });
    if (!made.ok) throw new Error(made.error.message);
    const opened = await Engine.open({ folder: project, userFolder: join(folder, 'user'), purpose: 'churn' });
    if (!opened.ok) throw new Error(opened.error.message);
    const engine = opened.value;
    const server = await startServer({
      engine,
      userFolder: join(folder, 'user'),
      // Sessions of clients that were killed end soon: that they do is what is looked at.
      http: { port: 0, limits: { idleMs: 2_000, yieldMs: 500 } },
    });
    const entities: number[] = [];
    for (let number = 0; number < options.clients; number += 1) {
      const created = await engine.call({
        tool: 'entity_create',
        args: { name: `Slot ${number} new` },
        caller: { actor: 'user', kind: 'human' },
      });
      const id = created.ok ? created.structured?.['id'] : undefined;
      if (typeof id !== 'number') throw new Error(JSON.stringify(created));
      entities.push(id);
    }
    return new Churn(options, folder, engine, server, entities);
  }

  /** So many answered calls, spread over all clients. `processKills` processes are killed on the way. */
  async round(calls: number, processKills: number): Promise<ChurnRound> {
    const { clients, processes, seed } = this.options;
    this.#rounds += 1;
    const random = randomFrom(seed + this.#rounds);
    const slots = this.entities.map((entity, number): Slot => {
      const share = Math.floor(calls / clients) + (number < calls % clients ? 1 : 0);
      const from = this.#rounds * 1_000_000;
      return {
        number,
        way: wayOf(number),
        entity,
        calls: share,
        from,
        ...optional('hosts', hostsAt(number)),
      };
    });
    const hosts = new Map<number, string>();
    const told = { answered: 0, served: 0, refused: 0, processesKilled: 0 };
    const killed: Record<string, number> = {};
    const wrong: string[] = [];
    const written = new Map<string, number>();
    const left = new Map(slots.map((slot) => [slot.number, slot.calls]));
    const from = new Map(slots.map((slot) => [slot.number, slot.from]));
    const killAt = Array.from({ length: processKills }, () => Math.floor(random() * calls * 0.9)).sort(
      (a, b) => a - b,
    );
    const running = new Map<number, ChildProcess>();
    const hear = (report: Report): void => {
      if (report.told === 'answered') {
        told.answered += 1;
        if (hostsAt(report.slot) !== undefined) told.served += 1;
        if (report.host !== undefined) {
          if (this.options.hostsComeBack) hosts.set(report.slot, report.host);
        }
        left.set(report.slot, (left.get(report.slot) ?? 0) - 1);
        if (report.wrote !== undefined) written.set(`Slot ${report.slot} write ${report.wrote}`, report.slot);
        if (told.answered >= (killAt[0] ?? Infinity)) {
          killAt.shift();
          const children = [...running.values()];
          children[Math.floor(random() * children.length)]?.kill('SIGKILL');
        }
      } else if (report.told === 'killed') {
        const what = `${report.way} in ${report.during}`;
        killed[what] = (killed[what] ?? 0) + 1;
      } else if (report.told === 'busy') told.refused += 1;
      else if (report.told === 'wrong' && wrong.length < 100) wrong.push(report.what);
    };
    await Promise.all(
      Array.from({ length: processes }, async (_, index) => {
        const own = slots.filter((slot) => slot.number % processes === index);
        for (let life = 0; ; life += 1) {
          const ended = await this.#process(
            own.map((slot) => ({
              ...slot,
              ...optional('host', hosts.get(slot.number)),
              calls: left.get(slot.number) ?? 0,
              from: (from.get(slot.number) ?? 0) + life * 10_000,
            })),
            seed + this.#rounds * 100 + life,
            (child) => running.set(index, child),
            hear,
          );
          running.delete(index);
          if (ended !== 'SIGKILL') {
            if (ended !== 0) wrong.push(`a process of clients ended with ${ended}`);
            return;
          }
          told.processesKilled += 1;
        }
      }),
    );
    const lostWrites = await this.#lost([...written.keys()]);
    return { ...told, killed, wrong, writes: written.size, lostWrites };
  }

  /** Waits until nothing of the clients is left, or for a minute, and tells what is there. `collect` frees memory. */
  async rest(collect: () => void): Promise<ChurnRest> {
    const deadline = performance.now() + PATIENCE_MS;
    const present = (): Omit<ChurnRest, 'heapBytes'> => ({
      connections: this.server
        .connections()
        .filter(({ actor }) => wayOf(Number(actor.split('-').at(-1))) !== 'stateless').length,
      waiters: this.engine.events.waiting,
      hosts: this.engine.hosts.list().length,
      handles: handles() - this.#handles,
    });
    let now = present();
    while (now.connections + now.waiters + now.hosts + now.handles > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      now = present();
    }
    await this.engine.events.flush();
    // The last 10,000 changes can be undone, and are kept for that; looked for is what clients leave.
    this.engine.history.clear();
    let heapBytes = Infinity;
    for (let time = 0; time < 5; time += 1) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
      heapBytes = Math.min(heapBytes, process.memoryUsage().heapUsed);
    }
    return { ...now, heapBytes };
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.engine.close({ discardUnsaved: true });
    await rm(this.folder, { recursive: true, force: true });
  }

  #process(
    slots: readonly Slot[],
    seed: number,
    started: (child: ChildProcess) => void,
    hear: (report: Report) => void,
  ): Promise<number | string> {
    const { script, args = [], killShare } = this.options;
    const { url, token, socket } = this.server;
    const hostSlots = this.entities.flatMap((_, number) => (hostsAt(number) === undefined ? [] : [number]));
    const options: WorkerOptions = { address: { url, token, socket }, slots, seed, killShare, hostSlots };
    const child = fork(script, [...args, JSON.stringify(options)], { execArgv: [] });
    started(child);
    child.on('message', (report) => hear(report as Report));
    return new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code ?? 0)));
  }

  /** Of writes that were answered, those that the history on disk does not have exactly once. */
  async #lost(written: readonly string[]): Promise<readonly string[]> {
    await this.engine.events.flush();
    const path = join(this.engine.project.stateFolder, 'logs', 'events.jsonl');
    const { events } = await readOlderEvents(path, { before: Infinity, limit: Infinity, types: ['tool'] });
    // Rotation deletes the oldest; what it has deleted can't be looked for.
    if (events[0] !== undefined && events[0].call !== 'c1') return [];
    const times = new Map<string, number>();
    for (const { tool, data } of events) {
      const args = data['args'] as { readonly name?: unknown } | undefined;
      if (tool !== 'entity_update' || data['ok'] !== true || typeof args?.name !== 'string') continue;
      times.set(args.name, (times.get(args.name) ?? 0) + 1);
    }
    return written.filter((name) => times.get(name) !== 1);
  }
}

/** Connections and processes that are open in this process. */
function handles(): number {
  const kinds = new Set(['TCPSocketWrap', 'PipeWrap', 'ProcessWrap']);
  return process.getActiveResourcesInfo().filter((kind) => kinds.has(kind)).length;
}

/** One in six serves tools, in two ways by turns; all of these are on the socket. */
function hostsAt(slot: number): Slot['hosts'] {
  const place = slot % (4 * WAYS.length);
  return place === WAYS.length ? 'polls' : place === 3 * WAYS.length ? 'connection' : undefined;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const result: { [P in K]?: V } = {};
  if (value !== undefined) result[key] = value;
  return result;
}

function wayOf(slot: number): WayName {
  return WAYS[slot % WAYS.length] ?? 'socket';
}
