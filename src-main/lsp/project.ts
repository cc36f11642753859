/** What a project's folder says around its Wander files: tools and their arguments, component types, the scene's names, modules. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { USER_PREFIX } from '../engine/custom/names';
import { isJsonObject, type Json, type JsonObject } from '../engine/json';
import { resolveInside } from '../engine/project/paths';
import {
  DEFAULT_MAIN_SCENE,
  parseSettings,
  SETTINGS_FILE,
  type GameSettings,
} from '../engine/project/settings';
import { ComponentRegistry } from '../engine/scene/components';
import { parseJsonText } from '../engine/text/json-text';
import { walkFiles } from '../engine/tools/builtin/file-walk';
import type { ServiceFacts } from '../wander/service/document';
import engineTools from './engine-tools.json';
import { Remembered, type Files, type Reading } from './files';

const TOOLS_FOLDER = 'tools';
const DEFINITION = '.tool.json';
const WANDER = '.wander';
/** More are not listed. */
const MAX_FILES = 2000;
const MAX_NAMES = 2000;

/** What the checker of every file in the project is told. The same object for as long as it is true. */
export type ProjectFacts = Pick<ServiceFacts, 'toolNames' | 'componentTypes' | 'componentFields'>;

/** What a definition says about its code. */
export interface ToolFacts {
  readonly inputSchema?: Json;
  readonly mutate?: boolean;
}

interface SceneNames {
  readonly tags: readonly string[];
  readonly entityNames: readonly string[];
  readonly varNames: readonly string[];
}

export class LspProject {
  private readonly settings: Remembered<GameSettings | undefined>;
  private readonly shared: Remembered<ProjectFacts>;
  private readonly names: Remembered<SceneNames>;
  private readonly sources: Remembered<ReadonlyMap<string, string>>;
  private readonly tools = new Map<string, Remembered<ToolFacts | undefined>>();

  /** `root` is absolute. A folder that is no project is `loose`: only what lies directly in it belongs together. */
  constructor(
    readonly root: string,
    private readonly files: Files,
    private readonly loose: boolean,
  ) {
    this.settings = new Remembered(files, (reading) => this.readSettings(reading));
    this.shared = new Remembered(files, (reading) => this.readShared(reading));
    this.names = new Remembered(files, (reading) => this.readNames(reading));
    this.sources = new Remembered(files, (reading) => this.readSources(reading));
  }

  facts(): ProjectFacts {
    return this.shared.get();
  }

  /** Of the main scene, as it is on the disk. */
  sceneNames(): SceneNames {
    return this.names.get();
  }

  /** Project-relative paths of all Wander files. */
  wanderFiles(): readonly string[] {
    const found: string[] = [];
    for (const { path, kind } of walkFiles(this.root, '', { recursive: !this.loose })) {
      if (kind === 'file' && path.endsWith(WANDER)) found.push(path);
      if (found.length >= MAX_FILES) break;
    }
    return found;
  }

  /** Absolute path of a module; undefined where its path leads outside. */
  pathOf(file: string): string | undefined {
    const resolved = resolveInside(this.root, file);
    return resolved.ok ? resolved.value.absolute : undefined;
  }

  /**
   * Facts of the tool that a file is the code of: the same object for as long as they are true. `undefined` for a file that is no
   * tool's code. A definition that does not parse just now still says what it said.
   */
  toolOf(file: string): ToolFacts | undefined {
    const known = this.tools.get(file);
    if (known !== undefined) return known.get();
    const made = new Remembered<ToolFacts | undefined>(this.files, (reading, before) =>
      this.readTool(file, reading, before),
    );
    this.tools.set(file, made);
    return made.get();
  }

  private readTool(file: string, reading: Reading, before: ToolFacts | undefined): ToolFacts | undefined {
    const neighbour = join(this.root, file.slice(0, -WANDER.length) + DEFINITION);
    const text = reading.text(neighbour) ?? this.readBySource(file, reading);
    if (text === undefined) return file.startsWith(`${TOOLS_FOLDER}/`) ? UNDEFINED_TOOL : undefined;
    const definition = objectIn(text);
    if (definition === undefined) return before ?? UNDEFINED_TOOL;
    const capabilities = definition['capabilities'];
    return {
      inputSchema: definition['input_schema'] ?? NO_ARGUMENTS,
      mutate: isJsonObject(capabilities) && capabilities['mutate'] === true,
    };
  }

  /** The text of the definition whose `source` names the file. */
  private readBySource(file: string, reading: Reading): string | undefined {
    this.noteDefinitions(reading);
    const path = this.sources.get().get(file);
    return path === undefined ? undefined : reading.text(path);
  }

  private readSources(reading: Reading): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const path of this.noteDefinitions(reading)) {
      const source = objectIn(reading.text(path) ?? '')?.['source'];
      if (typeof source === 'string') found.set(source, path);
    }
    return found;
  }

  /** Absolute paths of the tools' definitions. */
  private noteDefinitions(reading: Reading): readonly string[] {
    const folder = join(this.root, TOOLS_FOLDER);
    reading.note(folder);
    const paths = definitionsIn(folder).map((name) => join(folder, name));
    for (const path of paths) reading.note(path);
    return paths;
  }

  private readSettings(reading: Reading): GameSettings | undefined {
    const text = reading.text(join(this.root, SETTINGS_FILE));
    const parsed = text === undefined ? undefined : parseSettings(text, { name: 'project', id: 'project' });
    return parsed?.ok === true ? parsed.value.settings : undefined;
  }

  private readShared(reading: Reading): ProjectFacts {
    reading.note(join(this.root, SETTINGS_FILE));
    const folder = join(this.root, TOOLS_FOLDER);
    reading.note(folder);
    const custom = definitionsIn(folder).map((name) => USER_PREFIX + name.slice(0, -DEFINITION.length));
    const registry = new ComponentRegistry();
    registry.defineAll(this.settings.get()?.components ?? {});
    const fields = registry
      .types()
      .map((type) => [type, Object.keys(registry.schema(type)?.properties ?? {})] as const);
    return {
      toolNames: [...new Set([...engineTools, ...custom])].sort(),
      componentTypes: registry.types(),
      componentFields: Object.fromEntries(fields),
    };
  }

  private readNames(reading: Reading): SceneNames {
    reading.note(join(this.root, SETTINGS_FILE));
    const path = this.pathOf(this.settings.get()?.main_scene ?? DEFAULT_MAIN_SCENE);
    const scene = path === undefined ? undefined : objectIn(reading.text(path) ?? '');
    const entities = scene?.['entities'];
    const [tags, names, own] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const entity of Array.isArray(entities) ? entities : []) {
      if (!isJsonObject(entity)) continue;
      const { name, tags: itsTags, vars } = entity;
      if (typeof name === 'string' && names.size < MAX_NAMES) names.add(name);
      for (const tag of Array.isArray(itsTags) ? itsTags : []) if (typeof tag === 'string') tags.add(tag);
      for (const key of isJsonObject(vars) ? Object.keys(vars) : []) own.add(key);
    }
    return { tags: [...tags].sort(), entityNames: [...names].sort(), varNames: [...own].sort() };
  }
}

const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {} };

/** Code in the tools' folder whose definition is not there yet. */
const UNDEFINED_TOOL: ToolFacts = {};

function definitionsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(DEFINITION) && !name.startsWith('.'));
  } catch {
    return [];
  }
}

function objectIn(text: string): JsonObject | undefined {
  const parsed = parseJsonText(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}
