import { ListFilter, X } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { IconButton } from '../../ui/button';
import { visibleText } from '../../ui/visible-text';
import styles from './filter-field.module.css';
import { suggest, type Suggestion, type Vocabulary } from './suggestions';

export interface FilterFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with it, in words. */
  readonly problem: string | undefined;
  /** Values that occur, read when suggestions are shown. */
  readonly vocabulary: () => Vocabulary;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Down or Enter without a suggestion: on to the list. */
  readonly onLeave: () => void;
}

/** The query field of the feed, with completion of fields and values. */
export function FilterField({
  value,
  onChange,
  problem,
  vocabulary,
  inputRef,
  onLeave,
}: FilterFieldProps): ReactNode {
  const id = useId();
  const [offers, setOffers] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const offer = (text: string, caret: number): void => {
    setOffers(suggest(text, caret, vocabulary()));
    setActive(-1);
  };
  const close = (): void => {
    setOffers([]);
    setActive(-1);
  };
  const take = (suggestion: Suggestion): void => {
    onChange(suggestion.text);
    const input = inputRef.current;
    requestAnimationFrame(() => input?.setSelectionRange(suggestion.caret, suggestion.caret));
    offer(suggestion.text, suggestion.caret);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const chosen = offers[active];
    if (event.key === 'ArrowDown' && offers.length > 0) setActive((active + 1) % offers.length);
    else if (event.key === 'ArrowUp' && offers.length > 0)
      setActive((active - 1 + offers.length) % offers.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(chosen);
    else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      close();
      onLeave();
    } else if (event.key === 'Escape' && offers.length > 0) close();
    else if (event.key === 'Escape' && value !== '') onChange('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.wrap}>
      <div className={styles.input} data-problem={problem !== undefined} title={problem}>
        <ListFilter size={14} strokeWidth={1.75} aria-hidden />
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          aria-label="Filter the activity"
          aria-expanded={offers.length > 0}
          aria-controls={offers.length > 0 ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={problem !== undefined || undefined}
          placeholder="Filter: words, actor:, tool:, type:, is:failed"
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            offer(event.target.value, event.target.selectionStart ?? event.target.value.length);
          }}
          onClick={(event) => offer(value, event.currentTarget.selectionStart ?? value.length)}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {value !== '' && (
          <IconButton
            label="Clear filter"
            icon={X}
            size="small"
            onClick={() => {
              onChange('');
              inputRef.current?.focus();
            }}
          />
        )}
      </div>
      {offers.length > 0 && (
        <ul id={`${id}-list`} role="listbox" aria-label="Completions" className={styles.list}>
          {offers.map((suggestion, index) => (
            <li
              key={suggestion.label}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              // Pressing must not take focus from the field.
              onPointerDown={(event) => {
                event.preventDefault();
                take(suggestion);
              }}
            >
              <span className={styles.label}>{visibleText(suggestion.label)}</span>
              <span className={styles.note}>{suggestion.note}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
