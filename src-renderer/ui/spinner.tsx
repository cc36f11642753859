import type { ReactNode } from 'react';
import styles from './spinner.module.css';

/** Work is going on. With `label` it says so to screen readers; without, what holds it must. */
export function Spinner({ label }: { readonly label?: string }): ReactNode {
  return (
    <span className={styles.spinner} role={label === undefined ? undefined : 'status'} aria-label={label} />
  );
}
