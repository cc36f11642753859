import { useEffect, useState, type ReactNode } from 'react';
import { exactTime } from '../../ui/time-format';

/** How long something still waits: `9 min more`, by the second in the last minute. */
export function TimeLeft({ until }: { readonly until: number }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (!Number.isFinite(until)) return null;
  const seconds = Math.max(0, Math.round((until - now) / 1000));
  return (
    <time dateTime={new Date(until).toISOString()} title={`until ${exactTime(until)}`}>
      {seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} more
    </time>
  );
}
