import { Plus, RefreshCw } from 'lucide-react';
import { type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { changeStudio, useStudio } from '../../state/studio-store';
import { useStudioView } from '../../state/studio-view';
import { showError } from '../../state/toasts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Menu } from '../../ui/menu';
import { PlainText } from '../../ui/plain-text';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import { listKeys } from './list-keys';
import { LoopPage } from './loop-page';
import { LOOP_WORDS } from './studio-words';
import styles from './studio.module.css';

async function make(template: string): Promise<void> {
  const result = await changeStudio('loops', 'studio_loop_define', { template });
  if (result.ok) useStudioView.getState().select('loops', template);
  else showError(result.error, 'The loop was not made');
}

/** The loops at the left; one of them with its stages and iterations. */
export function LoopsPage(): ReactNode {
  const loops = useStudio((state) => state.loops);
  const templates = useStudio((state) => state.templates);
  const open = useStudioView((state) => state.open.loops);
  const select = useStudioView((state) => state.select);
  const missing = templates.filter(({ name }) => !loops.some((loop) => loop.name === name));
  const entries = missing.map(({ name, description, stages }) => ({
    label: name.replaceAll('_', ' '),
    note: description === '' ? stages.join(' → ') : description,
    run: () => void make(name),
  }));
  const chosen = loops.find(({ name }) => name === open) ?? loops[0];
  const add = (variant: 'primary' | 'secondary'): ReactNode => (
    <Menu entries={entries} align="end">
      <Button size={variant === 'primary' ? 'medium' : 'small'} variant={variant} icon={Plus}>
        New Loop
      </Button>
    </Menu>
  );
  if (loops.length === 0)
    return (
      <EmptyState
        icon={RefreshCw}
        title="No loops yet"
        text="A loop leads a team through the same stages, such as build, playtest and review, until its goal is reached. Start from one that is there."
      >
        {entries.length > 0 && add('primary')}
      </EmptyState>
    );
  return (
    <div className={styles.stack}>
      <div className={styles.bar}>
        <span className={styles.grow} />
        {entries.length > 0 && add('secondary')}
      </div>
      <Split id="studio-loops" direction="horizontal" panes={['list', 'loop']}>
        <Panel id="list" defaultSize="26%" minSize="200px">
          <div
            role="listbox"
            aria-label="Loops"
            className={styles.options}
            onKeyDown={listKeys(loops.length, (index) => select('loops', loops[index]?.name))}
          >
            {loops.map((loop) => {
              const { label, tone } = LOOP_WORDS[loop.status];
              return (
                <div
                  key={loop.name}
                  role="option"
                  aria-selected={loop === chosen}
                  tabIndex={loop === chosen ? 0 : -1}
                  className={styles.option}
                  onClick={() => select('loops', loop.name)}
                >
                  <span className={styles.grow}>{visibleText(loop.name)}</span>
                  <Badge tone={tone}>{label}</Badge>
                </div>
              );
            })}
          </div>
        </Panel>
        <SplitBar label="Width of the list" />
        <Panel id="loop" minSize="360px">
          {chosen?.status === 'broken' ? (
            <EmptyState
              title={`${visibleText(chosen.name)} can’t be used`}
              text={<PlainText text={chosen.problem ?? ''} lines="many" />}
            />
          ) : (
            chosen && <LoopPage key={chosen.name} name={chosen.name} />
          )}
        </Panel>
      </Split>
    </div>
  );
}
