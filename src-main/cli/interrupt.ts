/** Ctrl-C and the like: the first asks for a clean end, the second ends at once. */

const controller = new AbortController();
let listening = false;

/** Asks for a clean end, as Ctrl-C does: whoever read the results has left. */
export function interrupt(): void {
  controller.abort();
}

/** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
export function interruptSignal(): AbortSignal {
  if (!listening) {
    listening = true;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (controller.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143);
      interrupt();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  }
  return controller.signal;
}

/** Resolves when the process is asked to end. */
export function interrupted(): Promise<void> {
  const signal = interruptSignal();
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
