import { Eye, FileText, Globe, Pencil, Workflow, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Capabilities } from '../../../src-preload/contract';
import { visibleText } from '../../ui/visible-text';
import { mayDo, type MayDoKind } from './capability-words';
import styles from './may-do.module.css';

const ICONS: Readonly<Record<MayDoKind, LucideIcon>> = {
  reads: Eye,
  edits: Pencil,
  calls: Workflow,
  files: FileText,
  network: Globe,
};

/** The icon of one kind of capability. */
export function mayDoIcon(kind: MayDoKind): LucideIcon {
  return ICONS[kind];
}

export interface MayDoListProps {
  readonly capabilities: Capabilities;
  /** Icons alone, with their words on hover and for screen readers: for narrow lists. */
  readonly compact?: boolean;
}

/** What a tool may do: an icon and a word for each, what changes things in a warm colour. */
export function MayDoList({ capabilities, compact }: MayDoListProps): ReactNode {
  const list = mayDo(capabilities);
  if (list.length === 0) return <span className={styles.none}>{compact ? '–' : 'Only computes'}</span>;
  return (
    <span className={styles.list}>
      {list.map((one) => {
        const Icon = ICONS[one.kind];
        const detail = visibleText(one.detail);
        return (
          <span key={one.kind} className={styles.item} data-careful={one.careful} title={detail}>
            <Icon size={13} strokeWidth={1.9} aria-hidden />
            <span className={compact ? 'visually-hidden' : undefined}>{one.label}</span>
          </span>
        );
      })}
    </span>
  );
}
