/** The tools of the language itself: to check, format and try code, and to look the language up. */
import type { Project } from '../project/project';
import type { Scene } from '../scene/scene';
import type { ToolDefinition } from '../tools/definition';
import type { CallPipeline } from '../tools/pipeline';
import type { ToolRegistry } from '../tools/registry';
import { checkTool } from './check-tool';
import { formatTool } from './format-tool';
import { referenceTool } from './reference-tool';
import { runTool } from './run-tool';

export interface WanderParts {
  readonly project: Project;
  readonly pipeline: Pick<CallPipeline, 'dryRun'>;
  componentTypes(): readonly string[];
  /** Vars that entities of the scene have, sorted. */
  varNames(): readonly string[];
  /** Names of the tools that code may call. */
  toolNames(): readonly string[];
}

export interface WanderToolParts {
  readonly project: Project;
  readonly scene: Scene;
  readonly registry: ToolRegistry;
  readonly pipeline: CallPipeline;
}

export function registerWanderTools({ project, scene, registry, pipeline }: WanderToolParts): void {
  const parts: WanderParts = {
    project,
    pipeline,
    componentTypes: () => scene.components.types(),
    varNames: () => scene.varNames(),
    toolNames: () => registry.all().map((tool) => tool.name),
  };
  for (const tool of wanderTools(parts)) registry.register(tool);
}

function wanderTools(parts: WanderParts): readonly ToolDefinition[] {
  return [checkTool(parts), referenceTool(), runTool(parts), formatTool(parts)];
}
