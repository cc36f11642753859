import { useEffect, useState, type ReactNode } from 'react';
import { clockTime, exactTime, relativeTime } from './time-format';

export interface TimeTextProps {
  /** Milliseconds since the epoch, or ISO 8601. */
  readonly at: number | string;
  /** `relative` (default) renews itself; `clock` is local hours, minutes, seconds. */
  readonly as?: 'relative' | 'clock';
  readonly className?: string;
}

/** A moment: short on screen, exact with its offset on hover, UTC for machines. */
export function TimeText({ at, as = 'relative', className }: TimeTextProps): ReactNode {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  const now = useMinute(as === 'relative');
  if (!Number.isFinite(ms)) return <span className={className}>unknown</span>;
  return (
    <time className={className} dateTime={new Date(ms).toISOString()} title={exactTime(ms)}>
      {as === 'clock' ? clockTime(ms) : relativeTime(ms, Math.max(now, ms))}
    </time>
  );
}

/** The present time, renewed now and then. */
function useMinute(active: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => setNow(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, [active]);
  return now;
}
