import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import styles from './studio.module.css';

export interface DetailsPaneProps {
  /** What it is of, as in "Task": its name for screen readers and the close button. */
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** All of one record, beside the list that it was chosen in. Escape closes it. */
export function DetailsPane({ kind, id, title, onClose, children }: DetailsPaneProps): ReactNode {
  return (
    <section
      className={styles.details}
      aria-label={`${kind} ${id}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.bar}>
        <h2 className={styles.grow}>
          <span className={styles.faint}>{id}</span> <PlainText text={title} lines="many" />
        </h2>
        <IconButton label={`Close the ${kind}`} icon={X} size="small" onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
