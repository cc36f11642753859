import type { ReactNode } from 'react';
import type { ToolSummary } from '../../../src-preload/contract';
import { useEditors } from '../../state/editor-store';
import { setSetting, useSettings } from '../../state/settings-store';
import { problemOfTool } from '../../state/tool-problems';
import { useTools } from '../../state/tools-store';
import { Button, LinkButton } from '../../ui/button';
import { Switch } from '../../ui/field';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import { useTests } from '../tests/test-store';
import { useToolsView } from '../tools/tools-view';
import styles from './editor-area.module.css';
import { saveAndTest } from './save-and-test';

/** Over a tool's pair: what one does next with it. */
export function PairBar({ tool, path }: { readonly tool: string; readonly path: string }): ReactNode {
  const summary = useTools((state) => state.tools.find((one) => one.name === tool));
  const review = useToolsView((state) => state.review);
  const busy = useTests((state) => state.progress !== null);
  const testOnSave = useSettings((state) => state.testOnSave);
  return (
    <div className={styles.pairBar}>
      <span className={styles.pairWords}>
        <PairWords summary={summary} />
      </span>
      <Switch
        label="Run tests on save"
        checked={testOnSave}
        onChange={(on) => setSetting('testOnSave', on)}
      />
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

/** How the tool stands with the project: of a broken one what is wrong, and the way there. */
function PairWords({ summary }: { readonly summary: ToolSummary | undefined }): ReactNode {
  if (summary === undefined) return 'Not a tool yet: saving makes it one';
  const broken = problemOfTool(summary);
  if (broken === undefined) return 'Saving checks it';
  const { path, problem } = broken;
  return (
    <>
      Broken, and can’t be called:{' '}
      <LinkButton
        title={visibleText(problem.message)}
        onClick={() =>
          useEditors
            .getState()
            .open(path, { line: Math.max(1, problem.line), column: Math.max(1, problem.column) })
        }
      >
        <PlainText text={problem.message} />
      </LinkButton>
    </>
  );
}
