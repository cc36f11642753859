import type { ReactNode } from 'react';
import { useEditors } from '../../state/editor-store';
import type { StackFrame } from '../../state/run-facts';
import { LinkButton } from '../../ui/button';
import { visibleText } from '../../ui/visible-text';
import styles from './run.module.css';

/** The functions that code went through before it failed, innermost first; each leads to its line. */
export function CallStack({ stack }: { readonly stack: readonly StackFrame[] }): ReactNode {
  const open = useEditors((state) => state.open);
  if (stack.length === 0) return null;
  return (
    <ol className={styles.stack} aria-label="Call stack, innermost first">
      {stack.map(({ function: name, line, column, file }, index) => (
        <li key={index}>
          <span className={styles.name}>{visibleText(name)}</span>
          {file === undefined ? (
            <span>line {line}</span>
          ) : (
            <LinkButton
              aria-label={`${visibleText(name)}, ${visibleText(file)}:${line}`}
              onClick={() => open(file, { line, column })}
            >
              {visibleText(file)}:{line}
            </LinkButton>
          )}
        </li>
      ))}
    </ol>
  );
}
