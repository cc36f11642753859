import type { ReactNode } from 'react';
import { classes } from './class-names';
import styles from './cut-text.module.css';
import { visibleText } from './visible-text';

/** A path: where it is too long it is cut before its last part, and the whole shows on hover. */
export function PathText({
  path,
  className,
}: {
  readonly path: string;
  readonly className?: string;
}): ReactNode {
  const shown = visibleText(path);
  const at = Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\'));
  return (
    <bdi className={classes(styles.path, className)} title={shown}>
      <span className={styles.head}>{at < 0 ? '' : shown.slice(0, at)}</span>
      <span className={styles.tail}>{at < 0 ? shown : shown.slice(at)}</span>
    </bdi>
  );
}
