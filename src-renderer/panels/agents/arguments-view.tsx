import { useState, type ReactNode, type RefObject } from 'react';
import type { JsonObject } from '../../../src-preload/contract';
import { LinkButton } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import styles from './agents.module.css';

/** Characters of one argument that are laid out before one asks for more. */
const FIRST_CHARACTERS = 20_000;

export interface ArgumentsViewProps {
  readonly args: JsonObject;
  /** Stands behind the last argument, once all of them are laid out. */
  readonly end: RefObject<HTMLSpanElement | null>;
}

/** All arguments of a call, texts as they are, everything else as JSON. Nothing is cut without saying so. */
export function ArgumentsView({ args, end }: ArgumentsViewProps): ReactNode {
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const entries = Object.entries(args).map(([name, value]) => ({ name, text: textOf(value) }));
  const hidden = entries.filter(({ name, text }) => text.length > FIRST_CHARACTERS && !whole.has(name));
  if (entries.length === 0)
    return (
      <p className={styles.quiet}>
        None.
        <span ref={end} />
      </p>
    );
  return (
    <>
      <dl className={styles.args} tabIndex={-1}>
        {entries.map(({ name, text }) => {
          const cut = hidden.some((one) => one.name === name);
          return (
            <div key={name} className={styles.arg}>
              <dt>{visibleText(name)}</dt>
              <dd>
                <PlainText text={cut ? text.slice(0, FIRST_CHARACTERS) : text} lines="many" whole />
                {cut && (
                  <LinkButton
                    onClick={(event) => {
                      // The link goes away, the focus stays on the page.
                      event.currentTarget.closest('dl')?.focus({ preventScroll: true });
                      setWhole((before) => new Set([...before, name]));
                    }}
                  >
                    … show the other {text.length - FIRST_CHARACTERS} characters
                  </LinkButton>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {hidden.length === 0 && <span ref={end} />}
    </>
  );
}

/** As JSON on one line, a value may have so many characters. */
const ONE_LINE = 80;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const line = JSON.stringify(value);
  return line.length <= ONE_LINE ? line : JSON.stringify(value, null, 2);
}
