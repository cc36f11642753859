import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { ToolError } from '../../../src-preload/contract';
import { readTool } from '../../state/bridge';
import { offerDraft } from '../../state/drafts';
import { useEditors } from '../../state/editor-store';
import { callsAmong, useFeedSelection } from '../../state/feed-selection';
import { freeToolName } from '../../state/new-tool';
import { objectOf } from '../../state/read-json';
import { useTools } from '../../state/tools-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Checkbox, Field, TextInput } from '../../ui/field';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import { draftPath, draftText, liftable, readDraft, type Draft } from './draft';
import styles from './make-tool.module.css';

/** Makes the draft of a tool of the calls that are chosen in the feed, and opens it in the editor. */
export function MakeTool(): ReactNode {
  const { making, make } = useFeedSelection();
  return (
    <Dialog
      open={making}
      onClose={() => make(false)}
      width="44rem"
      title="Make a tool of these calls"
      text="The calls become steps. What differed between them becomes arguments; tick what else should be one. The draft opens in the editor, and nothing is saved before you save it."
    >
      {making && <Making />}
    </Dialog>
  );
}

function Making(): ReactNode {
  const { chosen, clear, make } = useFeedSelection();
  const tools = useTools((state) => state.tools);
  // The calls as they were when it was opened.
  const [rows] = useState(() => [...chosen.values()]);
  const events = useMemo(() => callsAmong(rows), [rows]);
  const keys = useMemo(
    () =>
      liftable(rows.flatMap(({ event }) => (event?.type === 'tool' ? [objectOf(event.data['args'])] : []))),
    [rows],
  );
  const taken = useMemo(() => new Set(tools.map((tool) => tool.name)), [tools]);
  const [name, setName] = useState(() => freeToolName(taken).replace(/^user_/, ''));
  const [lift, setLift] = useState<readonly string[]>([]);
  const { draft, error } = useDraft(events, name, lift);
  const offered = keys.filter(({ key }) => lift.includes(key) || draft?.lifted.has(key) !== true);
  const full = `user_${name.trim()}`;
  const problem =
    error?.code === 'invalid_arguments' && /name/.test(error.message)
      ? error.message
      : taken.has(full)
        ? `There is a tool ${full} already.`
        : undefined;
  const open = (): void => {
    if (draft === undefined || problem !== undefined) return;
    const path = draftPath(draft.definition);
    offerDraft(path, draftText(draft.definition));
    make(false);
    clear();
    useEditors.getState().open(path);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <Field label="Name" help={`It is called ${full}.`} problem={problem}>
        {(control) => (
          <TextInput {...control} code value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      {offered.length > 0 && (
        <fieldset className={styles.lift}>
          <legend>Make these arguments too</legend>
          <ul>
            {offered.map(({ key, sample }) => (
              <li key={key}>
                <Checkbox
                  label={<code>{visibleText(key)}</code>}
                  checked={lift.includes(key)}
                  onChange={(on) =>
                    setLift((before) => (on ? [...before, key] : before.filter((each) => each !== key)))
                  }
                />
                <span className={styles.sample}>{visibleText(sample)}</span>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <Outcome draft={draft} error={problem === undefined ? error : undefined} calls={events.length} />
      <div className={styles.buttons}>
        <Button onClick={() => make(false)}>Cancel</Button>
        <Button
          variant="primary"
          icon={ArrowRight}
          disabled={draft === undefined || problem !== undefined}
          onClick={open}
        >
          Open the Draft
        </Button>
      </div>
    </form>
  );
}

/** The draft for what is chosen now; the one before stays until another is there. */
function useDraft(
  events: readonly number[],
  name: string,
  lift: readonly string[],
): { readonly draft: Draft | undefined; readonly error: ToolError | undefined } {
  const [state, setState] = useState<{ draft: Draft | undefined; error: ToolError | undefined }>({
    draft: undefined,
    error: undefined,
  });
  useEffect(() => {
    let current = true;
    void readTool('tool_from_events', { events: [...events], name: name.trim(), lift: [...lift] }).then(
      (result) => {
        if (!current) return;
        setState(
          result.ok
            ? { draft: readDraft(result.structured), error: undefined }
            : { draft: undefined, error: result.error },
        );
      },
    );
    return () => {
      current = false;
    };
  }, [events, name, lift]);
  return state;
}

function Outcome({
  draft,
  error,
  calls,
}: {
  readonly draft: Draft | undefined;
  readonly error: ToolError | undefined;
  readonly calls: number;
}): ReactNode {
  if (error !== undefined)
    return (
      <p className={styles.problem} role="alert">
        <TriangleAlert size={16} aria-hidden />
        <PlainText text={`${error.message} ${error.hint ?? ''}`} lines="many" />
      </p>
    );
  if (draft === undefined) return null;
  const steps = draft.steps === 1 ? 'one step' : `${draft.steps} steps`;
  const args = draft.args.length === 0 ? 'no arguments' : `the arguments ${draft.args.join(', ')}`;
  return (
    <section className={styles.outcome} aria-label="The draft">
      <p className={styles.summary} aria-live="polite">
        {calls === 1 ? 'One call' : `${calls} calls`} give {steps} with {visibleText(args)}.
      </p>
      {draft.notes.length > 0 && (
        <ul className={styles.notes} tabIndex={0} aria-label="Notes">
          {draft.notes.map((note) => (
            <li key={note}>
              <PlainText text={note} lines="many" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
