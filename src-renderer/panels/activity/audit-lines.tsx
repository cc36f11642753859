import { useEffect, useState, type ReactNode } from 'react';
import type { EngineEvent, JsonObject } from '../../../src-preload/contract';
import { bridge } from '../../state/bridge';
import { stringOf } from '../../state/read-json';
import { JsonTree } from '../../ui/json-tree';
import styles from './details.module.css';

/** Decisions and calls of custom tools are in the audit; other calls are not looked for. */
export function mayBeAudited({ type, tool = '' }: EngineEvent, isCustom: boolean): boolean {
  return (
    isCustom ||
    type === 'custom_tool' ||
    type === 'policy' ||
    /^(?:user_|tool_|call_|studio_agent_)/.test(tool)
  );
}

/** What the audit says of a call, line by line. Nothing where it says nothing. */
export function AuditLines({ call }: { readonly call: string }): ReactNode {
  const [lines, setLines] = useState<readonly JsonObject[]>([]);
  useEffect(() => {
    let current = true;
    bridge()
      .auditOf(call)
      .then((found) => current && setLines(found))
      // Where the way to the main process is gone, so is the rest of the page.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [call]);
  if (lines.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Audit">
      <h3>{lines.length === 1 ? 'Audit line' : `Audit lines (${lines.length})`}</h3>
      {lines.map((line, index) => (
        <div key={index} className={styles.well}>
          <JsonTree label={`Audit line, ${stringOf(line['event']) ?? ''}`} value={line} />
        </div>
      ))}
    </section>
  );
}
