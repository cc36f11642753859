import { Code, Copy, Ellipsis, Library, Pause, Play, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Policy, ToolInspection, ToolSummary } from '../../../src-preload/contract';
import { bridge } from '../../state/bridge';
import { useEditors } from '../../state/editor-store';
import { showToast } from '../../state/toasts';
import { useTools } from '../../state/tools-store';
import { Badge } from '../../ui/badge';
import { Button, IconButton } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Menu, type MenuEntry } from '../../ui/menu';
import { PlainText } from '../../ui/plain-text';
import { ErrorState, SkeletonRows } from '../../ui/state-view';
import { ToolStatusBadge } from '../../ui/tool-status';
import { visibleText } from '../../ui/visible-text';
import { BehaviourSection } from './behaviour-section';
import { kindWords } from './capability-words';
import { ChangesSection } from './changes-section';
import { DecisionBar, type DecisionBarHandle } from './decision-bar';
import { promoteTool, removeTool, setEnabled } from './decisions';
import { HostCallout } from './host-callout';
import { useInspection } from './inspections';
import { MayDoList } from './may-do';
import { PurposeSection } from './purpose-section';
import { useReading } from './reading';
import { JUMP_SETTLE_MS, SETTLE_MS } from './review-gate';
import styles from './review.module.css';
import { SignerCallout } from './signer-callout';
import { TestsSection } from './tests-section';
import { TouchSection } from './touch-section';
import { TrySection } from './try-section';
import { useToolsView } from './tools-view';
import { useCurrent } from './use-current';

export interface ReviewPageProps {
  readonly name: string;
  /** As the list has it now; undefined when the tool is gone. */
  readonly summary: ToolSummary | undefined;
  readonly policy: Policy;
  readonly onClose: () => void;
  readonly onDecided: (name: string, approved: boolean) => void;
}

/** The page on which a person decides whether to trust a tool. */
export function ReviewPage({ name, summary, policy, onClose, onDecided }: ReviewPageProps): ReactNode {
  const freshness = useTools((state) => state.revision);
  const { state, reload } = useInspection(name, freshness);
  if (state.state === 'loading') return <SkeletonRows rows={14} label={`Loading ${visibleText(name)}`} />;
  if (state.state === 'failed')
    return (
      <ErrorState error={state.error} title={`${visibleText(name)} could not be read`} onRetry={reload} />
    );
  return (
    <Loaded
      // What was read, typed and tried belongs to one definition.
      key={state.inspection.hash}
      inspection={state.inspection}
      summary={summary}
      shownAt={state.shownAt}
      policy={policy}
      onReload={reload}
      onClose={onClose}
      onDecided={onDecided}
    />
  );
}

interface LoadedProps extends Omit<ReviewPageProps, 'name'> {
  readonly inspection: ToolInspection;
  readonly shownAt: number;
  readonly onReload: () => void;
}

function Loaded({
  inspection,
  summary,
  shownAt,
  policy,
  onReload,
  onClose,
  onDecided,
}: LoadedProps): ReactNode {
  const reading = useReading(inspection);
  const focus = useToolsView((state) => state.focus);
  const jumped = useToolsView((state) => state.jumped);
  const [writing, setWriting] = useState(false);
  const { frontAt } = useCurrent({
    name: inspection.name,
    hash: inspection.hash,
    asked: focus.count,
    writing,
    onReload,
  });
  const page = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const decision = useRef<DecisionBarHandle>(null);

  useEffect(() => {
    if (focus.on === 'heading') heading.current?.focus({ preventScroll: true });
    else if (focus.on === 'decision') decision.current?.focus();
    else if (focus.on === 'reason') decision.current?.reject();
    else if (focus.on === 'try') focusTry(page.current);
  }, [focus, inspection.hash]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const chord = event.ctrlKey || event.metaKey;
    if (event.repeat || event.defaultPrevented) return;
    if (chord && event.key === 'Enter') {
      event.preventDefault();
      decision.current?.approve();
    } else if (chord && event.key === 'Backspace' && !isText(event.target)) {
      event.preventDefault();
      decision.current?.reject();
    } else if (event.key === 'Escape' && !isText(event.target)) {
      event.preventDefault();
      onClose();
    }
  };
  // Of a file that does not parse, nothing is known but that.
  const readable = inspection.status !== 'invalid' || Object.keys(inspection.definition).length > 0;
  return (
    <article
      ref={page}
      className={styles.page}
      aria-label={`Review of ${visibleText(inspection.name)}`}
      onKeyDown={onKeyDown}
    >
      <Header inspection={inspection} heading={heading} onClose={onClose} />
      <div className={styles.scroll}>
        <div className={styles.content}>
          {showsReason(inspection) && (
            <p
              className={styles.callout}
              data-tone={
                inspection.status === 'invalid' || inspection.status === 'rejected' ? 'danger' : 'info'
              }
            >
              <PlainText text={inspection.reason ?? ''} lines="many" />
            </p>
          )}
          <SignerCallout inspection={inspection} />
          <HostCallout inspection={inspection} />
          <PurposeSection inspection={inspection} />
          {readable && (
            <>
              <ChangesSection inspection={inspection} reveal={reading.reveal} onSeen={reading.onSeen} />
              <TouchSection inspection={inspection} policy={policy} onReload={onReload} />
              {inspection.status !== 'invalid' && <TrySection inspection={inspection} />}
              <TestsSection inspection={inspection} />
            </>
          )}
          <BehaviourSection inspection={inspection} />
        </div>
      </div>
      <DecisionBar
        ref={decision}
        inspection={inspection}
        currentHash={summary?.hash}
        shownAt={Math.max(shownAt, frontAt)}
        settleMs={jumped ? JUMP_SETTLE_MS : SETTLE_MS}
        policy={policy}
        unread={reading.unread}
        onShowUnread={reading.show}
        onReload={onReload}
        onDecided={(approved) => onDecided(inspection.name, approved)}
        onBusy={setWriting}
      />
    </article>
  );
}

/** Of a decision whose key is not trusted, the callout below says all that the reason does. */
function showsReason({ reason, status, untrusted_signer: signer }: ToolInspection): boolean {
  if (reason === undefined || reason === '' || status === 'active') return false;
  return signer === undefined || status !== 'pending_approval';
}

/** Brings the dry run on screen, with the focus on its first control. */
function focusTry(page: HTMLElement | null): void {
  const section = page?.querySelector('[data-section="try"]');
  section?.scrollIntoView({ block: 'start' });
  const first = section?.querySelector<HTMLElement>('input:not([type=radio]), textarea');
  (first ?? section?.querySelector('button'))?.focus({ preventScroll: true });
}

/** Keys of an editor or a text field are for the text. */
function isText(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.closest('.monaco-editor') !== null)
  );
}

interface HeaderProps {
  readonly inspection: ToolInspection;
  readonly heading: React.RefObject<HTMLHeadingElement | null>;
  readonly onClose: () => void;
}

function Header({ inspection, heading, onClose }: HeaderProps): ReactNode {
  const [removing, setRemoving] = useState(false);
  const { name, status } = inspection;
  const hasFiles = inspection.files.length > 0;
  const enabled = status !== 'disabled';
  const entries: MenuEntry[] = [
    { label: 'Copy Name', icon: Copy, run: () => void copy(name, 'Name') },
    { label: 'Copy Hash', icon: Copy, run: () => void copy(inspection.hash, 'Hash') },
    {
      label: 'Copy to My Library',
      icon: Library,
      note: 'For your other projects; each approves it itself',
      run: () => void promoteTool(name),
    },
    'line',
    { label: 'Remove…', icon: Trash2, danger: true, disabled: !hasFiles, run: () => setRemoving(true) },
  ];
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        <h2 ref={heading} tabIndex={-1} className={styles.name}>
          <PlainText text={name} />
        </h2>
        {inspection.title !== undefined && inspection.title !== '' && (
          <span className={styles.title}>
            <PlainText text={inspection.title} />
          </span>
        )}
        <div className={styles.badges}>
          <ToolStatusBadge status={status} />
          <Badge title={kindWords(inspection.kind).detail}>{kindWords(inspection.kind).label}</Badge>
          <MayDoList capabilities={inspection.capabilities} />
        </div>
      </div>
      <div className={styles.actions}>
        {hasFiles && (
          <Button size="small" icon={Code} onClick={() => edit(inspection)}>
            Edit
          </Button>
        )}
        <Button size="small" icon={enabled ? Pause : Play} onClick={() => void setEnabled(name, !enabled)}>
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <Menu entries={entries} align="end">
          <IconButton label="More actions" icon={Ellipsis} size="small" />
        </Menu>
        <IconButton label="Close" icon={X} size="small" keys="Esc" onClick={onClose} />
      </div>
      <Confirm
        open={removing}
        title={`Remove ${visibleText(name)}?`}
        text={`It stops being a tool at once, and its files are deleted: ${inspection.files.map((file) => visibleText(file)).join(', ')}. It can come back for as long as the project is open.`}
        confirmLabel="Remove"
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          void removeTool(name).then((result) => result.ok && onClose());
        }}
      />
    </header>
  );
}

/** A tool from outside has a definition and no code. */
function edit({ name, kind, files: [first] }: ToolInspection): void {
  if (kind === 'external' && first !== undefined) void useEditors.getState().open(first);
  else void useEditors.getState().openPair(name);
}

async function copy(text: string, what: string): Promise<void> {
  await bridge().copyText(text);
  showToast({ tone: 'info', title: `${what} copied` });
}
