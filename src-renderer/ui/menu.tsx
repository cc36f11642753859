import { Check, type LucideIcon } from 'lucide-react';
import { ContextMenu as RadixContextMenu, DropdownMenu } from 'radix-ui';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import styles from './floating.module.css';
import { Keys } from './keys';

export type MenuEntry =
  | 'line'
  | { readonly heading: string }
  | {
      readonly label: string;
      /** A second line in small type. */
      readonly note?: string;
      readonly icon?: LucideIcon;
      readonly keys?: string;
      /** Shows a tick when true and leaves its place when false. */
      readonly checked?: boolean;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      readonly run: () => void;
    };

export interface MenuProps {
  readonly entries: readonly MenuEntry[];
  /** The button that opens it. */
  readonly children: ReactElement;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A menu that a button opens. */
export function Menu({ entries, children, align = 'start', side = 'bottom' }: MenuProps): ReactNode {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
        >
          <Entries entries={entries} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The menu of a right click, or of the menu key, on what it holds. */
export function ContextMenu({ entries, children }: Pick<MenuProps, 'entries' | 'children'>): ReactNode {
  return (
    <RadixContextMenu.Root modal={false}>
      <RadixContextMenu.Trigger asChild>{children}</RadixContextMenu.Trigger>
      <RadixContextMenu.Portal>
        <RadixContextMenu.Content className={styles.menu} collisionPadding={8}>
          <Entries entries={entries} parts={RadixContextMenu} />
        </RadixContextMenu.Content>
      </RadixContextMenu.Portal>
    </RadixContextMenu.Root>
  );
}

interface EntriesProps {
  readonly entries: readonly MenuEntry[];
  readonly parts: typeof DropdownMenu | typeof RadixContextMenu;
}

function Entries({ entries, parts: Parts }: EntriesProps): ReactNode {
  return entries.map((entry, index) => {
    if (entry === 'line') return <Parts.Separator key={index} className={styles.line} />;
    if ('heading' in entry) {
      return (
        <Parts.Label key={index} className={styles.heading}>
          {entry.heading}
        </Parts.Label>
      );
    }
    const inside = (
      <Fragment>
        {entry.checked !== undefined && (
          <span className={styles.slot}>
            {entry.checked && <Check size={14} strokeWidth={2} aria-hidden />}
          </span>
        )}
        {entry.icon && <entry.icon size={14} strokeWidth={1.75} aria-hidden />}
        <span className={styles.itemText}>
          {entry.label}
          {entry.note !== undefined && <span className={styles.itemNote}>{entry.note}</span>}
        </span>
        {entry.keys !== undefined && <Keys keys={entry.keys} />}
      </Fragment>
    );
    if (entry.checked === undefined) {
      return (
        <Parts.Item
          key={index}
          className={styles.item}
          disabled={entry.disabled}
          data-danger={entry.danger}
          onSelect={entry.run}
        >
          {inside}
        </Parts.Item>
      );
    }
    return (
      <Parts.CheckboxItem
        key={index}
        className={styles.item}
        checked={entry.checked}
        disabled={entry.disabled}
        onSelect={entry.run}
      >
        {inside}
      </Parts.CheckboxItem>
    );
  });
}
