/** A project on the disk with all built-in tools, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventLog } from '../../events/event-log';
import { Project } from '../../project/project';
import type { History } from '../../scene/history';
import type { Scene } from '../../scene/scene';
import type { ToolError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { Caller, ToolDefinition, ToolResult, ToolSuccess } from '../definition';
import type { CallPipeline } from '../pipeline';
import type { ToolRegistry } from '../registry';
import type { Selection } from '../selection';
import { AGENT } from '../testing';
import { compileOutputSchema } from '../validation';
import { createParts } from './parts';
import type { SceneCheck } from './scene-check';
import type { PlayedScene } from './view-tools';

export interface TestProject {
  readonly project: Project;
  readonly folder: string;
  readonly scene: Scene;
  readonly history: History;
  readonly events: EventLog;
  readonly registry: ToolRegistry;
  readonly pipeline: CallPipeline;
  readonly selection: Selection;
  readonly checks: SceneCheck[];
  readonly played: PlayedScene;
  call(tool: string, args?: Json, caller?: Caller): Promise<ToolResult>;
  /** The structured result of a call that has to go well; it is checked against the tool's output schema. */
  ok(tool: string, args?: Json, caller?: Caller): Promise<JsonObject>;
  text(tool: string, args?: Json, caller?: Caller): Promise<string>;
  /** The error of a call that has to fail. */
  error(tool: string, args?: Json, caller?: Caller): Promise<ToolError>;
  remove(): void;
}

export async function createTestProject(more: readonly ToolDefinition[] = []): Promise<TestProject> {
  const folder = mkdtempSync(join(tmpdir(), 'skywalker-tools-'));
  const created = await Project.create(folder, { name: 'Harbour' });
  if (!created.ok) throw new Error(created.error.message);
  const project = created.value;
  const now = (): number => 1_700_000_000;
  const events = new EventLog({ now });
  const { scene, history, registry, pipeline, selection, checks, played } = createParts({
    project,
    events,
    seed: 1,
    version: '1.2.3',
    now,
  });
  for (const tool of more) registry.register(tool);

  const call = (tool: string, args?: Json, caller: Caller = AGENT): Promise<ToolResult> =>
    pipeline.call({ tool, args, caller });
  const success = async (tool: string, args?: Json, caller?: Caller): Promise<ToolSuccess> => {
    const result = await call(tool, args, caller);
    if (!result.ok) throw new Error(`${tool} failed: ${result.error.code} ${result.error.message}`);
    checkOutput(registry.get(tool), result.structured);
    return result;
  };
  return {
    project,
    folder,
    scene,
    history,
    events,
    registry,
    pipeline,
    selection,
    checks,
    played,
    call,
    ok: async (tool, args, caller) => (await success(tool, args, caller)).structured ?? {},
    text: async (tool, args, caller) => (await success(tool, args, caller)).text,
    error: async (tool, args, caller) => {
      const result = await call(tool, args, caller);
      if (result.ok) throw new Error(`${tool} went well: ${result.text}`);
      return result.error;
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every built-in tool keeps what its output schema promises, and gives nothing that it does not name. */
function checkOutput(tool: ToolDefinition | undefined, structured: JsonObject | undefined): void {
  if (tool?.outputSchema === undefined || tool.custom !== undefined) return;
  const validator = compileOutputSchema({ ...tool.outputSchema, additionalProperties: false });
  if (!validator.ok) throw new Error(validator.error.message);
  const checked = validator.value.checkOutput(structured ?? {}, tool.name);
  if (!checked.ok) throw new Error(checked.error.message);
}
