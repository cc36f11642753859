import type { ReactNode } from 'react';
import { PlainText } from '../../ui/plain-text';
import styles from './run.module.css';

/** What code logged, line by line. */
export function RunLog({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <div className={styles.log} role="group" aria-label="Log">
      {lines.map((line, index) => (
        <PlainText key={index} text={line} lines="many" />
      ))}
    </div>
  );
}
