/**
 * The definitions of a registration, checked before it takes a turn: many of them take long, and others are served in between.
 * Nothing is taken up here. What was found holds for as long as the tool that stood in its place is the same.
 */
import type { Outcome } from '../errors';
import type { HostedCandidate, HostedTools } from '../custom/hosted';
import type { Steps } from '../tools/definition';
import { wait } from '../tools/steps';
import { offeredDefinition } from './offered';

/** Milliseconds of checking after which others have a turn. */
const SLICE_MS = 8;

export interface Checked {
  readonly outcome: Outcome<HostedCandidate>;
  /** What stood in the list under its name. */
  readonly before: readonly unknown[];
}

export interface Offer {
  readonly namespace: string;
  readonly label: string | undefined;
  readonly owner: string;
}

export class Checking {
  private readonly known = new Map<unknown, Checked>();

  constructor(
    private readonly hosted: Pick<HostedTools, 'check' | 'standing'>,
    private readonly offer: Offer,
  ) {}

  /** Checks what it is given, piece by piece. */
  *all(tools: readonly unknown[]): Steps<void> {
    let from = performance.now();
    for (const given of tools) {
      if (performance.now() - from > SLICE_MS) {
        yield* wait(new Promise<void>((resolve) => setImmediate(resolve)));
        from = performance.now();
      }
      this.known.set(given, this.look(given));
    }
  }

  /** What was found, or what is found now where another tool stands in its place since, or it was not looked at. */
  outcomeOf(given: unknown): Outcome<HostedCandidate> {
    const found = this.known.get(given);
    if (found?.outcome.ok !== true) return this.look(given).outcome;
    const now = this.hosted.standing(found.outcome.value.name);
    const holds = found.before.every((before, index) => before === now[index]);
    return holds ? found.outcome : this.look(given).outcome;
  }

  private look(given: unknown): Checked {
    const { namespace, label, owner } = this.offer;
    const raw = offeredDefinition(given, label);
    if (!raw.ok) return { outcome: raw, before: [] };
    const outcome = this.hosted.check(raw.value, namespace, owner);
    return { outcome, before: outcome.ok ? this.hosted.standing(outcome.value.name) : [] };
  }
}
