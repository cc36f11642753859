import { useEffect, useState, type ReactNode } from 'react';
import type { EngineEvent } from '../../../src-preload/contract';
import { onEvents } from '../../state/event-store';

const EVERY_MS = 5000;

/** Tells screen readers what came, in one sentence every few seconds at most. */
export function Announcer(): ReactNode {
  const [text, setText] = useState('');
  useEffect(() => {
    let calls = 0;
    let failed = 0;
    const stop = onEvents((events: readonly EngineEvent[]) => {
      for (const event of events) {
        if (event.type !== 'tool' || event.parent !== undefined) continue;
        calls += 1;
        if (event.data['ok'] === false) failed += 1;
      }
    });
    const timer = setInterval(() => {
      if (calls === 0) return;
      setText(`${calls} new ${calls === 1 ? 'call' : 'calls'}${failed > 0 ? `, ${failed} failed` : ''}`);
      calls = 0;
      failed = 0;
    }, EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return (
    <span className="visually-hidden" role="log" aria-live="polite">
      {text}
    </span>
  );
}
