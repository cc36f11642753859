import { Command } from 'cmdk';
import { Box, FileText, Wrench } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { Entity, ToolSummary } from '../../src-preload/contract';
import { useApp } from '../state/app-store';
import { runCommand } from '../state/commands';
import { useEditors, type EditorPosition } from '../state/editor-store';
import { useLayout } from '../state/layout-store';
import { useScene } from '../state/scene-store';
import { useSelection } from '../state/selection-store';
import { useTools } from '../state/tools-store';
import { toolStatusLabel } from '../ui/tool-status';
import { visibleText } from '../ui/visible-text';
import { goGroups, splitPosition, type GoItem } from './go-groups';
import styles from './palette.module.css';
import { readRecent, rememberRecent } from './recent';

interface GoItemsProps {
  readonly typed: string;
  /** Of the project; undefined until they are read. */
  readonly files: readonly string[] | undefined;
  readonly close: () => void;
}

const NO_FILES: readonly string[] = [];

/** Quick open: tools, entities and files that fit, and before anything is typed what was opened last. */
export function GoItems({ typed, files = NO_FILES, close }: GoItemsProps): ReactNode {
  const tools = useTools((state) => state.tools);
  const entities = useScene((state) => state.entities);
  const recentKey = `go:${useApp((state) => state.info?.project?.folder) ?? ''}`;
  const groups = useMemo(
    () => goGroups({ tools, entities, files }, splitPosition(typed).words, readRecent(recentKey)),
    [tools, entities, files, typed, recentKey],
  );
  return groups.map(({ heading, items }) => (
    <Command.Group key={heading} heading={heading}>
      {items.map((item) => (
        <Command.Item
          key={item.key}
          value={item.key}
          onSelect={() => {
            close();
            rememberRecent(recentKey, item.key);
            go(item, splitPosition(typed).position);
          }}
        >
          <ItemBody item={item} />
        </Command.Item>
      ))}
    </Command.Group>
  ));
}

function ItemBody({ item }: { readonly item: GoItem<ToolSummary, Entity> }): ReactNode {
  const [Icon, title, note] = partsOf(item);
  return (
    <>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span className={styles.title}>{visibleText(title)}</span>
      <span className={styles.note}>{visibleText(note)}</span>
    </>
  );
}

function partsOf(item: GoItem<ToolSummary, Entity>) {
  if (item.kind === 'tool') {
    const { name, status, title, description } = item.tool;
    return [Wrench, name, `${toolStatusLabel(status)} · ${title ?? description}`] as const;
  }
  if (item.kind === 'entity')
    return [Box, item.entity.name, `#${item.entity.id} ${item.entity.tags.join(' ')}`] as const;
  const at = item.path.lastIndexOf('/');
  return [FileText, item.path.slice(at + 1), item.path.slice(0, Math.max(0, at))] as const;
}

function go(item: GoItem<ToolSummary, Entity>, position: EditorPosition | undefined): void {
  const { open, openPair } = useEditors.getState();
  if (item.kind === 'entity') return showEntity(item.entity.id);
  if (item.kind === 'file') return open(item.path, position);
  openPair(item.tool.name);
  // A pair that is opened takes the focus by itself; one that was there already does not.
  focusShown('[data-editor] :is(textarea, .native-edit-context)', (texts) => texts.at(-1));
}

function showEntity(id: number): void {
  useLayout.getState().show('scene');
  useSelection.getState().select([id]);
  requestAnimationFrame(() => runCommand('scene.focus'));
  focusShown('[role=treeitem][aria-selected=true]', ([row]) => row);
}

/** Moves the focus to one of the elements that are on screen once what was chosen is drawn. */
function focusShown(
  selector: string,
  choose: (found: readonly HTMLElement[]) => HTMLElement | undefined,
): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const found = [...document.querySelectorAll<HTMLElement>(selector)];
      choose(found.filter((element) => element.checkVisibility()))?.focus();
    }),
  );
}
