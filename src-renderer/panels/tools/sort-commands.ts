/** Sorting the table of tools from the palette, as a click on a column's head does it. */
import type { SortingState } from '@tanstack/react-table';
import type { Command } from '../../state/commands';
import { COLUMN_TITLES, DESCENDING_FIRST } from './tool-columns';
import { useToolsView } from './tools-view';

/** By the column, then the other way round, then in the order that the table has by itself. */
export function nextSorting(sorting: SortingState, column: string): SortingState {
  const first = DESCENDING_FIRST.has(column);
  const now = sorting.find(({ id }) => id === column);
  if (now === undefined) return [{ id: column, desc: first }];
  return now.desc === first ? [{ id: column, desc: !first }] : [];
}

export function sortCommands(when: () => boolean): readonly Command[] {
  return Object.entries(COLUMN_TITLES).map(([id, title]) => ({
    id: `tools.sort-${id}`,
    title: `Sort Tools by ${title}`,
    category: 'Tools',
    when: () => when() && !(id === 'status' && useToolsView.getState().grouped),
    run: () => {
      const { sorting, setSorting } = useToolsView.getState();
      setSorting(nextSorting(sorting, id));
    },
  }));
}
