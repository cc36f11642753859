import { Check, Minus, Search, X } from 'lucide-react';
import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from 'radix-ui';
import {
  useId,
  useRef,
  useState,
  type ComponentProps,
  type FocusEventHandler,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { BareButton } from './button';
import styles from './field.module.css';
import { firstPart, visibleText, type TextLines } from './visible-text';

export interface FieldProps {
  readonly label: string;
  readonly help?: string;
  /** What is wrong with the value. */
  readonly problem?: string;
  /** Gets the ids that tie the control to its label, help and problem. */
  readonly children: (control: FieldControl) => ReactNode;
}

export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Label above, help below, problem under the control and read with it. */
export function Field({ label, help, problem, children }: FieldProps): ReactNode {
  const id = useId();
  const note = problem ?? help;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <span id={`${id}-note`} className={problem === undefined ? styles.help : styles.problem}>
          {note}
        </span>
      )}
    </div>
  );
}

export interface TextInputProps extends ComponentProps<'input'> {
  /** Set in the code face: for names, paths, numbers. */
  readonly code?: boolean;
}

export function TextInput({ code, ...rest }: TextInputProps): ReactNode {
  const shown = useShownValue('one', rest);
  return (
    <input
      type="text"
      spellCheck={false}
      autoComplete="off"
      {...rest}
      {...shown}
      className={styles.input}
      data-code={code}
    />
  );
}

interface Shown<Element> {
  readonly value?: string;
  readonly onFocus: FocusEventHandler<Element>;
  readonly onBlur: FocusEventHandler<Element>;
}

/**
 * A field obeys what is hidden in a text, and laying out a very long one takes time. So it shows a text from elsewhere as it is shown
 * everywhere, until one goes in to change it; then it holds the text itself.
 */
function useShownValue<Element>(
  lines: TextLines,
  {
    value,
    onFocus,
    onBlur,
  }: {
    readonly value?: unknown;
    readonly onFocus?: FocusEventHandler<Element> | undefined;
    readonly onBlur?: FocusEventHandler<Element> | undefined;
  },
): Shown<Element> {
  const [inside, setInside] = useState(false);
  return {
    ...(typeof value === 'string' && !inside ? { value: shownInField(value, lines) } : {}),
    onFocus: (event) => {
      setInside(true);
      onFocus?.(event);
    },
    onBlur: (event) => {
      setInside(false);
      onBlur?.(event);
    },
  };
}

function shownInField(value: string, lines: TextLines): string {
  const start = firstPart(value, lines);
  return visibleText(start, 'many') + (start.length < value.length ? '…' : '');
}

export function TextArea({
  code,
  ...rest
}: ComponentProps<'textarea'> & { readonly code?: boolean }): ReactNode {
  const shown = useShownValue('many', rest);
  return <textarea spellCheck={false} {...rest} {...shown} className={styles.area} data-code={code} />;
}

export interface SearchInputProps {
  /** Its accessible name. */
  readonly label: string;
  readonly placeholder?: string;
  /** On hover: what can be typed. */
  readonly tip?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A filter or search field. Escape clears it first; only when it is empty does Escape go further. */
export function SearchInput({
  label,
  placeholder,
  tip,
  value,
  onChange,
  onKeyDown,
  inputRef,
}: SearchInputProps): ReactNode {
  const own = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    onChange('');
    (typeof inputRef === 'object' ? inputRef : own)?.current?.focus();
  };
  return (
    <div className={styles.search} title={tip}>
      <Search size={14} strokeWidth={1.75} aria-hidden />
      <input
        ref={inputRef ?? own}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          }
          onKeyDown?.(event);
        }}
      />
      {value !== '' && (
        <BareButton className={styles.clear} aria-label={`Clear ${label.toLowerCase()}`} onClick={clear}>
          <X size={14} strokeWidth={1.75} aria-hidden />
        </BareButton>
      )}
    </div>
  );
}

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly checked: boolean | 'indeterminate';
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** The label is for screen readers only. */
  readonly bare?: boolean;
}

export function Checkbox({ label, checked, onChange, disabled, bare }: CheckboxProps): ReactNode {
  const id = useId();
  return (
    <span className={styles.check}>
      <RadixCheckbox.Root
        id={id}
        className={styles.box}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
      >
        <RadixCheckbox.Indicator asChild>
          {checked === 'indeterminate' ? (
            <Minus size={12} strokeWidth={3} />
          ) : (
            <Check size={12} strokeWidth={3} />
          )}
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id} className={bare ? 'visually-hidden' : undefined}>
        {label}
      </label>
    </span>
  );
}

export interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly bare?: boolean;
}

/** For settings that act at once. */
export function Switch({ label, checked, onChange, disabled, bare }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <span className={styles.check}>
      <RadixSwitch.Root
        id={id}
        className={styles.switch}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
      >
        <RadixSwitch.Thumb className={styles.thumb} />
      </RadixSwitch.Root>
      <label htmlFor={id} className={bare ? 'visually-hidden' : undefined}>
        {label}
      </label>
    </span>
  );
}
