import { useVirtualizer } from '@tanstack/react-virtual';
import { Box, Plus } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { runCommand } from '../../state/commands';
import { reloadScene, useScene } from '../../state/scene-store';
import { useSelection } from '../../state/selection-store';
import { Button, IconButton } from '../../ui/button';
import { SearchInput } from '../../ui/field';
import { ContextMenu, Menu } from '../../ui/menu';
import { Grow, PanelFrame } from '../../ui/panel';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/state-view';
import { EntityRow, type RowActions } from './entity-row';
import { deleteEntities, reparent } from './scene-actions';
import styles from './scene-tree.module.css';
import { isTypeAhead, rangeOf, TypeAhead } from './tree-keys';
import { createEntries, entityEntries } from './tree-menus';
import { treeRows, type TreeRow } from './tree-rows';

const ROW_HEIGHT = 24;

/** All entities of the scene as a tree: search, select, re-parent, create, delete. */
export function SceneTreePanel(): ReactNode {
  const scene = useScene((state) => state.entities);
  const version = useScene((state) => state.version);
  const status = useScene((state) => state.status);
  const error = useScene((state) => state.error);
  const progress = useScene((state) => state.progress);
  const flashes = useScene((state) => state.flashes);
  const selected = useSelection((state) => state.ids);
  const select = useSelection((state) => state.select);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [search, setSearch] = useState('');
  const [cursor, setCursor] = useState<number | null>(null);
  /** Where a range of rows begins. */
  const [anchor, setAnchor] = useState<number | null>(null);
  const [typeAhead] = useState(() => new TypeAhead());
  const [drop, setDrop] = useState<number | null>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The scene changes in place: `version` says when.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const rows = useMemo(() => treeRows(scene, open, search), [scene, version, open, search]);
  // eslint-disable-next-line react-hooks/incompatible-library -- its results are used here only
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    // Rows have their keys below: a function here, new with each drawing, would have all of them asked for in every frame.
    overscan: 12,
  });

  // What is selected elsewhere is brought into view here.
  const primary = selected.at(-1);
  const [revealed, setRevealed] = useState<number | undefined>(undefined);
  if (primary !== revealed) {
    setRevealed(primary);
    if (primary !== undefined) {
      const closed = scene.ancestorsOf(primary).filter((id) => !open.has(id));
      if (closed.length > 0) setOpen(new Set([...open, ...closed]));
    }
  }
  useEffect(() => {
    const index = rows.findIndex(({ entity }) => entity.id === primary);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    // Only when another entity is selected: not whenever the scene changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [primary]);

  const setOpenness = (id: number, next: boolean): void =>
    setOpen((before) => {
      const after = new Set(before);
      if (next) after.add(id);
      else after.delete(id);
      return after;
    });
  const focusRow = (index: number, extend = false): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    const at = rows.indexOf(row);
    const { id } = row.entity;
    setCursor(id);
    if (extend) select(rangeOf(rows, anchor ?? primary ?? id, id));
    else {
      setAnchor(id);
      select([id]);
    }
    virtual.scrollToIndex(at);
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus());
  };
  const onClick = (event: MouseEvent, row: TreeRow): void => {
    const { id } = row.entity;
    setCursor(id);
    if (event.shiftKey && primary !== undefined) {
      select(rangeOf(rows, anchor ?? primary, id));
      return;
    }
    setAnchor(id);
    if (event.ctrlKey || event.metaKey)
      select(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
    else select([id]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex(({ entity }) => entity.id === (cursor ?? primary));
    const row = rows[at];
    const { key, shiftKey } = event;
    // When the key was pressed, not when the window came to it.
    const now = event.timeStamp;
    if (isTypeAhead(key, typeAhead.isUnderWay(now))) {
      event.preventDefault();
      event.stopPropagation();
      const found = typeAhead.next(key, rows, at, now);
      if (found !== undefined) focusRow(found);
      return;
    }
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(at + 1, shiftKey),
      j: () => focusRow(at + 1),
      ArrowUp: () => focusRow(at - 1, shiftKey),
      k: () => focusRow(at - 1),
      Home: () => focusRow(0, shiftKey),
      End: () => focusRow(rows.length - 1, shiftKey),
      ArrowRight: () =>
        row && (row.children > 0 && !row.open ? setOpenness(row.entity.id, true) : focusRow(at + 1)),
      ArrowLeft: () =>
        row &&
        (row.open && search === ''
          ? setOpenness(row.entity.id, false)
          : focusRow(rows.findIndex(({ entity }) => entity.id === row.entity.parent))),
      Enter: () => runCommand('scene.focus'),
      f: () => runCommand('scene.focus'),
      Delete: deleteSelected,
      '/': () => field.current?.focus(),
    };
    const move = moves[key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  const deleteSelected = (): void => {
    if (selected.length === 0) return;
    // Focus goes to the row above, which stays where it is.
    const gone = new Set(selected);
    const first = rows.findIndex(({ entity }) => gone.has(entity.id));
    const stays = (id: number): boolean =>
      !gone.has(id) && !scene.ancestorsOf(id).some((above) => gone.has(above));
    const index = rows.slice(0, Math.max(0, first)).findLastIndex(({ entity }) => stays(entity.id));
    const above = rows[index];
    if (above === undefined) field.current?.focus();
    else {
      setCursor(above.entity.id);
      scroll.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
    }
    void deleteEntities(selected);
  };
  const drag = {
    start: (event: DragEvent, row: TreeRow): void => {
      const ids = selected.includes(row.entity.id) ? selected : [row.entity.id];
      event.dataTransfer.setData('application/x-skywalker-entities', JSON.stringify(ids));
      event.dataTransfer.effectAllowed = 'move';
    },
    over: (event: DragEvent, id: number | null): void => {
      if (!event.dataTransfer.types.includes('application/x-skywalker-entities')) return;
      event.preventDefault();
      event.stopPropagation();
      setDrop(id);
    },
    end: (event: DragEvent, id: number | null): void => {
      event.preventDefault();
      event.stopPropagation();
      setDrop(null);
      const ids = readIds(event.dataTransfer.getData('application/x-skywalker-entities'));
      const moved = ids.filter((one) => one !== id && scene.get(one)?.parent !== id);
      if (moved.length > 0) void reparent(moved, id);
    },
  };

  const items = virtual.getVirtualItems();
  const tabbable = items.some(({ index }) => rows[index]?.entity.id === (cursor ?? primary))
    ? (cursor ?? primary)
    : rows[items[0]?.index ?? 0]?.entity.id;
  const chosen = useMemo(() => new Set(selected), [selected]);
  const latest: RowActions = {
    onClick,
    onTwist: (row) => setOpenness(row.entity.id, !row.open),
    onContextMenu: ({ entity }) => !selected.includes(entity.id) && select([entity.id]),
    onDragStart: drag.start,
    onDragOver: drag.over,
    onDragLeave: () => setDrop(null),
    onDrop: drag.end,
  };
  const actions = useRef(latest);
  useLayoutEffect(() => {
    actions.current = latest;
  });
  const tree = (
    <div
      ref={scroll}
      className={styles.scroll}
      role="tree"
      aria-label="Scene"
      aria-multiselectable
      onKeyDown={onKeyDown}
      onDragOver={(event) => drag.over(event, null)}
      onDrop={(event) => drag.end(event, null)}
    >
      <div className={styles.space} style={{ height: virtual.getTotalSize() }} role="presentation">
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const { id } = row.entity;
          return (
            <EntityRow
              key={id}
              row={row}
              index={item.index}
              top={item.start}
              selected={chosen.has(id)}
              tabbable={id === tabbable}
              dropping={drop === id}
              flashed={flashes.get(id)}
              actions={actions}
            />
          );
        })}
      </div>
    </div>
  );

  return (
    <PanelFrame
      scroll={false}
      toolbar={
        <>
          <Grow>
            <SearchInput
              label="Search entities"
              placeholder="Search entities"
              tip="Words look at the name; tag:enemy, has:light, #12"
              value={search}
              onChange={setSearch}
              inputRef={field}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
                event.preventDefault();
                focusRow(rows.findIndex((row) => row.fits));
              }}
            />
          </Grow>
          <Menu entries={createEntries()} align="end">
            <IconButton label="Create Entity" icon={Plus} />
          </Menu>
        </>
      }
    >
      {status === 'loading' ? (
        <SkeletonRows
          label={
            progress === null ? 'Loading the scene' : `Loading ${progress.read} of ${progress.total} entities`
          }
        />
      ) : status === 'failed' && error !== null ? (
        <ErrorState title="The scene could not be read" error={error} onRetry={() => void reloadScene()} />
      ) : rows.length === 0 ? (
        search === '' ? (
          <EmptyState
            icon={Box}
            title="The scene is empty"
            text="Entities that you or an agent create appear here."
          >
            <Menu entries={createEntries()}>
              <Button icon={Plus}>Create Entity</Button>
            </Menu>
          </EmptyState>
        ) : (
          <EmptyState compact title="No entity fits">
            <Button onClick={() => setSearch('')}>Clear Search</Button>
          </EmptyState>
        )
      ) : (
        <ContextMenu entries={entityEntries(selected)}>{tree}</ContextMenu>
      )}
    </PanelFrame>
  );
}

function readIds(text: string): readonly number[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];
  } catch {
    return [];
  }
}
