/** What a person was asked about the outermost call, and what their answer covers of the calls below. */
import type { Outcome } from '../errors';
import type { Steps, ToolDefinition } from './definition';
import type { Allowed, AskedCall, Permissions } from './permissions';
import { wait } from './steps';

export class PersonsAnswer {
  /** Who allowed the call, and why they were asked; undefined where nobody was. */
  given: { readonly by: string; readonly because: string } | undefined;
  /** Tools below that were allowed with it; undefined where nobody was asked. */
  allowed: ReadonlySet<string> | undefined;
  /** Milliseconds that the call waited. */
  waitedMs = 0;
  /** The person has not answered yet. */
  waiting = false;
  /** Hashes of the custom tools below, as they were when the person was asked. */
  private seen: ReadonlyMap<string, string> | undefined;

  /** Waits for it. `monotonic` is a clock in milliseconds. */
  *to(call: AskedCall, permissions: Permissions, monotonic: () => number): Steps<Outcome<Allowed>> {
    const from = monotonic();
    this.waiting = true;
    const answer = yield* wait(permissions.ask(call));
    this.waiting = false;
    this.waitedMs = monotonic() - from;
    if (!answer.ok) return answer;
    this.given = { by: answer.value.by, because: call.because };
    this.allowed = new Set(call.covers);
    this.seen = call.below;
    return answer;
  }

  /** Whether a tool below the call is another than the person saw. */
  isOther({ name, custom }: ToolDefinition): boolean {
    const hash = this.seen?.get(name);
    return hash !== undefined && hash !== custom?.hash;
  }
}
