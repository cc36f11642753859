/** Entities that a dry run would change, for the scene view to point out while its result is on screen. */
import { create } from 'zustand';
import type { PropertyChange, Vec3 } from '../../src-preload/contract';

export interface Highlight {
  /** Existing entities that would change or go. */
  readonly changed: readonly number[];
  readonly deleted: readonly number[];
  /** Where new entities would stand. */
  readonly created: readonly { readonly name: string; readonly position: Vec3 }[];
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
  const created: { name: string; position: Vec3 }[] = [];
  const moved = new Map<number, Vec3>();
  for (const change of changes) {
    if (change.property === 'created')
      created.push({ name: change.name, position: positionIn(change.after) ?? [0, 0, 0] });
    else if (change.property === 'deleted') deleted.add(change.entity);
    else {
      changed.add(change.entity);
      const position = change.property === 'position' ? vectorOf(change.after) : undefined;
      if (position !== undefined) moved.set(change.entity, position);
    }
  }
  return { changed: [...changed], deleted: [...deleted], created, moved };
}

function positionIn(value: unknown): Vec3 | undefined {
  return typeof value === 'object' && value !== null && 'position' in value
    ? vectorOf(value.position)
    : undefined;
}

function vectorOf(value: unknown): Vec3 | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [x, y, z] = value as unknown[];
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : undefined;
}
