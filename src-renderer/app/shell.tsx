import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { HistoryPanel } from '../panels/history/history-panel';
import { ActivityPanel } from '../panels/activity/activity-panel';
import { InspectorPanel } from '../panels/inspector/inspector-panel';
import { OutputPanel } from '../panels/output/output-panel';
import { ProblemsPanel } from '../panels/problems/problems-panel';
import { entityCommands } from '../panels/scene-tree/entity-commands';
import { SceneTreePanel } from '../panels/scene-tree/scene-tree-panel';
import { useCommands } from '../state/commands';
import {
  MAIN_VIEWS,
  useArrangement,
  useLayout,
  type BottomTab,
  type InspectorTab,
  type MainView,
} from '../state/layout-store';
import { useProblemCounts } from '../state/problems-store';
import { IconButton } from '../ui/button';
import { Split, SplitBar } from '../ui/split';
import { SkeletonRows } from '../ui/state-view';
import { Tabs } from '../ui/tabs';
import { ActivityBar } from './activity-bar';
import { projectCommands } from './app-commands';
import { Boundary } from './boundary';
import { playCommands } from './play-commands';
import { SceneDialogs } from './scene-dialogs';
import { SceneNotices } from './scene-notices';
import styles from './shell.module.css';
import { StatusBar } from './status-bar';
import { X } from 'lucide-react';

const SceneViewPanel = lazy(() =>
  import('../panels/scene-view/scene-view-panel').then((module) => ({ default: module.SceneViewPanel })),
);
const EditorArea = lazy(() =>
  import('../panels/editor/editor-area').then((module) => ({ default: module.EditorArea })),
);
const ToolsPanel = lazy(() =>
  import('../panels/tools/tools-panel').then((module) => ({ default: module.ToolsPanel })),
);
const AgentsPanel = lazy(() =>
  import('../panels/agents/agents-panel').then((module) => ({ default: module.AgentsPanel })),
);
const TestsPanel = lazy(() =>
  import('../panels/tests/tests-panel').then((module) => ({ default: module.TestsPanel })),
);

const TITLES: Readonly<Record<MainView, string>> = {
  scene: 'Scene',
  editor: 'Editor',
  tools: 'Tools',
  tests: 'Tests',
  activity: 'Activity',
  agents: 'Agents',
};

/** The window on an open project. */
export function Shell(): ReactNode {
  useCommands(useMemo(() => [...projectCommands(), ...playCommands(), ...entityCommands()], []));
  const { side, inspector } = useArrangement();
  const panes = [...(side ? ['side'] : []), 'center', ...(inspector ? ['inspector'] : [])];
  return (
    <div className={styles.shell}>
      <ActivityBar />
      <main className={styles.main}>
        <SceneNotices />
        <div className={styles.panes}>
          <Split id="columns" direction="horizontal" panes={panes}>
            {side && (
              <Panel
                id="side"
                defaultSize="250px"
                minSize="180px"
                maxSize="40%"
                groupResizeBehavior="preserve-pixel-size"
              >
                <section className={styles.region} data-region="side" aria-label="Scene tree">
                  <Boundary name="The scene tree">
                    <SceneTreePanel />
                  </Boundary>
                </section>
              </Panel>
            )}
            {side && <SplitBar label="Width of the scene tree" />}
            <Panel id="center" minSize="320px">
              <Center />
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
                <InspectorRegion />
              </Panel>
            )}
          </Split>
        </div>
      </main>
      <StatusBar />
      <SceneDialogs />
    </div>
  );
}

function Center(): ReactNode {
  const { bottom } = useArrangement();
  return (
    <Split id="rows" direction="vertical" panes={bottom ? ['main', 'bottom'] : ['main']}>
      <Panel id="main" minSize="120px">
        <MainViews />
      </Panel>
      {bottom && <SplitBar label="Height of the bottom panel" />}
      {bottom && (
        <Panel id="bottom" defaultSize="34%" minSize="120px" maxSize="85%">
          <Bottom />
        </Panel>
      )}
    </Split>
  );
}

/** Main views stay as they are once they have been shown: an editor keeps its caret, the scene view its camera. */
function MainViews(): ReactNode {
  const main = useLayout((state) => state.main);
  const [shown, setShown] = useState<ReadonlySet<MainView>>(new Set([main]));
  if (!shown.has(main)) setShown(new Set([...shown, main]));
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => region.current?.querySelectorAll<HTMLElement>('*').forEach(tellScroll), [main]);
  return (
    <section ref={region} className={styles.region} data-region="main" aria-label={TITLES[main]}>
      <h1 className="visually-hidden">{TITLES[main]}</h1>
      {MAIN_VIEWS.filter((view) => shown.has(view)).map((view) => (
        <div key={view} className={styles.region} hidden={view !== main}>
          <Boundary name={TITLES[view]}>
            <Suspense fallback={<SkeletonRows />}>
              <MainViewContent view={view} />
            </Suspense>
          </Boundary>
        </div>
      ))}
    </section>
  );
}

/**
 * A list that is hidden reads its place as 0; the browser brings the place back when it is shown again, and tells nobody.
 * Virtual lists would draw the wrong rows.
 */
function tellScroll(element: HTMLElement): void {
  if (element.scrollTop > 0) element.dispatchEvent(new Event('scroll'));
}

function MainViewContent({ view }: { readonly view: MainView }): ReactNode {
  switch (view) {
    case 'scene':
      return <SceneViewPanel />;
    case 'editor':
      return <EditorArea />;
    case 'tools':
      return <ToolsPanel />;
    case 'tests':
      return <TestsPanel />;
    case 'activity':
      return <ActivityPanel id="main" />;
    case 'agents':
      return <AgentsPanel />;
  }
}

function Bottom(): ReactNode {
  const tab = useLayout((state) => state.bottomTab);
  const showBottom = useLayout((state) => state.showBottom);
  const set = useLayout((state) => state.set);
  const { errors, warnings } = useProblemCounts();
  return (
    <section className={styles.region} data-region="bottom" aria-label="Bottom panel">
      <Tabs<BottomTab>
        label="Bottom panel"
        tabs={[
          { id: 'activity', label: 'Activity' },
          {
            id: 'problems',
            label: 'Problems',
            count: errors + warnings,
            tone: errors > 0 ? 'danger' : 'warning',
          },
          { id: 'tests', label: 'Tests' },
          { id: 'output', label: 'Output' },
        ]}
        value={tab}
        onChange={showBottom}
        end={
          <IconButton label="Hide Bottom Panel" icon={X} size="small" onClick={() => set('bottom', false)} />
        }
      >
        <Boundary key={tab} name="The panel">
          <Suspense fallback={<SkeletonRows />}>
            <BottomContent tab={tab} />
          </Suspense>
        </Boundary>
      </Tabs>
    </section>
  );
}

function BottomContent({ tab }: { readonly tab: BottomTab }): ReactNode {
  switch (tab) {
    case 'activity':
      return <ActivityPanel id="bottom" />;
    case 'problems':
      return <ProblemsPanel />;
    case 'tests':
      return <TestsPanel />;
    case 'output':
      return <OutputPanel />;
  }
}

function InspectorRegion(): ReactNode {
  const tab = useLayout((state) => state.inspectorTab);
  const showInspector = useLayout((state) => state.showInspector);
  return (
    <section className={styles.region} data-region="inspector" aria-label="Inspector and history">
      <Tabs<InspectorTab>
        label="Inspector and history"
        tabs={[
          { id: 'inspector', label: 'Inspector' },
          { id: 'history', label: 'History' },
        ]}
        value={tab}
        onChange={showInspector}
      >
        <Boundary key={tab} name={tab === 'inspector' ? 'The inspector' : 'History'}>
          {tab === 'inspector' ? <InspectorPanel /> : <HistoryPanel />}
        </Boundary>
      </Tabs>
    </section>
  );
}
