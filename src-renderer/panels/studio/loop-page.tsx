import { Check, LoaderCircle, Play, SkipForward, Square, ThumbsUp, UserCheck } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { JsonObject, ToolError } from '../../../src-preload/contract';
import { readTool } from '../../state/bridge';
import { readLoop, type LoopReportView, type LoopView } from '../../state/studio-read';
import { changeStudio, useStudio } from '../../state/studio-store';
import { showError } from '../../state/toasts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/field';
import { PlainText } from '../../ui/plain-text';
import { ErrorState, SkeletonRows } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import { Author } from './author';
import { LOOP_WORDS } from './studio-words';
import styles from './studio.module.css';

/** Iterations that are shown; those before are in the loop's file. */
const MOST_ITERATIONS = 8;

/** One loop: where it is, what was reported in each stage of each iteration, and the person's part in it. */
export function LoopPage({ name }: { readonly name: string }): ReactNode {
  const read = useStudio((state) => state.loopsRead);
  const [loop, setLoop] = useState<LoopView | null>(null);
  const [error, setError] = useState<ToolError | null>(null);
  useEffect(() => {
    let current = true;
    void readTool('studio_loop_status', { loop: name }).then((result) => {
      if (!current) return;
      setError(result.ok ? null : result.error);
      if (result.ok) setLoop(readLoop(result.structured?.['loop']) ?? null);
    });
    return () => {
      current = false;
    };
  }, [name, read]);
  if (error !== null) return <ErrorState error={error} title="The loop could not be read" />;
  if (loop === null) return <SkeletonRows rows={6} label="Loading the loop" />;
  const { label, tone } = LOOP_WORDS[loop.status];
  return (
    <section className={styles.details} aria-label={`Loop ${visibleText(name)}`}>
      <div className={styles.bar}>
        <h2 className={styles.grow}>{visibleText(name)}</h2>
        <Badge tone={tone}>{label}</Badge>
        {loop.iteration > 0 && (
          <span className={styles.faint}>
            iteration {loop.iteration} of {loop.maxIterations}
          </span>
        )}
      </div>
      <div className={styles.body} tabIndex={0} role="group" aria-label="The loop">
        {loop.description !== '' && <PlainText text={loop.description} lines="many" />}
        {loop.goal !== '' && (
          <p>
            <span className={styles.faint}>Goal</span>
            <PlainText text={loop.goal} lines="many" />
          </p>
        )}
        {loop.reason !== undefined && (
          <p className={styles.faint}>
            <PlainText text={loop.reason} lines="many" />
          </p>
        )}
        <Actions loop={loop} />
        <Grid loop={loop} />
      </div>
    </section>
  );
}

function Actions({ loop }: { readonly loop: LoopView }): ReactNode {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const act = async (tool: string, args: JsonObject): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const result = await changeStudio('loops', tool, { loop: loop.name, ...args });
    setBusy(false);
    if (result.ok) setText('');
    else showError(result.error);
  };
  const runs = loop.status === 'running' || loop.status === 'awaiting_approval';
  const given = text.trim();
  return (
    <form
      className={styles.actionsBar}
      onSubmit={(event) => {
        event.preventDefault();
        if (!runs) void act('studio_loop_start', given === '' ? {} : { goal: given });
      }}
    >
      <TextInput
        aria-label={runs ? 'Reason for stopping' : 'Goal this time'}
        placeholder={runs ? 'Reason for stopping' : 'Goal this time (that of the loop, where empty)'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {!runs && (
        <Button type="submit" variant="primary" icon={Play} busy={busy}>
          Start
        </Button>
      )}
      {loop.status === 'awaiting_approval' && (
        <Button
          variant="primary"
          icon={UserCheck}
          busy={busy}
          onClick={() => void act('studio_loop_advance', { approve: true })}
        >
          Let It Begin
        </Button>
      )}
      {loop.status === 'running' && (
        <>
          <Button
            icon={SkipForward}
            busy={busy}
            tip="Goes on without the reports that are missing"
            onClick={() => void act('studio_loop_advance', { complete_stage: true })}
          >
            End This Stage
          </Button>
          <Button
            icon={ThumbsUp}
            busy={busy}
            tip="Says that it is good enough"
            onClick={() => void act('studio_loop_advance', { signoff: true })}
          >
            Sign Off
          </Button>
        </>
      )}
      {runs && (
        <Button
          icon={Square}
          busy={busy}
          onClick={() => void act('studio_loop_stop', given === '' ? {} : { reason: given })}
        >
          Stop
        </Button>
      )}
    </form>
  );
}

/** Stages down, iterations across. */
function Grid({ loop }: { readonly loop: LoopView }): ReactNode {
  const [cell, setCell] = useState<string | null>(null);
  const last = Math.max(1, loop.iteration);
  const first = Math.max(1, last - MOST_ITERATIONS + 1);
  const iterations = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const runs = loop.status === 'running' || loop.status === 'awaiting_approval';
  const at = (
    stage: string,
    iteration: number,
  ): { words: string; icon: typeof Check | undefined; reports: readonly LoopReportView[] } => {
    const entry = loop.history.findLast((one) => one.stage === stage && one.iteration === iteration);
    if (entry !== undefined)
      return {
        words:
          entry.outcome === 'skipped' ? `skipped${entry.why === undefined ? '' : `: ${entry.why}`}` : 'done',
        icon: entry.outcome === 'skipped' ? SkipForward : Check,
        reports: entry.reports,
      };
    if (runs && loop.stage === stage && loop.iteration === iteration)
      return {
        words:
          loop.status === 'awaiting_approval'
            ? 'waits for you'
            : `waits for ${loop.pending.join(', ') || 'reports'}`,
        icon: LoaderCircle,
        reports: loop.reports,
      };
    return { words: 'not yet', icon: undefined, reports: [] };
  };
  const shown = cell === null ? undefined : at(cell.slice(cell.indexOf(' ') + 1), Number(cell.split(' ')[0]));
  return (
    <>
      <div className={styles.gridScroll} tabIndex={0} role="group" aria-label="Stages and iterations">
        <table className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">Stage</th>
              {iterations.map((iteration) => (
                <th key={iteration} scope="col">
                  {iteration}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {loop.stages.map((stage) => (
              <tr key={stage.id}>
                <th scope="row">
                  {visibleText(stage.id)}
                  <span className={styles.faint}> {visibleText(stage.assignees.join(', '))}</span>
                  {stage.gated && <Badge tone="warning">asks you</Badge>}
                </th>
                {iterations.map((iteration) => {
                  const { words, icon: Icon, reports } = at(stage.id, iteration);
                  const key = `${iteration} ${stage.id}`;
                  return (
                    <td key={iteration}>
                      <button
                        type="button"
                        className={styles.gridCell}
                        aria-pressed={cell === key}
                        aria-label={`${visibleText(stage.id)}, iteration ${iteration}: ${visibleText(words)}`}
                        title={visibleText(words)}
                        disabled={Icon === undefined}
                        onClick={() => setCell(cell === key ? null : key)}
                      >
                        {Icon && <Icon size={14} strokeWidth={2} aria-hidden />}
                        {reports.length > 0 && <span>{reports.length}</span>}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown !== undefined && (
        <section className={styles.section} aria-label="Reports" aria-live="polite">
          <h3>{visibleText(shown.words)}</h3>
          {shown.reports.length === 0 && <p className={styles.faint}>Nothing was reported.</p>}
          {shown.reports.map((report, index) => (
            <div key={index} className={styles.comment}>
              <Author by={report.agent} />
              <PlainText text={report.report} lines="many" />
            </div>
          ))}
        </section>
      )}
    </>
  );
}
