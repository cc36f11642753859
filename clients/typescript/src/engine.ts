/** An engine with a project open: calls its tools, follows its events, hosts tools for it. */
import type { Client } from '@modelcontextprotocol/client';
import { Connection, type CallOptions, type ConnectionLimits } from './connection';
import { EngineConnectionError } from './errors';
import { EventStream, type EventOptions } from './events';
import { ToolHost, type HostOptions } from './host';
import type { JsonObject } from './json';
import { listTools, type ListedTool } from './listing';
import { socketOf, type Place } from './locate';
import type { ToolResult } from './result';
import { AgentSession } from './session';
import { SpawnedEngine, type SpawnOptions } from './spawned';
import { toolsOf, type Tools } from './tool-calls';
import type { HostedTool } from './tool';

export interface EngineOptions {
  /** What this client calls itself; `skywalker-agents` unless said otherwise. */
  readonly name?: string;
  /** Where the defaults do not do: how much an engine may send, and how long it may be silent. */
  readonly limits?: Partial<ConnectionLimits>;
}

export class Engine {
  /** `engine.tools.scene_query({ tag: 'hazard' })`. */
  readonly tools: Tools = toolsOf((tool, args, options) => this.call(tool, args, options));
  readonly #main: Connection;
  readonly #open = new Set<{ close(): Promise<unknown> }>();
  readonly #changed = new Set<() => void>();

  private constructor(
    private readonly name: string,
    private readonly limits: Partial<ConnectionLimits>,
    private readonly socket: () => Promise<string>,
    private readonly spawned: SpawnedEngine | undefined,
  ) {
    this.#main = this.#connection(name, (client) =>
      client.setNotificationHandler('notifications/tools/list_changed', () => {
        for (const tell of this.#changed) tell();
      }),
    );
  }

  /**
   * Connects to an engine that runs: at a socket, of a project, or, where neither is given, at `$SKYWALKER_SOCKET`, else
   * the newest editor. Throws an `EngineConnectionError` where there is none.
   */
  static async attach(place: Place & EngineOptions = {}): Promise<Engine> {
    return Engine.#begin(place, () => socketOf(place), undefined);
  }

  /** Starts an engine without a window for a project; it ends when this is closed, or when this program ends. */
  static async spawn(project: string, options: SpawnOptions & EngineOptions = {}): Promise<Engine> {
    const spawned = await SpawnedEngine.start(project, options);
    return Engine.#begin(options, () => Promise.resolve(spawned.socket), spawned);
  }

  /** The engine that has the project open; where there is none, one of its own. */
  static async auto(project: string, options: SpawnOptions & EngineOptions = {}): Promise<Engine> {
    try {
      return await Engine.attach({ project, ...options });
    } catch (error) {
      if (!(error instanceof EngineConnectionError)) throw error;
      return Engine.spawn(project, options);
    }
  }

  static async #begin(
    options: EngineOptions,
    socket: () => Promise<string>,
    spawned: SpawnedEngine | undefined,
  ): Promise<Engine> {
    const engine = new Engine(options.name ?? 'skywalker-agents', options.limits ?? {}, socket, spawned);
    try {
      await engine.#main.open();
      return engine;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** Calls a tool. A failing tool is a result; with `check` it is thrown as a `ToolError`. */
  call(tool: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolResult> {
    return this.#main.call(tool, args, options);
  }

  /** All tools that this client is offered. Throws an `EngineConnectionError` where the list has no end. */
  async listTools(): Promise<readonly ListedTool[]> {
    return listTools(this.#main);
  }

  /** Told when tools have come, gone or changed. Returns what ends that. */
  onToolsChanged(listener: () => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  /** A session on a connection of its own that speaks for an agent of the roster. */
  asAgent(id: string): AgentSession {
    const connection = this.#connection(`${this.name}/${id}`);
    return new AgentSession(connection);
  }

  /** What happens from now on, or after `since`. */
  events(options: EventOptions = {}): EventStream {
    return new EventStream(this.#main, options);
  }

  /** Serves tools of this program to everybody who is connected, until it is stopped. */
  async hostTools(tools: readonly HostedTool[], options: HostOptions = {}): Promise<ToolHost> {
    const host = await ToolHost.start(tools, options, {
      name: this.name,
      socket: this.socket,
      limits: this.limits,
    });
    this.#open.add({ close: () => host.stop() });
    return host;
  }

  /** Stops the hosts, closes the connections, and ends the engine where it was started by `spawn`. */
  async close(): Promise<void> {
    const open = [...this.#open].reverse();
    this.#open.clear();
    await Promise.all(open.map((each) => each.close()));
    await this.spawned?.close();
  }

  #connection(name: string, prepare?: (client: Client) => void): Connection {
    const connection = new Connection({
      name,
      socket: this.socket,
      limits: this.limits,
      ...(prepare === undefined ? {} : { prepare }),
    });
    this.#open.add(connection);
    return connection;
  }
}
