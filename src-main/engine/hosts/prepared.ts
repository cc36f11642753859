/**
 * Registrations that come on a client's connection. They go through the door as calls of `tool_host_register`, so that the
 * roster and people have the same say; what its arguments can't carry waits here, under a name nobody else knows.
 */
import { randomBytes } from 'node:crypto';
import type { Caller } from '../tools/definition';
import type { HostChannel, HostRegistration } from './types';

export interface PreparedRegistration {
  readonly registration: HostRegistration;
  readonly channel: HostChannel;
  /** The host to go on with; without it a new one is made. */
  readonly host?: string;
}

export class PreparedRegistrations {
  private readonly waiting = new Map<string, { readonly by: Caller; readonly what: PreparedRegistration }>();

  /** Answers what the call has to give as `host`. */
  add(by: Caller, what: PreparedRegistration): string {
    const ticket = `R-${randomBytes(15).toString('base64url')}`;
    this.waiting.set(ticket, { by, what });
    return ticket;
  }

  /** For the one who prepared it. */
  get(ticket: string, caller: Caller): PreparedRegistration | undefined {
    const found = this.waiting.get(ticket);
    return found?.by.actor === caller.actor && found.by.session === caller.session ? found.what : undefined;
  }

  /** The same, once. */
  take(ticket: string, caller: Caller): PreparedRegistration | undefined {
    const found = this.get(ticket, caller);
    this.waiting.delete(ticket);
    return found;
  }

  /** The call is over, whether it came to run or not. */
  drop(ticket: string): void {
    this.waiting.delete(ticket);
  }
}
