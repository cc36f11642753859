import { useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../../ui/button';
import { TextArea } from '../../ui/field';
import styles from './studio.module.css';

export interface ComposerProps {
  readonly label: string;
  readonly placeholder: string;
  /** Says whether it was taken; what was not stays in the field. */
  readonly onSend: (text: string) => Promise<boolean>;
  /** Looks and words of the button. */
  readonly button: Pick<ButtonProps, 'variant' | 'icon' | 'tip' | 'children'>;
}

/** A field to say something, and the button that sends it; Ctrl+Enter does too. */
export function Composer({ label, placeholder, onSend, button }: ComposerProps): ReactNode {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const isEmpty = text.trim() === '';
  const send = async (): Promise<void> => {
    if (isEmpty || busy) return;
    setBusy(true);
    const taken = await onSend(text);
    setBusy(false);
    if (taken) setText('');
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        aria-label={label}
        placeholder={placeholder}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void send();
        }}
      />
      <Button type="submit" busy={busy} disabled={isEmpty} {...button} />
    </form>
  );
}
