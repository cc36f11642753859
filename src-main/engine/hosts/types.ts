/** What clients that serve tools tell the engine, and what the engine tells them. */
import type { ToolError } from '../errors';
import type { JsonObject } from '../json';
import type { HostedStatus } from '../custom/hosted';
import type { Policy } from '../custom/types';
import type { ToolStatus } from '../tools/definition';

/** What a client registers. */
export interface HostRegistration {
  /** The first part of the tools' names: `py`, `ext`, … */
  readonly namespace: string;
  /** Who serves them, for people. A stranger's words: one line of at most 100 characters, or refused. */
  readonly label?: string;
  /** Keep the tools as files; they are offline while no client serves them. */
  readonly persist?: boolean;
  /** Take names over that another client serves. */
  readonly replace?: boolean;
  /** Tools that the host serves already stay; otherwise those that are not given leave. */
  readonly add?: boolean;
  /** As the stranger sent them. */
  readonly tools: readonly unknown[];
}

export type Registered = HostedStatus;

/** Why one tool of a registration was not taken; `data` has its `index`, and its `name` where it gave one. */
export type RegistrationError = ToolError;

export interface Registration {
  /** The id that the client proves itself with. Nobody else is told. */
  readonly host: string;
  readonly tools: readonly Registered[];
  readonly errors: readonly RegistrationError[];
  readonly policy: Policy;
}

/** One call for a host. */
export interface HostedCall {
  /** By which it is answered. Unique in this engine, rising. */
  readonly call: number;
  /** For callbacks: whoever has it may call tools within this call. Not to be guessed, told to the host only. */
  readonly callId: string;
  /** With its prefix. */
  readonly tool: string;
  readonly args: JsonObject;
  /** Who called. */
  readonly actor: string;
  /** Milliseconds that are left when it is delivered. */
  readonly timeoutMs: number;
  /** The same as a time on the monotonic clock. */
  readonly deadline: number;
  /** Nothing is to be changed anywhere; what callbacks change is rolled back. */
  readonly dryRun: boolean;
  /** 0 where a person or client called it. */
  readonly depth: number;
}

/** What has become of a tool since its client was last told. */
export interface ToolChange {
  readonly name: string;
  /** `replaced`: another host serves it now; `removed`: it is gone. */
  readonly status: ToolStatus | 'replaced' | 'removed';
  readonly hash?: string;
  readonly reason?: string;
}

/** Why nobody waits for the answer to a call any more. */
export type Withdrawn = 'timeout' | 'cancelled' | 'ended';

/** How calls get to a host. Neither throws nor waits. */
export interface HostChannel {
  deliver(call: HostedCall): void;
  /** The call has ended without an answer of this host. */
  withdraw(call: number, why: Withdrawn): void;
  /** Whether the host has got a call that is open: what it has not, it can't answer. Taken for granted where this is missing. */
  has?(call: number): boolean;
  /** The host has answered a call. */
  answered?(call: number): void;
  /** What became of the host's tools without its doing: decided on by a person, taken over, removed. */
  changed?(changes: readonly ToolChange[]): void;
  /** The host is gone: nothing comes through here any more. */
  close?(): void;
}

export type LeaveReason = 'unregistered' | 'disconnected' | 'expired' | 'closed';

/** One host, as `tool_host_list` shows it to everybody. */
export interface HostSummary {
  /** `H-3`. */
  readonly id: string;
  readonly label?: string;
  readonly owner: string;
  readonly transport: 'poll' | 'connection';
  readonly tools: readonly string[];
  /** Calls that wait to be fetched. */
  readonly queued: number;
  /** Calls that it has and has not answered yet. */
  readonly in_flight: number;
  /** Calls that it has answered. */
  readonly served: number;
  /** Of hosts that poll. */
  readonly seconds_since_poll?: number;
}
