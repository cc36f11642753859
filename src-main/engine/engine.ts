/**
 * One open project: builds the parts and hands them to each other. It has no logic of its own; whoever wants something
 * of a project calls a tool through `call`.
 */

import { Agents } from './agents/agents';
import { CustomTools } from './custom/custom-tools';
import type { KeyStore } from './custom/key-vault';
import { succeed, type Outcome } from './errors';
import { EventLog } from './events/event-log';
import { openPlayMode } from './play/play';
import type { Player } from './play/player';
import { below } from './project/held-folder';
import { ProjectLock } from './project/lock';
import { Project } from './project/project';
import { userFolder } from './project/user-folder';
import { ProjectWatcher, type FileChange } from './project/watcher';
import type { AutosaveTiming } from './recovery/autosave';
import type { Hosts } from './hosts/hosts';
import { openHosts } from './hosts/open-hosts';
import type { SceneRecovery } from './recovery/scene-recovery';
import type { History } from './scene/history';
import type { Scene } from './scene/scene';
import { createParts, SYSTEM } from './tools/builtin/parts';
import type { Caller, CallRequest, ToolDefinition, ToolResult } from './tools/definition';
import type { CallPipeline } from './tools/pipeline';
import type { ToolRegistry } from './tools/registry';
import type { Selection } from './tools/selection';
import { Studio } from './studio/studio';
import { registerWanderTools } from './wander/wander-tools';

export const VERSION = '0.1.0';

export interface EngineOptions {
  /** The project's folder. */
  readonly folder: string;
  /** The user's own folder: keys, library. `$SKYWALKER_HOME`, else `~/.skywalker`. */
  readonly userFolder?: string;
  /** The operating system's key store, for the user's private key. */
  readonly keyStore?: KeyStore;
  /** Why it is opened, for whoever finds the project locked: `window`, `serve`, `call` … */
  readonly purpose?: string;
  /** Follows all that is done, from before the first call; closed with the engine. */
  readonly observe?: (engine: Engine) => { close(): Promise<void> } | undefined;
  /** How soon unsaved changes are written to the autosave. */
  readonly autosave?: AutosaveTiming;
}

export class Engine {
  private constructor(
    readonly project: Project,
    readonly scene: Scene,
    readonly history: History,
    readonly events: EventLog,
    readonly registry: ToolRegistry,
    readonly pipeline: CallPipeline,
    readonly selection: Selection,
    readonly custom: CustomTools,
    readonly agents: Agents,
    readonly hosts: Hosts,
    readonly recovery: SceneRecovery,
    private readonly studio: Studio,
    private readonly player: Player,
    private readonly watcher: ProjectWatcher,
    private readonly lock: ProjectLock,
  ) {}

  readonly version = VERSION;
  private observer: { close(): Promise<void> } | undefined;

  /**
   * Opens the project in a folder. Fails with the project's own reasons: no game.json, one that does not parse, a newer
   * format; and with `conflict` where another engine has it open (`data` says who).
   */
  static async open(options: EngineOptions): Promise<Outcome<Engine>> {
    const opened = await Project.open(options.folder);
    if (!opened.ok) return opened;
    const project = opened.value;
    const taken = await ProjectLock.take(project.stateFolder, {
      purpose: options.purpose ?? 'engine',
      now: new Date(),
    });
    if (!taken.ok) return taken;
    try {
      return succeed(await Engine.build(project, taken.value, options));
    } catch (error) {
      await taken.value.release();
      throw error;
    }
  }

  private static async build(project: Project, lock: ProjectLock, options: EngineOptions): Promise<Engine> {
    const now = (): number => Date.now() / 1000;
    const events = new EventLog({ now, file: below(project.state, 'logs/events.jsonl') });
    const { scene, history, registry, pipeline, selection, checks, played, recovery } = createParts({
      project,
      events,
      version: VERSION,
      now,
      autosave: options.autosave,
    });
    registerWanderTools({ project, scene, registry, pipeline });
    const player = openPlayMode({ project, scene, events, registry, pipeline, checks, played });
    const watcher = new ProjectWatcher(project.folder);
    await watcher.ready;
    const custom = await CustomTools.open({
      project,
      registry,
      pipeline,
      events,
      scene,
      watcher,
      now: () => new Date(),
      userFolder: options.userFolder ?? userFolder(),
      ...(options.keyStore === undefined ? {} : { keyStore: options.keyStore }),
    });
    const agents = new Agents({
      project,
      registry,
      pipeline,
      events,
      custom,
      watcher,
      now: () => new Date(),
    });
    const studio = new Studio({
      project,
      registry,
      events,
      roster: agents.roster,
      watcher,
      now: () => new Date(),
    });
    const hosts = openHosts({ custom, events, registry });
    const engine = new Engine(
      project,
      scene,
      history,
      events,
      registry,
      pipeline,
      selection,
      custom,
      agents,
      hosts,
      recovery,
      studio,
      player,
      watcher,
      lock,
    );
    engine.observer = options.observe?.(engine);
    recovery.start(watcher);
    await engine.call({
      tool: 'scene_load',
      args: { path: project.settings.main_scene },
      caller: SYSTEM,
    });
    recovery.announce();
    return engine;
  }

  /** The tools that a caller is shown: agents of the roster see those that they may call. */
  offered(caller: Caller): readonly ToolDefinition[] {
    const active = this.registry.active();
    return this.agents.offered(caller, active) ?? active;
  }

  /** Hears of each file of the project that changes on the disk, whoever changed it. Call the result to stop. */
  onFileChange(listener: (change: FileChange) => void): () => void {
    return this.watcher.on(listener);
  }

  /** The one door. */
  call(request: CallRequest): Promise<ToolResult> {
    return this.pipeline.call(request);
  }

  /**
   * Stops watching, writes what is buffered, gives the project's lock back. Unsaved changes go into the autosave, which is
   * offered when the project is opened again, unless they are given up.
   */
  async close(options: { readonly discardUnsaved?: boolean } = {}): Promise<void> {
    this.player.close();
    this.hosts.close();
    this.studio.close();
    this.agents.close();
    await this.watcher.close();
    await this.recovery.close({ discardUnsaved: options.discardUnsaved ?? false });
    await this.custom.close();
    await this.observer?.close();
    await this.events.close();
    await this.lock.release();
  }
}
