import { useId, type ReactNode } from 'react';
import styles from './review.module.css';

export interface SectionProps {
  /** The question that the section answers. */
  readonly title: string;
  /** Names the section for what scrolls to it. */
  readonly anchor?: string;
  /** Beside the title: a count, a state, a switch. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** One question of the review, and its answer. */
export function Section({ title, anchor, side, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id} data-section={anchor}>
      <div className={styles.sectionHead}>
        <h3 id={id} className={styles.sectionTitle}>
          {title}
        </h3>
        {side}
      </div>
      {children}
    </section>
  );
}
