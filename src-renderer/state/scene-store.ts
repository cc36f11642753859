/**
 * The open scene as the window last read it. Entity events say what changed; only that is read again. The index is changed
 * in place: follow `version`.
 */
import { create } from 'zustand';
import type { EngineEvent, Environment, ToolError } from '../../src-preload/contract';
import { readTool } from './bridge';
import { ENTITY_FIELDS, entityOf } from './read-entity';
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

const PAGE = 1000;
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
        await readAll();
      } else {
        const ids = [...pendingIds];
        pendingIds = new Set();
        await Promise.all(ids.map(readOne));
      }
      pendingInfo = false;
      await readInfo();
      publish();
    }
    working = undefined;
  })();
  return working;
}

async function readAll(): Promise<void> {
  const seen = new Set<number>();
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const result = await readTool('scene_query', { limit: PAGE, offset, fields: ENTITY_FIELDS });
    if (!result.ok) {
      useScene.setState({ status: 'failed', error: result.error, progress: null });
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
    if (total > 4 * PAGE) useScene.setState({ progress: { read: seen.size, total } });
  }
  for (const id of [...entities.ids()]) if (!seen.has(id) && !pendingIds.has(id)) entities.delete(id);
  useScene.setState({ status: 'ready', error: null, progress: null });
}

async function readOne(id: number): Promise<void> {
  const result = await readTool('entity_get', { entity: id });
  const entity = result.ok ? entityOf(result.structured) : undefined;
  if (entity !== undefined) entities.set(entity);
  else if (!result.ok && result.error.code === 'not_found') entities.delete(id);
}

async function readInfo(): Promise<void> {
  const result = await readTool('scene_overview', { max_entities: 1 });
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
