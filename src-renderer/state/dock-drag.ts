/** The panel that is being dragged, for the places that can take it. */
import type { DragEvent } from 'react';
import { create } from 'zustand';
import type { PanelId } from './panels';

const TYPE = 'application/x-skywalker-panel';

export const useDockDrag = create<{ readonly panel: PanelId | null }>(() => ({ panel: null }));

/** What makes an element the handle of a panel. */
export function dragHandle(panel: PanelId): {
  readonly draggable: true;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
} {
  return {
    draggable: true,
    onDragStart: (event) => {
      event.dataTransfer.setData(TYPE, panel);
      event.dataTransfer.effectAllowed = 'move';
      // A drag whose page changes while it begins is given up by the browser.
      requestAnimationFrame(() => useDockDrag.setState({ panel }));
    },
    onDragEnd: () => useDockDrag.setState({ panel: null }),
  };
}
