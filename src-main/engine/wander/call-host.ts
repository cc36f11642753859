/** What a program that runs as a call sees of the project: the scene in the call's transaction, its files, other tools. */
import type { Project } from '../project/project';
import { runFacts } from '../text/run-facts';
import type { Capabilities, ToolContext, ToolResult } from '../tools/definition';
import type { JsonValue, ToolAnswer, ToolHost, WanderHost } from '../../wander/host';
import { asHostError, EmptySceneHost, EngineSceneHost } from './scene-host';
import { ToolFiles } from './tool-files';

/** What of a project a running program needs. */
export type HostProject = Pick<Project, 'folder' | 'locate' | 'writable'>;

/** `declared` is narrowed by what the call may do. */
export function hostFor(
  declared: Pick<Capabilities, 'read_scene' | 'mutate'>,
  project: HostProject,
  context: ToolContext,
): WanderHost {
  const reads = context.capabilities?.read_scene ?? declared.read_scene;
  const mutate = declared.mutate && (context.capabilities?.mutate ?? true);
  const types = context.scene.components.types();
  return {
    mutate,
    scene: reads
      ? new EngineSceneHost(context.scene, mutate ? context.tx : undefined)
      : new EmptySceneHost(types),
    tool: toolHost(project, context),
  };
}

function toolHost(project: HostProject, context: ToolContext): ToolHost {
  let files: ToolFiles | undefined;
  const withFiles = <T>(work: (files: ToolFiles) => T): T => {
    files ??= new ToolFiles(project, context);
    try {
      return work(files);
    } catch (error) {
      throw asHostError(error);
    }
  };
  return {
    actor: context.caller.actor,
    callTool: (name, args) => answerOf(context.callNow(name, args)),
    readFile: (path) => withFiles((each) => each.read(path)),
    listFiles: (folder) => withFiles((each) => each.list(folder)),
    fileExists: (path) => withFiles((each) => each.exists(path)),
    writeFile: (path, text) => withFiles((each) => each.write(path, text)),
  };
}

function answerOf(result: ToolResult): ToolAnswer {
  if (result.ok) return { ok: true, result: (result.structured ?? result.text) as JsonValue };
  const { code, message, hint, data } = result.error;
  const { stack } = runFacts(data);
  return {
    ok: false,
    error: code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(stack.length === 0 ? {} : { stack }),
  };
}
