import { Fragment, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { placeOfGroup, type DockName, type DockNode } from '../../state/docks';
import { isOpen, sizesKey, useLayout } from '../../state/layout-store';
import { Split, SplitBar } from '../../ui/split';
import styles from './dock.module.css';
import { DockGroupView } from './dock-group';
import { ClosedDockDrop } from './drop-targets';
import { PanelHosts } from './panel-host';

/** All docks: left, main over bottom, right. A group that is maximized has the place for itself. */
export function DockArea(): ReactNode {
  const layout = useLayout();
  const { docks, maximized, resets, folder } = layout;
  const has = (dock: DockName): boolean => docks[dock] !== null && isOpen(layout, dock);
  const alone = placeOfGroup(docks, maximized);
  return (
    <div className={styles.area} key={`${folder}:${resets}`}>
      {alone !== undefined ? (
        <DockGroupView dock={alone.dock} group={alone.group} />
      ) : (
        <Columns side={has('side')} bottom={has('bottom')} inspector={has('inspector')} />
      )}
      {(['side', 'bottom', 'inspector'] as const).map(
        (dock) => (!has(dock) || alone !== undefined) && <ClosedDockDrop key={dock} dock={dock} />,
      )}
      <PanelHosts />
    </div>
  );
}

interface OpenDocks {
  readonly side: boolean;
  readonly bottom: boolean;
  readonly inspector: boolean;
}

function Columns({ side, bottom, inspector }: OpenDocks): ReactNode {
  const panes = [...(side ? ['side'] : []), 'center', ...(inspector ? ['inspector'] : [])];
  return (
    <Split id="columns" remember={sizesKey('columns')} direction="horizontal" panes={panes}>
      {side && (
        <Panel
          id="side"
          defaultSize="250px"
          minSize="180px"
          maxSize="40%"
          groupResizeBehavior="preserve-pixel-size"
        >
          <Dock dock="side" />
        </Panel>
      )}
      {side && <SplitBar label="Width of the scene tree" />}
      <Panel id="center" minSize="320px">
        <Rows bottom={bottom} />
      </Panel>
      {inspector && <SplitBar label="Width of the inspector" />}
      {inspector && (
        <Panel
          id="inspector"
          defaultSize="310px"
          minSize="240px"
          maxSize="45%"
          groupResizeBehavior="preserve-pixel-size"
        >
          <Dock dock="inspector" />
        </Panel>
      )}
    </Split>
  );
}

function Rows({ bottom }: { readonly bottom: boolean }): ReactNode {
  return (
    <Split
      id="rows"
      remember={sizesKey('rows')}
      direction="vertical"
      panes={bottom ? ['main', 'bottom'] : ['main']}
    >
      <Panel id="main" minSize="120px">
        <Dock dock="main" />
      </Panel>
      {bottom && <SplitBar label="Height of the bottom panel" />}
      {bottom && (
        <Panel id="bottom" defaultSize="34%" minSize="120px" maxSize="85%">
          <Dock dock="bottom" />
        </Panel>
      )}
    </Split>
  );
}

function Dock({ dock }: { readonly dock: DockName }): ReactNode {
  const node = useLayout((state) => state.docks[dock]);
  return node === null ? null : <Node dock={dock} node={node} />;
}

/** A group, or several beside each other. */
function Node({ dock, node }: { readonly dock: DockName; readonly node: DockNode }): ReactNode {
  if (node.kind === 'group') return <DockGroupView dock={dock} group={node} />;
  const ids = node.parts.map(idOf);
  const id = `split-${ids.join('-')}`;
  const across = node.direction === 'horizontal';
  return (
    <Split key={id} id={id} remember={sizesKey(id)} direction={node.direction} panes={ids}>
      {node.parts.map((part, index) => (
        <Fragment key={ids[index]}>
          {index > 0 && <SplitBar label={`${across ? 'Width' : 'Height'} of panel ${index}`} />}
          <Panel id={ids[index]} minSize={across ? '160px' : '80px'}>
            <Node dock={dock} node={part} />
          </Panel>
        </Fragment>
      ))}
    </Split>
  );
}

/** Stays the same while its groups do. */
function idOf(node: DockNode): string {
  return node.kind === 'group' ? node.id : `in-${node.parts.map(idOf).join('-')}`;
}
