import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { bridge } from '../../state/bridge';
import type { Feed } from '../../state/feed';
import { exportFeed } from '../../state/feed-export';
import type { RowTest } from '../../state/feed-view';
import { showError, showToast } from '../../state/toasts';
import { Button } from '../../ui/button';
import { Spinner } from '../../ui/spinner';
import { visibleText } from '../../ui/visible-text';
import styles from './activity.module.css';

export interface FeedExport {
  readonly start: (withDisk: boolean) => void;
  readonly busy: boolean;
  /** How far it is, with a way to stop it. */
  readonly bar: ReactNode;
}

/** Exporting what passes the filter. One at a time. */
export function useExport(feed: Feed, test: RowTest | undefined, hide: RowTest | undefined): FeedExport {
  const [written, setWritten] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = useCallback(
    (withDisk: boolean): void => {
      if (abort.current !== null) return;
      const controller = new AbortController();
      abort.current = controller;
      const step = (given: Parameters<ReturnType<typeof bridge>['exportEvents']>[0]) =>
        bridge().exportEvents(given);
      void exportFeed({ feed, test, hide, withDisk, step, signal: controller.signal, onProgress: setWritten })
        .then((outcome) => {
          if (outcome.state === 'failed') showError(outcome.error, 'The activity was not exported');
          else if (outcome.state === 'done')
            showToast({
              tone: 'success',
              title: `${outcome.events.toLocaleString('en')} ${outcome.events === 1 ? 'event' : 'events'} exported`,
              detail: visibleText(outcome.file),
            });
        })
        .catch((failure: unknown) => {
          const message = failure instanceof Error ? failure.message : String(failure);
          showError({ code: 'internal_error', message }, 'The activity was not exported');
        })
        .finally(() => {
          abort.current = null;
          setWritten(null);
        });
    },
    [feed, test, hide],
  );
  const bar =
    written === null ? null : (
      <div className={styles.earlier} role="status">
        <Spinner />
        <span className={styles.grow}>Exporting: {written.toLocaleString('en')} events written</span>
        <Button size="small" variant="ghost" onClick={() => abort.current?.abort()}>
          Cancel
        </Button>
      </div>
    );
  return { start, busy: written !== null, bar };
}
