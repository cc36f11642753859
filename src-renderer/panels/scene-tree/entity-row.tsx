import { ChevronDown, ChevronRight } from 'lucide-react';
import {
  memo,
  type CSSProperties,
  type DragEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { runCommand } from '../../state/commands';
import { visibleText } from '../../ui/visible-text';
import { entityIcon } from './entity-icon';
import styles from './scene-tree.module.css';
import type { TreeRow } from './tree-rows';

const DEEPEST_INDENT = 16;
const FLASH_MS = 1200;

export interface RowActions {
  readonly onClick: (event: MouseEvent, row: TreeRow) => void;
  /** Opens or closes what is below it. */
  readonly onTwist: (row: TreeRow) => void;
  readonly onContextMenu: (row: TreeRow) => void;
  readonly onDragStart: (event: DragEvent, row: TreeRow) => void;
  readonly onDragOver: (event: DragEvent, id: number) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent, id: number) => void;
}

export interface EntityRowProps {
  readonly row: TreeRow;
  readonly index: number;
  readonly top: number;
  readonly selected: boolean;
  /** The one row that Tab reaches. */
  readonly tabbable: boolean;
  /** Something is dragged over it. */
  readonly dropping: boolean;
  /** When an agent changed it last, on the page's clock. */
  readonly flashed: number | undefined;
  /** What it does now; the object stays the same, so that rows that only move are not drawn anew. */
  readonly actions: RefObject<RowActions>;
}

/** One line of the scene tree. */
export const EntityRow = memo(function EntityRow({
  row,
  index,
  top,
  selected,
  tabbable,
  dropping,
  flashed,
  actions,
}: EntityRowProps): ReactNode {
  const { entity } = row;
  const Icon = entityIcon(entity);
  const Twist = row.open ? ChevronDown : ChevronRight;
  const name = visibleText(entity.name);
  return (
    <div
      role="treeitem"
      className={styles.row}
      style={
        {
          transform: `translateY(${top}px)`,
          '--depth': Math.min(row.depth, DEEPEST_INDENT),
        } as CSSProperties
      }
      data-index={index}
      data-off={!entity.enabled || undefined}
      data-fits={row.fits}
      data-drop={dropping || undefined}
      aria-level={row.depth + 1}
      aria-expanded={row.children > 0 ? row.open : undefined}
      aria-selected={selected}
      tabIndex={tabbable ? 0 : -1}
      draggable
      onClick={(event) => actions.current.onClick(event, row)}
      onDoubleClick={() => runCommand('scene.focus')}
      onContextMenu={() => actions.current.onContextMenu(row)}
      onDragStart={(event) => actions.current.onDragStart(event, row)}
      onDragOver={(event) => actions.current.onDragOver(event, entity.id)}
      onDragLeave={() => actions.current.onDragLeave()}
      onDrop={(event) => actions.current.onDrop(event, entity.id)}
    >
      {flashed !== undefined && performance.now() - flashed < FLASH_MS && (
        // An element of its own begins anew with each change; the row, which may have the focus, stays.
        <span key={flashed} className={styles.flash} aria-hidden />
      )}
      <span
        className={styles.twist}
        onClick={(event) => {
          event.stopPropagation();
          if (row.children > 0) actions.current.onTwist(row);
        }}
      >
        {row.children > 0 && <Twist size={14} strokeWidth={2} aria-hidden />}
      </span>
      <Icon className={styles.icon} size={14} strokeWidth={1.75} aria-hidden />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.id}>#{entity.id}</span>
    </div>
  );
});
