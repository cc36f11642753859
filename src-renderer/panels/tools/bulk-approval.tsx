import { useEffect, useState, type ReactNode } from 'react';
import type { ToolSummary } from '../../../src-preload/contract';
import { showToast } from '../../state/toasts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Checkbox } from '../../ui/field';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import { needsSingleDecision } from './capability-words';
import { decide } from './decisions';
import { shortHash } from './definition-text';
import { MayDoList } from './may-do';
import styles from './bulk-approval.module.css';

export interface BulkApprovalProps {
  readonly open: boolean;
  /** Tools that wait and only read. */
  readonly tools: readonly ToolSummary[];
  readonly onClose: () => void;
}

/**
 * Several read-only tools at once, each chosen by hand. Nothing is chosen at first, a tool that changes while the list is open refuses by its
 * hash, and tools that can change anything are never here.
 */
export function BulkApproval({ open, tools, onClose }: BulkApprovalProps): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="40rem"
      title="Approve read-only tools"
      text="These tools read and compute. Choose the ones you trust; those that can change something are decided one by one."
    >
      {open && <Choices tools={tools} onClose={onClose} />}
    </Dialog>
  );
}

function Choices({ tools, onClose }: Omit<BulkApprovalProps, 'open'>): ReactNode {
  // The list as it was opened: what is chosen is what was read.
  const [listed] = useState(tools);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 500);
    return () => clearTimeout(timer);
  }, []);
  const approve = async (): Promise<void> => {
    setBusy(true);
    const skipped: string[] = [];
    let approved = 0;
    for (const tool of listed) {
      if (!chosen.has(tool.name) || needsSingleDecision(tool.capabilities)) continue;
      const result = await decide({ name: tool.name, hash: tool.hash, approve: true });
      if (result.ok) approved += 1;
      else skipped.push(`${tool.name}: ${result.error.message}`);
    }
    setBusy(false);
    showToast({
      tone: skipped.length > 0 ? 'warning' : 'success',
      title: `${approved} approved${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
      ...(skipped.length > 0 ? { detail: skipped.map((line) => visibleText(line)).join(' ') } : {}),
    });
    onClose();
  };
  return (
    <>
      <ul className={styles.list}>
        {listed.map((tool) => (
          <li key={tool.name}>
            <Checkbox
              label={<code>{visibleText(tool.name)}</code>}
              checked={chosen.has(tool.name)}
              onChange={(next) =>
                setChosen((before) => {
                  const after = new Set(before);
                  if (next) after.add(tool.name);
                  else after.delete(tool.name);
                  return after;
                })
              }
            />
            <div className={styles.about}>
              <PlainText text={tool.description} lines="many" />
              <span className={styles.foot}>
                <MayDoList capabilities={tool.capabilities} /> <code>{shortHash(tool.hash)}</code>
              </span>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={chosen.size === 0 || !settled}
          tip={chosen.size === 0 ? 'Choose at least one' : undefined}
          onClick={() => void approve()}
        >
          Approve {chosen.size === 0 ? '' : chosen.size}
        </Button>
      </div>
    </>
  );
}
