/** What ends one outermost call before its time: its caller, who cancels it, or a person, who stops it. */
import { setMaxListeners } from 'node:events';
import { toolError, type ToolError } from '../errors';
import type { Cancellation } from './cancellation';

export class Stopping {
  private stoppedBy: string | undefined;
  private abort: AbortController | undefined;
  private release: (() => void) | undefined;

  /** `source`: what the caller cancels with. */
  constructor(private readonly source: Cancellation | AbortSignal) {}

  /** Aborted when it is to end. Made at the first look: most calls never wait. */
  get signal(): AbortSignal {
    if (this.abort !== undefined) return this.abort.signal;
    const abort = new AbortController();
    this.abort = abort;
    // Every call below that waits listens to it.
    setMaxListeners(0, abort.signal);
    const above = 'signal' in this.source ? this.source.signal : this.source;
    if (this.aborted) abort.abort(above.reason);
    else {
      const pass = (): void => abort.abort(above.reason);
      above.addEventListener('abort', pass, { once: true });
      this.release = () => above.removeEventListener('abort', pass);
    }
    return abort.signal;
  }

  /** Without making a signal. */
  get aborted(): boolean {
    return this.stoppedBy !== undefined || this.source.aborted;
  }

  get isStopped(): boolean {
    return this.stoppedBy !== undefined;
  }

  stop(by: string): void {
    this.stoppedBy ??= by;
    this.abort?.abort();
  }

  /** Why a call of the tool does not go on, once `aborted`. */
  error(tool: string): ToolError {
    return this.stoppedBy === undefined ? cancelledError(tool) : stoppedError(tool, this.stoppedBy);
  }

  /** Nothing listens any more. */
  end(): void {
    this.release?.();
  }
}

export function cancelledError(tool: string): ToolError {
  return toolError(
    'cancelled',
    `${tool} was cancelled; its changes were taken back.`,
    'Call it again if it is still wanted.',
  );
}

function stoppedError(tool: string, by: string): ToolError {
  return toolError(
    'cancelled',
    `${by === 'cli' ? 'A person in a terminal' : 'The person'} stopped this call of ${tool}; its changes were taken back.`,
    'Do not make the same call again; do it another way, or ask the person what they want.',
    { by },
  );
}
