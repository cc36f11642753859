import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { isShown, useLayout } from '../state/layout-store';
import { useToasts, type Toast } from '../state/toasts';
import { IconButton, LinkButton } from '../ui/button';
import { PlainText } from '../ui/plain-text';
import { lastFocused, NOTICES } from './regions';
import styles from './toaster.module.css';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };
const SECONDS = { info: 5, success: 4, warning: 8, danger: 12 };

/** Toasts at the corner. They take no focus, and stay while one points at them or is inside; Escape dismisses the one with the focus. */
export function Toaster(): ReactNode {
  const toasts = useToasts((state) => state.toasts);
  // The decision on a tool or call stands at the bottom of its page: nothing may lie over it.
  const lifted = useLayout((state) => isShown(state, 'tools') || isShown(state, 'agents'));
  return (
    <section
      className={styles.list}
      data-lifted={lifted}
      // With keys one comes here by F6, as to any other part of the window.
      data-region={toasts.length > 0 ? NOTICES : undefined}
      aria-label="Notifications"
      aria-live="polite"
    >
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastView({ toast }: { readonly toast: Toast }): ReactNode {
  const dismiss = useToasts((state) => state.dismiss);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(toast.id), SECONDS[toast.tone] * 1000);
    return () => clearTimeout(timer);
  }, [held, toast, dismiss]);
  const leave = (): void => {
    dismiss(toast.id);
    requestAnimationFrame(() => document.activeElement === document.body && lastFocused()?.focus());
  };
  const Icon = ICONS[toast.tone];
  return (
    <div
      className={styles.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        leave();
      }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>
          <PlainText text={toast.title} />
        </p>
        {toast.detail !== undefined && (
          <p className={styles.detail}>
            <PlainText text={toast.detail} lines="many" />
          </p>
        )}
        {toast.action && (
          <LinkButton
            className={styles.action}
            onClick={() => {
              toast.action?.run();
              leave();
            }}
          >
            {toast.action.label}
          </LinkButton>
        )}
      </div>
      <IconButton label="Dismiss" icon={X} size="small" onClick={leave} />
    </div>
  );
}
