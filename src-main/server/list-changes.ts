/** Tells clients that the list of tools has changed: once for each burst, whatever the burst is made of. */
import type { Server } from '@modelcontextprotocol/server';
import type { EnginePort } from './engine-port';

/** Changes that follow each other sooner than this are one burst, such as the files of one git checkout. */
const BURST_MS = 40;

export class ListChanges {
  readonly #servers = new Set<Server>();
  readonly #listeners = new Set<() => void>();
  readonly #stop: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(engine: EnginePort) {
    this.#stop = engine.registry.onChanged(() => {
      this.#timer ??= setTimeout(() => this.#tell(), BURST_MS);
    });
  }

  /** Keeps a connected client told for as long as it is connected. */
  follow(server: Server): void {
    this.#servers.add(server);
    const onclose = server.onclose;
    server.onclose = () => {
      this.#servers.delete(server);
      onclose?.();
    };
  }

  onTold(listener: () => void): void {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
    this.#servers.clear();
  }

  #tell(): void {
    this.#timer = undefined;
    for (const listener of this.#listeners) listener();
    for (const server of this.#servers) {
      // One that has just gone can't be told, and need not be.
      if (server.transport) server.sendToolListChanged().catch(() => undefined);
    }
  }
}
