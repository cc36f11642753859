/** Entities that a dry run would change, for the scene view to point out while its result is on screen. */
import { create } from 'zustand';
import type { PropertyChange, Vec3 } from '../../src-preload/contract';
import { isObject } from './read-json';

/** An entity that would be new, in the space of its parent, which may be new too. */
export interface NewEntity {
  readonly id: number;
  readonly parent: number | null;
  readonly position: Vec3;
  /** Degrees. */
  readonly rotation: Vec3;
  readonly scale: Vec3;
}

export interface Highlight {
  /** Existing entities that would change or go. */
  readonly changed: readonly number[];
  readonly deleted: readonly number[];
  readonly created: readonly NewEntity[];
  /** Where changed entities would stand, by id. */
  readonly moved: ReadonlyMap<number, Vec3>;
}

interface HighlightState {
  readonly highlight: Highlight | null;
  readonly show: (changes: readonly PropertyChange[]) => void;
  readonly clear: () => void;
}

export const useHighlight = create<HighlightState>((set) => ({
  highlight: null,
  show: (changes) => set({ highlight: highlightOf(changes) }),
  clear: () => set({ highlight: null }),
}));

/** What a list of changes touches, sorted out for drawing. */
export function highlightOf(changes: readonly PropertyChange[]): Highlight {
  const changed = new Set<number>();
  const deleted = new Set<number>();
  const created: NewEntity[] = [];
  const moved = new Map<number, Vec3>();
  for (const change of changes) {
    if (change.property === 'created') created.push(newEntity(change.entity, change.after));
    else if (change.property === 'deleted') deleted.add(change.entity);
    else {
      changed.add(change.entity);
      const position = change.property === 'position' ? vectorOf(change.after) : undefined;
      if (position !== undefined) moved.set(change.entity, position);
    }
  }
  return { changed: [...changed], deleted: [...deleted], created, moved };
}

/** What is as for any new entity stands in no change. */
function newEntity(id: number, value: unknown): NewEntity {
  const after = isObject(value) ? value : {};
  const parent = after['parent'];
  return {
    id,
    parent: typeof parent === 'number' ? parent : null,
    position: vectorOf(after['position']) ?? [0, 0, 0],
    rotation: vectorOf(after['rotation']) ?? [0, 0, 0],
    scale: vectorOf(after['scale']) ?? [1, 1, 1],
  };
}

function vectorOf(value: unknown): Vec3 | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [x, y, z] = value as unknown[];
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : undefined;
}
