import type { ReactNode } from 'react';
import { Group, Separator, useDefaultLayout } from 'react-resizable-panels';
import styles from './split.module.css';

export interface SplitProps {
  /** Sizes are remembered under this name, unless `remember` is another. */
  readonly id: string;
  readonly remember?: string;
  readonly direction: 'horizontal' | 'vertical';
  /** Ids of the panes that are shown now, in order: each arrangement keeps sizes of its own. */
  readonly panes: readonly string[];
  /** `Panel`s of react-resizable-panels, each with its id, with a `SplitBar` between two. */
  readonly children: ReactNode;
}

/** Panes beside each other whose sizes a person sets, by pointer or with the arrow keys, and which are remembered. */
export function Split({ id, remember = `split.${id}`, direction, panes, children }: SplitProps): ReactNode {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: `skywalker.${remember}`,
    panelIds: [...panes],
    onlySaveAfterUserInteractions: true,
  });
  return (
    <Group
      id={id}
      orientation={direction}
      defaultLayout={defaultLayout}
      onLayoutChanged={onLayoutChanged}
      style={{ height: '100%', width: '100%' }}
    >
      {children}
    </Group>
  );
}

/** The line between two panes. */
export function SplitBar({ label }: { readonly label: string }): ReactNode {
  return <Separator className={styles.separator} aria-label={label} />;
}
