import type { ReactNode } from 'react';
import styles from './panel.module.css';

export interface PanelFrameProps {
  /** The heading; level 2. Left out where the panel's tab already says it. */
  readonly title?: string;
  /** Between title and body: filters and buttons. */
  readonly toolbar?: ReactNode;
  readonly children: ReactNode;
  /** The body scrolls by itself (default), or its content does. */
  readonly scroll?: boolean;
}

/** The frame of a panel: an optional toolbar over a body that takes the rest. */
export function PanelFrame({ title, toolbar, children, scroll = true }: PanelFrameProps): ReactNode {
  return (
    <div className={styles.panel}>
      {(title !== undefined || toolbar !== undefined) && (
        <div className={styles.toolbar}>
          {title !== undefined && <h2 className={styles.title}>{title}</h2>}
          {toolbar}
        </div>
      )}
      <div className={styles.body} style={scroll ? undefined : { overflow: 'hidden' }}>
        {children}
      </div>
    </div>
  );
}

/** Takes the room that is left in a toolbar. */
export function Grow({ children }: { readonly children?: ReactNode }): ReactNode {
  return <div className={styles.grow}>{children}</div>;
}
