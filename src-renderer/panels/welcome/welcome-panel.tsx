import { FolderOpen, FolderPlus, Sparkles, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { AppInfo, OpenRequest, ToolError } from '../../../src-preload/contract';
import { bridge } from '../../state/bridge';
import { useKeysOf } from '../../state/commands';
import { objectOf, stringOf } from '../../state/read-json';
import { Button } from '../../ui/button';
import { PathText } from '../../ui/cut-text';
import { Keys } from '../../ui/keys';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import styles from './welcome.module.css';

/** What the window shows without a project: open, create, the sample, and recent ones. */
export function WelcomePanel({ info }: { readonly info: AppInfo }): ReactNode {
  const [problem, setProblem] = useState<ToolError | null>(info.problem);
  const [busy, setBusy] = useState(false);
  const openKeys = useKeysOf('file.open');
  const open = async (request: OpenRequest): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const outcome = await bridge().openProject(request);
    setBusy(false);
    if (outcome.outcome === 'failed') setProblem(outcome.error);
  };
  // A folder that could be a project says which it is.
  const notYet = problem?.code === 'not_found' ? stringOf(objectOf(problem.data)['folder']) : undefined;
  // For who has never opened anything, the sample is the way in.
  const newcomer = info.recent.length === 0;
  const sample = (
    <Item
      icon={Sparkles}
      name="Open the Sample"
      note={
        newcomer
          ? 'New here? Try and approve your first tool, in two minutes'
          : 'A floating garden with foes and treasure'
      }
      autoFocus={newcomer}
      onClick={() => void open({ kind: 'sample' })}
    />
  );
  return (
    <main className={styles.page} data-region="main" aria-busy={busy}>
      <div className={styles.inner}>
        <header className={styles.mark}>
          <Logo />
          <div>
            <h1 className={styles.title}>Skywalker</h1>
            <p className={styles.lead}>
              Build a scene together with AI agents, and decide which tools they may add.
            </p>
          </div>
        </header>
        {problem !== null && (
          <div className={styles.problem} role="alert">
            <p className={styles.problemTitle}>The project did not open</p>
            <PlainText text={problem.message} lines="many" />
            {problem.hint !== undefined && notYet === undefined && (
              <PlainText text={problem.hint} lines="many" />
            )}
            {notYet !== undefined && (
              <div>
                <Button
                  size="small"
                  onClick={() => void open({ kind: 'folder', folder: notYet, create: true })}
                >
                  Make This Folder a Project
                </Button>
              </div>
            )}
          </div>
        )}
        <div className={styles.columns}>
          <section aria-label="Start">
            <h2>Start</h2>
            {newcomer && sample}
            <Item
              icon={FolderOpen}
              name="Open Project…"
              note="A folder with a game.json"
              keys={openKeys}
              onClick={() => void open({ kind: 'choose' })}
            />
            <Item
              icon={FolderPlus}
              name="New Project…"
              note="In a folder of your choice"
              onClick={() => void open({ kind: 'create' })}
            />
            {!newcomer && sample}
          </section>
          <section aria-label="Recent projects">
            <h2>Recent</h2>
            {info.recent.length === 0 ? (
              <p className={styles.note}>Projects that you open are listed here.</p>
            ) : (
              <ul>
                {info.recent.map((project) => (
                  <li key={project.folder}>
                    <Item
                      icon={FolderOpen}
                      name={project.name}
                      note={<PathText path={project.folder} />}
                      onClick={() => void open({ kind: 'folder', folder: project.folder })}
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      </div>
    </main>
  );
}

interface ItemProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly note: ReactNode;
  readonly keys?: string;
  readonly autoFocus?: boolean;
  readonly onClick: () => void;
}

function Item({ icon: Icon, name, note, keys, autoFocus, onClick }: ItemProps): ReactNode {
  return (
    <button type="button" className={styles.item} autoFocus={autoFocus} onClick={onClick}>
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <span className={styles.name}>{visibleText(name)}</span>
      {keys !== undefined && (
        <span className={styles.keys}>
          <Keys keys={keys} />
        </span>
      )}
      <span className={styles.note}>{note}</span>
    </button>
  );
}

/** A horizon, and the star above it. */
function Logo(): ReactNode {
  return (
    <svg className={styles.logo} viewBox="0 0 52 52" fill="none" aria-hidden>
      <rect x="1" y="1" width="50" height="50" rx="12" fill="currentColor" opacity="0.12" />
      <path d="M8 36 C 18 28, 34 28, 44 36" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      <path
        d="M14 42 C 21 37, 31 37, 38 42"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity="0.5"
      />
      <path
        d="M26 9 L28.6 16.4 L36 19 L28.6 21.6 L26 29 L23.4 21.6 L16 19 L23.4 16.4 Z"
        fill="currentColor"
      />
    </svg>
  );
}
