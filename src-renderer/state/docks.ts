/**
 * Where the panels are: four docks, each a tree of groups, each group a row of tabs of which one is shown. Pure: every change
 * gives a new value. A panel is in one group at most.
 */

export const DOCKS = ['side', 'main', 'bottom', 'inspector'] as const;
export type DockName = (typeof DOCKS)[number];

export interface DockGroup {
  readonly kind: 'group';
  /** That of its dock for the first one; `g1`, `g2` … for those that were split off. */
  readonly id: string;
  /** In the order of their tabs. */
  readonly panels: readonly string[];
  /** The panel that is shown; null where there is none. */
  readonly active: string | null;
}

export interface DockSplit {
  readonly kind: 'split';
  readonly direction: 'horizontal' | 'vertical';
  /** Two or more. */
  readonly parts: readonly DockNode[];
}

export type DockNode = DockGroup | DockSplit;

/** A dock without panels is null; the main one stays, with its group `main`. */
export type Docks = Readonly<Record<DockName, DockNode | null>>;

export type DockEdge = 'left' | 'right' | 'top' | 'bottom';

/** Where a panel goes: into a group of a dock (its first one unless said otherwise), or beside it. */
export interface DockTarget {
  readonly dock: DockName;
  readonly group?: string;
  readonly edge?: DockEdge;
  /** Place among the group's tabs; the end unless said otherwise. */
  readonly index?: number;
}

export interface DockPlace {
  readonly dock: DockName;
  readonly group: DockGroup;
}

/** The groups of a dock, in the order in which they are drawn. */
export function groupsOf(node: DockNode | null): readonly DockGroup[] {
  if (node === null) return [];
  return node.kind === 'group' ? [node] : node.parts.flatMap(groupsOf);
}

/** Every group, with its dock. */
export function placesOf(docks: Docks): readonly DockPlace[] {
  return DOCKS.flatMap((dock) => groupsOf(docks[dock]).map((group) => ({ dock, group })));
}

/** The group with an id. */
export function placeOfGroup(docks: Docks, id: string | null): DockPlace | undefined {
  return placesOf(docks).find(({ group }) => group.id === id);
}

/** The group that holds a panel. */
export function placeOf(docks: Docks, panel: string): DockPlace | undefined {
  return placesOf(docks).find(({ group }) => group.panels.includes(panel));
}

/** Brings a panel to the front of its group. */
export function activated(docks: Docks, panel: string): Docks {
  const place = placeOf(docks, panel);
  if (place === undefined || place.group.active === panel) return docks;
  return changed(docks, place.dock, place.group.id, (group) => ({ ...group, active: panel }));
}

/** Takes a panel away. Groups that it leaves empty go too. */
export function without(docks: Docks, panel: string): Docks {
  const place = placeOf(docks, panel);
  if (place === undefined) return docks;
  return changed(docks, place.dock, place.group.id, (group) => {
    const index = group.panels.indexOf(panel);
    const panels = group.panels.filter((one) => one !== panel);
    if (panels.length === 0) return group.id === 'main' ? { ...group, panels, active: null } : null;
    const neighbour = panels[Math.min(index, panels.length - 1)] ?? null;
    return { ...group, panels, active: group.active === panel ? neighbour : group.active };
  });
}

/** Puts a panel somewhere, from wherever it was, and shows it there. A target that is gone is the first group of its dock. */
export function moved(docks: Docks, panel: string, target: DockTarget): Docks {
  const from = placeOf(docks, panel);
  const alone = from?.group.panels.length === 1 && from.group.id === target.group;
  // Beside itself, it would stay where it is.
  if (alone) return docks;
  const left = without(docks, panel);
  const { dock, edge, index } = target;
  const groups = groupsOf(left[dock]);
  const goal = groups.find((group) => group.id === target.group) ?? groups[0];
  if (goal === undefined) {
    const group: DockGroup = { kind: 'group', id: freeId(left, dock), panels: [panel], active: panel };
    return { ...left, [dock]: group };
  }
  return changed(left, dock, goal.id, (group) => {
    if (edge === undefined) {
      const panels = [...group.panels];
      panels.splice(index ?? panels.length, 0, panel);
      return { ...group, panels, active: panel };
    }
    const added: DockGroup = { kind: 'group', id: freeId(left), panels: [panel], active: panel };
    return {
      kind: 'split',
      direction: edge === 'left' || edge === 'right' ? 'horizontal' : 'vertical',
      parts: edge === 'left' || edge === 'top' ? [added, group] : [group, added],
    };
  });
}

/** Changes one group of a dock, or takes it away with null. */
function changed(
  docks: Docks,
  dock: DockName,
  id: string,
  change: (group: DockGroup) => DockNode | null,
): Docks {
  const walk = (node: DockNode): DockNode | null => {
    if (node.kind === 'group') return node.id === id ? change(node) : node;
    return joined(node.direction, node.parts.map(walk));
  };
  const node = docks[dock];
  return node === null ? docks : { ...docks, [dock]: walk(node) };
}

/** A split of what is there: parts in the same direction become its own, and one alone needs none. */
export function joined(
  direction: DockSplit['direction'],
  parts: readonly (DockNode | null)[],
): DockNode | null {
  const flat = parts.flatMap((part): readonly DockNode[] => {
    if (part === null) return [];
    return part.kind === 'split' && part.direction === direction ? part.parts : [part];
  });
  const [first, ...others] = flat;
  if (first === undefined) return null;
  return others.length === 0 ? first : { kind: 'split', direction, parts: flat };
}

/** The wanted id, unless a group has it; else the first number that is free. */
function freeId(docks: Docks, wanted?: string): string {
  const used = new Set(placesOf(docks).map(({ group }) => group.id));
  if (wanted !== undefined && !used.has(wanted)) return wanted;
  let number = 1;
  while (used.has(`g${number}`)) number += 1;
  return `g${number}`;
}
