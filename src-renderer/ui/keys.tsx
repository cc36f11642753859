import type { ReactNode } from 'react';
import styles from './keys.module.css';

/** A shortcut, one cap for each key. `keys` is what `formatKeys` gives: `Ctrl+Shift+P`, or `⇧⌘P` on macOS. */
export function Keys({ keys }: { readonly keys: string }): ReactNode {
  const caps = keys.includes('+') && keys.length > 1 ? keys.split('+') : [keys];
  return (
    <span className={styles.keys} aria-hidden>
      {caps.map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
