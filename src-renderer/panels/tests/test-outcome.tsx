import type { ReactNode } from 'react';
import type { Json, TestRecord } from '../../../src-preload/contract';
import { isObject } from '../../state/read-json';
import { stackOf } from '../../state/run-facts';
import { PlainText } from '../../ui/plain-text';
import { JsonTree } from '../../ui/json-tree';
import { visibleText } from '../../ui/visible-text';
import { CallStack } from '../run/call-stack';
import { RunLog } from '../run/run-log';
import { SceneChanges } from '../tools/scene-changes';
import { pairLines, shortJson } from './json-lines';
import styles from './test-outcome.module.css';

/** What a test's run gave: the first difference, both values side by side, its error, scene changes and logs. */
export function TestOutcome({ record }: { readonly record: TestRecord }): ReactNode {
  const differences = record.differences ?? [];
  const first = differences[0];
  const paths = new Set(differences.map((one) => one.path));
  // What is expected of the result; the rest of the expectation is told by the differences.
  const wanted = isObject(record.expected) ? record.expected['result'] : undefined;
  return (
    <div className={styles.outcome}>
      {first !== undefined && (
        <p className={styles.first} data-ok={record.ok}>
          <code>{visibleText(first.path)}</code>
          <span>
            expected <code>{visibleText(shortJson(first.expected))}</code>, was{' '}
            <code>{visibleText(first.actual === undefined ? 'missing' : shortJson(first.actual))}</code>
            {differences.length > 1 && ` and ${differences.length - 1} more`}
          </span>
        </p>
      )}
      {record.error !== undefined && (
        <div className={styles.error} data-expected={record.ok}>
          <code>{visibleText(record.error.code)}</code>
          <PlainText text={record.error.message} lines="many" />
          {record.error.hint !== undefined && (
            <PlainText text={record.error.hint} lines="many" className={styles.hint} />
          )}
          <CallStack stack={stackOf(record.error.data)} />
        </div>
      )}
      {!record.ok && wanted !== undefined && record.result !== undefined && (
        <SideBySide expected={wanted} actual={record.result} failed={paths} />
      )}
      {(record.ok || wanted === undefined) && record.result !== undefined && (
        <div>
          <h3 className={styles.label}>Result</h3>
          <JsonTree label="Result" value={record.result} />
        </div>
      )}
      {(record.warnings ?? []).map((warning) => (
        <p key={warning} className={styles.warning}>
          <PlainText text={warning} lines="many" />
        </p>
      ))}
      {record.scene_changes.length > 0 && (
        <div>
          <h3 className={styles.label}>What it changed, rolled back since</h3>
          <SceneChanges changes={record.scene_changes} live={false} />
        </div>
      )}
      {record.logs !== undefined && record.logs.length > 0 && (
        <div>
          <h3 className={styles.label}>Log</h3>
          <RunLog lines={record.logs} />
        </div>
      )}
    </div>
  );
}

/** Expected at the left, actual at the right, equal places beside each other. */
export function SideBySide({
  expected,
  actual,
  failed,
}: {
  readonly expected: Json;
  readonly actual: Json | undefined;
  readonly failed: ReadonlySet<string>;
}): ReactNode {
  const lines = pairLines(expected, actual, failed);
  return (
    <div className={styles.pair}>
      <table>
        <thead>
          <tr>
            <th scope="col">Expected</th>
            <th scope="col">Actual</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index} data-state={line.state} title={visibleText(line.path)}>
              {[line.expected, line.actual].map((text, side) => (
                <td key={side}>
                  {text !== undefined && (
                    <span style={{ paddingLeft: `${line.depth * 14}px` }}>
                      {line.key !== '' && <span className={styles.key}>{visibleText(line.key)}: </span>}
                      {visibleText(text)}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
