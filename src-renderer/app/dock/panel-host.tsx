/**
 * Each panel is drawn into an element of its own, which the groups take in: a panel that moves to another group is the same
 * panel, with its caret, camera and place in its lists.
 */
import {
  lazy,
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { ActivityPanel } from '../../panels/activity/activity-panel';
import { HistoryPanel } from '../../panels/history/history-panel';
import { InspectorPanel } from '../../panels/inspector/inspector-panel';
import { OutputPanel } from '../../panels/output/output-panel';
import { ProblemsPanel } from '../../panels/problems/problems-panel';
import { SceneTreePanel } from '../../panels/scene-tree/scene-tree-panel';
import { placesOf } from '../../state/docks';
import { isShown, useLayout } from '../../state/layout-store';
import { isEditorPanel, isMainView, isPanel, tabOfPanel, type PanelId } from '../../state/panels';
import { idle, settled, useStartup } from '../../state/startup-store';
import { SkeletonRows } from '../../ui/state-view';
import { Boundary } from '../boundary';
import styles from './dock.module.css';
import { panelTitle } from './move-panel';

/** Its library is large, and where the processor draws, the first picture takes longer than everything else. */
const SceneViewPanel = lazy(async () => {
  await settled;
  await idle();
  const module = await import('../../panels/scene-view/scene-view-panel');
  return { default: module.SceneViewPanel };
});
const EditorArea = lazy(() =>
  import('../../panels/editor/editor-area').then((module) => ({ default: module.EditorArea })),
);
const EditorPanelContent = lazy(() =>
  import('../../panels/editor/editor-area').then((module) => ({ default: module.EditorTabPanel })),
);
const EditorProject = lazy(() =>
  import('../../panels/editor/editor-area').then((module) => ({ default: module.EditorProject })),
);
const ToolsPanel = lazy(() =>
  import('../../panels/tools/tools-panel').then((module) => ({ default: module.ToolsPanel })),
);
const AgentsPanel = lazy(() =>
  import('../../panels/agents/agents-panel').then((module) => ({ default: module.AgentsPanel })),
);
const StudioPanel = lazy(() =>
  import('../../panels/studio/studio-panel').then((module) => ({ default: module.StudioPanel })),
);
const TestsPanel = lazy(() =>
  import('../../panels/tests/tests-panel').then((module) => ({ default: module.TestsPanel })),
);

const SettingsPanel = lazy(() =>
  import('../../panels/settings/settings-panel').then((module) => ({ default: module.SettingsPanel })),
);

const hosts = new Map<string, HTMLDivElement>();

function hostOf(panel: string): HTMLDivElement {
  let host = hosts.get(panel);
  if (host === undefined) {
    host = document.createElement('div');
    host.className = styles.host ?? '';
    host.dataset['dockPanel'] = panel;
    hosts.set(panel, host);
  }
  return host;
}

/** The place of a panel in a group. */
export function PanelSlot({
  panel,
  hidden,
}: {
  readonly panel: string;
  readonly hidden: boolean;
}): ReactNode {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const host = hostOf(panel);
    slot.current?.append(host);
    scrollBack(host);
    return () => keepScroll(host);
  }, [panel]);
  const fresh = useRef(true);
  useLayoutEffect(() => {
    // What was never hidden has its place; to ask for it has the browser lay everything out.
    if (!hidden && !fresh.current) hostOf(panel).querySelectorAll<HTMLElement>('*').forEach(tellScroll);
    fresh.current = false;
  }, [panel, hidden]);
  return <div ref={slot} className={styles.host} hidden={hidden} />;
}

const scrolled = new WeakMap<HTMLElement, readonly (readonly [HTMLElement, number, number])[]>();

function keepScroll(host: HTMLElement): void {
  const found = [...host.querySelectorAll<HTMLElement>('*')].filter(
    ({ scrollTop, scrollLeft }) => scrollTop > 0 || scrollLeft > 0,
  );
  scrolled.set(
    host,
    found.map((element) => [element, element.scrollLeft, element.scrollTop]),
  );
}

function scrollBack(host: HTMLElement): void {
  for (const [element, left, top] of scrolled.get(host) ?? [])
    element.scrollTo({ left, top, behavior: 'instant' });
  scrolled.delete(host);
}

/**
 * A list that is hidden reads its place as 0; the browser brings the place back when it is shown again, and tells nobody.
 * Virtual lists would draw the wrong rows.
 */
function tellScroll(element: HTMLElement): void {
  if (element.scrollTop > 0) element.dispatchEvent(new Event('scroll'));
}

/**
 * What the panels show. Main views stay as they are once they have been shown: an editor keeps its caret, the scene view its
 * camera. The others are there while they are on screen. At the start the tree of the scene comes first.
 */
export function PanelHosts(): ReactNode {
  const layout = useLayout();
  const all = placesOf(layout.docks).flatMap(({ group }) => group.panels.filter(isPanel));
  const visible = all.filter((panel) => isShown(layout, panel));
  const [kept, setKept] = useState<ReadonlySet<PanelId>>(new Set());
  const added = visible.filter((panel) => isMainView(panel) && !kept.has(panel));
  if (added.length > 0) setKept(new Set([...kept, ...added]));
  const waits = useOthersWait() && visible.includes('scene-tree');
  const drawn = all.filter((panel) =>
    waits ? panel === 'scene-tree' : kept.has(panel) || visible.includes(panel),
  );
  return (
    <>
      {drawn.some((panel) => panel === 'editor' || isEditorPanel(panel)) && (
        <Suspense>
          <EditorProject />
        </Suspense>
      )}
      {drawn.map((panel) =>
        createPortal(
          <Boundary name={panelTitle(panel)}>
            <Suspense fallback={<SkeletonRows />}>
              <PanelContent panel={panel} />
            </Suspense>
          </Boundary>,
          hostOf(panel),
          panel,
        ),
      )}
    </>
  );
}

/** Whether the other panels wait for the tree of the scene. Then they are drawn bit by bit, so that it can be used meanwhile. */
function useOthersWait(): boolean {
  const [waits, setWaits] = useState(!useStartup.getState().settled);
  useEffect(() => {
    if (waits) void settled.then(() => startTransition(() => setWaits(false)));
  }, [waits]);
  return waits;
}

function PanelContent({ panel }: { readonly panel: PanelId }): ReactNode {
  if (isEditorPanel(panel)) return <EditorPanelContent tabId={tabOfPanel(panel)} />;
  switch (panel) {
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
    case 'studio':
      return <StudioPanel />;
    case 'settings':
      return <SettingsPanel />;
    case 'scene-tree':
      return <SceneTreePanel />;
    case 'inspector':
      return <InspectorPanel />;
    case 'history':
      return <HistoryPanel />;
    case 'feed':
      return <ActivityPanel id="bottom" />;
    case 'problems':
      return <ProblemsPanel />;
    case 'test-list':
      return <TestsPanel />;
    case 'output':
      return <OutputPanel />;
  }
}
