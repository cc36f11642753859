import { Maximize2, Minimize2, X } from 'lucide-react';
import { Tabs as RadixTabs } from 'radix-ui';
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { dragHandle, useDockDrag } from '../../state/dock-drag';
import { moved, placeOf, type DockGroup, type DockName } from '../../state/docks';
import { useEditors } from '../../state/editor-store';
import { useLayout } from '../../state/layout-store';
import { isEditorPanel, isPanel, tabOfPanel, type PanelId } from '../../state/panels';
import { useProblemCounts } from '../../state/problems-store';
import { IconButton } from '../../ui/button';
import { ContextMenu, type MenuEntry } from '../../ui/menu';
import tabs from './dock-strip.module.css';
import { movePanel, movesOf, panelTitle } from './move-panel';

interface DockStripProps {
  readonly dock: DockName;
  readonly group: DockGroup;
  readonly label: string;
}

/** The tabs of a group. Arrows move between them, Alt and arrows move one, the menu key says where it can go. */
export function DockStrip({ dock, group, label }: DockStripProps): ReactNode {
  const [menuOf, setMenuOf] = useState<PanelId | null>(null);
  const maximized = useLayout((state) => state.maximized === group.id);
  const maximize = useLayout((state) => state.maximize);
  const set = useLayout((state) => state.set);
  useEditors((state) => state.tabs);
  useEditors((state) => state.dirty);
  const first = group.id === dock;
  const onDrop = (event: DragEvent): void => {
    const { panel } = useDockDrag.getState();
    if (panel === null) return;
    event.preventDefault();
    useDockDrag.setState({ panel: null });
    movePanel(panel, { dock, group: group.id, index: indexAt(event, panel) });
  };
  return (
    <ContextMenu entries={menuOf === null ? [] : panelMenu(menuOf)}>
      <div
        className={tabs.list}
        onContextMenuCapture={(event) => setMenuOf(panelAt(event.target) ?? activePanel(group))}
        onDoubleClick={() => maximize(maximized ? null : group.id)}
        onDragOver={(event) => useDockDrag.getState().panel !== null && event.preventDefault()}
        onDrop={onDrop}
      >
        <RadixTabs.List aria-label={label} className={tabs.tabs}>
          {group.panels.filter(isPanel).map((panel) => (
            <RadixTabs.Trigger
              key={panel}
              value={panel}
              className={tabs.tab}
              data-panel-tab={panel}
              onKeyDown={(event) => reorder(event, group, dock, panel)}
              {...dragHandle(panel)}
            >
              <bdi>{panelTitle(panel)}</bdi>
              <Mark panel={panel} />
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        <div className={tabs.end}>
          {(dock === 'bottom' || !first || maximized) && (
            <IconButton
              label={maximized ? 'Restore Panel' : 'Maximize Panel'}
              icon={maximized ? Minimize2 : Maximize2}
              size="small"
              onClick={() => maximize(maximized ? null : group.id)}
            />
          )}
          {dock === 'bottom' && first && (
            <IconButton
              label="Hide Bottom Panel"
              icon={X}
              size="small"
              onClick={() => set('bottom', false)}
            />
          )}
        </div>
      </div>
    </ContextMenu>
  );
}

function activePanel(group: DockGroup): PanelId | null {
  return group.active !== null && isPanel(group.active) ? group.active : null;
}

/** What a panel's menu offers: where it can go. */
export function panelMenu(panel: PanelId): readonly MenuEntry[] {
  const { docks, maximize, maximized } = useLayout.getState();
  const group = placeOf(docks, panel)?.group.id;
  return [
    { heading: `Move ${panelTitle(panel)}` },
    ...movesOf(docks, panel).map(({ label, run }) => ({ label, run })),
    ...(group === undefined
      ? []
      : ([
          'line',
          maximized === group
            ? { label: 'Restore Panel', run: () => maximize(null) }
            : {
                label: 'Maximize Panel',
                run: () => {
                  useLayout.getState().show(panel);
                  maximize(group);
                },
              },
        ] satisfies MenuEntry[])),
  ];
}

/** How many problems there are, or that a file is not saved. */
function Mark({ panel }: { readonly panel: PanelId }): ReactNode {
  const { errors, warnings } = useProblemCounts();
  const dirty = useEditors((state) => state.dirty);
  if (panel === 'problems' && errors + warnings > 0) {
    const count = errors + warnings;
    return (
      <span className={tabs.count} data-tone={errors > 0 ? 'danger' : 'warning'}>
        {count > 999 ? '999+' : count}
      </span>
    );
  }
  if (isEditorPanel(panel)) {
    const tab = useEditors.getState().tabs.find(({ id }) => id === tabOfPanel(panel));
    const unsaved =
      tab?.kind === 'file'
        ? dirty.has(tab.path)
        : [...dirty].some((path) => path.startsWith(`tools/${tab?.tool.replace(/^user_/, '') ?? ''}.`));
    return unsaved ? <span className="visually-hidden">, not saved</span> : null;
  }
  return null;
}

function panelAt(target: EventTarget): PanelId | null {
  if (!(target instanceof Element)) return null;
  const panel = target.closest<HTMLElement>('[data-panel-tab]')?.dataset['panelTab'];
  return panel !== undefined && isPanel(panel) ? panel : null;
}

/** The place among the tabs at which something dropped there goes. */
function indexAt(event: DragEvent, panel: PanelId): number {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-panel-tab]')].filter(
    (tab) => tab.dataset['panelTab'] !== panel,
  );
  const index = all.findIndex((tab) => {
    const { left, width } = tab.getBoundingClientRect();
    return event.clientX < left + width / 2;
  });
  return index < 0 ? all.length : index;
}

function reorder(event: KeyboardEvent, group: DockGroup, dock: DockName, panel: PanelId): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || !event.altKey) return;
  event.preventDefault();
  const index = group.panels.indexOf(panel) + step;
  if (index < 0 || index >= group.panels.length) return;
  useLayout.setState(({ docks }) => ({ docks: moved(docks, panel, { dock, group: group.id, index }) }));
}
