import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Shown after the label when it is not 0. */
  readonly count?: number;
  readonly tone?: 'danger' | 'warning';
}

export interface TabsProps<Id extends string> {
  /** Accessible name of the row of tabs. */
  readonly label: string;
  readonly tabs: readonly TabItem<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** At the end of the row of tabs. */
  readonly end?: ReactNode;
  /** What the chosen tab shows. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** A row of tabs over one content. Arrows move between tabs. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  end,
  children,
  className,
}: TabsProps<Id>): ReactNode {
  return (
    <RadixTabs.Root
      className={className}
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((one) => one.id === next);
        if (tab) onChange(tab.id);
      }}
      style={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}
    >
      <div className={styles.list}>
        <RadixTabs.List aria-label={label} className={styles.tabs}>
          {tabs.map((tab) => (
            <RadixTabs.Trigger key={tab.id} value={tab.id} className={styles.tab}>
              {tab.label}
              {tab.count !== undefined && tab.count > 0 && (
                <span className={styles.count} data-tone={tab.tone}>
                  {tab.count > 999 ? '999+' : tab.count}
                </span>
              )}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
      <RadixTabs.Content value={value} className={styles.content} tabIndex={-1}>
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  );
}
