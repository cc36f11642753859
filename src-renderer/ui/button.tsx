import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from './class-names';
import styles from './button.module.css';
import { Keys } from './keys';
import { Spinner } from './spinner';
import { Tip } from './tip';

type NativeButton = Omit<ComponentProps<'button'>, 'children' | 'disabled' | 'title'>;

interface ActionProps extends NativeButton {
  /** A disabled button stays focusable, so that its reason can be read: say why in `tip`. */
  readonly disabled?: boolean;
  readonly size?: 'medium' | 'small';
}

export interface ButtonProps extends ActionProps {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly icon?: LucideIcon;
  /** Shown at the end, as `formatKeys` gives it. */
  readonly keys?: string;
  /** Work is going on: shows a spinner and takes no clicks. */
  readonly busy?: boolean;
  /** What a pointer or focus shows: what the button does, or why it can't. */
  readonly tip?: string;
  readonly children: ReactNode;
}

/** A button with a text label. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon: Icon,
  keys,
  busy = false,
  disabled = false,
  tip,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  const inert = disabled || busy;
  const button = (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, className)}
      data-variant={variant}
      data-size={size}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={guarded(inert, onClick)}
    >
      {busy ? <Spinner /> : Icon && <Icon size={size === 'small' ? 14 : 16} strokeWidth={1.75} aria-hidden />}
      {children}
      {keys !== undefined && <Keys keys={keys} />}
    </button>
  );
  return tip === undefined ? button : <Tip text={tip}>{button}</Tip>;
}

export interface IconButtonProps extends ActionProps {
  /** Its accessible name, and the first line of its tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: string;
  /** For toggles. */
  readonly pressed?: boolean;
  /** Why it is disabled, or more about what it does. */
  readonly tip?: string;
}

/** A square button with an icon; its label is its name and tooltip. */
export function IconButton({
  label,
  icon: Icon,
  keys,
  pressed,
  disabled = false,
  size = 'medium',
  tip,
  className,
  onClick,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Tip text={tip === undefined ? label : `${label}: ${tip}`} keys={keys}>
      <button
        type="button"
        {...rest}
        className={classes(styles.iconButton, className)}
        data-size={size}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={disabled || undefined}
        onClick={guarded(disabled, onClick)}
      >
        <Icon size={size === 'small' ? 14 : 16} strokeWidth={1.75} aria-hidden />
      </button>
    </Tip>
  );
}

/** A mark that can be clicked inside a row or a field, without a tooltip of its own: `aria-label` names it. */
export function BareButton({ className, ...rest }: ComponentProps<'button'>): ReactNode {
  return <button type="button" {...rest} className={classes(styles.bare, className)} />;
}

/** A button that reads as a link inside text or an empty state. */
export function LinkButton({ className, ...rest }: ComponentProps<'button'>): ReactNode {
  return <button type="button" {...rest} className={classes(styles.link, className)} />;
}

function guarded(inert: boolean, onClick: NativeButton['onClick']) {
  return (event: MouseEvent<HTMLButtonElement>): void => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
}
