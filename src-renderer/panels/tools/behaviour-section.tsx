import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ToolInspection } from '../../../src-preload/contract';
import { stackOf } from '../../state/run-facts';
import { Actor } from '../../ui/actor';
import { JsonTree } from '../../ui/json-tree';
import { jsonSummary } from '../../ui/json-rows';
import { PlainText } from '../../ui/plain-text';
import { duration } from '../../ui/time-format';
import { TimeText } from '../../ui/time-text';
import { visibleText } from '../../ui/visible-text';
import { CallStack } from '../run/call-stack';
import styles from './review.module.css';
import { Section } from './section';

/** 6. How has it behaved? Calls, errors, time, who calls it, and the last calls. */
export function BehaviourSection({ inspection }: { readonly inspection: ToolInspection }): ReactNode {
  const { statistics, recent } = inspection;
  const callers = Object.entries(statistics.callers).sort((a, b) => b[1] - a[1]);
  const most = callers[0]?.[1] ?? 1;
  if (statistics.calls === 0 && recent.length === 0) {
    return (
      <Section title="How has it behaved?">
        <p className={styles.quiet}>It has never been called.</p>
      </Section>
    );
  }
  const rate = statistics.calls === 0 ? 0 : (statistics.errors / statistics.calls) * 100;
  return (
    <Section title="How has it behaved?">
      <dl className={styles.numbers}>
        <div>
          <dt>Calls</dt>
          <dd>{statistics.calls.toLocaleString('en')}</dd>
        </div>
        <div data-bad={statistics.errors > 0}>
          <dt>Errors</dt>
          <dd>
            {statistics.errors.toLocaleString('en')}
            {statistics.errors > 0 && <small> {rate < 1 ? 'under 1' : Math.round(rate)} %</small>}
          </dd>
        </div>
        <div>
          <dt>Time for a call</dt>
          <dd>{statistics.calls === 0 ? '–' : duration(statistics.total_ms / statistics.calls)}</dd>
        </div>
        <div>
          <dt>Last called</dt>
          <dd>{statistics.last_called === undefined ? '–' : <TimeText at={statistics.last_called} />}</dd>
        </div>
      </dl>
      {callers.length > 0 && (
        <ul className={styles.callers} aria-label="Who calls it">
          {callers.slice(0, 8).map(([actor, calls]) => (
            <li key={actor}>
              <Actor actor={actor} />
              <span className={styles.bar} aria-hidden>
                <span style={{ width: `${(calls / most) * 100}%` }} />
              </span>
              <span className={styles.tabular}>{calls.toLocaleString('en')}</span>
            </li>
          ))}
        </ul>
      )}
      {recent.length > 0 && (
        <details className={styles.details}>
          <summary>Last {recent.length === 1 ? 'call' : `${recent.length} calls`}</summary>
          <ol className={styles.recent}>
            {recent.map((call, index) => (
              <li key={`${call.at} ${index}`}>
                <details>
                  <summary className={styles.recentLine}>
                    {call.ok ? (
                      <CircleCheck size={14} className={styles.ok} aria-label="Succeeded" />
                    ) : (
                      <CircleX size={14} className={styles.bad} aria-label="Failed" />
                    )}
                    <TimeText at={call.at} />
                    <Actor actor={call.actor} />
                    <span className={styles.recentText}>
                      {call.error ? (
                        <PlainText text={call.error.message} />
                      ) : (
                        visibleText(jsonSummary(call.args ?? {}, 90))
                      )}
                    </span>
                    <span className={styles.tabular}>{duration(call.ms)}</span>
                  </summary>
                  <div className={styles.recentBody}>
                    <JsonTree label="Arguments" value={call.args ?? {}} />
                    {call.error?.hint !== undefined && <PlainText text={call.error.hint} lines="many" />}
                    <CallStack stack={stackOf(call.error?.data)} />
                  </div>
                </details>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Section>
  );
}
