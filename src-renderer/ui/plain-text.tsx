import { memo, useState, type ReactNode } from 'react';
import { LinkButton } from './button';
import { classes } from './class-names';
import styles from './plain-text.module.css';
import { firstPart, textSegments, type TextLines } from './visible-text';

export interface PlainTextProps {
  /** Anything that a tool, an agent or a file wrote. Never markup. */
  readonly text: string;
  /** `one` (default) shows line breaks as ↵ and never wraps by itself; `many` keeps them. */
  readonly lines?: TextLines;
  /** All of it at once, however long: for what offers the rest of a long text itself. */
  readonly whole?: boolean;
  readonly className?: string;
}

/**
 * Renders text from outside as text: isolated from the direction of what surrounds it, hidden characters made visible. Of a very long
 * text the beginning is laid out, with how much more there is; of one of many lines, the rest comes when it is asked for.
 */
export const PlainText = memo(function PlainText({
  text,
  lines = 'one',
  whole = false,
  className,
}: PlainTextProps): ReactNode {
  const [asked, setAsked] = useState<string>();
  const shown = whole || asked === text ? text : firstPart(text, lines);
  const more = text.length - shown.length;
  return (
    <bdi className={classes(styles.text, className)} data-lines={lines}>
      {textSegments(shown, lines).map((segment, index) =>
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
      {more > 0 && lines === 'one' && (
        <span className={styles.mark}>{more.toLocaleString('en')} more characters</span>
      )}
      {more > 0 && lines === 'many' && (
        <LinkButton className={styles.more} onClick={() => setAsked(text)}>
          … show the other {more.toLocaleString('en')} characters
        </LinkButton>
      )}
    </bdi>
  );
});
