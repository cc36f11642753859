/**
 * What stands between the door and the roster: which calls an agent may make, and which of them a person is asked about
 * first. The rules are in `engine/agents`; the door only keeps to them.
 */
import type { Outcome, ToolError } from '../errors';
import type { JsonObject } from '../json';
import type { Caller, ToolDefinition } from './definition';

/** How a call is made, as far as permissions go. */
export interface CallPlace {
  readonly dryRun: boolean;
  /** Whether another call makes it. Only outermost calls wait for a person. */
  readonly nested: boolean;
  /** Tools that a person allowed for the call around; undefined where nobody was asked. */
  readonly allowed?: ReadonlySet<string>;
}

/** What a person is asked before an outermost call runs. */
export interface Wanted {
  /** Why it waits, in words that complete "it waits because …". */
  readonly because: string;
  /** Tools below the call that need a person too: the one answer covers them. Sorted by name. */
  readonly covers: readonly string[];
  /** Hashes of the custom tools below the call, by name: what a person allows is what they are then. */
  readonly below: ReadonlyMap<string, string>;
}

export interface AskedCall extends Wanted {
  /** Id of the call, by which it is answered. */
  readonly call: string;
  readonly caller: Caller;
  readonly tool: ToolDefinition;
  /** Validated, with defaults, not redacted. */
  readonly args: JsonObject;
  /** Aborted when the call is cancelled or its client is gone: then nobody can allow it any more. */
  readonly signals: readonly AbortSignal[];
}

/** Who allowed a call. */
export interface Allowed {
  readonly by: string;
}

export interface Permissions {
  /** Why the caller may not make a call at all; undefined where it may, or where a person has to be asked. */
  refusal(caller: Caller, tool: ToolDefinition, args: JsonObject, place: CallPlace): ToolError | undefined;
  /** What an outermost call has to wait for; undefined where it may run at once. */
  question(caller: Caller, tool: ToolDefinition, args: JsonObject): Wanted | undefined;
  /** Waits for a person. Never rejects: declined, timed out and withdrawn are failures. */
  ask(call: AskedCall): Promise<Outcome<Allowed>>;
}
