/**
 * Tells clients what has changed: the lists of tools and of prompts, once for each burst whatever the burst is made of, and
 * resources that a client subscribed to.
 */
import type { Server } from '@modelcontextprotocol/server';
import type { ToolDefinition } from '../engine/tools/definition';
import type { EnginePort } from './engine-port';
import type { Prompts } from './prompts';
import { SCENE_URI, toolUri, TOOLS_URI } from './resources';
import { changedStudio, isStudioResource } from './studio-resources';

/** Changes that follow each other sooner than this are one burst, such as the files of one git checkout. */
const BURST_MS = 40;

/** The scene changes with every call; whoever watches it wants to look again, not to count. */
const SCENE_PAUSE_MS = 250;

/** Resources that one client may be told of. */
const MAX_SUBSCRIBED = 1000;

export interface ChangeListener {
  toolsChanged(): void;
  promptsChanged(): void;
  resourceChanged(uri: string): void;
}

export class Changes {
  /** Connected servers, and the resources that their clients subscribed to; `all` where something else filters. */
  readonly #servers = new Map<Server, Set<string> | 'all'>();
  readonly #listeners = new Set<ChangeListener>();
  readonly #stop: readonly (() => void)[];
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** As they were told last; a definition that has changed is another object. */
  #tools: ReadonlyMap<string, ToolDefinition>;

  constructor(
    private readonly engine: EnginePort,
    prompts: Prompts,
  ) {
    this.#tools = byName(engine);
    prompts.onChanged(() => this.#after('prompts', BURST_MS, () => this.#tellPrompts()));
    this.#stop = [
      engine.registry.onChanged(() => this.#after('tools', BURST_MS, () => this.#tellTools())),
      engine.events.subscribe((event) => {
        // What an agent may do has changed, and with it what it is shown.
        if (event.type === 'policy' && event.kind?.startsWith('agent_') === true)
          this.#after('tools', BURST_MS, () => this.#tellTools());
        for (const uri of changedStudio(event.type, event.kind))
          this.#after(uri, BURST_MS, () => this.#tellResource(uri));
        if (event.type !== 'entity' && event.type !== 'scene') return;
        this.#after('scene', SCENE_PAUSE_MS, () => this.#tellResource(SCENE_URI));
      }),
    ];
  }

  /**
   * Keeps a connected client told for as long as it is connected. In the stateless revision its streams say what it wants
   * to know of, and the SDK sorts it out; in the older ones it subscribes here.
   */
  follow(server: Server, era: 'legacy' | 'modern'): void {
    this.#servers.set(server, era === 'modern' ? 'all' : new Set());
    const onclose = server.onclose;
    server.onclose = () => {
      this.#servers.delete(server);
      onclose?.();
    };
  }

  /** Subscribing to what never changes is allowed and costs nothing. */
  subscribe(server: Server, uri: string): void {
    const uris = this.#servers.get(server);
    if (uri !== SCENE_URI && uri !== TOOLS_URI && !uri.startsWith(toolUri('')) && !isStudioResource(uri))
      return;
    if (uris !== undefined && uris !== 'all' && uris.size < MAX_SUBSCRIBED) uris.add(uri);
  }

  unsubscribe(server: Server, uri: string): void {
    const uris = this.#servers.get(server);
    if (uris !== undefined && uris !== 'all') uris.delete(uri);
  }

  listen(listener: ChangeListener): void {
    this.#listeners.add(listener);
  }

  close(): void {
    for (const stop of this.#stop) stop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#servers.clear();
  }

  #after(what: string, ms: number, tell: () => void): void {
    if (this.#timers.has(what)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(what);
      tell();
    }, ms);
    this.#timers.set(what, timer);
  }

  #tellTools(): void {
    for (const listener of this.#listeners) listener.toolsChanged();
    for (const server of this.#servers.keys()) {
      // One that has just gone can't be told, and need not be.
      if (server.transport) server.sendToolListChanged().catch(() => undefined);
    }
    this.#tellResource(TOOLS_URI);
    const before = this.#tools;
    this.#tools = byName(this.engine);
    for (const name of new Set([...before.keys(), ...this.#tools.keys()])) {
      if (before.get(name) !== this.#tools.get(name)) this.#tellResource(toolUri(name));
    }
  }

  #tellPrompts(): void {
    for (const listener of this.#listeners) listener.promptsChanged();
    for (const server of this.#servers.keys()) {
      if (server.transport) server.sendPromptListChanged().catch(() => undefined);
    }
  }

  #tellResource(uri: string): void {
    for (const listener of this.#listeners) listener.resourceChanged(uri);
    for (const [server, uris] of this.#servers) {
      if (server.transport && (uris === 'all' || uris.has(uri))) {
        server.sendResourceUpdated({ uri }).catch(() => undefined);
      }
    }
  }
}

function byName(engine: EnginePort): ReadonlyMap<string, ToolDefinition> {
  return new Map(engine.registry.all().map((tool) => [tool.name, tool]));
}
