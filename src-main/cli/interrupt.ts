/** Ctrl-C and the like: the first asks for a clean end, the second ends at once. */

let controller: AbortController | undefined;

/** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
export function interruptSignal(): AbortSignal {
  if (controller) return controller.signal;
  const own = new AbortController();
  controller = own;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (own.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143);
    own.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return own.signal;
}

/** Resolves when the process is asked to end. */
export function interrupted(): Promise<void> {
  const signal = interruptSignal();
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
