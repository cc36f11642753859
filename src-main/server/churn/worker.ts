/** The clients of one process: each calls again and again, is cut off now and then in the middle of a call, and comes back. */
import { randomFrom } from '../../engine/robustness/random';
import { Busy, connectBy, type Address, type Answer, type Way, type WayName } from './ways';

/** One client: a place that is taken by one connection after the other. */
export interface Slot {
  readonly number: number;
  readonly way: WayName;
  /** Id of the entity that it alone changes. */
  readonly entity: number;
  /** Calls that shall be answered. */
  readonly calls: number;
  /** Where it begins to count what it writes. */
  readonly from: number;
}

export interface WorkerOptions {
  readonly address: Address;
  readonly slots: readonly Slot[];
  readonly seed: number;
  /** How likely it is that a call is its connection's last, cut off before the answer. */
  readonly killShare: number;
}

/** What a worker tells while it works; the parent knows it also where the worker is killed. */
export type Report =
  | { readonly told: 'answered'; readonly slot: number; readonly wrote?: number }
  | { readonly told: 'killed'; readonly slot: number; readonly way: WayName; readonly during: string }
  | { readonly told: 'busy'; readonly slot: number }
  | { readonly told: 'wrong'; readonly slot: number; readonly what: string }
  | { readonly told: 'done' };

/** Calls of one connection, if it is not cut off before. */
const CALLS_OF_ONE = 25;

export async function work(options: WorkerOptions, tell: (report: Report) => void): Promise<void> {
  await Promise.all(options.slots.map((slot) => workAt(slot, options, tell)));
  tell({ told: 'done' });
}

async function workAt(slot: Slot, options: WorkerOptions, tell: (report: Report) => void): Promise<void> {
  const random = randomFrom(options.seed * 1000 + slot.number);
  const name = `churn-${slot.number}`;
  const state = { left: slot.calls, written: slot.from, since: 0 };
  while (state.left > 0) {
    let way: Way;
    try {
      way = await connectBy(slot.way, options.address, name);
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      tell({ told: 'busy', slot: slot.number });
      continue;
    }
    for (let call = 0; call < CALLS_OF_ONE && state.left > 0; call += 1) {
      const asked = nextCall(slot, state, random);
      const answer = way.call(asked.tool, asked.args);
      if (random() < options.killShare) {
        answer.catch(() => undefined);
        // Before it is sent, while it is served, or when the answer is on its way.
        for (let turns = Math.floor(random() * 6); turns > 0; turns -= 1)
          await new Promise((resolve) => setImmediate(resolve));
        way.kill();
        tell({ told: 'killed', slot: slot.number, way: slot.way, during: asked.tool });
        break;
      }
      try {
        const problem = asked.check(await answer);
        if (problem !== undefined) tell({ told: 'wrong', slot: slot.number, what: problem });
        state.left -= 1;
        tell({
          told: 'answered',
          slot: slot.number,
          ...(asked.wrote === undefined ? {} : { wrote: asked.wrote }),
        });
      } catch (error) {
        if (!(error instanceof Busy)) {
          tell({ told: 'wrong', slot: slot.number, what: `${asked.tool}: ${String(error)}` });
          state.left -= 1;
          break;
        }
        tell({ told: 'busy', slot: slot.number });
      }
    }
    await way.close().catch(() => undefined);
  }
}

interface Asked {
  readonly tool: string;
  readonly args: object;
  readonly wrote?: number;
  /** What is wrong with an answer, or undefined. */
  check(answer: Answer): string | undefined;
}

function nextCall(slot: Slot, state: { written: number; since: number }, random: () => number): Asked {
  const kind = random();
  if (kind < 0.35) {
    state.written += 1;
    const wrote = state.written;
    const name = `Slot ${slot.number} write ${wrote}`;
    return {
      tool: 'entity_update',
      args: { entity: slot.entity, name },
      wrote,
      check: (answer) => has(answer, name),
    };
  }
  if (kind < 0.6) {
    const name = `nobody-${slot.number}-${Math.floor(random() * 1e9)}`;
    return { tool: 'entity_get', args: { entity: name }, check: (answer) => has(answer, name) };
  }
  if (kind < 0.8)
    return {
      tool: 'entity_get',
      args: { entity: slot.entity },
      check: (answer) => has(answer, `Slot ${slot.number} `),
    };
  return {
    tool: 'events_poll',
    args: {
      since: state.since,
      limit: 50,
      types: ['entity'],
      ...(slot.way === 'socket' ? { wait_ms: 2_000 } : {}),
    },
    check: (answer) => pollProblem(answer, state),
  };
}

function has(answer: Answer, text: string): string | undefined {
  const whole = JSON.stringify(answer);
  return whole.includes(text) ? undefined : `"${text}" is not in ${whole.slice(0, 300)}`;
}

/** Events come in order, after the cursor, and the cursor moves on. */
function pollProblem(answer: Answer, state: { since: number }): string | undefined {
  const page = (
    answer as {
      readonly result?: {
        readonly structuredContent?: {
          readonly events: readonly { readonly seq: number }[];
          readonly next: number;
        };
      };
    }
  ).result?.structuredContent;
  if (!page) return `no page of events: ${JSON.stringify(answer).slice(0, 300)}`;
  let last = state.since;
  for (const { seq } of page.events) {
    if (seq <= last) return `event ${seq} after ${last}`;
    last = seq;
  }
  if (page.next < last) return `next ${page.next} after event ${last}`;
  state.since = page.next;
  return undefined;
}
