import { Tooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Keys } from './keys';
import { visibleText } from './visible-text';
import styles from './tip.module.css';

export interface TipProps {
  /** Plain text; hidden characters are made visible. */
  readonly text: string;
  readonly keys?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that can hold a ref and takes pointer and focus events. */
  readonly children: ReactElement;
}

/** A tooltip. Needs `TipProvider` above it. */
export function Tip({ text, keys, side = 'bottom', children }: TipProps): ReactNode {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={8}>
          <span>{visibleText(text, 'many')}</span>
          {keys !== undefined && <Keys keys={keys} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Once, at the root: tooltips near each other open without a second wait. */
export function TipProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200} disableHoverableContent>
      {children}
    </Tooltip.Provider>
  );
}
