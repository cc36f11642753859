import { ArrowRight, CircleCheck, CircleX, Sparkles, TriangleAlert } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ToolInspection } from '../../../src-preload/contract';
import { Actor } from '../../ui/actor';
import { PlainText } from '../../ui/plain-text';
import { TimeText } from '../../ui/time-text';
import { CodeView, type CodeMark } from '../editor/code-view';
import { DiffView } from '../editor/diff-view';
import { hazardsOf, type HazardReport } from './code-hazards';
import { decidingText } from './definition-text';
import type { ReadPart, Reveal } from './reading';
import styles from './review.module.css';
import { Section } from './section';
import { Segments } from './segments';
import { StepList } from './step-list';

export interface ChangesSectionProps {
  readonly inspection: ToolInspection;
  /** Lines or steps that have been on screen, from 1. */
  readonly onSeen: (part: ReadPart, from: number, to: number) => void;
  /** A place to bring on screen. */
  readonly reveal: Reveal | undefined;
}

type View = 'code-changes' | 'code' | 'steps' | 'definition-changes' | 'definition';

const VIEW_LABELS: Readonly<Record<View, string>> = {
  'code-changes': 'Code, changes',
  code: 'Code',
  steps: 'Steps',
  'definition-changes': 'Definition, changes',
  definition: 'Definition',
};

/** 2. What changed since someone last approved it? The whole of it is here too. */
export function ChangesSection({ inspection, reveal, onSeen }: ChangesSectionProps): ReactNode {
  const { approved, code, definition } = inspection;
  const now = useMemo(() => decidingText(definition), [definition]);
  const before = approved?.definition;
  const then = useMemo(() => (before === undefined ? undefined : decidingText(before)), [before]);
  const codeChanged = approved !== undefined && code !== undefined && approved.code !== code;
  const views = viewsOf(inspection, codeChanged, then !== undefined && then !== now);
  const [chosen, setChosen] = useState<View | undefined>(undefined);
  const [handled, setHandled] = useState(0);
  if (reveal && reveal.count !== handled) {
    setHandled(reveal.count);
    setChosen(views.find((one) => partOf(one) === reveal.part));
  }
  const view = chosen !== undefined && views.includes(chosen) ? chosen : (views[0] ?? 'definition');
  const part = partOf(view);
  const reading = {
    reveal: reveal?.part === part ? reveal : undefined,
    onSeen: useCallback((from: number, to: number) => onSeen(part, from, to), [onSeen, part]),
  };
  const shown = part === 'definition' ? now : (code ?? now);
  const report = useMemo(() => hazardsOf(shown), [shown]);
  const marks = useMemo(
    () =>
      report.hazards.map((hazard): CodeMark => ({
        line: hazard.line,
        message: hazard.message,
        tone: hazard.kind === 'hidden' ? 'danger' : 'warning',
      })),
    [report],
  );
  const path = inspection.files.find((file) => file.endsWith('.wander')) ?? `${inspection.name}.wander`;
  return (
    <Section title="What changed since it was approved?">
      <ApprovalLine inspection={inspection} />
      {(inspection.capability_changes ?? []).length > 0 && (
        <ul className={styles.capabilityChanges} aria-label="Changes of what it may do">
          {inspection.capability_changes?.map((change) => (
            <li key={change}>
              <ArrowRight size={16} strokeWidth={2} aria-hidden />
              <PlainText text={change} lines="many" />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.viewBar}>
        <Segments
          label="What to show"
          value={view}
          options={views.map((one) => ({ value: one, label: VIEW_LABELS[one] }))}
          onChange={setChosen}
        />
        <span className={styles.lineCount}>
          {view === 'steps'
            ? counted(Array.isArray(definition['steps']) ? definition['steps'].length : 0, 'step')
            : counted(report.lines, 'line')}
        </span>
      </div>
      <HazardList report={report} />
      {view === 'code-changes' && (
        <DiffView
          path={path}
          before={approved?.code ?? ''}
          after={code ?? ''}
          label={`Code of ${inspection.name}`}
          {...reading}
        />
      )}
      {view === 'code' && (
        <CodeView
          path={path}
          text={code ?? ''}
          label={`Code of ${inspection.name}`}
          marks={marks}
          {...reading}
        />
      )}
      {view === 'steps' && <StepList definition={definition} {...reading} />}
      {view === 'definition-changes' && (
        <DiffView
          path="definition.tool.json"
          before={then ?? ''}
          after={now}
          label={`Definition of ${inspection.name}`}
          {...reading}
        />
      )}
      {view === 'definition' && (
        <CodeView
          path="definition.tool.json"
          text={now}
          label={`Definition of ${inspection.name}`}
          marks={marks}
          {...reading}
        />
      )}
    </Section>
  );
}

function counted(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
}

function partOf(view: View): ReadPart {
  if (view === 'steps') return 'steps';
  return view.startsWith('code') ? 'code' : 'definition';
}

/** The view that answers best comes first. */
function viewsOf(
  inspection: ToolInspection,
  codeChanged: boolean,
  definitionChanged: boolean,
): readonly View[] {
  const views: View[] = [];
  if (codeChanged) views.push('code-changes');
  if (definitionChanged) views.push('definition-changes');
  if (inspection.code !== undefined) views.push('code');
  if (inspection.kind === 'composite') views.push('steps');
  views.push('definition');
  return views;
}

/** Who decided: a teammate by the name that this user gave to the key. */
function Decider({ approval }: { readonly approval: NonNullable<ToolInspection['approval']> }): ReactNode {
  return approval.signed_by === undefined ? (
    <Actor actor={approval.by} />
  ) : (
    <PlainText text={approval.signed_by} />
  );
}

function ApprovalLine({ inspection }: { readonly inspection: ToolInspection }): ReactNode {
  const { approved, approval } = inspection;
  if (approved) {
    return (
      <p className={styles.callout} data-tone="warning">
        <TriangleAlert size={16} aria-hidden />
        <span>
          It is not what was approved: <Decider approval={approved.approval} /> approved another definition{' '}
          <TimeText at={approved.approval.at} />.
        </span>
      </p>
    );
  }
  if (approval?.status === 'approved') {
    return (
      <p className={styles.callout} data-tone="success">
        <CircleCheck size={16} aria-hidden />
        <span>
          Nothing. This is what <Decider approval={approval} /> approved <TimeText at={approval.at} />.
        </span>
      </p>
    );
  }
  if (approval?.status === 'rejected') {
    return (
      <p className={styles.callout} data-tone="danger">
        <CircleX size={16} aria-hidden />
        <span>
          <Decider approval={approval} /> rejected this definition <TimeText at={approval.at} />
          {approval.reason === undefined || approval.reason === '' ? '.' : ': '}
          {approval.reason !== undefined && <PlainText text={approval.reason} lines="many" />}
        </span>
      </p>
    );
  }
  return (
    <p className={styles.callout} data-tone="info">
      <Sparkles size={16} aria-hidden />
      <span>Nobody has approved it before: all of it is new.</span>
    </p>
  );
}

const HAZARDS_AT_FIRST = 4;

function HazardList({ report }: { readonly report: HazardReport }): ReactNode {
  const { hazards, untold } = report;
  if (hazards.length === 0) return null;
  const more = hazards.length - HAZARDS_AT_FIRST + untold;
  return (
    <div className={styles.callout} data-tone="warning">
      <TriangleAlert size={16} aria-hidden />
      <div>
        Easy to overlook:
        <ul className={styles.hazards}>
          {hazards.slice(0, HAZARDS_AT_FIRST).map((hazard) => (
            <li key={`${hazard.line} ${hazard.kind}`}>
              line {hazard.line.toLocaleString('en')}: {hazard.message}
            </li>
          ))}
          {more > 0 && <li>and {more.toLocaleString('en')} more, marked in the text</li>}
        </ul>
      </div>
    </div>
  );
}
