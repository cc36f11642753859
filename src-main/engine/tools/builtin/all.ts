/** All of the engine's own tools, but those that other parts bring along (custom tools, agents, simulation). */
import type { EventLog } from '../../events/event-log';
import type { Project } from '../../project/project';
import type { History } from '../../scene/history';
import type { Scene } from '../../scene/scene';
import type { ToolDefinition } from '../definition';
import type { CallPipeline } from '../pipeline';
import type { ToolRegistry } from '../registry';
import type { Selection } from '../selection';
import { assetTools } from './asset-tools';
import { batchTool } from './batch';
import { entityCopyTools } from './entity-copy';
import { entityEditTools } from './entity-edit';
import { entityMoreTools } from './entity-more';
import { eventsPollTool } from './events-poll';
import { fileTools } from './file-tools';
import { helpTools } from './help-tools';
import { historyTool } from './history';
import { overviewTools } from './overview';
import { projectTools } from './project-tools';
import { queryTool } from './query';
import { sceneCheckTools, type SceneCheck } from './scene-check';
import { sceneFileTools } from './scene-files';
import { sceneSaveTool } from './scene-save';
import { viewTools, type PlayedScene } from './view-tools';

export interface BuiltinParts {
  readonly project: Project;
  readonly scene: Scene;
  readonly history: History;
  readonly events: EventLog;
  readonly registry: ToolRegistry;
  readonly pipeline: CallPipeline;
  readonly selection: Selection;
  readonly version: string;
  readonly played: PlayedScene;
  /** What scene_validate looks for besides its own; parts add theirs. */
  readonly checks: readonly SceneCheck[];
  /** Told just before a scene file is replaced: for the autosave. */
  readonly saving?: (note: {
    readonly file: string;
    readonly hash: string;
    readonly revision: number;
  }) => void;
  /** Seconds since the Unix epoch. */
  now(): number;
}

export function builtinTools(parts: BuiltinParts): ToolDefinition[] {
  return [
    ...overviewTools(parts),
    queryTool(),
    ...sceneFileTools(parts),
    sceneSaveTool(parts),
    ...sceneCheckTools(parts),
    batchTool(),
    historyTool({ history: parts.history, events: parts.events, now: () => parts.now() }),
    ...entityEditTools(),
    ...entityCopyTools(),
    ...entityMoreTools(),
    ...viewTools(parts.selection, parts.played),
    ...projectTools(parts),
    ...fileTools(parts),
    ...assetTools(parts),
    ...helpTools(parts.registry),
    eventsPollTool(parts.events),
  ];
}
