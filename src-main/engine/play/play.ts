/** Play mode as a part of the engine: the player, its tools, and what scene_validate looks for in behaviours. */
import type { EventLog } from '../events/event-log';
import type { Project } from '../project/project';
import type { Scene } from '../scene/scene';
import { readable } from '../tools/builtin/file-access';
import type { SceneCheck } from '../tools/builtin/scene-check';
import type { PlayedScene } from '../tools/builtin/view-tools';
import type { CallPipeline } from '../tools/pipeline';
import type { ToolRegistry } from '../tools/registry';
import { HOST_TIMERS, type Timers } from './clock';
import { Player } from './player';
import { sceneProblems } from './problems';
import { ScriptFiles } from './script-files';
import { behaviorTools } from './tools/behavior-tools';
import { simControlTool } from './tools/sim-control';
import { simInputTool } from './tools/sim-input';
import { logsTool, simStateTool } from './tools/sim-state';
import { wanderTestTool } from './tools/wander-test';

export interface PlayModeParts {
  readonly project: Project;
  readonly scene: Scene;
  readonly events: Pick<EventLog, 'append'>;
  readonly registry: ToolRegistry;
  readonly pipeline: Pick<CallPipeline, 'between'>;
  readonly checks: SceneCheck[];
  readonly played: PlayedScene;
  /** The host's own by default. */
  readonly timers?: Timers;
  /** Where faults of the engine are told; stderr by default. */
  readonly log?: (text: string) => void;
}

/** Registers the tools of play mode and answers the player that they control. */
export function openPlayMode(parts: PlayModeParts): Player {
  const { project, scene, events, registry, pipeline, checks } = parts;
  const files = new ScriptFiles(project, () => scene.components.types());
  const player = new Player({
    scene,
    events,
    files,
    timers: parts.timers ?? HOST_TIMERS,
    log: parts.log ?? ((text) => console.error(text)),
  });
  const shared = { player, files };
  const behaviors = {
    ...shared,
    checkReadable: (path: string, context: Parameters<typeof readable>[2]): void =>
      void readable(project, path, context),
  };
  for (const tool of [
    simControlTool({ ...shared, between: (work) => pipeline.between(work) }),
    simInputTool(shared),
    simStateTool(shared),
    logsTool(shared),
    ...behaviorTools(behaviors),
    wanderTestTool(behaviors),
  ])
    registry.register(tool);
  checks.push(function* (checked) {
    for (const id of checked.withComponent('script')) {
      const entity = checked.get(id);
      if (entity !== undefined) yield* sceneProblems(entity, files);
    }
  });
  parts.played.scene = () => player.played?.scene;
  return player;
}
