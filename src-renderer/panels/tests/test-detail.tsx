import { CornerDownRight, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { usedText } from '../../state/run-facts';
import { Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { duration } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';
import { StateMark } from './test-list';
import { TestOutcome } from './test-outcome';
import { openTest } from './open-test';
import type { TestNode } from './test-tree';
import styles from './tests-panel.module.css';

export interface TestDetailProps {
  readonly test: TestNode;
  readonly busy: boolean;
  readonly onRun: () => void;
}

export const STATE_WORDS = {
  passed: 'Passed',
  failed: 'Failed',
  unknown: 'Not run',
  running: 'Running',
} as const;

/** One test: what it calls, what it expects, and what it gave. */
export function TestDetail({ test, busy, onRun }: TestDetailProps): ReactNode {
  const { record } = test;
  const setup = test.test.setup ?? [];
  return (
    <div className={styles.detail}>
      <div className={styles.detailHead}>
        <h3 className={styles.detailTitle}>
          <PlainText text={test.name} />
        </h3>
        <Button size="small" icon={Play} busy={test.state === 'running'} disabled={busy} onClick={onRun}>
          Run
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={CornerDownRight}
          onClick={() => void openTest(test.tool, test.name)}
        >
          Go to Line
        </Button>
      </div>
      <p className={styles.detailState} data-state={test.state}>
        <StateMark state={test.state} />
        {STATE_WORDS[test.state]}
        {record && (
          <span>
            in {duration(record.ms)}
            {record.instructions !== undefined &&
              ` · ${usedText(record.instructions, record.instruction_limit) ?? ''}`}
          </span>
        )}
      </p>
      <dl className={styles.call}>
        <dt>Tool</dt>
        <dd>{visibleText(test.tool)}</dd>
        {setup.length > 0 && (
          <>
            <dt>First calls</dt>
            <dd>
              {setup.map((one, index) => (
                <div key={index}>
                  {visibleText(one.tool)} {visibleText(JSON.stringify(one.args ?? {}))}
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>Arguments</dt>
        <dd>{visibleText(JSON.stringify(test.test.args ?? {}))}</dd>
        {(!record || record.ok) && (
          <>
            <dt>Expects</dt>
            <dd>{visibleText(JSON.stringify(test.test.expect ?? { ok: true }))}</dd>
          </>
        )}
      </dl>
      {record && <TestOutcome record={record} />}
    </div>
  );
}
