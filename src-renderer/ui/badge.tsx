import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './class-names';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent';

export interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  /** No background: for dense tables. */
  readonly bare?: boolean;
  readonly title?: string;
  readonly className?: string;
  /** A word: colour alone never carries meaning. */
  readonly children: ReactNode;
}

/** A state in a word, with an icon and a colour. */
export function Badge({
  tone = 'neutral',
  icon: Icon,
  bare,
  title,
  className,
  children,
}: BadgeProps): ReactNode {
  return (
    <span className={classes(styles.badge, className)} data-tone={tone} data-bare={bare} title={title}>
      {Icon && <Icon size={12} strokeWidth={2} aria-hidden />}
      {children}
    </span>
  );
}
