import type { ReactNode } from 'react';
import { useEditors } from '../../state/editor-store';
import { Button } from '../../ui/button';
import { PathText } from '../../ui/cut-text';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import { RunLog } from '../run/run-log';
import { useBehaviorRuns, type Expectation } from './behavior-runs';
import { TestHead, type TestDetailProps } from './test-head';
import { StateMark } from './test-list';
import outcomeStyles from './test-outcome.module.css';
import { keyOf } from './test-tree';
import styles from './tests-panel.module.css';

/** One `test` block: each of its expectations with its line, and what its sides were where it failed. */
export function BehaviorDetail({ test, busy, onRun }: TestDetailProps): ReactNode {
  const outcome = useBehaviorRuns((state) => state.outcomes.get(keyOf(test.tool, test.name)));
  const ran = test.record === undefined ? undefined : outcome;
  const logs = test.record?.logs ?? [];
  return (
    <div className={styles.detail}>
      <TestHead test={test} busy={busy} onRun={onRun}>
        {ran !== undefined && (
          <span>
            after {ran.seconds.toFixed(2)} s of play ({ran.steps} {ran.steps === 1 ? 'step' : 'steps'})
          </span>
        )}
      </TestHead>
      <dl className={styles.call}>
        <dt>File</dt>
        <dd>
          <PathText path={test.tool} />
        </dd>
      </dl>
      {ran !== undefined && (
        <div className={outcomeStyles.outcome}>
          {ran.errors.map(({ message, line }, index) => (
            <div key={index} className={outcomeStyles.error}>
              <PlainText text={line === undefined ? message : `Line ${line}: ${message}`} lines="many" />
            </div>
          ))}
          <ul className={styles.expectations} aria-label="Expectations">
            {ran.expectations.map((one, index) => (
              <ExpectationRow key={index} path={test.tool} expectation={one} />
            ))}
          </ul>
          {logs.length > 0 && <RunLog lines={logs} />}
        </div>
      )}
    </div>
  );
}

function ExpectationRow({
  path,
  expectation: { line, passed, condition, message, detail },
}: {
  readonly path: string;
  readonly expectation: Expectation;
}): ReactNode {
  return (
    <li className={styles.expectation} data-ok={passed}>
      <StateMark state={passed ? 'passed' : 'failed'} />
      <span className={styles.expected}>
        {message !== undefined && <span>{visibleText(message)}</span>}
        <code>{visibleText(condition)}</code>
        {detail !== undefined && <span className={styles.found}>{visibleText(detail)}</span>}
      </span>
      <Button size="small" variant="ghost" onClick={() => useEditors.getState().open(path, { line })}>
        Line {line}
      </Button>
    </li>
  );
}
