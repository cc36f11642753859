import { Gavel } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Verdict } from '../../../src-preload/contract';
import { VERDICT_ORDER, type FeedbackView } from '../../state/studio-read';
import { changeStudio, useStudio } from '../../state/studio-store';
import { Button } from '../../ui/button';
import { Field, TextArea } from '../../ui/field';
import { Select } from '../../ui/select';
import { visibleText } from '../../ui/visible-text';
import { VERDICT_WORDS } from './studio-words';
import styles from './studio.module.css';

/** A person's verdict with its reason. Of what is decided already, one that takes its place. */
export function DecideForm({ feedback }: { readonly feedback: FeedbackView }): ReactNode {
  const all = useStudio((state) => state.feedback);
  const again = feedback.decided !== undefined;
  const [verdict, setVerdict] = useState<Verdict>('act');
  const [rationale, setRationale] = useState('');
  const [tasks, setTasks] = useState('');
  const [target, setTarget] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const others = all.filter(({ id }) => id !== feedback.id);
  const ready = rationale.trim() !== '' && (verdict !== 'merge_into' || target !== '');
  const decide = async (): Promise<void> => {
    if (!ready || busy) return;
    setBusy(true);
    const titles = tasks.split('\n').flatMap((line) => (line.trim() === '' ? [] : [{ title: line.trim() }]));
    const result = await changeStudio('feedback', 'studio_decide', {
      ...{ feedback: feedback.id, verdict, rationale },
      ...(verdict === 'act' && titles.length > 0 ? { tasks: titles } : {}),
      ...(verdict === 'merge_into' ? { merge_into: target } : {}),
      ...(again ? { redecide: true } : {}),
    });
    setBusy(false);
    setProblem(result.ok ? undefined : `${result.error.message} ${result.error.hint ?? ''}`);
    if (!result.ok) return;
    setRationale('');
    setTasks('');
  };
  return (
    <form
      className={styles.decide}
      aria-label="Decide"
      onSubmit={(event) => {
        event.preventDefault();
        void decide();
      }}
    >
      <Field label={again ? 'Decide anew' : 'Verdict'}>
        {({ id }) => (
          <Select
            id={id}
            value={verdict}
            options={VERDICT_ORDER.map((value) => ({ value, ...VERDICT_WORDS[value] }))}
            onChange={setVerdict}
          />
        )}
      </Field>
      {verdict === 'merge_into' && (
        <Field label="Into" help={others.length === 0 ? 'There is no other feedback.' : undefined}>
          {({ id }) => (
            <Select
              id={id}
              value={target}
              options={others.map((one) => ({
                value: one.id,
                label: one.id,
                note: visibleText(one.summary),
              }))}
              onChange={setTarget}
            />
          )}
        </Field>
      )}
      <Field label="Rationale" problem={problem} help="Why. The team reads it.">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={rationale}
            onChange={(event) => setRationale(event.target.value)}
          />
        )}
      </Field>
      {verdict === 'act' && (
        <Field label="Tasks" help="One in each line; they go to the board.">
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              value={tasks}
              onChange={(event) => setTasks(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          icon={Gavel}
          busy={busy}
          disabled={!ready}
          tip={ready ? undefined : 'A decision needs its rationale'}
        >
          {again ? 'Decide Anew' : 'Decide'}
        </Button>
      </div>
    </form>
  );
}
