import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { loadEarlier, type Earlier } from '../../state/event-store';
import { Button } from '../../ui/button';
import styles from './activity.module.css';

const WORDS: Readonly<Record<Exclude<Earlier, 'none'>, string>> = {
  there: 'What happened before this is in the project’s log.',
  loading: 'Reading the project’s log…',
  failed: 'The project’s log could not be read.',
};

/** Stands above the first row: what is further back is on the disk. */
export function EarlierBar({ earlier }: { readonly earlier: Exclude<Earlier, 'none'> }): ReactNode {
  return (
    <div className={styles.earlier} role="status">
      <span>{WORDS[earlier]}</span>
      <Button
        size="small"
        variant="ghost"
        icon={ArrowUp}
        disabled={earlier === 'loading'}
        onClick={() => void loadEarlier()}
      >
        {earlier === 'failed' ? 'Try Again' : 'Show Earlier'}
      </Button>
    </div>
  );
}
