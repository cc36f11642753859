/** A project with the real engine, served on a socket, that can be closed and opened again in the same place. */
import { startServer, type ServerHandle } from '../../../src-main/server/host';
import { newFolder } from '../../../src-main/server/testkit/small-engine';
import { RosterWorld } from '../../../src-main/engine/agents/world.fixture';
import { Engine } from './engine';

export class ServedWorld {
  readonly #engines: Engine[] = [];

  private constructor(
    readonly home: string,
    public world: RosterWorld,
    public server: ServerHandle,
  ) {}

  static async open(settings: Record<string, string> = {}): Promise<ServedWorld> {
    const home = newFolder();
    const world = await RosterWorld.open({}, settings);
    return new ServedWorld(home, world, await served(world, home));
  }

  get project(): string {
    return this.world.folder;
  }

  async attach(name = 'ts-client'): Promise<Engine> {
    const engine = await Engine.attach({ project: this.project, name });
    this.#engines.push(engine);
    return engine;
  }

  /** The engine goes away, as when the editor is closed. */
  async down(): Promise<void> {
    await this.server.close();
    await this.world.close();
  }

  async up(): Promise<void> {
    this.world = await RosterWorld.reopen(this.project);
    this.server = await served(this.world, this.home);
  }

  async close(): Promise<void> {
    await Promise.all(this.#engines.splice(0).map((engine) => engine.close()));
    await this.down();
  }
}

function served(world: RosterWorld, home: string): Promise<ServerHandle> {
  return startServer({ engine: world.engine, http: false, userFolder: home });
}
