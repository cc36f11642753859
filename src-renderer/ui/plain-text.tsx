import { memo, type ReactNode } from 'react';
import { classes } from './class-names';
import styles from './plain-text.module.css';
import { textSegments, type TextLines } from './visible-text';

export interface PlainTextProps {
  /** Anything that a tool, an agent or a file wrote. Never markup. */
  readonly text: string;
  /** `one` (default) shows line breaks as ↵ and never wraps by itself; `many` keeps them. */
  readonly lines?: TextLines;
  readonly className?: string;
}

/** Renders text from outside as text: isolated from the direction of what surrounds it, hidden characters made visible. */
export const PlainText = memo(function PlainText({
  text,
  lines = 'one',
  className,
}: PlainTextProps): ReactNode {
  return (
    <bdi className={classes(styles.text, className)} data-lines={lines}>
      {textSegments(text, lines).map((segment, index) =>
        segment.kind === 'text' ? (
          segment.text
        ) : (
          <span
            key={index}
            className={segment.label === '↵' ? styles.break : styles.mark}
            title={segment.title}
          >
            {segment.label}
          </span>
        ),
      )}
    </bdi>
  );
});
