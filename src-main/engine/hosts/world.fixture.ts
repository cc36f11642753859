/** A project with an engine around it and hosts whose clock is moved by hand. */
import { afterEach, expect } from 'vitest';
import { Agents } from '../agents/agents';
import { AGENT, until, World, type WorldOptions } from '../custom/world.fixture';
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { Caller, ToolResult } from '../tools/definition';
import type { HostClock } from './clock';
import type { Hosts } from './hosts';
import { openHosts } from './open-hosts';

/** Stands still until it is moved; deadlines of calls go by the real one, which it runs ahead of. */
export class MovedClock implements HostClock {
  private ahead = 0;
  private readonly timers = new Set<{ readonly due: number; readonly action: () => void }>();

  monotonic(): number {
    return performance.now() + this.ahead;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { due: this.ahead + ms, action };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  get waiting(): number {
    return this.timers.size;
  }

  move(ms: number): void {
    const end = this.ahead + ms;
    for (;;) {
      const [next] = [...this.timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (next === undefined) break;
      this.timers.delete(next);
      this.ahead = Math.max(this.ahead, next.due);
      next.action();
    }
    this.ahead = end;
  }
}

export const HARNESS: Caller = { actor: 'mcp:harness', kind: 'agent', session: 'socket-1', mayWait: true };

/** Who calls what is hosted. */
export const CALLER: Caller = { actor: 'mcp:caller', kind: 'agent', session: 'socket-2', mayWait: true };

export const RECALL: JsonObject = {
  name: 'memory_recall',
  description: 'Searches the shared memory of the team. Example: {"query": "doors"}',
  input_schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

export interface Fetched {
  readonly call: number;
  readonly call_id: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly actor: string;
  readonly timeout_ms: number;
  readonly dry_run: boolean;
}

export class HostWorld {
  private constructor(
    readonly world: World,
    readonly clock: MovedClock,
    readonly hosts: Hosts,
    readonly agents: Agents,
  ) {}

  private closed = false;

  static async open(options: WorldOptions = {}): Promise<HostWorld> {
    const world = await World.open(options);
    const { project, registry, pipeline, events, custom } = world;
    const agents = new Agents({ project, registry, pipeline, events, custom, now: () => new Date() });
    const clock = new MovedClock();
    return new HostWorld(world, clock, openHosts({ custom, events, registry, clock }), agents);
  }

  /** Once is enough. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.hosts.close();
    await until(() => this.hosts.waiting === 0, 'the calls of hosts to end');
    this.agents.close();
    await this.world.close();
  }

  call(tool: string, args: JsonObject = {}, caller: Caller = CALLER): Promise<ToolResult> {
    return this.world.call(tool, args, caller);
  }

  ok(tool: string, args: JsonObject = {}, caller: Caller = CALLER): Promise<JsonObject> {
    return this.world.ok(tool, args, caller);
  }

  error(tool: string, args: JsonObject = {}, caller: Caller = CALLER): Promise<string> {
    return this.world.error(tool, args, caller);
  }

  /** Registers tools and gives the host's id. All of them have to be taken. */
  async serve(tools: readonly JsonObject[], more: JsonObject = {}, caller = HARNESS): Promise<string> {
    const { host, errors } = await this.ok('tool_host_register', { tools, ...more }, caller);
    if (typeof host !== 'string' || JSON.stringify(errors) !== '[]') throw new Error(JSON.stringify(errors));
    return host;
  }

  /** Calls for the host, as far as they are there now. */
  async fetch(host: string, caller = HARNESS): Promise<Fetched[]> {
    const { calls } = await this.ok('tool_host_poll', { host, wait_ms: 0 }, caller);
    return calls as unknown as Fetched[];
  }

  /** The next call for the host. */
  async next(host: string, caller = HARNESS): Promise<Fetched> {
    const found: Fetched[] = [];
    await until(async () => {
      if (found.length === 0)
        found.push(
          ...((await this.ok('tool_host_poll', { host, wait_ms: 0, max: 1 }, caller))
            .calls as unknown as Fetched[]),
        );
      return found.length > 0;
    }, 'a call for the host');
    const [first] = found;
    if (first === undefined) throw new Error('no call');
    return first;
  }

  reply(host: string, call: number, answer: JsonObject, caller = HARNESS): Promise<ToolResult> {
    return this.call('tool_host_reply', { host, call, ...answer }, caller);
  }

  /** Answers calls with what `work` makes of them until the host is gone. */
  async answering(host: string, work: (call: Fetched) => JsonObject | Promise<JsonObject>): Promise<void> {
    for (;;) {
      const polled = await this.call('tool_host_poll', { host }, HARNESS);
      if (!polled.ok) return;
      const calls = polled.structured?.calls as unknown as Fetched[];
      for (const call of calls)
        void Promise.resolve(work(call)).then((answer) => this.reply(host, call.call, answer));
    }
  }

  callback(call: Fetched, tool: string, args: Json = {}, caller = HARNESS): Promise<ToolResult> {
    return this.hosts.callback(call.call_id, caller, tool, args);
  }
}

/** Opens worlds that are closed after each test, which has to have met no error of the engine's own. */
export function worldsForTests(): (options?: WorldOptions) => Promise<HostWorld> {
  const open: HostWorld[] = [];
  afterEach(async () => {
    for (const made of open.splice(0)) {
      await made.close();
      expect(made.world.internal).toEqual([]);
    }
  });
  return async (options) => {
    const made = await HostWorld.open(options);
    open.push(made);
    return made;
  };
}

export function codeOf(result: ToolResult): string {
  return result.ok ? `ok ${result.text}` : result.error.code;
}

export function dataOf(result: ToolResult): JsonObject {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return isJsonObject(result.structured) ? result.structured : {};
}

export { AGENT, until };
