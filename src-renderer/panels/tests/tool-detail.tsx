import { Code, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEditors } from '../../state/editor-store';
import { Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { FuzzButton, FuzzReport } from './fuzz-report';
import { isScript } from './behavior-runs';
import { useTests } from './test-store';
import type { ToolNode } from './test-tree';
import styles from './tests-panel.module.css';

/** A tool of the tree: run all of its tests, and try it on generated inputs. */
export function ToolDetail({ node, busy }: { readonly node: ToolNode; readonly busy: boolean }): ReactNode {
  const hash = useTests((state) => state.tools.get(node.tool)?.hash);
  const run = useTests((state) => state.run);
  const failed = node.tests.filter((test) => test.state === 'failed').length;
  const count = node.tests.length;
  return (
    <div className={styles.detail}>
      <div className={styles.detailHead}>
        <h2 className={styles.detailTitle}>
          <PlainText text={node.tool} />
        </h2>
        {count > 0 && (
          <Button size="small" icon={Play} disabled={busy} onClick={() => void run([{ tool: node.tool }])}>
            Run Tests
          </Button>
        )}
        {count === 0 && (
          <Button size="small" icon={Code} onClick={() => useEditors.getState().openPair(node.tool)}>
            Edit
          </Button>
        )}
        {!isScript(node.tool) && <FuzzButton tool={node.tool} />}
      </div>
      <p className={styles.detailState} data-state={node.state}>
        {count === 0
          ? 'No tests yet: they stand in its definition, under “tests”.'
          : count === 1
            ? 'One test'
            : `${count} tests`}
        {failed > 0 ? `, ${failed} of which ${failed === 1 ? 'fails' : 'fail'}` : ''}
      </p>
      <FuzzReport tool={node.tool} hash={hash} />
    </div>
  );
}
