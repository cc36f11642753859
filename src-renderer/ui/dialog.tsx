import { AlertDialog, Dialog as RadixDialog } from 'radix-ui';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { Button } from './button';
import { returnFocus } from './focus-return';
import styles from './floating.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
  /** Buttons, the least committing one first. */
  readonly actions?: ReactNode;
  readonly width?: string;
}

/** A dialog that the person opened. Nothing but a person's own action may open one. */
export function Dialog({ open, onClose, title, text, children, actions, width }: DialogProps): ReactNode {
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.overlay} />
        <RadixDialog.Content
          className={styles.dialog}
          onCloseAutoFocus={returnFocus}
          style={{ '--dialog-width': width } as CSSProperties}
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <RadixDialog.Title className={styles.dialogTitle}>{title}</RadixDialog.Title>
          {text !== undefined && (
            <RadixDialog.Description className={styles.dialogText}>{text}</RadixDialog.Description>
          )}
          {children}
          {actions !== undefined && <div className={styles.dialogActions}>{actions}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  /** The effect, in words. */
  readonly text: string;
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly danger?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before what undo can't take back. Focus starts on Cancel. */
export function Confirm({
  open,
  title,
  text,
  children,
  confirmLabel,
  danger = true,
  onConfirm,
  onCancel,
}: ConfirmProps): ReactNode {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.overlay} />
        <AlertDialog.Content
          className={styles.dialog}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            cancel.current?.focus();
          }}
          onCloseAutoFocus={returnFocus}
        >
          <AlertDialog.Title className={styles.dialogTitle}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.dialogText}>{text}</AlertDialog.Description>
          {children}
          <div className={styles.dialogActions}>
            <Button ref={cancel} onClick={onCancel}>
              Cancel
            </Button>
            <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
