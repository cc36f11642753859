import type { ReactNode } from 'react';
import { usedText } from '../../state/run-facts';
import { duration } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';
import { TestHead, type TestDetailProps } from './test-head';
import { TestOutcome } from './test-outcome';
import styles from './tests-panel.module.css';

/** One test: what it calls, what it expects, and what it gave. */
export function TestDetail({ test, busy, onRun }: TestDetailProps): ReactNode {
  const { record } = test;
  const setup = test.test.setup ?? [];
  return (
    <div className={styles.detail}>
      <TestHead test={test} busy={busy} onRun={onRun}>
        {record && (
          <span>
            in {duration(record.ms)}
            {record.instructions !== undefined &&
              ` · ${usedText(record.instructions, record.instruction_limit) ?? ''}`}
          </span>
        )}
      </TestHead>
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
