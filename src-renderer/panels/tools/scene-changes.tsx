import { useState, type ReactNode } from 'react';
import type { Json, PropertyChange } from '../../../src-preload/contract';
import { LinkButton } from '../../ui/button';
import { jsonSummary } from '../../ui/json-rows';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import { useSelection } from '../../state/selection-store';
import styles from './scene-changes.module.css';

export interface SceneChangesProps {
  readonly changes: readonly PropertyChange[];
  /** Entities exist now, so that a click can select them; false for what tests made and rolled back. */
  readonly live: boolean;
}

const AT_FIRST = 50;

/** What a dry run changed in the scene: entity, property, before and after. */
export function SceneChanges({ changes, live }: SceneChangesProps): ReactNode {
  const [all, setAll] = useState(false);
  if (changes.length === 0) return <p className={styles.none}>The scene stays as it is.</p>;
  const shown = all ? changes : changes.slice(0, AT_FIRST);
  return (
    <div className={styles.frame} role="group" aria-label="Changes in the scene" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Entity</th>
            <th scope="col">Property</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((change, index) => {
            const repeats = index > 0 && shown[index - 1]?.entity === change.entity;
            const made = change.property === 'created';
            const gone = change.property === 'deleted';
            return (
              <tr key={`${change.entity} ${change.property}`} data-repeats={repeats}>
                <td>
                  {!repeats && (
                    <span className={styles.entity}>
                      {live && !made ? (
                        <LinkButton
                          onClick={() => useSelection.getState().select([change.entity])}
                          title="Select in the scene"
                        >
                          <PlainText text={change.name} />
                        </LinkButton>
                      ) : (
                        <PlainText text={change.name} />
                      )}
                      <span className={styles.id}>#{change.entity}</span>
                    </span>
                  )}
                </td>
                <td className={styles.property} data-kind={made ? 'created' : gone ? 'deleted' : 'changed'}>
                  {visibleText(change.property)}
                </td>
                <td className={styles.before}>{made ? '' : <Value value={change.before} />}</td>
                <td className={styles.after}>{gone ? '' : <Value value={change.after} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {changes.length > shown.length && (
        <LinkButton className={styles.more} onClick={() => setAll(true)}>
          Show {(changes.length - shown.length).toLocaleString('en')} more
        </LinkButton>
      )}
    </div>
  );
}

function Value({ value }: { readonly value: Json }): ReactNode {
  if (value === null) return <span className={styles.absent}>none</span>;
  const text = valueText(value);
  return (
    <span title={visibleText(text)}>{visibleText(text.length > 80 ? `${text.slice(0, 80)}…` : text)}</span>
  );
}

/** Numbers as they are, rounded where a sum left dust; the rest as JSON. */
function valueText(value: Json): string {
  if (typeof value === 'number') return String(Number(value.toFixed(4)));
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) {
    return `(${value.map((one) => String(Number(one.toFixed(4)))).join(', ')})`;
  }
  if (typeof value === 'object') return jsonSummary(value, 120);
  return JSON.stringify(value);
}
