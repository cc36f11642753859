/** The visible rows of the scene tree. */
import type { Entity } from '../../../src-preload/contract';
import type { SceneIndex } from '../../state/scene-index';

export interface TreeRow {
  readonly entity: Entity;
  readonly depth: number;
  readonly children: number;
  readonly open: boolean;
  /** Fits the search itself; others are shown because something below does. */
  readonly fits: boolean;
}

/** Rows in order, without recursion. With a search, what fits and the way to it. */
export function treeRows(scene: SceneIndex, open: ReadonlySet<number>, search: string): readonly TreeRow[] {
  const test = searchTest(search);
  const shown = test === undefined ? undefined : fitting(scene, test);
  const rows: TreeRow[] = [];
  const stack: { id: number; depth: number }[] = [];
  const push = (parent: number | null, depth: number): void => {
    const children = scene.childrenOf(parent);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const id = children[index];
      if (id !== undefined && (shown === undefined || shown.has(id))) stack.push({ id, depth });
    }
  };
  push(null, 0);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const entity = scene.get(next.id);
    if (entity === undefined) continue;
    const children = scene.childrenOf(next.id).length;
    const isOpen = children > 0 && (shown === undefined ? open.has(next.id) : shown.get(next.id) !== 'self');
    const fits = test === undefined || test(entity);
    rows.push({ entity, depth: next.depth, children, open: isOpen, fits });
    if (isOpen) push(next.id, next.depth + 1);
  }
  return rows;
}

/** Entities to show for a search: those that fit (`self`) and those above them (`above`). */
function fitting(
  scene: SceneIndex,
  test: (entity: Entity) => boolean,
): ReadonlyMap<number, 'self' | 'above'> {
  const shown = new Map<number, 'self' | 'above'>();
  for (const entity of scene.values()) {
    if (!test(entity)) continue;
    if (!shown.has(entity.id)) shown.set(entity.id, 'self');
    for (let up = entity.parent; up !== null && shown.get(up) !== 'above'; up = scene.get(up)?.parent ?? null)
      shown.set(up, 'above');
  }
  return shown;
}

/** `#12` finds an id, `tag:enemy` a tag, `has:light` a component; words look at the name. All must fit. */
export function searchTest(search: string): ((entity: Entity) => boolean) | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const tests = words.map((word): ((entity: Entity) => boolean) => {
    if (/^#\d+$/.test(word)) return (entity) => entity.id === Number(word.slice(1));
    if (word.startsWith('tag:'))
      return (entity) => entity.tags.some((tag) => tag.toLowerCase().includes(word.slice(4)));
    if (word.startsWith('has:'))
      return (entity) =>
        Object.keys(entity.components).some((type) => type.toLowerCase().includes(word.slice(4)));
    return (entity) => entity.name.toLowerCase().includes(word);
  });
  return (entity) => tests.every((test) => test(entity));
}
