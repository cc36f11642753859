import type { ReactNode } from 'react';
import { Tabs as RadixTabs } from 'radix-ui';
import type { DockGroup, DockName } from '../../state/docks';
import { useLayout } from '../../state/layout-store';
import { isMainView, isPanel, type PanelId } from '../../state/panels';
import styles from './dock.module.css';
import { DockStrip } from './dock-strip';
import { GroupDrops } from './drop-targets';
import { dragHandle } from '../../state/dock-drag';
import { panelTitle } from './move-panel';
import { PanelSlot } from './panel-host';

export interface DockGroupProps {
  readonly dock: DockName;
  readonly group: DockGroup;
}

/** One group of panels: its tabs, unless others lead to them, and the panel in front. */
export function DockGroupView({ dock, group }: DockGroupProps): ReactNode {
  const show = useLayout((state) => state.show);
  const label = labelOf(group);
  const slots = group.panels.filter((panel) => panel === group.active || isMainView(panel));
  return (
    <section className={styles.group} data-region={group.id} aria-label={label}>
      {group.id === 'main' && <h1 className="visually-hidden">{label}</h1>}
      {isPlain(group) ? (
        <div className={styles.content}>
          {slots.map((panel) => (
            <PanelSlot key={panel} panel={panel} hidden={panel !== group.active} />
          ))}
          {group.active === null && <p className={styles.empty}>Every view is docked elsewhere.</p>}
          {group.active !== null && isPanel(group.active) && <Grip panel={group.active} />}
          <GroupDrops dock={dock} group={group.id} />
        </div>
      ) : (
        <RadixTabs.Root
          className={styles.tabbed}
          value={group.active ?? ''}
          onValueChange={(panel) => isPanel(panel) && show(panel)}
        >
          <DockStrip dock={dock} group={group} label={label} />
          <div className={styles.content}>
            {slots.map((panel) => (
              <RadixTabs.Content
                key={panel}
                value={panel}
                forceMount
                hidden={panel !== group.active}
                className={styles.host}
                tabIndex={-1}
              >
                <PanelSlot panel={panel} hidden={panel !== group.active} />
              </RadixTabs.Content>
            ))}
            <GroupDrops dock={dock} group={group.id} />
          </div>
        </RadixTabs.Root>
      )}
    </section>
  );
}

/** Tabs say nothing new over main views, which the activity bar shows, and over the scene tree alone. */
function isPlain(group: DockGroup): boolean {
  if (group.id === 'main') return group.panels.every(isMainView);
  return group.id === 'side' && group.panels.length === 1 && group.active === 'scene-tree';
}

function labelOf(group: DockGroup): string {
  const { id, panels, active } = group;
  if (id === 'main') return active === null ? 'Main area' : panelTitle(active);
  if (id === 'side') return isPlain(group) ? 'Scene tree' : 'Left panel';
  if (id === 'bottom') return 'Bottom panel';
  if (id === 'inspector')
    return panels.every((panel) => panel === 'inspector' || panel === 'history')
      ? 'Inspector and history'
      : 'Right panel';
  return `Docked panel ${id.slice(1)}`;
}

/** At the top of a group without tabs: what the pointer drags it by. */
function Grip({ panel }: { readonly panel: PanelId }): ReactNode {
  return (
    <div
      className={styles.grip}
      aria-hidden
      title={`Drag ${panelTitle(panel)} to dock it elsewhere`}
      {...dragHandle(panel)}
    />
  );
}
