import { CircleCheck, CircleX, FlaskConical, ListPlus, Shuffle, Square } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { stackOf } from '../../state/run-facts';
import { objectOf } from '../../state/read-json';
import { Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import { CallStack } from '../run/call-stack';
import { keyOfFinding, type FuzzFinding } from './fuzz-merge';
import { useFuzz, type FuzzRun } from './fuzz-store';
import styles from './fuzz-report.module.css';

/** The button that starts a run, or stops the one under way. */
export function FuzzButton({ tool }: { readonly tool: string }): ReactNode {
  const run = useFuzz((state) => state.runs.get(tool));
  const { start, stop } = useFuzz.getState();
  if (run?.state === 'running')
    return (
      <Button size="small" icon={Square} onClick={() => stop(tool)}>
        Stop
      </Button>
    );
  return (
    <Button
      size="small"
      icon={Shuffle}
      tip="Dry runs on inputs made from its schema, the edges of each argument first"
      onClick={() => void start(tool)}
    >
      {run === undefined ? 'Fuzz' : 'Fuzz Again'}
    </Button>
  );
}

export interface FuzzReportProps {
  readonly tool: string;
  /** Of the present definition; a report about another one says so. */
  readonly hash: string | undefined;
}

/** What the last run on generated inputs came to. Nothing before the first. */
export function FuzzReport({ tool, hash }: FuzzReportProps): ReactNode {
  const run = useFuzz((state) => state.runs.get(tool));
  if (run === undefined) return null;
  const failures = run.findings.filter(({ verdict }) => verdict === 'failure');
  const others = run.findings.filter(({ verdict }) => verdict !== 'failure');
  const stale = run.state !== 'running' && hash !== undefined && run.hash !== '' && run.hash !== hash;
  return (
    <div className={styles.report} role="group" aria-label="Generated inputs">
      <Head run={run} failures={failures.length} stale={stale} />
      {run.state === 'running' && (
        <div
          className={styles.progress}
          role="progressbar"
          aria-label="Running generated inputs"
          aria-valuemin={0}
          aria-valuemax={run.total}
          aria-valuenow={run.done}
        >
          <span style={{ width: `${(run.done / run.total) * 100}%` }} />
        </div>
      )}
      {run.error !== undefined && (
        <p className={styles.problem} role="alert">
          <PlainText text={`${run.error.message} ${run.error.hint ?? ''}`} lines="many" />
        </p>
      )}
      {failures.length > 0 && (
        <ul className={styles.findings}>
          {failures.map((finding) => (
            <Finding
              key={keyOfFinding(finding)}
              finding={finding}
              kept={run.kept.has(keyOfFinding(finding))}
              onKeep={() => useFuzz.getState().keep(tool, finding)}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={styles.quiet}>
          {others.map((finding) => (
            <li key={keyOfFinding(finding)}>
              <span className={styles.times}>{finding.count} ×</span>{' '}
              {finding.verdict === 'refusal' ? 'refused' : 'could not run'}:{' '}
              <PlainText text={finding.message} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Head({
  run,
  failures,
  stale,
}: {
  readonly run: FuzzRun;
  readonly failures: number;
  readonly stale: boolean;
}): ReactNode {
  const Icon = run.state === 'running' ? FlaskConical : failures > 0 ? CircleX : CircleCheck;
  const tone = run.state === 'running' ? 'none' : failures > 0 ? 'danger' : 'success';
  const sorts = failures === 1 ? 'one way to fail' : `${failures} ways to fail`;
  const inputs = `${run.done} generated ${run.done === 1 ? 'input' : 'inputs'}`;
  const words =
    run.state === 'running'
      ? `Running generated inputs: ${run.done} of ${run.total}`
      : failures > 0
        ? `${inputs}: ${sorts}`
        : run.done === 0
          ? 'No generated input ran'
          : `${inputs}: none makes it fail`;
  return (
    <p className={styles.head} role="status">
      <Icon size={15} strokeWidth={1.9} aria-hidden className={styles.mark} data-tone={tone} />
      <span className={styles.words}>{words}</span>
      <span className={styles.facts}>
        {stale ? 'of an earlier definition · ' : ''}
        {run.state === 'stopped' && run.error === undefined ? 'stopped · ' : ''}
        {run.skipped > 0 ? `${run.skipped} could not be made · ` : ''}seed {run.seed}
      </span>
    </p>
  );
}

function Finding({
  finding,
  kept,
  onKeep,
}: {
  readonly finding: FuzzFinding;
  readonly kept: boolean;
  readonly onKeep: () => Promise<void>;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const stack = stackOf(objectOf(finding.error?.data));
  return (
    <li className={styles.finding}>
      <div className={styles.findingHead}>
        <code className={styles.code}>{visibleText(finding.code)}</code>
        {finding.place !== '' && <span className={styles.place}>{visibleText(finding.place)}</span>}
        <span className={styles.times}>{finding.count} ×</span>
        {kept ? (
          <span className={styles.kept}>
            <CircleCheck size={14} strokeWidth={1.9} aria-hidden /> Kept as a test
          </span>
        ) : (
          <Button
            size="small"
            variant="ghost"
            icon={ListPlus}
            busy={busy}
            onClick={() => {
              setBusy(true);
              void onKeep().finally(() => setBusy(false));
            }}
          >
            Keep as Test
          </Button>
        )}
      </div>
      <p className={styles.message}>
        <PlainText text={finding.message} lines="many" />
      </p>
      <p className={styles.call}>
        <span>with</span> <code>{visibleText(JSON.stringify(finding.args))}</code>
      </p>
      {stack.length > 0 && <CallStack stack={stack} />}
    </li>
  );
}
