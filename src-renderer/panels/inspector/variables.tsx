import { X } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Entity, Json } from '../../../src-preload/contract';
import { BareButton, Button } from '../../ui/button';
import { TextInput } from '../../ui/field';
import { visibleText } from '../../ui/visible-text';
import { editEntity, kindOfValue, textOfValue, typedFor, withArticle } from './edit';
import styles from './inspector.module.css';
import { Edits } from './read-only';

/** An entity's own variables. Each keeps its type, unless the person says otherwise. */
export function Variables({ entity }: { readonly entity: Entity }): ReactNode {
  const [name, setName] = useState('');
  const set = (key: string, value: Json): void => void editEntity(entity.id, { vars: { [key]: value } });
  const add = (): void => {
    const key = name.trim();
    setName('');
    if (key !== '' && !(key in entity.vars)) set(key, 0);
  };
  return (
    <>
      {Object.entries(entity.vars).map(([key, value]) => (
        <Variable
          key={key}
          name={visibleText(key)}
          value={value}
          onCommit={(next) => set(key, next)}
          onRemove={() => set(key, null)}
        />
      ))}
      <Edits>
        <TextInput
          code
          aria-label="Add variable"
          placeholder="Add variable"
          data-settled={name === '' ? '' : undefined}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
            else if (event.key === 'Escape' && name !== '') {
              event.stopPropagation();
              setName('');
            }
          }}
        />
      </Edits>
    </>
  );
}

interface VariableProps {
  readonly name: string;
  readonly value: Json;
  readonly onCommit: (value: Json) => void;
  readonly onRemove: () => void;
}

/** Text that is no value of the variable's type stays in the field and is said, with the change of type as an offer. */
function Variable({ name, value, onCommit, onRemove }: VariableProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  /** Looked at: what was typed is not of the variable's type. */
  const [refused, setRefused] = useState(false);
  const noteId = useId();
  const read = typed === null ? undefined : typedFor(typed, value);
  const settle = (next?: Json): void => {
    if (next !== undefined && JSON.stringify(next) !== JSON.stringify(value)) onCommit(next);
    setTyped(null);
    setRefused(false);
  };
  const commit = (): void => {
    if (read === undefined) return;
    if (read.fits) settle(read.value);
    else setRefused(true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && typed !== null) settle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const wrong = refused && read !== undefined && !read.fits ? read : undefined;
  return (
    <div>
      <div className={styles.var}>
        <span className={styles.label} title={name}>
          {name}
        </span>
        <TextInput
          code
          aria-label={`Variable ${name}`}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong === undefined ? undefined : noteId}
          data-settled={typed === null ? '' : undefined}
          value={typed ?? textOfValue(value)}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefused(false);
          }}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        <Edits>
          <BareButton aria-label={`Remove variable ${name}`} onClick={onRemove}>
            <X size={12} strokeWidth={2} aria-hidden />
          </BareButton>
        </Edits>
      </div>
      {wrong !== undefined && (
        <div className={styles.wrong}>
          <p id={noteId} role="alert">
            {name} is {withArticle(kindOfValue(value))}; this is {withArticle(kindOfValue(wrong.value))}.
          </p>
          <Button size="small" onClick={() => settle(wrong.value)}>
            Make It {withArticle(kindOfValue(wrong.value), true)}
          </Button>
        </div>
      )}
    </div>
  );
}
