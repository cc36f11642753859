/** The parts of an engine that every open project has: the scene with its history, the door, and the built-in tools behind it. */
import type { EventLog } from '../../events/event-log';
import type { Project } from '../../project/project';
import type { AutosaveTiming } from '../../recovery/autosave';
import { SceneRecovery } from '../../recovery/scene-recovery';
import { History } from '../../scene/history';
import { Scene } from '../../scene/scene';
import type { Caller } from '../definition';
import { CallPipeline } from '../pipeline';
import { ToolRegistry } from '../registry';
import { Selection } from '../selection';
import { builtinTools } from './all';
import type { SceneCheck } from './scene-check';
import type { PlayedScene } from './view-tools';
import { sceneRecoverTool } from './scene-recover';

export const SYSTEM: Caller = { actor: 'system', kind: 'system' };

export interface PartsOptions {
  readonly project: Project;
  readonly events: EventLog;
  /** The scene's; the project's where nothing is said. */
  readonly seed?: number;
  readonly version: string;
  /** Seconds since the Unix epoch. */
  readonly now: () => number;
  /** How soon unsaved changes are written to the autosave. */
  readonly autosave?: AutosaveTiming;
  /** Where internal errors are told. */
  readonly log?: (text: string) => void;
}

export interface Parts {
  readonly scene: Scene;
  readonly history: History;
  readonly registry: ToolRegistry;
  readonly pipeline: CallPipeline;
  readonly selection: Selection;
  readonly played: PlayedScene;
  /** What scene_validate looks for besides its own: parts that come later add theirs. */
  readonly checks: SceneCheck[];
  /** Not started: until it is, nothing is written beside what the tools write. */
  readonly recovery: SceneRecovery;
}

/** Makes the parts and hands them to each other. The scene is empty; custom tools are brought along by another part. */
export function createParts(options: PartsOptions): Parts {
  const { project, events, now, version } = options;
  const monotonic = (): number => performance.now();
  const scene = new Scene({ seed: options.seed ?? project.settings.seed });
  const history = new History(scene);
  defineComponents(scene, events, project.settings.components);
  project.onSettings((settings) => defineComponents(scene, events, settings.components));
  const registry = new ToolRegistry();
  const pipeline = new CallPipeline({
    registry,
    scene,
    history,
    events,
    now,
    monotonic,
    ...(options.log === undefined ? {} : { log: options.log }),
  });
  const selection = new Selection(scene, events);
  const recovery = new SceneRecovery({
    project,
    scene,
    events,
    now,
    monotonic,
    between: (work) => pipeline.between(work),
    reload: (path) => pipeline.call({ tool: 'scene_load', args: { path, if_changed: true }, caller: SYSTEM }),
    timing: options.autosave,
  });
  const saving: SceneRecovery['saving'] = (note) => recovery.saving(note);
  const checks: SceneCheck[] = [];
  const played: PlayedScene = {};
  const shared = { project, scene, history, events, registry, pipeline, selection };
  const parts = { ...shared, version, checks, played, saving, now };
  for (const tool of builtinTools(parts)) registry.register(tool);
  registry.register(sceneRecoverTool({ project, events, selection, recovery }));
  return { scene, history, registry, pipeline, selection, checks, played, recovery };
}

/** The component types that a project brings along; one that is broken is told in the log, and the others count. */
function defineComponents(scene: Scene, events: EventLog, types: Readonly<Record<string, unknown>>): void {
  for (const { type, error } of scene.components.defineAll(types)) {
    const summary = `game.json: the component type "${type}" is left out: ${error}`;
    events.append({ type: 'log', kind: 'warning', actor: 'system', summary, data: {} });
  }
}
