import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import styles from './number-field.module.css';
import { numberText, parseNumber } from './number-text';

export interface NumberFieldProps {
  /** Accessible name, with the unit where there is one. */
  readonly label: string;
  readonly value: number;
  /** Called when the value is decided: Enter, leaving the field, an arrow key, the end of a drag. */
  readonly onCommit: (value: number) => void;
  readonly id?: string;
  readonly min?: number;
  readonly max?: number;
  /** For arrows and dragging; Shift makes ten of it. */
  readonly step?: number;
  /** Shown at the end: `m`, `°`. */
  readonly unit?: string;
  /** Shown at the beginning; drag it to change the value. */
  readonly axis?: 'x' | 'y' | 'z';
  readonly integer?: boolean;
}

/** A number. Simple sums may be typed (`1.5*2`); Escape takes back what was typed. */
export function NumberField({
  label,
  value,
  onCommit,
  id,
  min,
  max,
  step = 0.1,
  unit,
  axis,
  integer = false,
}: NumberFieldProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const drag = useRef<{ x: number; from: number } | null>(null);
  const parsed = typed === null ? value : parseNumber(typed);
  const bounded = (next: number): number => {
    const limited = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next));
    return integer ? Math.round(limited) : Number(limited.toFixed(6));
  };
  const commit = (): void => {
    if (typed !== null && parsed !== undefined && bounded(parsed) !== value) onCommit(bounded(parsed));
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const size = (event.shiftKey ? 10 : 1) * (integer ? Math.max(1, step) : step);
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && typed !== null) setTyped(null);
    else if (event.key === 'ArrowUp') onCommit(bounded((parsed ?? value) + size));
    else if (event.key === 'ArrowDown') onCommit(bounded((parsed ?? value) - size));
    else return;
    if (event.key.startsWith('Arrow')) setTyped(null);
    event.preventDefault();
    event.stopPropagation();
  };
  const onDrag = (event: PointerEvent<HTMLSpanElement>): void => {
    if (drag.current === null) return;
    const size = (event.shiftKey ? 10 : 1) * step;
    setDragged(bounded(drag.current.from + Math.round((event.clientX - drag.current.x) / 4) * size));
  };
  const endDrag = (): void => {
    if (drag.current !== null && dragged !== null && dragged !== value) onCommit(dragged);
    drag.current = null;
    setDragged(null);
  };
  return (
    <span className={styles.wrap} data-invalid={typed !== null && parsed === undefined}>
      {axis !== undefined && (
        <span
          className={styles.axis}
          data-axis={axis}
          aria-hidden
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.current = { x: event.clientX, from: value };
          }}
          onPointerMove={onDrag}
          onPointerUp={endDrag}
          onPointerCancel={() => {
            drag.current = null;
            setDragged(null);
          }}
        >
          {axis.toUpperCase()}
        </span>
      )}
      <input
        id={id}
        className={styles.input}
        type="text"
        inputMode="decimal"
        role="spinbutton"
        aria-label={id === undefined ? label : undefined}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-invalid={(typed !== null && parsed === undefined) || undefined}
        spellCheck={false}
        autoComplete="off"
        data-settled={typed === null ? '' : undefined}
        value={typed ?? numberText(dragged ?? value)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {unit !== undefined && (
        <span className={styles.unit} aria-hidden>
          {unit}
        </span>
      )}
    </span>
  );
}
