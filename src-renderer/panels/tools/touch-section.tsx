import {
  CircleCheck,
  CircleHelp,
  CircleMinus,
  Eye,
  FilePen,
  FileText,
  Globe,
  Pencil,
  TriangleAlert,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Policy, ToolInspection } from '../../../src-preload/contract';
import { PlainText } from '../../ui/plain-text';
import { limitWords, touchRows, type TouchRow, type TouchVerdict } from './capability-words';
import { LeastSet } from './least-set';
import styles from './review.module.css';
import { Section } from './section';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'Read the scene': Eye,
  'Edit the scene': Pencil,
  'Call tools': Workflow,
  'Read files': FileText,
  'Write files': FilePen,
  'Reach the network': Globe,
};

const VERDICTS: Readonly<
  Record<TouchVerdict, { readonly words: string; readonly tone: string; readonly icon: LucideIcon }>
> = {
  used: { words: 'declared and used', tone: 'ok', icon: CircleCheck },
  unused: { words: 'declared, not used', tone: 'warning', icon: TriangleAlert },
  undeclared: { words: 'used, not declared', tone: 'danger', icon: TriangleAlert },
  none: { words: 'may not', tone: 'faint', icon: CircleMinus },
  unknown: { words: 'can’t be checked', tone: 'warning', icon: CircleHelp },
};

/** 3. What can it touch? What is declared beside what the checker found, and what does not fit. */
export function TouchSection({
  inspection,
  policy,
  onReload,
}: {
  readonly inspection: ToolInspection;
  readonly policy: Policy;
  readonly onReload: () => void;
}): ReactNode {
  const { found } = inspection;
  const rows = touchRows(inspection.capabilities, found);
  const builtins = found?.builtins ?? [];
  const notes = [...new Set([...inspection.remarks, ...(found?.unbounded ?? [])])];
  return (
    <Section title="What can it touch?">
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note} className={styles.callout} data-tone="warning">
              <TriangleAlert size={16} aria-hidden />
              <PlainText text={note} lines="many" />
            </li>
          ))}
        </ul>
      )}
      <table className={styles.touch}>
        <thead>
          <tr>
            <th scope="col">It may</th>
            <th scope="col">Declared</th>
            <th scope="col">
              {inspection.kind === 'external'
                ? 'Found'
                : `Found in the ${inspection.kind === 'composite' ? 'steps' : 'code'}`}
            </th>
            <th scope="col">
              <span className="visually-hidden">Verdict</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TouchLine key={row.subject} row={row} />
          ))}
        </tbody>
      </table>
      {inspection.least !== undefined && (
        <LeastSet inspection={inspection} least={inspection.least} policy={policy} onNarrowed={onReload} />
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Limits of one call</dt>
          <dd>{limitWords(inspection.limits).join(' · ')}</dd>
        </div>
        {builtins.length > 0 && (
          <div>
            <dt>Builtins used</dt>
            <dd className={styles.mono}>
              <PlainText text={builtins.join(', ')} lines="many" />
            </dd>
          </div>
        )}
      </dl>
    </Section>
  );
}

function TouchLine({ row }: { readonly row: TouchRow }): ReactNode {
  const Icon = ICONS[row.subject];
  const verdict = VERDICTS[row.verdict];
  return (
    <tr data-off={row.verdict === 'none'} data-careful={row.careful}>
      <th scope="row">
        <span className={styles.subject}>
          {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
          {row.subject}
        </span>
      </th>
      <td>
        <PlainText text={row.declared} lines="many" />
      </td>
      <td className={row.found === 'nothing' || row.found === 'not known' ? styles.faint : styles.mono}>
        <PlainText text={row.found} lines="many" />
      </td>
      <td>
        <span className={styles.verdict} data-tone={verdict.tone}>
          <verdict.icon size={14} strokeWidth={1.9} aria-hidden />
          {verdict.words}
        </span>
      </td>
    </tr>
  );
}
