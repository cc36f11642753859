import { Box, Play, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type {
  CallPicture,
  JsonObject,
  TestRecord,
  ToolError,
  ToolInspection,
  ToolResult,
} from '../../../src-preload/contract';
import { callTool } from '../../state/bridge';
import { formatKeys, runCommand } from '../../state/commands';
import { useHighlight } from '../../state/highlight-store';
import { useLayout } from '../../state/layout-store';
import { SAMPLE_TOOL, useOnboarding } from '../../state/onboarding-store';
import { isObject } from '../../state/read-json';
import { stackOf, usedText } from '../../state/run-facts';
import { Button } from '../../ui/button';
import { Field, TextArea } from '../../ui/field';
import { JsonTree } from '../../ui/json-tree';
import { Menu, type MenuEntry } from '../../ui/menu';
import { Pictures } from '../../ui/pictures';
import { PlainText } from '../../ui/plain-text';
import { duration } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';
import { CallStack } from '../run/call-stack';
import { RunLog } from '../run/run-log';
import { readTests } from '../tests/test-store';
import { argsFrom, argsFromJson, draftsFrom, fieldsOf, type Draft, type Drafts } from './form-model';
import { readRecords } from './read-inspection';
import styles from './try.module.css';
import { SceneChanges } from './scene-changes';
import { Section } from './section';
import { Segments } from './segments';
import { TryForm } from './try-form';

type Outcome =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly record: TestRecord; readonly pictures: readonly CallPicture[] }
  | { readonly state: 'kept'; readonly result: unknown }
  | { readonly state: 'refused'; readonly error: ToolError };

/** 4. What does it do, here and now? A dry run on the open scene; nothing is kept. */
export function TrySection({ inspection }: { readonly inspection: ToolInspection }): ReactNode {
  const fields = useMemo(() => fieldsOf(inspection.input_schema), [inspection.input_schema]);
  const [mode, setMode] = useState<'form' | 'json'>('form');
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const [json, setJson] = useState('{}');
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' });
  useEffect(() => () => useHighlight.getState().clear(), []);

  const readArgs = (): JsonObject | undefined => {
    if (mode === 'json') {
      const read = argsFromJson(json);
      setProblems(read.ok ? new Map() : new Map([['', read.problem]]));
      return read.ok ? read.args : undefined;
    }
    const read = argsFrom(fields, drafts);
    setProblems(read.ok ? new Map() : read.problems);
    return read.ok ? read.args : undefined;
  };
  const run = async (): Promise<void> => {
    const args = readArgs();
    if (!args || outcome.state === 'running') return;
    setOutcome({ state: 'running' });
    const result = await callTool('tool_test', { name: inspection.name, args });
    const record = result.ok ? readRecords(result.structured)[0] : undefined;
    if (record) {
      setOutcome({ state: 'done', record, pictures: picturesOf(result) });
      if (inspection.name === SAMPLE_TOOL) useOnboarding.getState().note('try');
      useHighlight.getState().show(record.scene_changes);
    } else {
      useHighlight.getState().clear();
      setOutcome({
        state: 'refused',
        error: result.ok
          ? { code: 'internal_error', message: 'The engine’s answer could not be read.' }
          : result.error,
      });
    }
  };
  const runAndKeep = async (): Promise<void> => {
    const args = readArgs();
    if (!args || outcome.state === 'running') return;
    setOutcome({ state: 'running' });
    useHighlight.getState().clear();
    const result = await callTool(inspection.name, args);
    setOutcome(
      result.ok ? { state: 'kept', result: result.structured } : { state: 'refused', error: result.error },
    );
  };
  const fill = (args: JsonObject): void => {
    setDrafts(draftsFrom(fields, args));
    setJson(JSON.stringify(args, null, 2));
    setProblems(new Map());
  };
  const switchMode = (next: 'form' | 'json'): void => {
    if (next === mode) return;
    const read = mode === 'form' ? argsFrom(fields, drafts) : argsFromJson(json);
    if (read.ok) fill(read.args);
    setMode(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Ctrl+Enter approves on the rest of the page. A hand that presses it here means the form; the button names another chord,
    // so that nobody learns the one that decides.
    event.stopPropagation();
    void run();
  };
  const samples = samplesOf(inspection);
  return (
    <Section
      title="What does it do, here and now?"
      anchor="try"
      side={
        <div className={styles.side}>
          {samples.length > 0 && (
            <Menu
              entries={samples.map((sample): MenuEntry => ({
                label: sample.label,
                note: sample.note,
                run: () => fill(sample.args),
              }))}
              align="end"
            >
              <Button size="small" variant="ghost">
                Fill In…
              </Button>
            </Menu>
          )}
          {fields.length > 0 && (
            <Segments
              label="How to give the arguments"
              value={mode}
              options={[
                { value: 'form', label: 'Form' },
                { value: 'json', label: 'JSON' },
              ]}
              onChange={switchMode}
            />
          )}
        </div>
      }
    >
      <div className={styles.try} onKeyDown={onKeyDown}>
        <div className={styles.form}>
          {mode === 'form' ? (
            fields.length === 0 ? (
              <p className={styles.help}>It takes no arguments.</p>
            ) : (
              <TryForm
                fields={fields}
                drafts={drafts}
                problems={problems}
                onChange={(name, draft) => setDrafts((before) => withDraft(before, name, draft))}
              />
            )
          ) : (
            <Field label="Arguments" problem={problems.get('')}>
              {(control) => (
                <TextArea
                  {...control}
                  code
                  rows={8}
                  value={json}
                  onChange={(event) => setJson(event.target.value)}
                />
              )}
            </Field>
          )}
          <div className={styles.runLine}>
            <Button
              icon={Play}
              busy={outcome.state === 'running'}
              keys={formatKeys('Shift+Enter')}
              onClick={() => void run()}
            >
              Run as Dry Run
            </Button>
            {inspection.status === 'active' && (
              <Button
                busy={outcome.state === 'running'}
                onClick={() => void runAndKeep()}
                tip="Calls the tool as you; what it changes is one undo step"
              >
                Run and Keep
              </Button>
            )}
            <span className={styles.help}>
              {inspection.status === 'active'
                ? 'A dry run keeps nothing.'
                : 'On the open scene. Nothing is kept.'}
            </span>
          </div>
        </div>
        <div className={styles.outcome} aria-live="polite">
          <OutcomeView outcome={outcome} />
        </div>
      </div>
    </Section>
  );
}

function picturesOf(result: ToolResult): readonly CallPicture[] {
  if (!result.ok) return [];
  return [
    ...(result.images ?? []),
    ...(result.content ?? []).flatMap((block) => (block.type === 'image' ? [block] : [])),
  ];
}

function withDraft(before: Drafts, name: string, draft: Draft | undefined): Drafts {
  const next = new Map(before);
  if (draft === undefined) next.delete(name);
  else next.set(name, draft);
  return next;
}

function OutcomeView({ outcome }: { readonly outcome: Outcome }): ReactNode {
  if (outcome.state === 'idle')
    return <p className={styles.placeholder}>The result and what would change in the scene appear here.</p>;
  if (outcome.state === 'running') return <p className={styles.placeholder}>Running…</p>;
  if (outcome.state === 'refused') return <Failure error={outcome.error} />;
  if (outcome.state === 'kept')
    return (
      <>
        <p className={styles.verdict} data-ok>
          It ran, and what it changed is kept
          <Button size="small" variant="ghost" icon={Undo2} onClick={() => runCommand('edit.undo')}>
            Undo
          </Button>
        </p>
        {outcome.result !== undefined && (
          <div className={styles.tree}>
            <JsonTree label="Result" value={outcome.result} defaultOpen={['', '/0']} />
          </div>
        )}
      </>
    );
  const { record, pictures } = outcome;
  const touched = new Set(record.scene_changes.map((change) => change.entity)).size;
  return (
    <>
      <p className={styles.verdict} data-ok={record.error === undefined}>
        {record.error === undefined ? 'It worked' : 'It failed'}
        <span>
          {duration(record.ms)}
          {record.instructions !== undefined &&
            ` · ${usedText(record.instructions, record.instruction_limit) ?? ''}`}
        </span>
      </p>
      {record.error !== undefined && <Failure error={record.error} />}
      {(record.warnings ?? []).map((warning) => (
        <p key={warning} className={styles.warning}>
          <PlainText text={warning} lines="many" />
        </p>
      ))}
      {leftOut(record).map((what) => (
        <p key={what} className={styles.warning}>
          <PlainText text={`Not exercised: ${what}`} lines="many" />
        </p>
      ))}
      {record.result !== undefined && (
        <div>
          <h4 className={styles.label}>Result</h4>
          <div className={styles.tree}>
            <JsonTree label="Result" value={record.result} defaultOpen={['', '/0']} />
          </div>
        </div>
      )}
      {pictures.length > 0 && (
        <div>
          <h4 className={styles.label}>{pictures.length === 1 ? 'Picture' : 'Pictures'}</h4>
          <Pictures pictures={pictures} label="the result" />
        </div>
      )}
      {record.logs !== undefined && record.logs.length > 0 && (
        <div>
          <h4 className={styles.label}>Log</h4>
          <RunLog lines={record.logs} />
        </div>
      )}
      <div>
        <h4 className={styles.label}>
          What would change in the scene
          {touched > 0 && (
            <Button
              size="small"
              variant="ghost"
              icon={Box}
              onClick={() => useLayout.getState().show('scene')}
              tip="The entities are marked in the scene view while this page is open"
            >
              {touched === 1 ? 'Show it' : `Show ${touched.toLocaleString('en')}`} in the Scene
            </Button>
          )}
        </h4>
        <SceneChanges changes={record.scene_changes} live />
      </div>
    </>
  );
}

/** What a dry run could not try, where no warning says it already. */
function leftOut({ not_exercised = [], warnings = [] }: TestRecord): readonly string[] {
  return not_exercised.filter((what) => !warnings.some((text) => text.includes(what.replace(/\.$/, ''))));
}

function Failure({ error }: { readonly error: ToolError }): ReactNode {
  return (
    <div className={styles.failure} role="alert">
      <code>{visibleText(error.code)}</code>
      <PlainText text={error.message} lines="many" />
      {error.hint !== undefined && (
        <span className={styles.hint}>
          <PlainText text={error.hint} lines="many" />
        </span>
      )}
      <CallStack stack={stackOf(error.data)} />
    </div>
  );
}

interface Sample {
  readonly label: string;
  readonly note: string;
  readonly args: JsonObject;
}

const MOST_SAMPLES = 12;

/** Arguments that were used before: in tests and in recent calls. */
function samplesOf(inspection: ToolInspection): readonly Sample[] {
  const tests = readTests(inspection.definition['tests']).map((test) => ({
    label: `Test: ${test.name}`,
    args: test.args ?? {},
  }));
  const calls = inspection.recent.flatMap((call) =>
    isObject(call.args) ? [{ label: `Call by ${call.actor}`, args: call.args }] : [],
  );
  return [...tests, ...calls].slice(0, MOST_SAMPLES).map((one) => {
    const text = visibleText(JSON.stringify(one.args));
    return {
      label: visibleText(one.label),
      note: text.length > 70 ? `${text.slice(0, 70)}…` : text,
      args: one.args,
    };
  });
}
