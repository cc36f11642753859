/** Tells a client that asked for it how far its call is, and that it waits for a person. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { CallRequest } from '../engine/tools/definition';

/** No more than 25 notifications a second: what a batch of a thousand has done in between is of no use. */
const PROGRESS_PAUSE_MS = 40;

/** So often a client hears that its call still waits for a person: many give up on what is silent for a minute. */
const WAITING_PAUSE_MS = 5_000;

interface Progress extends Pick<CallRequest, 'onProgress' | 'onWaiting'> {
  readonly end: () => void;
}

export function progressOf(context: ServerContext): Progress {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { end: () => undefined };
  let told = -Infinity;
  const notify = (progress: number, message: string, total?: number): void => {
    told = progress;
    const params = { progressToken, progress, message, ...(total === undefined ? {} : { total }) };
    // A client that has left needs no more of it.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  let last = -Infinity;
  let waits = 0;
  let timer: NodeJS.Timeout | undefined;
  const tellWaiting = (): void => {
    waits += 1;
    // Rises, as it has to, and stays below the first finished call.
    notify(waits / (waits + 1), 'Waits for a person to allow it');
  };
  return {
    onProgress: ({ done, total, message }) => {
      if (done <= told || performance.now() - last < PROGRESS_PAUSE_MS) return;
      last = performance.now();
      clearInterval(timer);
      notify(done, message, total);
    },
    onWaiting: () => {
      tellWaiting();
      timer = setInterval(tellWaiting, WAITING_PAUSE_MS);
    },
    end: () => clearInterval(timer),
  };
}
