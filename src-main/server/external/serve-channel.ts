/** Calls as notifications on a request that the client keeps open, answered by requests of its own. */
import type { HostChannel, HostedCall, ToolChange, Withdrawn } from '../../engine/hosts/types';
import type { Json } from '../../engine/json';
import { callParams, changedParams, reasonOf } from './call-params';
import { CALL_METHOD, CANCEL_METHOD, CHANGED_METHOD } from './protocol';

export type Notify = (method: string, params: Readonly<Record<string, Json>>) => void;

export class ServeChannel implements Pick<HostChannel, 'deliver' | 'withdraw' | 'changed'> {
  readonly #calls = new Map<string, HostedCall>();

  constructor(private readonly notify: Notify) {}

  deliver(call: HostedCall): void {
    this.#calls.set(call.callId, call);
    this.notify(CALL_METHOD, callParams(call));
  }

  withdraw(number: number, why: Withdrawn): void {
    for (const { call, callId } of this.#calls.values()) {
      if (call !== number) continue;
      this.#calls.delete(callId);
      this.notify(CANCEL_METHOD, { call_id: callId, reason: reasonOf(why) });
    }
  }

  changed(changes: readonly ToolChange[]): void {
    this.notify(CHANGED_METHOD, changedParams(changes));
  }

  /** Whether a call was delivered here and is not over. */
  has(callId: string): boolean {
    return this.#calls.has(callId);
  }

  /** The call with this id, which is answered by that. */
  take(callId: string): HostedCall | undefined {
    const call = this.#calls.get(callId);
    this.#calls.delete(callId);
    return call;
  }
}
