import type { DockEdge } from '../../state/docks';

/** Part of the width or height, at each edge, that splits a group rather than joins it. */
const EDGE = 0.24;

/** Where a panel would go that is dropped at a point of a group, each coordinate from 0 to 1; undefined is into the group. */
export function dropEdge(x: number, y: number): DockEdge | undefined {
  const distances: readonly (readonly [DockEdge, number])[] = [
    ['left', x],
    ['right', 1 - x],
    ['top', y],
    ['bottom', 1 - y],
  ];
  const [nearest] = [...distances].sort((a, b) => a[1] - b[1]);
  return nearest !== undefined && nearest[1] < EDGE ? nearest[0] : undefined;
}
