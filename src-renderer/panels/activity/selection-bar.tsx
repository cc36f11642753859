import { Wrench, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { callsAmong, useFeedSelection } from '../../state/feed-selection';
import { Button, IconButton } from '../../ui/button';
import { Grow } from '../../ui/panel';
import styles from './selection-bar.module.css';

/** What can be done with the rows that are chosen. Nothing where none is. */
export function SelectionBar(): ReactNode {
  const { chosen, clear, make } = useFeedSelection();
  const calls = callsAmong(chosen.values()).length;
  return (
    <div className={styles.place} role="status">
      {chosen.size > 0 && (
        <div className={styles.bar}>
          <span className={styles.count}>
            {chosen.size === 1 ? '1 row selected' : `${chosen.size} rows selected`}
            {calls === chosen.size ? '' : `, ${calls === 1 ? '1 call' : `${calls} calls`} among them`}
          </span>
          <Grow />
          <Button
            size="small"
            icon={Wrench}
            disabled={calls === 0}
            tip={calls === 0 ? 'A tool is made of calls; none is selected' : undefined}
            onClick={() => make(true)}
          >
            Make a Tool…
          </Button>
          <IconButton label="Clear Selection" icon={X} size="small" onClick={clear} />
        </div>
      )}
    </div>
  );
}
