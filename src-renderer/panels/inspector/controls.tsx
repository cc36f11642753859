import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Json, Vec3 } from '../../../src-preload/contract';
import { TextArea, TextInput } from '../../ui/field';
import { NumberField } from '../../ui/number-field';
import { PlainText } from '../../ui/plain-text';
import { textSegments, visibleText } from '../../ui/visible-text';
import styles from './inspector.module.css';

export interface TextControlProps {
  readonly label: string;
  readonly value: string;
  readonly onCommit: (value: string) => void;
  readonly code?: boolean;
  readonly long?: boolean;
  readonly offers?: readonly string[];
  readonly id?: string;
}

/** Text that counts when one leaves the field or presses Enter; Escape takes it back. */
export function TextControl({
  label,
  value,
  onCommit,
  code,
  long = false,
  offers = [],
  id,
}: TextControlProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    if (typed !== null && typed !== value) onCommit(typed);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (!long || event.ctrlKey || event.metaKey)) commit();
    else if (event.key === 'Escape' && typed !== null) setTyped(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    id,
    'aria-label': id === undefined ? label : undefined,
    value: typed ?? value,
    'data-settled': typed === null ? '' : undefined,
    code,
    onBlur: commit,
    onKeyDown,
  };
  if (long)
    return (
      <div>
        <TextArea {...shared} rows={4} onChange={(event) => setTyped(event.target.value)} />
        <HiddenSorts text={typed ?? value} />
      </div>
    );
  const list = offers.length > 0 ? `offers-${label.replace(/\W+/g, '-')}` : undefined;
  return (
    <div>
      <TextInput {...shared} list={list} onChange={(event) => setTyped(event.target.value)} />
      <HiddenNote text={typed ?? value} />
      {list !== undefined && (
        <datalist id={list}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
    </div>
  );
}

/** A field obeys invisible characters; this says that they are there. */
function HiddenNote({ text }: { readonly text: string }): ReactNode {
  if (visibleText(text) === text) return null;
  return (
    <p className={styles.hidden}>
      Hidden characters: <PlainText text={text} />
    </p>
  );
}

/** The same for a text of many lines, which has no room to stand there twice: which characters they are. */
function HiddenSorts({ text }: { readonly text: string }): ReactNode {
  const sorts = useMemo(() => {
    const titles = new Map<string, string>();
    for (const segment of textSegments(text, 'many'))
      if (segment.kind === 'mark') titles.set(segment.label, segment.title);
    return titles;
  }, [text]);
  if (sorts.size === 0) return null;
  const more = sorts.size - SORTS_NAMED;
  return (
    <p className={styles.hidden} title={[...sorts.values()].join('\n')}>
      Hidden characters: {[...sorts.keys()].slice(0, SORTS_NAMED).join(', ')}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

const SORTS_NAMED = 6;

export interface VectorControlProps {
  readonly label: string;
  readonly value: Vec3;
  readonly onCommit: (value: Vec3) => void;
  readonly unit?: string;
  readonly step?: number;
}

const AXES = ['x', 'y', 'z'] as const;

export function VectorControl({ label, value, onCommit, unit, step }: VectorControlProps): ReactNode {
  return (
    <div className={styles.vector} role="group" aria-label={label}>
      {AXES.map((axis, index) => (
        <NumberField
          key={axis}
          label={`${label} ${axis}${unit === undefined ? '' : `, ${unit}`}`}
          axis={axis}
          value={value[index] ?? 0}
          step={step}
          onCommit={(next) => {
            const [x, y, z] = value.map((old, at) => (at === index ? next : old));
            onCommit([x ?? 0, y ?? 0, z ?? 0]);
          }}
        />
      ))}
    </div>
  );
}

export interface ColorControlProps {
  readonly label: string;
  /** `#rrggbb` or `#rrggbbaa`. */
  readonly value: string;
  readonly onCommit: (value: string) => void;
}

export function ColorControl({ label, value, onCommit }: ColorControlProps): ReactNode {
  const [picked, setPicked] = useState<string | null>(null);
  const alpha = value.slice(7);
  return (
    <div className={styles.color}>
      <input
        type="color"
        className={styles.swatch}
        aria-label={label}
        value={picked ?? value.slice(0, 7)}
        onChange={(event) => setPicked(event.target.value)}
        onBlur={() => {
          if (picked !== null && picked + alpha !== value) onCommit(picked + alpha);
          setPicked(null);
        }}
      />
      <TextControl
        label={`${label} as text`}
        value={value}
        code
        onCommit={(text) => onCommit(text.trim().toLowerCase())}
      />
    </div>
  );
}

export interface JsonControlProps {
  readonly label: string;
  readonly value: Json;
  readonly onCommit: (value: Json) => void;
}

/** Any JSON, as text. What does not parse is kept in the field and said. */
export function JsonControl({ label, value, onCommit }: JsonControlProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const commit = (): void => {
    if (typed === null) return;
    try {
      onCommit(JSON.parse(typed) as Json);
      setTyped(null);
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div>
      <TextArea
        code
        rows={3}
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        value={typed ?? JSON.stringify(value, null, 2)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === null) return;
          event.stopPropagation();
          setTyped(null);
          setProblem(null);
        }}
      />
      {/* Without the indentation, which deep down is a row of blanks too. */}
      <HiddenSorts text={typed ?? JSON.stringify(value)} />
      {problem !== null && (
        <p className={styles.note} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
