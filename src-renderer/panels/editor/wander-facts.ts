/**
 * What the language service should know around a text: the tool's arguments and whether it may edit, tools, tags, entities and component types of
 * the project, and the modules that the text uses. Gathered here, sent to the service's worker.
 */
import type { editor } from 'monaco-editor/editor/editor.api.js';
import type { JsonObject } from '../../../src-preload/contract';
import { loadMonaco } from '../../monaco/load';
import type { SentFacts } from '../../monaco/wander-protocol';
import { readTool } from '../../state/bridge';
import { mayChangeFiles, onEvents } from '../../state/event-store';
import { arrayOf, isObject, objectOf, stringOf, stringsOf } from '../../state/read-json';
import { useEditors } from '../../state/editor-store';
import { useScene } from '../../state/scene-store';
import { useTools } from '../../state/tools-store';
import { modelOf, onDocumentChange, openDocument, openPaths } from './documents';
import { readDisk } from './read-disk';
import { pathsOfTool, toolOfPath } from './tool-paths';

type Shared = Pick<
  SentFacts,
  'toolNames' | 'componentTypes' | 'componentFields' | 'modulePaths' | 'tags' | 'entityNames' | 'varNames'
>;

/** What a definition says about its code. */
export interface DefinitionFacts {
  readonly inputSchema?: JsonObject;
  readonly mutate: boolean;
}

/** Undefined while the definition does not parse. */
export function definitionFacts(text: string): DefinitionFacts | undefined {
  let definition: unknown;
  try {
    definition = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(definition)) return undefined;
  const schema = definition['input_schema'];
  const inputSchema = isObject(schema) ? schema : { type: 'object', properties: {} };
  return { inputSchema, mutate: objectOf(definition['capabilities'])['mutate'] === true };
}

/** Entities beyond this are not offered by name. */
const MOST_NAMES = 2000;

let shared: Shared = {};
/** Texts of modules by path; null for those that are not there. */
const modules = new Map<string, string | null>();
/** The last facts of a definition that parsed, by its path: a definition that is being typed keeps what it said. */
const definitions = new Map<string, DefinitionFacts>();

/** Keeps the facts of all open Wander texts in step; call the result to stop. */
export function followWanderFacts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sceneTimer: ReturnType<typeof setTimeout> | undefined;
  const due = new Set<string>();
  const soon = (paths: readonly string[]): void => {
    for (const path of paths) due.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const now = [...due];
      due.clear();
      for (const path of now) void sendFacts(path);
    }, 100);
  };
  const all = (): void => soon(openPaths().filter((path) => path.endsWith('.wander')));
  void readShared().then(all);
  void loadMonaco().then(({ wander }) => {
    wander.project = {
      wants: (_document, wanted) => void readModules(wanted).then((isNew) => isNew && all()),
      texts: wanderTexts,
      load: async (paths) => void (await Promise.all(paths.map(openDocument))),
      edited: showBehind,
    };
  });
  const known = new WeakSet<editor.ITextModel>();
  let outsideTimer: ReturnType<typeof setTimeout> | undefined;
  const outside = (): void => {
    clearTimeout(outsideTimer);
    outsideTimer = setTimeout(() => void readOutside().then((changed) => changed && all()), 200);
  };
  window.addEventListener('focus', outside);
  const stops = [
    () => window.removeEventListener('focus', outside),
    onEvents((events) => {
      if (events.some(mayChangeFiles)) outside();
    }),
    onDocumentChange((path) => {
      const model = modelOf(path);
      if (path.endsWith('.tool.json')) soon(codeOf(path));
      else if (path.endsWith('.wander') && model && !known.has(model)) {
        known.add(model);
        soon([path]);
      }
      if (model && modules.has(path) && modules.get(path) !== model.getValue()) {
        modules.set(path, model.getValue());
        all();
      }
    }),
    useTools.subscribe((state, before) => {
      if (state.tools !== before.tools) void readShared().then(all);
    }),
    useScene.subscribe((state, before) => {
      if (state.version === before.version || openPaths().length === 0) return;
      clearTimeout(sceneTimer);
      sceneTimer = setTimeout(() => {
        shared = { ...shared, ...sceneFacts() };
        all();
      }, 1500);
    }),
  ];
  return () => {
    clearTimeout(timer);
    clearTimeout(sceneTimer);
    clearTimeout(outsideTimer);
    for (const stop of stops) stop();
  };
}

function codeOf(definition: string): readonly string[] {
  const tool = toolOfPath(definition, useTools.getState().tools);
  const code = tool ? pathsOfTool(tool.name, tool).code : definition.replace(/\.tool\.json$/, '.wander');
  return code === undefined ? [] : [code];
}

async function sendFacts(path: string): Promise<void> {
  const model = modelOf(path);
  if (!model) return;
  const tool = toolOfPath(path, useTools.getState().tools);
  const isTool = tool !== undefined || path.startsWith('tools/');
  const definition = isTool
    ? await readDefinition(
        tool ? pathsOfTool(tool.name, tool).definition : path.replace(/\.wander$/, '.tool.json'),
      )
    : undefined;
  const { wander, recheckWander } = await loadMonaco();
  if (model.isDisposed()) return;
  wander.setFacts(model.uri.toString(), {
    ...shared,
    mode: isTool ? 'tool' : 'script',
    file: path,
    ...(definition?.inputSchema === undefined ? {} : { inputSchema: definition.inputSchema }),
    ...(definition === undefined ? {} : { mutate: definition.mutate }),
    modules: Object.fromEntries(modules),
  });
  recheckWander(model);
}

async function readDefinition(path: string): Promise<DefinitionFacts | undefined> {
  const open = modelOf(path)?.getValue();
  const disk = open === undefined ? await readDisk(path) : undefined;
  const text = open ?? (disk && 'exists' in disk && disk.exists ? disk.text : undefined);
  const facts = text === undefined ? undefined : definitionFacts(text);
  if (facts) definitions.set(path, facts);
  return facts ?? definitions.get(path);
}

/** Looks again at the modules that are not open; whether one of them has changed. */
async function readOutside(): Promise<boolean> {
  shared = { ...shared, modulePaths: await wanderFiles() };
  return readModules([...modules.keys()].filter((path) => modelOf(path) === undefined));
}

/** Whether something new was found. */
async function readModules(paths: readonly string[]): Promise<boolean> {
  const changes = await Promise.all(
    paths.map(async (path) => {
      const text = await readText(path);
      if (modules.get(path) === text) return false;
      modules.set(path, text);
      return true;
    }),
  );
  return changes.some(Boolean);
}

/** As it stands in the editor, else on the disk; null where there is no such file. */
async function readText(path: string): Promise<string | null> {
  const open = modelOf(path)?.getValue();
  if (open !== undefined) return open;
  const disk = await readDisk(path);
  return 'exists' in disk && disk.exists ? disk.text : null;
}

/** All Wander files of the project. */
async function wanderTexts(): Promise<Record<string, string>> {
  shared = { ...shared, modulePaths: await wanderFiles() };
  const texts = await Promise.all(
    (shared.modulePaths ?? []).map(async (path): Promise<readonly (readonly [string, string])[]> => {
      const text = await readText(path);
      return text === null ? [] : [[path, text]];
    }),
  );
  return Object.fromEntries(texts.flat());
}

/** Gives files that are in no tab one of their own, behind the one in front. */
function showBehind(paths: readonly string[]): void {
  const { tabs, openBehind } = useEditors.getState();
  const { tools } = useTools.getState();
  const shown = new Set(
    tabs.flatMap((tab) => {
      if (tab.kind === 'file') return [tab.path];
      const { definition, code } = pathsOfTool(
        tab.tool,
        tools.find((tool) => tool.name === tab.tool),
      );
      return [definition, code];
    }),
  );
  for (const path of paths) if (!shown.has(path)) openBehind(path);
}

async function wanderFiles(): Promise<readonly string[]> {
  const files = await readTool('file_list', { pattern: '**/*.wander', limit: 1000 });
  if (!files.ok) return [];
  return arrayOf(files.structured?.['files']).flatMap((file) => stringOf(objectOf(file)['path']) ?? []);
}

async function readShared(): Promise<void> {
  const [help, components, modulePaths] = await Promise.all([
    readTool('help'),
    readTool('component_schema'),
    wanderFiles(),
  ]);
  const schemas = components.ok ? objectOf(components.structured?.['components']) : {};
  const custom = useTools.getState().tools.map((tool) => tool.name);
  shared = {
    ...sceneFacts(),
    toolNames: [...new Set([...(help.ok ? stringsOf(help.structured?.['tools']) : []), ...custom])].sort(),
    componentTypes: Object.keys(schemas),
    componentFields: Object.fromEntries(
      Object.entries(schemas).map(([type, schema]) => [
        type,
        Object.keys(objectOf(objectOf(schema)['properties'])),
      ]),
    ),
    modulePaths,
  };
}

function sceneFacts(): Pick<Shared, 'tags' | 'entityNames' | 'varNames'> {
  const { entities } = useScene.getState();
  const tags = new Set<string>();
  const names = new Set<string>();
  const vars = new Set<string>();
  for (const id of entities.ids()) {
    const entity = entities.get(id);
    if (!entity) continue;
    for (const tag of entity.tags) tags.add(tag);
    for (const key of Object.keys(entity.vars)) vars.add(key);
    if (names.size < MOST_NAMES) names.add(entity.name);
  }
  return { tags: [...tags].sort(), entityNames: [...names].sort(), varNames: [...vars].sort() };
}
