import { ArrowRight, Download, Ellipsis, Trash2, TriangleAlert, Upload, X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { LibraryInspection, LibraryTool, ToolError } from '../../../src-preload/contract';
import { Actor } from '../../ui/actor';
import { Badge } from '../../ui/badge';
import { Button, IconButton } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Menu } from '../../ui/menu';
import { PlainText } from '../../ui/plain-text';
import { ErrorState, SkeletonRows } from '../../ui/state-view';
import { TimeText } from '../../ui/time-text';
import { visibleText } from '../../ui/visible-text';
import { CodeView } from '../editor/code-view';
import { DiffView } from '../editor/diff-view';
import { kindWords } from './capability-words';
import { decidingText } from './definition-text';
import { adopt, inspectInLibrary, putIntoLibrary, relationWords, takeOut } from './library-store';
import { MayDoList } from './may-do';
import styles from './review.module.css';
import { Section } from './section';
import { useToolsView } from './tools-view';

export interface LibraryPageProps {
  readonly summary: LibraryTool;
  readonly onClose: () => void;
}

/** A tool of the library: what it is, how it differs from this project's, and taking it up. */
export function LibraryPage({ summary, onClose }: LibraryPageProps): ReactNode {
  const { name } = summary;
  const [tool, setTool] = useState<LibraryInspection | undefined>(undefined);
  const [error, setError] = useState<ToolError | undefined>(undefined);
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    let current = true;
    void inspectInLibrary(name).then((found) => {
      if (!current) return;
      if ('error' in found) setError(found.error);
      else {
        setTool(found.tool);
        setError(undefined);
      }
    });
    return () => {
      current = false;
    };
  }, [name, wanted, summary.relation, summary.project_version]);
  const relation = relationWords(summary.relation);
  return (
    <article
      className={styles.page}
      aria-label={`${visibleText(name)} in the library`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header className={styles.header}>
        <div className={styles.heading}>
          <h2 className={styles.name}>
            <PlainText text={name} />
          </h2>
          {summary.title !== undefined && (
            <span className={styles.title}>
              <PlainText text={summary.title} />
            </span>
          )}
          <div className={styles.badges}>
            <Badge tone={relation.tone} title={relation.detail}>
              {relation.label}
            </Badge>
            <Badge title={kindWords(summary.kind).detail}>{kindWords(summary.kind).label}</Badge>
            {summary.capabilities !== undefined && <MayDoList capabilities={summary.capabilities} />}
          </div>
        </div>
        <Actions summary={summary} onClose={onClose} />
      </header>
      <div className={styles.scroll}>
        <div className={styles.content}>
          {error !== undefined ? (
            <ErrorState
              error={error}
              title="It could not be read"
              onRetry={() => setWanted((count) => count + 1)}
            />
          ) : tool === undefined ? (
            <SkeletonRows rows={8} label="Loading the tool" />
          ) : (
            <Body tool={tool} />
          )}
        </div>
      </div>
    </article>
  );
}

function Actions({ summary, onClose }: LibraryPageProps): ReactNode {
  const { name, relation, problem } = summary;
  const [asking, setAsking] = useState<'adopt' | 'put' | 'out' | null>(null);
  const [busy, setBusy] = useState(false);
  const act = async (what: 'adopt' | 'put' | 'out'): Promise<void> => {
    setAsking(null);
    setBusy(true);
    const result = await (what === 'adopt'
      ? adopt(name)
      : what === 'put'
        ? putIntoLibrary(name)
        : takeOut(name));
    setBusy(false);
    if (!result.ok) return;
    if (what === 'adopt') useToolsView.getState().review(name);
    else if (what === 'out') onClose();
  };
  const here = relation !== 'absent' && relation !== 'same';
  const shown = visibleText(name);
  return (
    <div className={styles.actions}>
      {problem === undefined && relation === 'absent' && (
        <Button size="small" variant="primary" icon={Download} busy={busy} onClick={() => void act('adopt')}>
          Adopt
        </Button>
      )}
      {problem === undefined && here && (
        <Button
          size="small"
          variant={relation === 'library_newer' ? 'primary' : 'secondary'}
          icon={Download}
          busy={busy}
          onClick={() => setAsking('adopt')}
        >
          {relation === 'library_newer' ? 'Update This Project…' : 'Replace This Project’s…'}
        </Button>
      )}
      {here && (
        <Button size="small" icon={Upload} disabled={busy} onClick={() => setAsking('put')}>
          Put This Project’s Here…
        </Button>
      )}
      <Menu
        align="end"
        entries={[
          { label: 'Remove from the Library…', icon: Trash2, danger: true, run: () => setAsking('out') },
        ]}
      >
        <IconButton label="More actions" icon={Ellipsis} size="small" />
      </Menu>
      <IconButton label="Close" icon={X} size="small" keys="Esc" onClick={onClose} />
      <Confirm
        open={asking === 'adopt'}
        danger={false}
        title={`Use the library’s ${shown} here?`}
        text="It takes the place of this project’s tool of that name. It is another definition, so that an approval of the present one does not hold for it. The difference is shown on the page."
        confirmLabel="Use It Here"
        onCancel={() => setAsking(null)}
        onConfirm={() => void act('adopt')}
      />
      <Confirm
        open={asking === 'put'}
        danger={false}
        title={`Put this project’s ${shown} into the library?`}
        text="It takes the place of the library’s. Projects that took that up keep what they have."
        confirmLabel="Put It There"
        onCancel={() => setAsking(null)}
        onConfirm={() => void act('put')}
      />
      <Confirm
        open={asking === 'out'}
        title={`Remove ${shown} from the library?`}
        text="Its files in the library are deleted. Projects that took it up keep theirs, and it can come back for as long as this project is open."
        confirmLabel="Remove"
        onCancel={() => setAsking(null)}
        onConfirm={() => void act('out')}
      />
    </div>
  );
}

function Body({ tool }: { readonly tool: LibraryInspection }): ReactNode {
  const code = tool.full_code ?? tool.code;
  return (
    <>
      {tool.problem !== undefined && (
        <p className={styles.callout} data-tone="danger">
          <TriangleAlert size={16} aria-hidden />
          <PlainText text={tool.problem} lines="many" />
        </p>
      )}
      <Section title="What is it for?">
        <p className={styles.description}>
          <PlainText text={tool.description} lines="many" />
        </p>
        <Facts tool={tool} />
      </Section>
      {tool.project === undefined ? (
        <Section title={code === undefined ? 'What does it do?' : 'Its code'}>
          <CodeView
            path={code === undefined ? 'definition.tool.json' : 'tool.wander'}
            text={code ?? decidingText(tool.definition)}
            label={`Code of ${tool.name}`}
          />
        </Section>
      ) : (
        <Differences tool={tool} project={tool.project} />
      )}
    </>
  );
}

function Facts({ tool }: { readonly tool: LibraryInspection }): ReactNode {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Author</dt>
        <dd>
          <Actor actor={tool.author} />
        </dd>
      </div>
      {tool.promoted_by !== undefined && (
        <div>
          <dt>Put here</dt>
          <dd>
            <Actor actor={tool.promoted_by} />
            {tool.promoted_at !== undefined && <TimeText at={tool.promoted_at} />}
          </dd>
        </div>
      )}
      <div>
        <dt>Version</dt>
        <dd>
          {tool.version}
          {tool.project_version === undefined ? '' : `; this project has version ${tool.project_version}`}
        </dd>
      </div>
      <div>
        <dt>Tests</dt>
        <dd>{tool.tests === 0 ? 'none' : tool.tests}</dd>
      </div>
      {tool.modules !== undefined && (
        <div>
          <dt>Brings along</dt>
          <dd className={styles.mono}>
            <PlainText text={tool.modules.join(', ')} lines="many" />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Differences({
  tool,
  project,
}: {
  readonly tool: LibraryInspection;
  readonly project: NonNullable<LibraryInspection['project']>;
}): ReactNode {
  const changes = tool.capability_changes ?? [];
  const [mine, theirs] = [project.full_code ?? project.code, tool.full_code ?? tool.code];
  const [before, after] = [decidingText(project.definition), decidingText(tool.definition)];
  return (
    <Section title="How does it differ from this project’s?">
      <p className={styles.callout} data-tone="info">
        <ArrowRight size={16} aria-hidden />
        <span>From what this project has to what the library has.</span>
      </p>
      {changes.length > 0 && (
        <ul className={styles.capabilityChanges} aria-label="Changes of what it may do">
          {changes.map((change) => (
            <li key={change}>
              <ArrowRight size={16} strokeWidth={2} aria-hidden />
              <PlainText text={change} lines="many" />
            </li>
          ))}
        </ul>
      )}
      {mine !== theirs && (
        <DiffView
          path="tool.wander"
          before={mine ?? ''}
          after={theirs ?? ''}
          label={`Code of ${tool.name}, this project’s and the library’s`}
        />
      )}
      {before !== after && (
        <DiffView
          path="definition.tool.json"
          before={before}
          after={after}
          label={`Definition of ${tool.name}, this project’s and the library’s`}
        />
      )}
      {mine === theirs && before === after && (
        <p className={styles.quiet}>They differ in nothing that decides what it does.</p>
      )}
    </Section>
  );
}
