import { CircleCheck, CircleDashed, CircleX, Play } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { ToolInspection } from '../../../src-preload/contract';
import { usedText } from '../../state/run-facts';
import { Button, LinkButton } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { Spinner } from '../../ui/spinner';
import { duration } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';
import { FuzzButton, FuzzReport } from '../tests/fuzz-report';
import { TestOutcome } from '../tests/test-outcome';
import { useTests } from '../tests/test-store';
import { testTree, type TestNode } from '../tests/test-tree';
import { CoverageFacts } from './coverage-facts';
import styles from './review.module.css';
import { Section } from './section';

/** 5. Is it tested? Its tests with their last run, what they give and expect. */
export function TestsSection({ inspection }: { readonly inspection: ToolInspection }): ReactNode {
  const take = useTests((state) => state.take);
  const known = useTests((state) => state.tools.get(inspection.name));
  const run = useTests((state) => state.run);
  const busy = useTests((state) => state.progress !== null);
  useEffect(() => take(inspection), [take, inspection]);
  const node = known ? testTree([known], '', 'all')[0] : undefined;
  const tests = node?.tests ?? [];
  return (
    <Section
      title="Is it tested?"
      side={
        <span className={styles.sectionButtons}>
          {tests.length > 0 && (
            <Button
              size="small"
              icon={Play}
              disabled={busy}
              onClick={() => void run([{ tool: inspection.name }])}
            >
              Run Tests
            </Button>
          )}
          {inspection.status !== 'invalid' && <FuzzButton tool={inspection.name} />}
        </span>
      }
    >
      {node?.problem !== undefined && (
        <p className={styles.callout} data-tone="warning">
          <PlainText text={node.problem} lines="many" />
        </p>
      )}
      {tests.length === 0 ? (
        <p className={styles.quiet}>
          It has no tests. Try it above to see what it does, or run it on generated inputs.
        </p>
      ) : (
        <ul className={styles.tests}>
          {tests.map((test) => (
            <TestLine
              key={test.name}
              test={test}
              onRun={busy ? undefined : () => void run([{ tool: test.tool, tests: [test.name] }])}
            />
          ))}
        </ul>
      )}
      {tests.length > 0 && <CoverageFacts inspection={inspection} tests={tests} />}
      <FuzzReport tool={inspection.name} hash={inspection.hash} />
    </Section>
  );
}

function TestLine({
  test,
  onRun,
}: {
  readonly test: TestNode;
  readonly onRun: (() => void) | undefined;
}): ReactNode {
  return (
    <li>
      <details className={styles.test} open={test.state === 'failed' ? true : undefined}>
        <summary>
          <StateIcon test={test} />
          <span className={styles.testName}>
            <PlainText text={test.name} />
          </span>
          {test.record?.instructions !== undefined && (
            <span className={styles.tabular}>
              {usedText(test.record.instructions, test.record.instruction_limit)}
            </span>
          )}
          {test.ms !== undefined && <span className={styles.tabular}>{duration(test.ms)}</span>}
          <span className={styles.testState}>{STATE_WORDS[test.state]}</span>
        </summary>
        <div className={styles.testBody}>
          {test.test.setup !== undefined && test.test.setup.length > 0 && (
            <p className={styles.quiet}>
              First calls {visibleText(test.test.setup.map((one) => one.tool).join(', '))}; everything is
              rolled back.
            </p>
          )}
          <p className={styles.testCall}>
            <span>with</span> <code>{visibleText(JSON.stringify(test.test.args ?? {}))}</code>
          </p>
          <p className={styles.testCall}>
            <span>expects</span> <code>{visibleText(JSON.stringify(test.test.expect ?? { ok: true }))}</code>
          </p>
          {test.record && <TestOutcome record={test.record} />}
          {onRun && <LinkButton onClick={onRun}>Run this test</LinkButton>}
        </div>
      </details>
    </li>
  );
}

const STATE_WORDS = { passed: 'passed', failed: 'failed', unknown: 'not run', running: 'running' } as const;

function StateIcon({ test }: { readonly test: TestNode }): ReactNode {
  if (test.state === 'running') return <Spinner />;
  const Icon = test.state === 'passed' ? CircleCheck : test.state === 'failed' ? CircleX : CircleDashed;
  return (
    <Icon size={15} strokeWidth={1.9} aria-hidden className={styles.stateIcon} data-state={test.state} />
  );
}
