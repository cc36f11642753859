import { useState, type DragEvent, type ReactNode } from 'react';
import { useDockDrag } from '../../state/dock-drag';
import type { DockEdge, DockName, DockTarget } from '../../state/docks';
import { focusPanel, movePanel } from './move-panel';
import styles from './dock.module.css';
import { dropEdge } from './drop-zone';

interface GroupDropsProps {
  readonly dock: DockName;
  readonly group: string;
}

/** Over a group while a panel is dragged: shows where it would go. For the pointer; keys have Move Panel to…. */
export function GroupDrops({ dock, group }: GroupDropsProps): ReactNode {
  const panel = useDockDrag((state) => state.panel);
  const [zone, setZone] = useState<DockEdge | 'inside' | null>(null);
  if (panel === null) return null;
  return (
    <div
      className={styles.drops}
      data-drops
      aria-hidden
      onDragOver={(event) => {
        event.preventDefault();
        const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
        setZone(dropEdge((event.clientX - left) / width, (event.clientY - top) / height) ?? 'inside');
      }}
      onDragLeave={() => setZone(null)}
      onDrop={(event) => {
        drop(event, { dock, group, edge: zone === 'inside' || zone === null ? undefined : zone });
        setZone(null);
      }}
    >
      {zone !== null && <div className={styles.zone} data-zone={zone} />}
    </div>
  );
}

/** At the edge of the window while a panel is dragged: a dock that is closed. */
export function ClosedDockDrop({ dock }: { readonly dock: Exclude<DockName, 'main'> }): ReactNode {
  const panel = useDockDrag((state) => state.panel);
  const [over, setOver] = useState(false);
  if (panel === null) return null;
  return (
    <div
      className={styles.closed}
      aria-hidden
      data-dock={dock}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        drop(event, { dock });
        setOver(false);
      }}
    />
  );
}

function drop(event: DragEvent, target: DockTarget): void {
  event.preventDefault();
  const { panel } = useDockDrag.getState();
  useDockDrag.setState({ panel: null });
  if (panel === null) return;
  movePanel(panel, target);
  focusPanel(panel);
}
