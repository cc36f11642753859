import { useId, type ReactNode } from 'react';
import { Checkbox, Field as FieldFrame, TextArea, TextInput, type FieldControl } from '../../ui/field';
import { Select } from '../../ui/select';
import { visibleText } from '../../ui/visible-text';
import type { Draft, Drafts, Field } from './form-model';
import styles from './try.module.css';

export interface TryFormProps {
  readonly fields: readonly Field[];
  readonly drafts: Drafts;
  /** Field → what is wrong with it. */
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (name: string, draft: Draft | undefined) => void;
}

/** One control for each argument. An optional one that is left empty is not sent. */
export function TryForm({ fields, drafts, problems, onChange }: TryFormProps): ReactNode {
  return (
    <div className={styles.fields}>
      {fields.map((field) => {
        const draft = drafts.get(field.name);
        const change = (next: Draft | undefined): void => onChange(field.name, next);
        const problem = problems.get(field.name);
        if (field.control.kind === 'numbers')
          return <Numbers key={field.name} field={field} draft={draft} problem={problem} onChange={change} />;
        if (field.control.kind === 'boolean')
          return <Flag key={field.name} field={field} draft={draft} onChange={change} />;
        return (
          <FieldFrame key={field.name} label={labelOf(field)} help={helpOf(field)} problem={problem}>
            {(control) => (
              <Control
                field={field}
                draft={typeof draft === 'string' ? draft : ''}
                control={control}
                onChange={change}
              />
            )}
          </FieldFrame>
        );
      })}
    </div>
  );
}

function labelOf(field: Field): string {
  const name = visibleText(field.name);
  const label = visibleText(field.label);
  return `${label === name ? name : `${label} (${name})`}${field.required ? '' : ', optional'}`;
}

function helpOf(field: Field): string {
  const parts = [
    field.description === undefined ? '' : visibleText(field.description, 'many'),
    visibleText(field.type),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

interface ControlProps {
  readonly field: Field;
  readonly draft: string;
  readonly control: FieldControl;
  readonly onChange: (draft: Draft | undefined) => void;
}

const DEFAULT_CHOICE = '\u0000default';

function Control({ field, draft, control, onChange }: ControlProps): ReactNode {
  const placeholder =
    field.default === undefined
      ? undefined
      : visibleText(typeof field.default === 'string' ? field.default : JSON.stringify(field.default));
  const input = {
    ...control,
    value: draft,
    placeholder,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (field.control.kind) {
    case 'number':
      return <TextInput {...input} inputMode="decimal" code />;
    case 'id-or-name':
      return <TextInput {...input} placeholder={placeholder ?? 'id, name or path'} />;
    case 'color':
      return (
        <span className={styles.color}>
          <TextInput {...input} placeholder={placeholder ?? '#rrggbb'} code />
          <input
            type="color"
            aria-label={`${visibleText(field.label)}, colour picker`}
            value={[draft, field.default].find(isHexColor) ?? '#808080'}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      );
    case 'choice': {
      const options = field.control.options.map((option) => JSON.stringify(option));
      return (
        <Select
          id={control.id}
          value={draft === '' ? DEFAULT_CHOICE : draft}
          options={[
            ...(field.required
              ? []
              : [
                  {
                    value: DEFAULT_CHOICE,
                    label: placeholder === undefined ? 'Not given' : `Default: ${placeholder}`,
                  },
                ]),
            ...(field.required && draft === '' ? [{ value: DEFAULT_CHOICE, label: 'Choose…' }] : []),
            ...options.map((option) => ({ value: option, label: visibleText(plainOption(option)) })),
          ]}
          onChange={(next) => onChange(next === DEFAULT_CHOICE ? undefined : next)}
        />
      );
    }
    case 'text':
      return field.control.long ? (
        <TextArea {...input} rows={3} />
      ) : (
        <TextInput
          {...input}
          type={field.control.secret ? 'password' : 'text'}
          maxLength={field.control.maxLength}
        />
      );
    case 'json':
      return <TextArea {...input} rows={3} code placeholder={placeholder ?? 'JSON'} />;
    case 'boolean':
    case 'numbers':
      return null;
  }
}

function isHexColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}

function plainOption(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

interface PartProps {
  readonly field: Field;
  readonly draft: Draft | undefined;
  readonly problem?: string;
  readonly onChange: (draft: Draft | undefined) => void;
}

function Numbers({ field, draft, problem, onChange }: PartProps): ReactNode {
  const id = useId();
  const { control } = field;
  if (control.kind !== 'numbers') return null;
  const parts = Array.isArray(draft) ? (draft as readonly string[]) : control.labels.map(() => '');
  const defaults = Array.isArray(field.default) ? (field.default as readonly unknown[]) : [];
  const note = problem ?? helpOf(field);
  return (
    <fieldset className={styles.group} aria-describedby={`${id}-note`}>
      <legend>{labelOf(field)}</legend>
      <div className={styles.numbers}>
        {control.labels.map((label, index) => (
          <label key={label} className={styles.number}>
            <span>{label}</span>
            <TextInput
              code
              inputMode="decimal"
              aria-invalid={problem === undefined ? undefined : true}
              value={parts[index] ?? ''}
              placeholder={typeof defaults[index] === 'number' ? String(defaults[index]) : '–'}
              onChange={(event) =>
                onChange(
                  control.labels.map((_, at) => (at === index ? event.target.value : (parts[at] ?? ''))),
                )
              }
            />
          </label>
        ))}
      </div>
      <span id={`${id}-note`} className={problem === undefined ? styles.help : styles.problem}>
        {note}
      </span>
    </fieldset>
  );
}

function Flag({ field, draft, onChange }: PartProps): ReactNode {
  const checked = draft === undefined ? field.default === true : draft === 'true';
  return (
    <div className={styles.flag}>
      <Checkbox label={labelOf(field)} checked={checked} onChange={(next) => onChange(String(next))} />
      {field.description !== undefined && (
        <span className={styles.help}>{visibleText(field.description, 'many')}</span>
      )}
    </div>
  );
}
