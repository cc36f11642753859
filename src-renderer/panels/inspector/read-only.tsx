/** What the inspector shows of a play can be read, folded and opened, but not changed. */
import { createContext, useContext, type ReactNode } from 'react';
import styles from './inspector.module.css';

/** Whether the values around are those of a play. */
export const ReadOnly = createContext(false);

export const useReadOnly = (): boolean => useContext(ReadOnly);

/** Controls of values, which a play disables. */
export function Values({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <fieldset className={styles.values} disabled={useReadOnly()}>
      {children}
    </fieldset>
  );
}

/** What adds or takes away, which is not there in a play. */
export function Edits({ children }: { readonly children: ReactNode }): ReactNode {
  return useReadOnly() ? null : children;
}
