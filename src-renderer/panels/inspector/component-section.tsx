import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Json, JsonObject, Vec3 } from '../../../src-preload/contract';
import { Checkbox } from '../../ui/field';
import { IconButton } from '../../ui/button';
import { NumberField } from '../../ui/number-field';
import { Select } from '../../ui/select';
import { visibleText } from '../../ui/visible-text';
import type { ComponentSchema, FieldSchema } from './component-schemas';
import { fieldOf } from './component-schemas';
import { ColorControl, JsonControl, TextControl, VectorControl } from './controls';
import styles from './inspector.module.css';
import { Edits, Values } from './read-only';

export interface FoldProps {
  readonly title: string;
  readonly description?: string;
  /** What stands at the end of the title, and is not there in a play. */
  readonly end?: ReactNode;
  /** The children say themselves which of their controls a play disables. */
  readonly mixed?: boolean;
  readonly children: ReactNode;
}

/** A part of the inspector that folds. */
export function Fold({ title, description, end, mixed = false, children }: FoldProps): ReactNode {
  const [open, setOpen] = useState(true);
  const Twist = open ? ChevronDown : ChevronRight;
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h2>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={open}
            title={description ?? title}
            onClick={() => setOpen(!open)}
          >
            <Twist size={14} strokeWidth={2} aria-hidden />
            <span className={styles.foldTitle}>{title}</span>
          </button>
        </h2>
        <Edits>{end}</Edits>
      </div>
      {open && <div className={styles.rows}>{mixed ? children : <Values>{children}</Values>}</div>}
    </section>
  );
}

export interface ComponentSectionProps {
  readonly type: string;
  readonly schema: ComponentSchema | undefined;
  readonly values: JsonObject;
  readonly onChange: (field: string, value: Json) => void;
  readonly onRemove: () => void;
}

/** One component's fields, each with the control that its schema asks for. */
export function ComponentSection({
  type,
  schema,
  values,
  onChange,
  onRemove,
}: ComponentSectionProps): ReactNode {
  const title = visibleText(schema?.title ?? type);
  const known = schema?.fields ?? [];
  const others = Object.keys(values).filter((name) => !known.some((field) => field.name === name));
  const fields = [...known, ...others.map((name) => fieldOf(name, {}))];
  return (
    <Fold
      title={title}
      description={schema?.description}
      end={<IconButton label={`Remove ${title}`} icon={Trash2} size="small" onClick={onRemove} />}
    >
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          value={values[field.name]}
          onCommit={(value) => onChange(field.name, value)}
        />
      ))}
    </Fold>
  );
}

interface FieldRowProps {
  readonly field: FieldSchema;
  readonly value: Json | undefined;
  readonly onCommit: (value: Json) => void;
}

function FieldRow({ field, value, onCommit }: FieldRowProps): ReactNode {
  const label = visibleText(field.label);
  const tall = field.control === 'json' || field.long;
  return (
    <div className={styles.row} data-tall={tall || undefined} title={field.description}>
      <span className={styles.label}>{label}</span>
      <FieldControl field={field} label={label} value={value} onCommit={onCommit} />
    </div>
  );
}

function FieldControl({
  field,
  label,
  value,
  onCommit,
}: FieldRowProps & { readonly label: string }): ReactNode {
  switch (field.control) {
    case 'flag':
      return <Checkbox bare label={label} checked={value === true} onChange={onCommit} />;
    case 'choice':
      return (
        <Select
          label={label}
          value={typeof value === 'string' ? value : ''}
          options={field.options.map((option) => ({ value: option, label: option }))}
          onChange={onCommit}
        />
      );
    case 'number':
    case 'integer':
      return (
        <NumberField
          label={field.unit === undefined ? label : `${label}, ${field.unit}`}
          value={typeof value === 'number' ? value : 0}
          min={field.minimum}
          max={field.maximum}
          integer={field.control === 'integer'}
          step={field.maximum === 1 ? 0.05 : 0.1}
          unit={shortUnit(field.unit)}
          onCommit={onCommit}
        />
      );
    case 'text':
      return (
        <TextControl
          label={label}
          value={typeof value === 'string' ? value : ''}
          long={field.long}
          offers={field.options}
          onCommit={onCommit}
        />
      );
    case 'color':
      return (
        <ColorControl
          label={label}
          value={typeof value === 'string' ? value : '#000000'}
          onCommit={onCommit}
        />
      );
    case 'vector':
      return (
        <VectorControl
          label={label}
          value={vectorOf(value)}
          unit={field.unit}
          onCommit={(next) => onCommit([...next])}
        />
      );
    case 'json':
      return <JsonControl label={label} value={value ?? null} onCommit={onCommit} />;
  }
}

function shortUnit(unit: string | undefined): string | undefined {
  return unit === 'degrees' ? '°' : unit === 'times' ? '×' : unit;
}

function vectorOf(value: Json | undefined): Vec3 {
  const numbers = Array.isArray(value) ? (value as readonly Json[]) : [];
  const at = (index: number): number => (typeof numbers[index] === 'number' ? numbers[index] : 0);
  return [at(0), at(1), at(2)];
}
