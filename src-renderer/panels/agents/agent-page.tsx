import { FileJson, RotateCcw, Trash2, TriangleAlert, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { JsonObject } from '../../../src-preload/contract';
import { useEditors } from '../../state/editor-store';
import { defineAgent, removeAgent, useRoster, type RosterAgent } from '../../state/roster-store';
import { showError } from '../../state/toasts';
import { Button, IconButton } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { PlainText } from '../../ui/plain-text';
import { Select } from '../../ui/select';
import { visibleText } from '../../ui/visible-text';
import { useHeadingFocus } from './agents-view';
import styles from './agents.module.css';
import {
  AUTONOMIES,
  autonomyWords,
  effectiveWords,
  isAutonomy,
  isLoosening,
  PERMISSIONS,
  permissionOf,
  permissionWords,
  type Autonomy,
  type Permission,
} from './permission-words';

interface Change {
  /** What is written. */
  readonly change: JsonObject;
  /** What it comes to, for the question. */
  readonly words: string;
}

/** What an agent of the roster may do, and changing it. What lets it do more asks once more. */
export function AgentPage({
  agent,
  onClose,
}: {
  readonly agent: RosterAgent;
  readonly onClose: () => void;
}): ReactNode {
  const categories = useRoster((state) => state.categories);
  const [loosening, setLoosening] = useState<Change | null>(null);
  const [removing, setRemoving] = useState(false);
  const [anew, setAnew] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocus(heading);
  const autonomy = agent.autonomy !== undefined && isAutonomy(agent.autonomy) ? agent.autonomy : undefined;

  const write = async (change: JsonObject): Promise<void> => {
    const result = await defineAgent(agent.id, change);
    if (!result.ok) showError(result.error, `${agent.id} was not changed`);
  };
  const setAutonomy = (next: Autonomy): void => {
    if (autonomy === undefined || next === autonomy) return;
    const change = { autonomy: next };
    if (!isLoosening({ permission: 'default', autonomy }, { permission: 'default', autonomy: next }))
      void write(change);
    else
      setLoosening({
        change,
        words: `${autonomyWords(next).label}: ${autonomyWords(next).detail} Categories that are set apart stay as they are.`,
      });
  };
  const setPermission = (category: string, before: Permission, next: Permission): void => {
    if (autonomy === undefined || next === before) return;
    const change = { permissions: { [category]: next } };
    if (!isLoosening({ permission: before, autonomy }, { permission: next, autonomy })) void write(change);
    else
      setLoosening({
        change,
        words: `Calls of the category “${category}”: ${effectiveWords(next, autonomy)}.`,
      });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  const rows = [...new Set([...categories, ...Object.keys(agent.permissions)])].sort();
  return (
    <article
      className={styles.page}
      aria-label={`What ${visibleText(agent.id)} may do`}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          <PlainText text={agent.name} />
        </h2>
        <Button size="small" icon={FileJson} onClick={() => useEditors.getState().open(agent.path)}>
          Open File
        </Button>
        {agent.problem !== undefined && (
          <Button size="small" icon={RotateCcw} onClick={() => setAnew(true)}>
            Start Over…
          </Button>
        )}
        <Button size="small" icon={Trash2} onClick={() => setRemoving(true)}>
          Remove…
        </Button>
        <IconButton label="Close" icon={X} size="small" keys="Esc" onClick={onClose} />
      </header>
      <div className={styles.scroll}>
        {agent.problem !== undefined && (
          <p className={styles.callout} data-tone="danger" role="alert">
            <TriangleAlert size={16} aria-hidden />
            <span>
              Its entry is broken, so it may do nothing: <PlainText text={agent.problem} lines="many" />
            </span>
          </p>
        )}
        {agent.remarks.map((remark) => (
          <p key={remark} className={styles.callout} data-tone="warning">
            <TriangleAlert size={16} aria-hidden />
            <PlainText text={remark} lines="many" />
          </p>
        ))}
        <dl className={styles.facts}>
          <dt>Speaks as</dt>
          <dd className={styles.code}>&lt;client&gt;/{visibleText(agent.id)}</dd>
          {agent.role !== undefined && (
            <>
              <dt>Role</dt>
              <dd>
                <PlainText text={agent.role.replaceAll('_', ' ')} />
              </dd>
            </>
          )}
          {agent.focus !== undefined && (
            <>
              <dt>Works on</dt>
              <dd>
                <PlainText text={agent.focus} lines="many" />
              </dd>
            </>
          )}
        </dl>
        {autonomy !== undefined && (
          <>
            <section className={styles.section}>
              <h3>Autonomy</h3>
              <div className={styles.setting}>
                <Select
                  label="Autonomy"
                  value={autonomy}
                  options={AUTONOMIES.map((one) => ({
                    value: one,
                    label: autonomyWords(one).label,
                    note: autonomyWords(one).detail,
                  }))}
                  onChange={setAutonomy}
                />
                <span className={styles.quiet}>{autonomyWords(autonomy).detail}</span>
              </div>
            </section>
            <section className={styles.section}>
              <h3>Categories of tools</h3>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">Category</th>
                    <th scope="col">Permission</th>
                    <th scope="col">Comes to</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((category) => {
                    const permission = permissionOf(agent.permissions[category]);
                    return (
                      <tr key={category}>
                        <th scope="row">{visibleText(category)}</th>
                        <td>
                          <Select
                            label={`Permission for ${category}`}
                            quiet
                            value={permission}
                            options={PERMISSIONS.map((one) => ({
                              value: one,
                              label: permissionWords(one).label,
                              note: permissionWords(one).detail,
                            }))}
                            onChange={(next) => setPermission(category, permission, next)}
                          />
                        </td>
                        <td className={styles.quiet} data-apart={permission !== 'default'}>
                          {category === 'studio' && permission === 'default'
                            ? 'at once'
                            : effectiveWords(permission, autonomy)}
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
              <p className={styles.quiet}>
                A custom tool follows “custom”, and its own category where that is stricter. What reaches
                outside the project is asked about unless its category is “Allow”.
              </p>
            </section>
          </>
        )}
      </div>
      <Confirm
        open={loosening !== null}
        title={`Let ${visibleText(agent.name)} do more without you?`}
        text={loosening?.words ?? ''}
        confirmLabel="Let It"
        onCancel={() => setLoosening(null)}
        onConfirm={() => {
          if (loosening !== null) void write(loosening.change);
          setLoosening(null);
        }}
      />
      <Confirm
        open={anew}
        title={`Write the entry of ${visibleText(agent.id)} anew?`}
        text={`What stands in ${visibleText(agent.path)} now is replaced. The agent may read then, and each change waits for you.`}
        confirmLabel="Write It Anew"
        onCancel={() => setAnew(false)}
        onConfirm={() => {
          setAnew(false);
          void write({});
        }}
      />
      <Confirm
        open={removing}
        title={`Remove ${visibleText(agent.name)} from the roster?`}
        text={`${visibleText(agent.path)} is deleted. A client that speaks for it may do nothing until you add it again, or open the project anew.`}
        confirmLabel="Remove"
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          void removeAgent(agent.id).then((result) => {
            if (result.ok) onClose();
            else showError(result.error, `${agent.id} was not removed`);
          });
        }}
      />
    </article>
  );
}
