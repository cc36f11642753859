import { useMemo, type ReactNode } from 'react';
import type { ToolInspection } from '../../../src-preload/contract';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import type { TestNode } from '../tests/test-tree';
import styles from './coverage-facts.module.css';
import { stepLines } from './definition-text';
import review from './review.module.css';
import { coverageWords, coveredBy } from './test-coverage';

/** More are counted, not shown. */
const MOST = 200;

/** What the tests cover, and each line or step that none of them came to. */
export function CoverageFacts({
  inspection,
  tests,
}: {
  readonly inspection: ToolInspection;
  readonly tests: readonly TestNode[];
}): ReactNode {
  const { kind, code, definition } = inspection;
  const covered = coveredBy(tests.map(({ record }) => record));
  const texts = useMemo(
    () =>
      kind === 'composite' ? stepLines(definition).map(({ tool }) => tool) : (code ?? '').split(/\r?\n/),
    [kind, code, definition],
  );
  if (kind === 'external' || kind === 'script')
    return (
      <p className={review.quiet}>What its tests cover can’t be told: its code runs in another process.</p>
    );
  if (covered === undefined)
    return <p className={review.quiet}>What its tests cover is known once they have run.</p>;
  const { missed, unit, runs } = covered;
  const figure = `${runs === tests.length ? 'Its tests cover' : `The ${runs} of its ${tests.length} tests that ran cover`} ${coverageWords(covered)}.`;
  if (missed.length === 0) return <p className={review.quiet}>{figure}</p>;
  return (
    <details className={review.details}>
      <summary>{figure}</summary>
      <ol className={styles.missed} aria-label={`${unit === 'line' ? 'Lines' : 'Steps'} that no test ran`}>
        {missed.slice(0, MOST).map((place) => (
          <li key={place}>
            <span className={styles.place}>
              <span className="visually-hidden">{unit} </span>
              {place}
            </span>
            <code>
              <PlainText text={visibleText((texts[place - 1] ?? '').trim())} />
            </code>
          </li>
        ))}
      </ol>
      {missed.length > MOST && <p className={review.quiet}>And {missed.length - MOST} more.</p>}
    </details>
  );
}
