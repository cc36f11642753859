/** A project on the disk with an engine around it, for tests: real files, scene, door, and the engine's own scene tools. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { EventLog } from '../events/event-log';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { Project } from '../project/project';
import { ProjectWatcher } from '../project/watcher';
import type { History } from '../scene/history';
import type { Scene } from '../scene/scene';
import { createParts } from '../tools/builtin/parts';
import type { Caller, ToolResult } from '../tools/definition';
import type { CallPipeline } from '../tools/pipeline';
import type { ToolRegistry } from '../tools/registry';
import { CustomTools } from './custom-tools';
import type { ToolInspection, ToolListing, TestRecord } from './types';

export const AGENT: Caller = { actor: 'mcp:test', kind: 'agent' };
export const PERSON: Caller = { actor: 'user', kind: 'human' };

export interface WorldOptions {
  /** An existing project to open again. */
  readonly folder?: string;
  readonly userFolder?: string;
  readonly watch?: boolean;
}

export class World {
  private constructor(
    readonly folder: string,
    readonly userFolder: string,
    readonly project: Project,
    readonly scene: Scene,
    readonly history: History,
    readonly events: EventLog,
    readonly registry: ToolRegistry,
    readonly pipeline: CallPipeline,
    readonly custom: CustomTools,
    private readonly watcher: ProjectWatcher | undefined,
    /** What went wrong inside: empty but for bugs. */
    readonly internal: string[],
  ) {}

  static async open(options: WorldOptions = {}): Promise<World> {
    const folder = options.folder ?? join(mkdtempSync(join(tmpdir(), 'sky-custom-')), 'project');
    const userFolder = options.userFolder ?? join(folder, '..', 'user');
    const opened =
      options.folder === undefined
        ? await Project.create(folder, { name: 'Test' })
        : await Project.open(folder);
    if (!opened.ok) throw new Error(opened.error.message);
    const project = opened.value;
    const now = (): number => Date.now() / 1000;
    const events = new EventLog({ now });
    const internal: string[] = [];
    const { scene, history, registry, pipeline } = createParts({
      project,
      events,
      seed: 7,
      version: '0.0.0',
      now,
      log: (text) => internal.push(text),
    });
    const watcher = options.watch === true ? new ProjectWatcher(folder) : undefined;
    await watcher?.ready;
    const custom = await CustomTools.open({
      project,
      registry,
      pipeline,
      events,
      scene,
      ...(watcher === undefined ? {} : { watcher }),
      now: () => new Date(),
      userFolder,
    });
    return new World(
      folder,
      userFolder,
      project,
      scene,
      history,
      events,
      registry,
      pipeline,
      custom,
      watcher,
      internal,
    );
  }

  /** Closes it and opens the same project again. */
  async reopen(options: WorldOptions = {}): Promise<World> {
    await this.close();
    return World.open({ folder: this.folder, userFolder: this.userFolder, ...options });
  }

  async close(): Promise<void> {
    await this.watcher?.close();
    await this.custom.close();
    await this.events.close();
  }

  call(tool: string, args: JsonObject = {}, caller: Caller = AGENT): Promise<ToolResult> {
    return this.pipeline.call({ tool, args, caller });
  }

  /** The structured result of a call that has to succeed. */
  async ok(tool: string, args: JsonObject = {}, caller: Caller = AGENT): Promise<JsonObject> {
    const result = await this.call(tool, args, caller);
    if (!result.ok)
      throw new Error(
        `${tool}: [${result.error.code}] ${result.error.message} ${result.error.hint ?? ''} ${this.internal.join('\n')}`,
      );
    return result.structured ?? { text: result.text };
  }

  /** `code: message | hint` of a call that has to fail. */
  async error(tool: string, args: JsonObject = {}, caller: Caller = AGENT): Promise<string> {
    const result = await this.call(tool, args, caller);
    if (result.ok) throw new Error(`${tool} was expected to fail, and gave ${result.text}`);
    return `${result.error.code}: ${result.error.message} | ${result.error.hint ?? ''}`;
  }

  async list(args: JsonObject = {}): Promise<ToolListing> {
    return (await this.ok('tool_list_custom', args)) as unknown as ToolListing;
  }

  async inspect(name: string): Promise<ToolInspection> {
    return (await this.ok('tool_inspect', { name })) as unknown as ToolInspection;
  }

  async test(args: JsonObject): Promise<readonly TestRecord[]> {
    return (await this.ok('tool_test', args)).tests as unknown as readonly TestRecord[];
  }

  async statusOf(name: string): Promise<string> {
    const found = (await this.list()).tools.find((tool) => tool.name === name);
    return found?.status ?? 'missing';
  }

  approve(name: string, more: JsonObject = {}): Promise<JsonObject> {
    return this.ok('tool_approve', { name, ...more }, PERSON);
  }

  /** Names of what clients are shown. */
  offered(): string[] {
    return this.registry.active().map((tool) => tool.name);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  json(path: string): JsonObject {
    const value: unknown = JSON.parse(this.read(path));
    if (!isJsonObject(value)) throw new Error(`${path} is no object`);
    return value;
  }

  audit(): JsonObject[] {
    return this.read('.skywalker/logs/custom_tools.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
  }

  /** Everything that a call could leave behind, to be compared before and after. */
  state(): Json {
    const files = new Map<string, string>();
    const visit = (folder: string): void => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        const name = relative(this.folder, path);
        if (name === join('.skywalker', 'logs') || name === join('.skywalker', 'tool-stats.json')) continue;
        if (entry.isDirectory()) visit(path);
        else files.set(name, `${statSync(path).mtimeMs}:${readFileSync(path, 'utf8')}`);
      }
    };
    visit(this.folder);
    return JSON.parse(
      JSON.stringify({
        scene: this.scene.snapshot(),
        nextId: this.scene.nextId,
        revision: this.scene.revision,
        steps: this.history.steps().length,
        undone: this.history.undone().length,
        files: Object.fromEntries([...files].sort()),
        tools: this.offered(),
      }),
    ) as Json;
  }
}

/** Waits for a condition, looking at it often. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const ENEMIES_NEAR: JsonObject = JSON.parse(
  String.raw`{"name": "enemies_near", "category": "scene", "description": "Enemies (tag enemy) within a radius of a point, with their hp. Example: {\"radius\": 8, \"center\": [0, 0, 0]}", "input_schema": {"type": "object", "properties": {"radius": {"type": "number", "default": 10}, "center": {"type": "array", "items": {"type": "number"}}}}, "wander": "fn run(args)\n  let c = (0, 0, 0)\n  if args.center then c = args.center end\n  let out = []\n  for e in find_all(\"enemy\")\n    if distance(e, c) <= args.radius then out.push({id: e.id, name: e.name, hp: e.hp}) end\n  end\n  return {count: out.length, enemies: out}\nend", "tests": [{"name": "finds one", "setup": [{"tool": "entity_create", "args": {"name": "G", "tags": ["enemy"], "vars": {"hp": 2}}}], "args": {"radius": 5}, "expect": {"result": {"count": {"$gte": 1}}}}]}`,
) as JsonObject;

export const TAG_BY_TAG: JsonObject = JSON.parse(
  String.raw`{"name": "tag_by_tag", "description": "Adds a tag to every entity that has another tag, as one undo step. Example: {\"from\": \"enemy\", \"add\": \"hostile\"}", "input_schema": {"type": "object", "properties": {"from": {"type": "string"}, "add": {"type": "string"}}, "required": ["from", "add"]}, "capabilities": {"mutate": true}, "steps": [{"id": "found", "tool": "scene_query", "args": {"tag": "{{args.from}}"}}, {"tool": "entity_update", "for_each": "{{steps.found.matches}}", "as": "m", "args": {"entity": "{{m.id}}", "tags": ["{{args.from}}", "{{args.add}}"]}}], "result": {"tagged": "{{steps.found.matches.length}}"}}`,
) as JsonObject;
