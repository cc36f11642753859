import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const ITEM = '[cmdk-item]:not([aria-disabled="true"])';

/** To be given to the list's root. */
interface ChoiceProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * What is chosen in a list whose entries may still be read (then `late` is undefined, with `waits`). What comes late may belong
 * above what is chosen: as long as nobody went down the list, the first entry stays chosen, and Enter waits for it.
 */
export function useFirstChosen(late: unknown, waits: boolean): ChoiceProps {
  const ref = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState('');
  const atFirst = useRef(true);
  const enter = useRef(false);
  const first = (): HTMLElement | null => ref.current?.querySelector<HTMLElement>(ITEM) ?? null;
  const isRead = !waits || late !== undefined;
  useLayoutEffect(() => {
    const entry = first();
    if (!isRead || !atFirst.current || entry === null) return;
    setValue(entry.dataset['value'] ?? '');
    if (enter.current) entry.click();
  }, [late, isRead]);
  return {
    ref,
    value,
    onValueChange: (next) => {
      setValue(next);
      atFirst.current = next === (first()?.dataset['value'] ?? '');
    },
    onKeyDown: (event) => {
      // The last key counts: who types on after Enter has thought better of it.
      enter.current = event.key === 'Enter' && !isRead && atFirst.current;
      if (enter.current) event.preventDefault();
    },
  };
}
