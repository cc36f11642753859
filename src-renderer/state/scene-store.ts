/**
 * The open scene as the window last read it. Entity events say what changed; only that is read again. The index is changed
 * in place: follow `version`.
 */
import { create } from 'zustand';
import type {
  EngineEvent,
  Environment,
  FirstAnswers,
  JsonObject,
  ToolError,
  ToolResult,
} from '../../src-preload/contract';
import { SCENE_INFO, SCENE_PAGE, scenePage } from '../../src-preload/first-calls';
import { readTool } from './bridge';
import { entityOf } from './read-entity';
import { arrayOf, booleanOf, numberOf, numbersOf, objectOf, stringOf } from './read-json';
import { SceneIndex } from './scene-index';

export interface SceneInfo {
  readonly name: string;
  /** Project-relative path of its file; null until it is saved. */
  readonly file: string | null;
  /** Has changes that were not saved. */
  readonly dirty: boolean;
  readonly environment: Environment;
}

interface SceneState {
  readonly entities: SceneIndex;
  readonly info: SceneInfo | null;
  readonly version: number;
  /** `loading` only before the first answer. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: ToolError | null;
  /** Entities read so far and in all, while a big scene is read. */
  readonly progress: { readonly read: number; readonly total: number } | null;
  /** Entities that others changed a moment ago, for a brief flash: id → `performance.now()`. */
  readonly flashes: ReadonlyMap<number, number>;
}

const entities = new SceneIndex();

export const useScene = create<SceneState>(() => ({
  entities,
  info: null,
  version: 0,
  status: 'loading',
  error: null,
  progress: null,
  flashes: new Map(),
}));

/** Kinds of `scene` events that change no entity, at most whether the scene is saved. */
const SAME_ENTITIES = new Set([
  'saved',
  'conflict',
  'conflict_over',
  'recovery_available',
  'recovery_discarded',
]);
/** More changed entities than this are read in pages with all others. */
const MOST_SINGLE = 200;

let pendingIds = new Set<number>();
let pendingAll = false;
let pendingInfo = false;
let working: Promise<void> | undefined;
/** What preload has asked for; good for one reading. */
let first: Partial<Pick<FirstAnswers, 'page' | 'scene'>> = {};

/** Reads the scene for the first time, from what was asked for already. */
export function startScene(answers: Pick<FirstAnswers, 'page' | 'scene'>): Promise<void> {
  first = answers;
  return reloadScene();
}

/** Reads the whole scene again. */
export function reloadScene(): Promise<void> {
  pendingAll = true;
  return work();
}

/** Takes note of events; reads what they say has changed. */
export function followScene(events: readonly EngineEvent[]): void {
  const flashes = new Map<number, number>();
  for (const event of events) {
    if (event.type === 'scene') {
      if (event.kind !== undefined && SAME_ENTITIES.has(event.kind)) pendingInfo = true;
      else pendingAll = true;
    } else if (event.type === 'entity') {
      const { data } = event;
      if (booleanOf(data['truncated']) || booleanOf(data['replaced'])) pendingAll = true;
      const deleted = numbersOf(data['deleted']);
      for (const id of deleted) {
        entities.delete(id);
        pendingIds.delete(id);
      }
      const touched = [...numbersOf(data['created']), ...numbersOf(data['changed'])];
      for (const id of touched) {
        pendingIds.add(id);
        if (event.actor !== 'user') flashes.set(id, performance.now());
      }
      pendingInfo = true;
      if (deleted.length > 0) publish();
    }
  }
  if (pendingAll || pendingInfo || pendingIds.size > 0) {
    if (flashes.size > 0) useScene.setState({ flashes });
    void work();
  }
}

/** One reading at a time; what is asked for meanwhile is read right after. */
function work(): Promise<void> {
  working ??= (async () => {
    while (pendingAll || pendingInfo || pendingIds.size > 0) {
      if (pendingAll || pendingIds.size > MOST_SINGLE) {
        pendingAll = false;
        pendingIds = new Set();
        pendingInfo = false;
        await Promise.all([readAll(), readInfo()]);
        first = {};
      } else {
        const ids = [...pendingIds];
        pendingIds = new Set();
        await Promise.all(ids.map(readOne));
        pendingInfo = false;
        await readInfo();
        publish();
      }
    }
    working = undefined;
  })();
  return working;
}

async function readAll(): Promise<void> {
  const seen = new Set<number>();
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const result = await answerOr(offset === 0 ? first.page : undefined, 'scene_query', scenePage(offset));
    if (!result.ok) {
      useScene.setState({ status: 'failed', error: result.error, progress: null });
      publish();
      return;
    }
    const page = objectOf(result.structured);
    for (const match of arrayOf(page['matches'])) {
      const entity = entityOf(match);
      if (entity === undefined) continue;
      seen.add(entity.id);
      entities.set(entity);
    }
    const total = numberOf(page['total']) ?? seen.size;
    offset = numberOf(page['next_offset']);
    if (total > 4 * SCENE_PAGE) useScene.setState({ progress: { read: seen.size, total } });
  }
  for (const id of [...entities.ids()]) if (!seen.has(id) && !pendingIds.has(id)) entities.delete(id);
  useScene.setState(({ version }) => ({
    ...{ status: 'ready', error: null, progress: null },
    version: version + 1,
  }));
}

/** An answer that was asked for before, else what the tool says now. */
function answerOr(
  answer: Promise<ToolResult> | undefined,
  tool: string,
  args: JsonObject,
): Promise<ToolResult> {
  return answer?.catch(() => readTool(tool, args)) ?? readTool(tool, args);
}

async function readOne(id: number): Promise<void> {
  const result = await readTool('entity_get', { entity: id });
  const entity = result.ok ? entityOf(result.structured) : undefined;
  if (entity !== undefined) entities.set(entity);
  else if (!result.ok && result.error.code === 'not_found') entities.delete(id);
}

async function readInfo(): Promise<void> {
  const result = await answerOr(first.scene, 'scene_overview', SCENE_INFO);
  if (!result.ok) return;
  const data = objectOf(result.structured);
  useScene.setState({
    info: {
      name: stringOf(data['name']) ?? 'Scene',
      file: stringOf(data['file']) ?? null,
      dirty: booleanOf(data['dirty']) ?? false,
      environment: objectOf(data['environment']),
    },
  });
}

function publish(): void {
  useScene.setState((state) => ({ version: state.version + 1 }));
}
