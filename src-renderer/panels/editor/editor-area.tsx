import { FileCode } from 'lucide-react';
import { useEffect, useMemo, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { create } from 'zustand';
import { useApp } from '../../state/app-store';
import { bridge } from '../../state/bridge';
import { runCommand, useCommands, type Command } from '../../state/commands';
import { useEditors, type EditorTab } from '../../state/editor-store';
import { mayChangeFiles, onEvents } from '../../state/event-store';
import { placeOf } from '../../state/docks';
import { isShown, useLayout } from '../../state/layout-store';
import { editorPanel } from '../../state/panels';
import { editorPanelsIn } from '../../state/parse-docks';
import { writeNewTool } from '../../state/new-tool';
import { useProblems } from '../../state/problems-store';
import { useSettings } from '../../state/settings-store';
import { useTools } from '../../state/tools-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState } from '../../ui/state-view';
import { nextStop, placeOf as placeOfProblem, stopsOf } from '../problems/next-problem';
import { useTests } from '../tests/test-store';
import {
  backUpAll,
  checkDocuments,
  checkIfOpen,
  closeDocument,
  setDocumentProject,
  useDocuments,
} from './documents';
import styles from './editor-area.module.css';
import { EditorTabs } from './editor-tabs';
import { FilePane } from './file-pane';
import { focusedEditor } from './focused-editor';
import { followTestResults } from './follow-test-results';
import { rememberTabs, restoreTabs } from './remembered-tabs';
import { PairBar } from './pair-bar';
import { labelOf } from './tab-label';
import { save, saveAndTest, testAfterSave } from './save-and-test';
import { pathsOfTool } from './tool-paths';
import { followWanderFacts } from './wander-facts';

/** The tab that is being closed, and whose unsaved text is asked about. */
const useClosing = create<{ readonly tab: EditorTab | null }>(() => ({ tab: null }));

/** The files of a tab: of a pair, definition and code. */
function pathsOf(tab: EditorTab): readonly string[] {
  if (tab.kind === 'file') return [tab.path];
  const { tools } = useTools.getState();
  const paths = pathsOfTool(
    tab.tool,
    tools.find((tool) => tool.name === tab.tool),
  );
  return paths.code === undefined ? [paths.definition] : [paths.definition, paths.code];
}

function isDirty(tab: EditorTab): boolean {
  const { dirty } = useEditors.getState();
  return pathsOf(tab).some((path) => dirty.has(path));
}

function closeNow(tab: EditorTab): void {
  const { tabs, close } = useEditors.getState();
  const stillShown = new Set(tabs.filter((one) => one.id !== tab.id).flatMap((one) => pathsOf(one)));
  close(tab.id);
  useLayout.getState().remove(editorPanel(tab.id));
  for (const path of pathsOf(tab)) if (!stillShown.has(path)) closeDocument(path);
}

function askToClose(tab: EditorTab): void {
  if (isDirty(tab)) useClosing.setState({ tab });
  else closeNow(tab);
}

async function saveAndClose(tab: EditorTab): Promise<void> {
  useClosing.setState({ tab: null });
  const { dirty } = useEditors.getState();
  for (const path of pathsOf(tab)) if (dirty.has(path) && (await save(path)) !== 'saved') return;
  closeNow(tab);
  const [first] = pathsOf(tab);
  if (first !== undefined) await testAfterSave(first);
}

/** What the editors need while any of them is there: the tabs of the project, its commands, changes from outside. */
export function EditorProject(): ReactNode {
  const folder = useApp((state) => state.info?.project?.folder ?? '');
  const tools = useTools((state) => state.tools);
  useEffect(() => {
    setDocumentProject(folder);
    restoreTabs(folder);
    forgetLostPanels();
    return rememberTabs(folder);
  }, [folder]);
  useOutsideChanges();
  useEffect(followWanderFacts, []);
  useEffect(followTestResults, []);
  useEffect(() => void useTests.getState().load(tools), [tools]);
  useCommands(useMemo(() => editorCommands(), []));
  return <CloseDialog />;
}

/** A panel whose file is open no more has nothing to show. */
function forgetLostPanels(): void {
  const { docks, remove } = useLayout.getState();
  const tabs = new Set(useEditors.getState().tabs.map((tab) => editorPanel(tab.id)));
  for (const panel of editorPanelsIn(docks)) if (!tabs.has(panel)) remove(panel);
}

function CloseDialog(): ReactNode {
  const closing = useClosing((state) => state.tab);
  const stop = (): void => useClosing.setState({ tab: null });
  return (
    <Dialog
      open={closing !== null}
      onClose={stop}
      title={closing === null ? '' : `Save ${labelOf(closing)} before closing?`}
      text="Its text has changes that are not saved."
      actions={
        closing !== null && (
          <>
            <Button
              variant="danger"
              onClick={() => {
                stop();
                closeNow(closing);
              }}
            >
              Discard Changes
            </Button>
            <Button onClick={stop}>Cancel</Button>
            <Button variant="primary" onClick={() => void saveAndClose(closing)}>
              Save
            </Button>
          </>
        )
      }
    />
  );
}

/** The open files in tabs, but for those with a panel of their own; a tool's definition and code side by side. */
export function EditorArea(): ReactNode {
  const { tabs: all, active } = useEditors();
  useTools((state) => state.tools);
  const documents = useDocuments((state) => state.documents);
  const docks = useLayout((state) => state.docks);
  const tabs = all.filter((tab) => placeOf(docks, editorPanel(tab.id)) === undefined);
  const shown = tabs.find((tab) => tab.id === active) ?? tabs[0];
  return (
    <div className={styles.area}>
      {tabs.length > 0 && (
        <EditorTabs
          tabs={tabs}
          active={shown?.id ?? null}
          isDirty={isDirty}
          isDeleted={(tab) => pathsOf(tab).some((path) => documents.get(path)?.deleted === true)}
          onActivate={(id) => useEditors.getState().activate(id)}
          onClose={askToClose}
          onMove={(id, toIndex) => useEditors.getState().move(id, toIndex)}
        />
      )}
      <div className={styles.content}>
        {shown === undefined ? (
          <EmptyState
            icon={FileCode}
            title="No file is open"
            text="Tools, scripts and project files open here: a tool as its definition and code side by side."
          >
            <Button variant="primary" onClick={() => runCommand('quick-open')}>
              Go to File…
            </Button>
            <Button onClick={writeNewTool}>Write a Tool</Button>
          </EmptyState>
        ) : (
          <div className={styles.tabContent} role="tabpanel" aria-labelledby={`tab-${shown.id}`}>
            <TabContent key={shown.id} tab={shown} paths={pathsOf(shown)} onClose={() => closeNow(shown)} />
          </div>
        )}
      </div>
    </div>
  );
}

/** A file or pair in a panel of its own. */
export function EditorTabPanel({ tabId }: { readonly tabId: string }): ReactNode {
  const tab = useEditors((state) => state.tabs.find(({ id }) => id === tabId));
  useTools((state) => state.tools);
  if (tab === undefined) return null;
  return (
    <div className={styles.tabContent}>
      <TabContent tab={tab} paths={pathsOf(tab)} onClose={() => closeNow(tab)} />
    </div>
  );
}

interface TabContentProps {
  readonly tab: EditorTab;
  readonly paths: readonly string[];
  readonly onClose: () => void;
}

function TabContent({ tab, paths, onClose }: TabContentProps): ReactNode {
  const [first, second] = paths;
  const reveal = useEditors.getState().reveal?.path;
  if (first === undefined) return null;
  const panes = second === undefined ? [first] : [first, second];
  return (
    <>
      {tab.kind === 'pair' && <PairBar tool={tab.tool} path={first} />}
      <div className={styles.content}>
        {second === undefined ? (
          <FilePane path={first} focus onClose={onClose} />
        ) : (
          <Split id="editor-pair" direction="horizontal" panes={['definition', 'code']}>
            <Panel id="definition" minSize="240px" defaultSize="46%">
              <FilePane path={first} focus={reveal === first} onClose={onClose} />
            </Panel>
            <SplitBar label="Width of the definition" />
            <Panel id="code" minSize="240px">
              <FilePane path={second} focus={reveal !== first} onClose={onClose} />
            </Panel>
          </Split>
        )}
      </div>
      <span className="visually-hidden">{panes.length === 2 ? 'Definition and code, side by side' : ''}</span>
    </>
  );
}

/** Looks at open files again after what may have changed them, and when the window comes back to the front. */
function useOutsideChanges(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(checkDocuments, 120);
    };
    const stop = onEvents((events) => {
      if (events.some(mayChangeFiles)) soon();
    });
    const stopFiles = bridge().onFileChanged(checkIfOpen);
    window.addEventListener('focus', soon);
    window.addEventListener('pagehide', backUpAll);
    return () => {
      clearTimeout(timer);
      stop();
      stopFiles();
      window.removeEventListener('focus', soon);
      window.removeEventListener('pagehide', backUpAll);
      backUpAll();
    };
  }, []);
}

/** The tab of the panel that has focus, else the one in front of the editor. */
function currentTab(): EditorTab | undefined {
  const { tabs, active } = useEditors.getState();
  const panel = document.activeElement?.closest<HTMLElement>('[data-dock-panel]')?.dataset['dockPanel'];
  const own = tabs.find((tab) => editorPanel(tab.id) === panel);
  if (own !== undefined || !isShown(useLayout.getState(), 'editor')) return own;
  return tabs.find((tab) => tab.id === active);
}

/** To the next problem of the project behind the caret, or before it. */
function goToProblem(by: 1 | -1): void {
  const { path, code } = focusedEditor() ?? {};
  const at = code?.getPosition();
  const from = path === undefined || !at ? undefined : { path, line: at.lineNumber, column: at.column };
  const stop = nextStop(stopsOf(useProblems.getState().shown), from, by);
  if (stop === undefined) return;
  const { path: to, line, column } = placeOfProblem(stop);
  useEditors.getState().open(to, { line, column });
}

function editorCommands(): readonly Command[] {
  const here = (): boolean => currentTab() !== undefined;
  const step = (by: number) => (): void => {
    const { tabs, active } = useEditors.getState();
    const next = tabs[(tabs.findIndex((tab) => tab.id === active) + by + tabs.length) % tabs.length];
    if (next) useEditors.getState().activate(next.id);
  };
  const unsaved = (): string[] => {
    const tab = currentTab();
    const { dirty } = useEditors.getState();
    return tab === undefined ? [] : pathsOf(tab).filter((path) => dirty.has(path));
  };
  return [
    {
      // Where the text has focus, the editor takes the key itself.
      id: 'editor.save',
      title: 'Save File',
      category: 'File',
      keys: 'Mod+S',
      menu: { name: 'file', group: 2 },
      when: here,
      idle: () => unsaved().length === 0,
      run: async () => {
        for (const path of unsaved())
          if ((await save(path)) === 'saved' && useSettings.getState().testOnSave) await testAfterSave(path);
      },
    },
    {
      id: 'editor.save-all',
      title: 'Save All Files',
      category: 'File',
      keys: 'Mod+Alt+S',
      menu: { name: 'file', group: 2 },
      when: () => useEditors.getState().dirty.size > 0,
      run: async () => {
        for (const path of useEditors.getState().dirty) await save(path);
      },
    },
    {
      id: 'editor.close',
      title: 'Close File',
      category: 'File',
      keys: 'Mod+W',
      menu: { name: 'file', group: 3 },
      when: here,
      run: () => {
        const tab = currentTab();
        if (tab) askToClose(tab);
      },
    },
    {
      id: 'editor.save-and-test',
      title: 'Save and Run Tests',
      category: 'Tests',
      keys: 'F5',
      menu: { name: 'tools', group: 2 },
      when: here,
      run: () => {
        const tab = currentTab();
        const [first] = tab ? pathsOf(tab) : [];
        if (first !== undefined) return saveAndTest(first);
      },
    },
    {
      id: 'editor.actions-here',
      title: 'Run or Test Here…',
      category: 'Tests',
      keys: 'Alt+Enter',
      menu: { name: 'tools', group: 2 },
      when: () => focusedEditor() !== undefined,
      run: () => {
        const { code } = focusedEditor() ?? {};
        code?.focus();
        code?.trigger('window', 'codelens.showLensesInCurrentLine', undefined);
      },
    },
    {
      id: 'problems.next',
      title: 'Next Problem',
      category: 'Go',
      keys: 'Alt+F8',
      menu: { name: 'go', group: 2 },
      when: () => useProblems.getState().shown.length > 0,
      run: () => goToProblem(1),
    },
    {
      id: 'problems.previous',
      title: 'Previous Problem',
      category: 'Go',
      keys: 'Shift+Alt+F8',
      menu: { name: 'go', group: 2 },
      when: () => useProblems.getState().shown.length > 0,
      run: () => goToProblem(-1),
    },
    {
      id: 'editor.next',
      title: 'Next File',
      category: 'Go',
      keys: 'Ctrl+PageDown',
      when: here,
      run: step(1),
    },
    {
      id: 'editor.previous',
      title: 'Previous File',
      category: 'Go',
      keys: 'Ctrl+PageUp',
      when: here,
      run: step(-1),
    },
  ];
}
