import { CornerDownRight, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { openTest } from './open-test';
import { StateMark } from './test-list';
import type { TestNode } from './test-tree';
import styles from './tests-panel.module.css';

export interface TestDetailProps {
  readonly test: TestNode;
  readonly busy: boolean;
  readonly onRun: () => void;
}

const STATE_WORDS = {
  passed: 'Passed',
  failed: 'Failed',
  unknown: 'Not run',
  running: 'Running',
} as const;

/** What stands above every test: its name, what can be done with it, and its state, to which `children` adds how it ran. */
export function TestHead({
  test,
  busy,
  onRun,
  children,
}: TestDetailProps & { readonly children?: ReactNode }): ReactNode {
  return (
    <>
      <div className={styles.detailHead}>
        <h2 className={styles.detailTitle}>
          <PlainText text={test.name} />
        </h2>
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
        {children}
      </p>
    </>
  );
}
