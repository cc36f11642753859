import { CirclePlay, FlaskConical, RotateCcw, Square } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { runCommand } from '../../state/commands';
import { useBehaviors } from '../../state/behaviors-store';
import { useTools } from '../../state/tools-store';
import { Button } from '../../ui/button';
import { SearchInput } from '../../ui/field';
import { Grow, PanelFrame } from '../../ui/panel';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import { Segments } from '../tools/segments';
import { BehaviorDetail } from './behavior-detail';
import { isScript } from './behavior-runs';
import { TestDetail } from './test-detail';
import { ToolDetail } from './tool-detail';
import type { TestDetailProps } from './test-head';
import { openTest } from './open-test';
import { runAll } from './test-commands';
import { useTests } from './test-store';
import { TestList } from './test-list';
import { countTests, failedTests, keyOf, testTree, type StateFilter } from './test-tree';
import styles from './tests-panel.module.css';

/** All tests of tools and behaviours: run them, watch them, and see why one fails. */
export function TestsPanel(): ReactNode {
  const summaries = useTools((state) => state.tools);
  const loaded = useTools((state) => state.loaded);
  const { tools, loading, progress, load, loadScripts, run, stop } = useTests();
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<StateFilter>('all');
  const [selected, setSelected] = useState<string | null>(null);
  const search = useRef<HTMLInputElement>(null);

  const scripts = useBehaviors((state) => state.files);
  useEffect(() => void load(summaries), [load, summaries]);
  useEffect(() => loadScripts(scripts), [loadScripts, scripts]);
  const all = useMemo(() => [...tools.values()], [tools]);
  const counts = useMemo(() => countTests(all), [all]);
  const tree = useMemo(() => testTree(all, query, filter), [all, query, filter]);
  const test = useMemo(
    () => tree.flatMap((node) => node.tests).find((one) => keyOf(one.tool, one.name) === selected),
    [tree, selected],
  );
  const chosenTool = tree.find((node) => node.tool === selected);

  if (!loaded || (loading && all.length === 0)) return <SkeletonRows rows={10} label="Loading tests" />;
  const busy = progress !== null;
  const toolbar = (
    <>
      <Button
        size="small"
        icon={CirclePlay}
        disabled={busy || counts.total === 0}
        onClick={() => void runAll()}
      >
        Run All
      </Button>
      <Button
        size="small"
        variant="ghost"
        icon={RotateCcw}
        disabled={busy || counts.failed === 0}
        tip={counts.failed === 0 ? 'None failed' : undefined}
        onClick={() => void run(failedTests(all))}
      >
        Run Failed
      </Button>
      {busy && (
        <Button size="small" variant="ghost" icon={Square} onClick={stop}>
          Stop
        </Button>
      )}
      <div className={styles.search}>
        <SearchInput label="Filter tests" value={query} onChange={setQuery} inputRef={search} />
      </div>
      <Segments<StateFilter>
        label="Show"
        value={filter}
        options={[
          { value: 'all', label: `All ${counts.total}` },
          { value: 'failed', label: `Failed ${counts.failed}` },
          { value: 'passed', label: `Passed ${counts.passed}` },
          { value: 'unknown', label: `Not run ${counts.unknown}` },
        ]}
        onChange={setFilter}
      />
      <Grow />
      <Summary />
    </>
  );
  return (
    <PanelFrame toolbar={toolbar} scroll={false}>
      {progress !== null && (
        <div
          className={styles.progress}
          role="progressbar"
          aria-label="Running tests"
          aria-valuemin={0}
          aria-valuemax={progress.total}
          aria-valuenow={progress.done}
        >
          <span style={{ width: `${((progress.done + 0.5) / progress.total) * 100}%` }} />
        </div>
      )}
      {counts.total === 0 && tree.length === 0 && query === '' ? (
        <EmptyState
          icon={FlaskConical}
          title="No tests yet"
          text="Tests stand in a tool’s definition, and as test blocks in the .wander files of behaviours. Each runs apart from the scene, which stays as it is."
        >
          <Button onClick={() => runCommand('tools.write')}>Write a Tool</Button>
        </EmptyState>
      ) : tree.length === 0 ? (
        <EmptyState compact title="No test matches" text={`${counts.total} tests are hidden by the filter.`}>
          <Button
            onClick={() => {
              setQuery('');
              setFilter('all');
            }}
          >
            Clear Filter
          </Button>
        </EmptyState>
      ) : (
        <Split id="tests" direction="horizontal" panes={['tree', 'detail']}>
          <Panel id="tree" minSize="200px" defaultSize="38%">
            <TestList
              tree={tree}
              selected={selected}
              onSelect={setSelected}
              onRun={(node) => void run([node])}
              onOpen={(tool, name) => void openTest(tool, name)}
              onFilter={() => search.current?.focus()}
            />
          </Panel>
          <SplitBar label="Width of the tree" />
          <Panel id="detail" minSize="260px">
            {chosenTool?.problem !== undefined ? (
              <ErrorState
                error={{ code: 'tool_invalid', message: chosenTool.problem }}
                title={`The tests of ${visibleText(chosenTool.tool)} can’t be run`}
                onRetry={() => void run([{ tool: chosenTool.tool }])}
              />
            ) : chosenTool !== undefined ? (
              <ToolDetail node={chosenTool} busy={busy} />
            ) : test === undefined ? (
              <EmptyState
                compact
                title="No test is chosen"
                text="Choose one to see what it expects and what it gave."
              />
            ) : (
              <Detail
                test={test}
                busy={busy}
                onRun={() => void run([{ tool: test.tool, tests: [test.name] }])}
              />
            )}
          </Panel>
        </Split>
      )}
    </PanelFrame>
  );
}

function Detail(props: TestDetailProps): ReactNode {
  return isScript(props.test.tool) ? <BehaviorDetail {...props} /> : <TestDetail {...props} />;
}

function Summary(): ReactNode {
  const progress = useTests((state) => state.progress);
  const tools = useTests((state) => state.tools);
  const counts = useMemo(() => countTests([...tools.values()]), [tools]);
  const words =
    progress !== null
      ? `${visibleText(progress.tool)}, ${progress.done + 1} of ${progress.total}`
      : counts.failed > 0
        ? `${counts.failed} of ${counts.total} fail`
        : counts.unknown > 0
          ? `${counts.unknown} of ${counts.total} not run`
          : counts.total === 1
            ? 'The test passes'
            : `All ${counts.total} pass`;
  return (
    <span className={styles.summary} data-bad={progress === null && counts.failed > 0} role="status">
      {counts.total === 0 ? '' : words}
    </span>
  );
}
