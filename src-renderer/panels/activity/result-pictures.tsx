import { useEffect, useState, type ReactNode } from 'react';
import type { CallPicture, EngineEvent } from '../../../src-preload/contract';
import { bridge } from '../../state/bridge';
import { Pictures } from '../../ui/pictures';
import { visibleText } from '../../ui/visible-text';
import styles from './details.module.css';

/** The pictures that a call gave. The log has none, so those of long ago are gone. */
export function ResultPictures({
  event,
  count,
}: {
  readonly event: EngineEvent;
  readonly count: number;
}): ReactNode {
  const [pictures, setPictures] = useState<readonly CallPicture[] | null>(null);
  const { call } = event;
  useEffect(() => {
    if (call === undefined) return;
    let current = true;
    bridge()
      .pictures(call)
      .then((found) => current && setPictures(found))
      .catch(() => current && setPictures([]));
    return () => {
      current = false;
    };
  }, [call]);
  if (pictures === null) return null;
  if (pictures.length === 0)
    return (
      <p className={styles.note}>
        {count === 1 ? 'The picture is' : `The ${count} pictures are`} no longer kept: the log does without
        them.
      </p>
    );
  return <Pictures pictures={pictures} label={visibleText(event.tool ?? 'the call')} />;
}
