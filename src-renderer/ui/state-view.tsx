import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Button } from './button';
import { PlainText } from './plain-text';
import styles from './state-view.module.css';

export interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What would be here, in one or two sentences. */
  readonly text?: ReactNode;
  /** The one action that fills it, and perhaps one link. */
  readonly children?: ReactNode;
  /** For small places: no icon. */
  readonly compact?: boolean;
}

/** Nothing is here yet: says what would be, and gives the action that fills it. */
export function EmptyState({ icon: Icon, title, text, children, compact }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.state} data-compact={compact}>
      {Icon && <Icon className={styles.icon} size={28} strokeWidth={1.5} aria-hidden />}
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** `{ code, message, hint? }`, as tools give it. */
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** Something failed: message, hint, code, and a way to try again. */
export function ErrorState({
  error,
  title = 'This could not be shown',
  onRetry,
}: ErrorStateProps): ReactNode {
  return (
    <div className={styles.state} role="alert">
      <CircleAlert className={styles.icon} size={28} strokeWidth={1.5} aria-hidden />
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>
        <PlainText text={error.message} lines="many" />
      </p>
      {error.hint !== undefined && (
        <p className={styles.text}>
          <PlainText text={error.hint} lines="many" />
        </p>
      )}
      <p className={styles.code}>{error.code}</p>
      {onRetry !== undefined && (
        <div className={styles.actions}>
          <Button onClick={onRetry}>Try Again</Button>
        </div>
      )}
    </div>
  );
}

/** Rows of the true height while a list loads; they appear after 200 ms only. */
export function SkeletonRows({
  rows = 6,
  label = 'Loading',
}: {
  readonly rows?: number;
  readonly label?: string;
}): ReactNode {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className={styles.line}
          style={{ '--width': `${35 + ((index * 37) % 50)}%` } as CSSProperties}
        />
      ))}
    </div>
  );
}
