/** Calls as requests to the client, on a connection that can carry them. */
import { ProtocolError } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { failureOfHost, resultOfCallToolResult, unusableResult } from '../../engine/hosts/reply';
import type { HostChannel, HostedCall, ToolChange, Withdrawn } from '../../engine/hosts/types';
import type { ToolResult } from '../../engine/tools/definition';
import { TOO_LONG } from '../line/oversized';
import { UNUSABLE } from '../line/unusable';
import { callParams, changedParams, reasonOf } from './call-params';
import { tooLongResult } from './lost-answers';
import { CALL_METHOD, CHANGED_METHOD } from './protocol';
import type { Reach } from './reach';

/** The call's own time limit ends it; the SDK's timer only has to be later. */
const UNLIMITED_MS = 0x7fffffff;

const ANYTHING = z.unknown();

/** As much of an MCP server as this takes. */
export interface Requesting {
  request(
    request: { readonly method: string; readonly params: Record<string, unknown> },
    schema: typeof ANYTHING,
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ): Promise<unknown>;
  notification(notification: {
    readonly method: string;
    readonly params: Record<string, unknown>;
  }): Promise<void>;
}

export class RequestChannel implements Pick<HostChannel, 'deliver' | 'withdraw' | 'changed'> {
  /** Calls that were sent, and how to take them back. */
  readonly #sent = new Map<number, AbortController>();
  /** Calls that wait until the client can be reached. */
  readonly #queued = new Map<number, HostedCall>();

  /** `answer` takes the client's answer to a call. */
  constructor(
    private readonly server: Requesting,
    private readonly reach: Reach,
    private readonly answer: (call: HostedCall, result: ToolResult) => void,
  ) {
    reach.onChange((open) => {
      if (open) this.#flush();
    });
  }

  deliver(call: HostedCall): void {
    if (this.reach.open) this.#send(call);
    else this.#queued.set(call.call, call);
  }

  /** The client is told with `notifications/cancelled`. */
  withdraw(call: number, why: Withdrawn): void {
    this.#queued.delete(call);
    this.#sent.get(call)?.abort(reasonOf(why));
    this.#sent.delete(call);
  }

  /** A client that can't be reached asks when it is back. */
  changed(changes: readonly ToolChange[]): void {
    this.server
      .notification({ method: CHANGED_METHOD, params: { ...changedParams(changes) } })
      .catch(() => undefined);
  }

  #flush(): void {
    for (const call of this.#queued.values()) this.#send(call);
    this.#queued.clear();
  }

  #send(call: HostedCall): void {
    const withdrawn = new AbortController();
    this.#sent.set(call.call, withdrawn);
    this.server
      .request({ method: CALL_METHOD, params: { ...callParams(call) } }, ANYTHING, {
        signal: withdrawn.signal,
        timeout: UNLIMITED_MS,
      })
      .then(
        (answer) => resultOfCallToolResult(call.tool, answer),
        (error: unknown) => resultOfError(call, error),
      )
      .then((result) => {
        if (this.#sent.delete(call.call) && result !== undefined) this.answer(call, result);
      })
      .catch(() => undefined);
  }
}

/** Undefined where the connection is over: that ends its calls by itself. */
function resultOfError({ tool }: HostedCall, error: unknown): ToolResult | undefined {
  if (!(error instanceof ProtocolError)) return undefined;
  if (error.code === TOO_LONG) return tooLongResult(tool, error.message);
  if (error.code === UNUSABLE) return unusableResult(tool, error.message);
  return failureOfHost(tool, error.message);
}
