import { FileCode } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { useApp } from '../../state/app-store';
import { runCommand, useCommands, type Command } from '../../state/commands';
import { useEditors, type EditorTab } from '../../state/editor-store';
import { mayChangeFiles, onEvents } from '../../state/event-store';
import { useLayout } from '../../state/layout-store';
import { writeNewTool } from '../../state/new-tool';
import { useTools } from '../../state/tools-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Switch } from '../../ui/field';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState } from '../../ui/state-view';
import { useTests } from '../tests/test-store';
import { useToolsView } from '../tools/tools-view';
import { backUpAll, checkDocuments, closeDocument, setDocumentProject, useDocuments } from './documents';
import styles from './editor-area.module.css';
import { EditorTabs, labelOf } from './editor-tabs';
import { FilePane } from './file-pane';
import { rememberTabs, restoreTabs } from './remembered-tabs';
import { save, saveAndTest, testAfterSave } from './save-and-test';
import { useTestOnSave } from './test-on-save';
import { pathsOfTool } from './tool-paths';
import { followWanderFacts } from './wander-facts';

/** The open files in tabs; a tool's definition and code side by side. */
export function EditorArea(): ReactNode {
  const folder = useApp((state) => state.info?.project?.folder ?? '');
  const { tabs, active, dirty } = useEditors();
  const tools = useTools((state) => state.tools);
  const documents = useDocuments((state) => state.documents);
  const [closing, setClosing] = useState<EditorTab | null>(null);

  useEffect(() => {
    setDocumentProject(folder);
    restoreTabs(folder);
    return rememberTabs(folder);
  }, [folder]);
  useOutsideChanges();
  useEffect(followWanderFacts, []);
  useEffect(() => void useTests.getState().load(tools), [tools]);

  const pathsOf = useCallback(
    (tab: EditorTab): readonly string[] => {
      if (tab.kind === 'file') return [tab.path];
      const paths = pathsOfTool(
        tab.tool,
        tools.find((tool) => tool.name === tab.tool),
      );
      return paths.code === undefined ? [paths.definition] : [paths.definition, paths.code];
    },
    [tools],
  );
  const isDirty = (tab: EditorTab): boolean => pathsOf(tab).some((path) => dirty.has(path));
  const isDeleted = (tab: EditorTab): boolean =>
    pathsOf(tab).some((path) => documents.get(path)?.deleted === true);
  const closeNow = (tab: EditorTab): void => {
    const stillShown = new Set(tabs.filter((one) => one.id !== tab.id).flatMap((one) => pathsOf(one)));
    useEditors.getState().close(tab.id);
    for (const path of pathsOf(tab)) if (!stillShown.has(path)) closeDocument(path);
  };
  const askToClose = (tab: EditorTab): void => {
    if (isDirty(tab)) setClosing(tab);
    else closeNow(tab);
  };
  const saveAndClose = async (tab: EditorTab): Promise<void> => {
    setClosing(null);
    for (const path of pathsOf(tab)) if (dirty.has(path) && (await save(path)) !== 'saved') return;
    closeNow(tab);
    const [first] = pathsOf(tab);
    if (first !== undefined) await testAfterSave(first);
  };
  useCommands(useMemo(() => editorCommands(pathsOf, setClosing), [pathsOf]));

  const shown = tabs.find((tab) => tab.id === active);
  return (
    <div className={styles.area}>
      {tabs.length > 0 && (
        <EditorTabs
          tabs={tabs}
          active={active}
          isDirty={isDirty}
          isDeleted={isDeleted}
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
          <TabContent key={shown.id} tab={shown} paths={pathsOf(shown)} onClose={() => closeNow(shown)} />
        )}
      </div>
      <Dialog
        open={closing !== null}
        onClose={() => setClosing(null)}
        title={closing === null ? '' : `Save ${labelOf(closing)} before closing?`}
        text="Its text has changes that are not saved."
        actions={
          closing !== null && (
            <>
              <Button
                variant="danger"
                onClick={() => {
                  setClosing(null);
                  closeNow(closing);
                }}
              >
                Discard Changes
              </Button>
              <Button onClick={() => setClosing(null)}>Cancel</Button>
              <Button variant="primary" onClick={() => void saveAndClose(closing)}>
                Save
              </Button>
            </>
          )
        }
      />
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
    <div className={styles.tabContent} role="tabpanel" aria-labelledby={`tab-${tab.id}`}>
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
    </div>
  );
}

/** Over a tool's pair: what one does next with it. */
function PairBar({ tool, path }: { readonly tool: string; readonly path: string }): ReactNode {
  const summary = useTools((state) => state.tools.find((one) => one.name === tool));
  const review = useToolsView((state) => state.review);
  const busy = useTests((state) => state.progress !== null);
  const testOnSave = useTestOnSave((state) => state.on);
  const setTestOnSave = useTestOnSave((state) => state.set);
  return (
    <div className={styles.pairBar}>
      <span className={styles.pairWords}>
        {summary === undefined ? 'Not a tool yet: saving makes it one' : 'Saving checks it'}
      </span>
      <Switch label="Run tests on save" checked={testOnSave} onChange={setTestOnSave} />
      <Button
        size="small"
        variant="ghost"
        disabled={busy || summary === undefined}
        onClick={() => void saveAndTest(path)}
      >
        Save and Run Tests
      </Button>
      <Button
        size="small"
        variant="ghost"
        disabled={summary === undefined}
        onClick={() => review(tool, 'try')}
      >
        Try…
      </Button>
      <Button size="small" variant="ghost" disabled={summary === undefined} onClick={() => review(tool)}>
        Review
      </Button>
    </div>
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
    window.addEventListener('focus', soon);
    window.addEventListener('pagehide', backUpAll);
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener('focus', soon);
      window.removeEventListener('pagehide', backUpAll);
      backUpAll();
    };
  }, []);
}

function editorCommands(
  pathsOf: (tab: EditorTab) => readonly string[],
  askToClose: (tab: EditorTab) => void,
): readonly Command[] {
  const current = (): EditorTab | undefined => {
    const { tabs, active } = useEditors.getState();
    return tabs.find((tab) => tab.id === active);
  };
  const here = (): boolean => useLayout.getState().main === 'editor' && current() !== undefined;
  const step = (by: number) => (): void => {
    const { tabs, active } = useEditors.getState();
    const next = tabs[(tabs.findIndex((tab) => tab.id === active) + by + tabs.length) % tabs.length];
    if (next) useEditors.getState().activate(next.id);
  };
  return [
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
        const tab = current();
        if (!tab) return;
        const paths = pathsOf(tab);
        if (paths.some((path) => useEditors.getState().dirty.has(path))) askToClose(tab);
        else {
          useEditors.getState().close(tab.id);
          for (const path of paths) closeDocument(path);
        }
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
        const tab = current();
        const [first] = tab ? pathsOf(tab) : [];
        if (first !== undefined) return saveAndTest(first);
      },
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
