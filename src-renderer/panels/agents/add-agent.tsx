import { useState, type ReactNode } from 'react';
import { defineAgent } from '../../state/roster-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, TextInput } from '../../ui/field';
import styles from './agents.module.css';

/** Adds an agent to the roster; it asks before each change until it is given more. */
export function AddAgent({
  open,
  onClose,
  onAdded,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add an agent"
      text="It may read, and each change waits for you, until you give it more. A client speaks for it when its name ends in a slash and the id, such as claude-code/nimbus."
    >
      {open && <Form onClose={onClose} onAdded={onAdded} />}
    </Dialog>
  );
}

function Form({
  onClose,
  onAdded,
}: {
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}): ReactNode {
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const add = async (): Promise<void> => {
    const title = name.trim();
    const result = await defineAgent(id.trim(), title === '' ? {} : { name: title });
    if (result.ok) onAdded(id.trim());
    else setProblem(result.error.message);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field label="Id" help="Lowercase letters, digits, _ and -." problem={problem}>
        {(control) => (
          <TextInput {...control} code value={id} onChange={(event) => setId(event.target.value)} />
        )}
      </Field>
      <Field label="Name">
        {(control) => (
          <TextInput {...control} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <div className={styles.formButtons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={id.trim() === ''}>
          Add
        </Button>
      </div>
    </form>
  );
}
