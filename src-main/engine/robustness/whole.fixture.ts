/** A whole engine on a real folder, and everything of it that a call could leave behind, to be compared before and after. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { Engine } from '../engine';
import type { Json, JsonObject } from '../json';
import { Project } from '../project/project';
import type { UndoStep } from '../scene/history';
import { newSceneData } from '../scene/default-scene';
import { formatScene } from '../scene/scene-file';
import type { Caller, ToolResult } from '../tools/definition';

export const AGENT: Caller = { actor: 'mcp:test', kind: 'agent' };
export const OTHER: Caller = { actor: 'mcp:other', kind: 'agent' };
export const PERSON: Caller = { actor: 'user', kind: 'human' };

/** Written by themselves some time after a call: what they say is compared where it is kept. */
const LATER = new Set(['.skywalker/logs', '.skywalker/tool-stats.json', '.skywalker/lock']);

export class Whole {
  private constructor(
    readonly engine: Engine,
    readonly folder: string,
    readonly userFolder: string,
  ) {}

  static async open(): Promise<Whole> {
    const above = realpathSync(mkdtempSync(join(tmpdir(), 'sky-whole-')));
    const folder = join(above, 'project');
    const mainScene = formatScene(newSceneData({ name: 'Main', seed: 1, empty: true }));
    const made = await Project.create(folder, { name: 'Whole', mainScene });
    if (!made.ok) throw new Error(made.error.message);
    const userFolder = join(above, 'user');
    const opened = await Engine.open({ folder, userFolder, autosave: { quiet: 1e9, every: 1e9 } });
    if (!opened.ok) throw new Error(opened.error.message);
    return new Whole(opened.value, folder, userFolder);
  }

  call(tool: string, args: JsonObject = {}, caller: Caller = AGENT): Promise<ToolResult> {
    return this.engine.call({ tool, args, caller });
  }

  async ok(tool: string, args: JsonObject = {}, caller: Caller = AGENT): Promise<JsonObject> {
    const result = await this.call(tool, args, caller);
    if (!result.ok) throw new Error(`${tool}: [${result.error.code}] ${result.error.message}`);
    return result.structured ?? {};
  }

  dry(tool: string, args: JsonObject, caller: Caller = AGENT): Promise<ToolResult> {
    return this.engine.call({ tool, args, caller, dryRun: true });
  }

  /** The scene as a file would have it, byte for byte. */
  exported(): string {
    return formatScene(this.engine.scene);
  }

  /** Everything, as text: what differs is then told by what compares. */
  state(): Json {
    const { scene, history, events, selection, registry, custom, project } = this.engine;
    const step = (each: UndoStep): Json => ({
      id: each.id,
      label: each.label,
      actor: each.actor,
      time: each.time,
      entities: [...each.change.changes.keys()],
    });
    return JSON.parse(
      JSON.stringify({
        scene: this.exported(),
        nextId: scene.nextId,
        revision: scene.revision,
        seed: scene.seed,
        selection: selection.get(),
        view: selection.view ?? null,
        steps: history.steps().map(step),
        undone: history.undone().map(step),
        events: events.last,
        tools: registry.all().map((tool) => `${tool.name} ${tool.custom?.status ?? ''}`),
        listing: custom.list(),
        settings: project.rawSettings,
        files: filesOf(this.folder),
        user: filesOf(this.userFolder),
      }),
    ) as Json;
  }

  close(): Promise<void> {
    return this.engine.close({ discardUnsaved: true });
  }
}

/** Name, time, identity and bytes of every file. */
function filesOf(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(root, path).split(sep).join('/');
      if (LATER.has(name)) continue;
      if (entry.isDirectory()) {
        found[`${name}/`] = '';
        visit(path);
      } else if (entry.isFile()) {
        const { mtimeMs, ino, mode } = statSync(path);
        found[name] = `${mtimeMs}:${ino}:${mode}:${readFileSync(path).toString('base64')}`;
      } else found[name] = 'something else';
    }
  };
  visit(root);
  return found;
}
