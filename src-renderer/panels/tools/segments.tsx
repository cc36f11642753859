import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './segments.module.css';

export interface SegmentsProps<Value extends string> {
  /** Its accessible name. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few views of the same thing, all of them in sight. Arrows move. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentsProps<Value>): ReactNode {
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.group}
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const option = options.find((one) => one.value === next);
        if (option) onChange(option.value);
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value} className={styles.item}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
