import { useCallback, useEffect, useState } from 'react';
import { loadMonaco } from '../../monaco/load';

export type Monaco = Awaited<ReturnType<typeof loadMonaco>>['monaco'];

export type MonacoState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly monaco: Monaco }
  | { readonly state: 'failed'; readonly message: string; readonly retry: () => void };

let loaded: Monaco | undefined;

/** The editor, once it has been loaded; from then on at the first rendering. */
export function useMonaco(): MonacoState {
  const [attempt, setAttempt] = useState(0);
  const [monaco, setMonaco] = useState<Monaco | undefined>(loaded);
  const [message, setMessage] = useState<string | undefined>(undefined);
  const retry = useCallback(() => {
    setMessage(undefined);
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => {
    if (loaded) return;
    let current = true;
    loadMonaco().then(
      (setup) => {
        loaded = setup.monaco;
        if (current) setMonaco(setup.monaco);
      },
      (failure: unknown) =>
        current && setMessage(failure instanceof Error ? failure.message : String(failure)),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  if (monaco) return { state: 'ready', monaco };
  if (message !== undefined) return { state: 'failed', message, retry };
  return { state: 'loading' };
}
