import { Check, ChevronDown } from 'lucide-react';
import { Select as RadixSelect } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './floating.module.css';

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** What choosing it means. */
  readonly note?: string;
}

export interface SelectProps<Value extends string> {
  /** Its accessible name, unless `id` ties it to a label. */
  readonly label?: string;
  readonly id?: string;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  /** No border until hovered: for toolbars and the status bar. */
  readonly quiet?: boolean;
}

/** One of a few. */
export function Select<Value extends string>({
  label,
  id,
  value,
  options,
  onChange,
  disabled,
  quiet,
}: SelectProps<Value>): ReactNode {
  const chosen = options.find((option) => option.value === value);
  return (
    <RadixSelect.Root
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        const option = options.find((one) => one.value === next);
        if (option) onChange(option.value);
      }}
    >
      <RadixSelect.Trigger id={id} className={styles.select} aria-label={label} data-quiet={quiet}>
        <span>
          <RadixSelect.Value>{chosen?.label ?? value}</RadixSelect.Value>
        </span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content className={styles.menu} position="popper" sideOffset={4} collisionPadding={8}>
          <RadixSelect.Viewport>
            {options.map((option) => (
              <RadixSelect.Item key={option.value} value={option.value} className={styles.item}>
                <span className={styles.slot}>
                  <RadixSelect.ItemIndicator>
                    <Check size={14} strokeWidth={2} aria-hidden />
                  </RadixSelect.ItemIndicator>
                </span>
                <span className={styles.itemText}>
                  <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                  {option.note !== undefined && <span className={styles.itemNote}>{option.note}</span>}
                </span>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
