import { useState, type ReactNode } from 'react';
import type { Priority } from '../../../src-preload/contract';
import { objectOf, stringOf } from '../../state/read-json';
import { PRIORITY_ORDER } from '../../state/studio-read';
import { changeStudio } from '../../state/studio-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, TextArea, TextInput } from '../../ui/field';
import { Select } from '../../ui/select';
import { AssigneeSelect } from './assignee-select';
import { PRIORITY_WORDS } from './studio-words';
import styles from './studio.module.css';

export interface NewTaskProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** A card for the board. */
export function NewTask({ open, onClose, onCreated }: NewTaskProps): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} width="32rem" title="New task" text="It goes to “To do”.">
      {open && <Form onClose={onClose} onCreated={onCreated} />}
    </Dialog>
  );
}

function Form({ onClose, onCreated }: Omit<NewTaskProps, 'open'>): ReactNode {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [priority, setPriority] = useState<Priority>('normal');
  const [assignee, setAssignee] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const create = async (): Promise<void> => {
    if (title.trim() === '' || busy) return;
    setBusy(true);
    const result = await changeStudio('board', 'studio_task_create', {
      ...{ title: title.trim(), priority },
      ...(description.trim() === '' ? {} : { description }),
      ...(assignee === '' ? {} : { assignee }),
    });
    setBusy(false);
    if (result.ok) onCreated(stringOf(objectOf(result.structured?.['task'])['id']) ?? '');
    else setProblem(`${result.error.message} ${result.error.hint ?? ''}`);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Field label="Title" problem={problem}>
        {(control) => (
          <TextInput {...control} value={title} onChange={(event) => setTitle(event.target.value)} />
        )}
      </Field>
      <Field label="Description">
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label="Priority">
          {({ id }) => (
            <Select
              id={id}
              value={priority}
              options={PRIORITY_ORDER.map((value) => ({ value, label: PRIORITY_WORDS[value].label }))}
              onChange={setPriority}
            />
          )}
        </Field>
        <Field label="Assignee">
          {({ id }) => (
            <AssigneeSelect id={id} value={assignee === '' ? undefined : assignee} onChange={setAssignee} />
          )}
        </Field>
      </div>
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={title.trim() === ''}>
          Create
        </Button>
      </div>
    </form>
  );
}
