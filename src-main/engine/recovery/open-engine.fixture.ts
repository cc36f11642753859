/** A real engine on a real folder, for the tests of recovery. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../engine';
import type { ToolError } from '../errors';
import type { EngineEvent } from '../events/event';
import type { JsonObject } from '../json';
import { isTemporaryName } from '../project/files';
import { Project } from '../project/project';
import { newSceneData } from '../scene/default-scene';
import { formatScene } from '../scene/scene-file';
import type { Caller } from '../tools/definition';
import type { AutosaveTiming } from './autosave';

export const FILE = 'scenes/main.sky.json';

const USER: Caller = { actor: 'user', kind: 'human' };

/** Writes nothing by itself within a test: `flush` does. */
export const NEVER: AutosaveTiming = { quiet: 1e9, every: 1e9 };
export const AT_ONCE: AutosaveTiming = { quiet: 1, every: 1 };

/** A new project whose main scene has no entities. */
export async function newProject(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sky-recovery-')));
  const mainScene = formatScene(newSceneData({ name: 'Main', seed: 1, empty: true }));
  const made = await Project.create(folder, { name: 'Harbour', mainScene });
  if (!made.ok) throw new Error(made.error.message);
  return folder;
}

export class OpenEngine {
  private constructor(
    readonly engine: Engine,
    readonly folder: string,
  ) {}

  static async open(folder: string, autosave: AutosaveTiming = NEVER): Promise<OpenEngine> {
    const opened = await Engine.open({ folder, userFolder: join(folder, '..', 'sky-home'), autosave });
    if (!opened.ok) throw new Error(opened.error.message);
    return new OpenEngine(opened.value, folder);
  }

  get scene(): Engine['scene'] {
    return this.engine.scene;
  }

  get names(): readonly string[] {
    return this.scene.ids().map((id) => this.scene.get(id)?.name ?? '');
  }

  async ok(tool: string, args: JsonObject = {}): Promise<JsonObject> {
    const result = await this.engine.call({ tool, args, caller: USER });
    if (!result.ok) throw new Error(`${tool}: ${result.error.code} ${result.error.message}`);
    return result.structured ?? {};
  }

  async error(tool: string, args: JsonObject = {}): Promise<ToolError> {
    const result = await this.engine.call({ tool, args, caller: USER });
    if (result.ok) throw new Error(`${tool} went well: ${result.text}`);
    return result.error;
  }

  create(name: string): Promise<JsonObject> {
    return this.ok('entity_create', { name });
  }

  status(): Promise<JsonObject> {
    return this.ok('scene_recover', { action: 'status' });
  }

  /** Events of the type `scene` of a kind, of this run and those before. */
  sceneEvents(kind?: string): readonly EngineEvent[] {
    const { events } = this.engine.events.read({ since: 0, limit: 1000, types: ['scene'] });
    return kind === undefined ? events : events.filter((event) => event.kind === kind);
  }

  /** Resolves with the next `scene` event of a kind after those that there were at `since`. */
  async nextSceneEvent(kind: string, since = this.engine.events.last): Promise<EngineEvent> {
    for (let cursor = since; ;) {
      const page = await this.engine.events.wait({ since: cursor, types: ['scene'], waitMs: 15_000 });
      const found = page.events.find((event) => event.kind === kind);
      if (found) return found;
      if (page.events.length === 0) throw new Error(`waited in vain for scene.${kind}`);
      cursor = page.next;
    }
  }

  close(options?: { discardUnsaved: boolean }): Promise<void> {
    return this.engine.close(options);
  }
}

export function autosaveFolder(folder: string): string {
  return join(folder, '.skywalker', 'autosave');
}

export function autosaves(folder: string): readonly string[] {
  const path = autosaveFolder(folder);
  const names = existsSync(path) ? readdirSync(path) : [];
  return names.filter((name) => !isTemporaryName(name)).sort();
}

export function readFile(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** What something else writes into the scene's file: a scene with these entities. */
export function writeTheirs(folder: string, names: readonly string[], path = FILE): void {
  const lines = names.map((name, index) => `    ${JSON.stringify({ id: index + 1, name })}`);
  const head = '{\n  "format": "skywalker.scene/1",\n  "name": "Main",';
  writeFileSync(join(folder, path), `${head}\n  "entities": [\n${lines.join(',\n')}\n  ]\n}\n`);
}

/** Waits for a condition of the disk. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
