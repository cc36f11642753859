/** The clients of one process: each calls again and again, is cut off now and then in the middle of a call, and comes back. */
import { randomFrom } from '../../engine/robustness/random';
import { hostedAnswer, hostedTool, serveByPolls, serveOnConnection, type Hosting } from './hosting';
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
  /** It serves a tool, instead of calling what others have: by fetching calls, or on its connection. */
  readonly hosts?: 'polls' | 'connection';
  /** The host that it is, where it was one before. */
  readonly host?: string;
}

export interface WorkerOptions {
  readonly address: Address;
  readonly slots: readonly Slot[];
  readonly seed: number;
  /** How likely it is that a call is its connection's last, cut off before the answer. */
  readonly killShare: number;
  /** Slots of clients that serve a tool, in whatever process. */
  readonly hostSlots: readonly number[];
}

/** What a worker tells while it works; the parent knows it also where the worker is killed. */
export type Report =
  | { readonly told: 'answered'; readonly slot: number; readonly wrote?: number; readonly host?: string }
  | { readonly told: 'killed'; readonly slot: number; readonly way: WayName; readonly during: string }
  | { readonly told: 'busy'; readonly slot: number }
  | { readonly told: 'wrong'; readonly slot: number; readonly what: string }
  | { readonly told: 'done' };

/** Calls of one connection, if it is not cut off before. */
const CALLS_OF_ONE = 25;

export async function work(options: WorkerOptions, tell: (report: Report) => void): Promise<void> {
  await Promise.all(
    options.slots.map((slot) =>
      slot.hosts !== undefined ? hostAt(slot, options, tell) : callAt(slot, options, tell),
    ),
  );
  tell({ told: 'done' });
}

async function callAt(slot: Slot, options: WorkerOptions, tell: (report: Report) => void): Promise<void> {
  const random = randomFrom(options.seed * 1000 + slot.number);
  const state = { left: slot.calls, written: slot.from, since: 0 };
  while (state.left > 0) {
    const way = await connectAs(slot, options, tell);
    if (!way) continue;
    for (let call = 0; call < CALLS_OF_ONE && state.left > 0; call += 1) {
      const asked = nextCall(slot, state, options.hostSlots, random);
      try {
        const answer = await callOrDie(way, way.call(asked.tool, asked.args), options.killShare, random);
        if (!answer) {
          tell({ told: 'killed', slot: slot.number, way: slot.way, during: asked.tool });
          break;
        }
        const problem = asked.check(answer);
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

async function hostAt(slot: Slot, options: WorkerOptions, tell: (report: Report) => void): Promise<void> {
  const random = randomFrom(options.seed * 1000 + slot.number);
  const hosting: Hosting = {
    slot: slot.number,
    ...(slot.host === undefined ? {} : { host: slot.host }),
    left: slot.calls,
    answered: (host) => {
      hosting.left -= 1;
      tell({ told: 'answered', slot: slot.number, ...(host === undefined ? {} : { host }) });
    },
    wrong: (what) => tell({ told: 'wrong', slot: slot.number, what }),
    call: (way, tool, args) => callOrDie(way, way.call(tool, args), options.killShare, random),
    ask: (way, method, params) =>
      callOrDie(way, way.ask?.(method, params) ?? Promise.resolve({}), options.killShare, random),
  };
  const serve = slot.hosts === 'polls' ? serveByPolls : serveOnConnection;
  while (hosting.left > 0) {
    const way = await connectAs(slot, options, tell);
    if (!way) continue;
    const served = await serve(way, hosting, CALLS_OF_ONE);
    if (served.ended === 'killed')
      tell({ told: 'killed', slot: slot.number, way: slot.way, during: served.during });
    await way.close().catch(() => undefined);
  }
}

/** Undefined where the server has no room at the moment. */
async function connectAs(
  slot: Slot,
  options: WorkerOptions,
  tell: (report: Report) => void,
): Promise<Way | undefined> {
  try {
    return await connectBy(slot.way, options.address, `churn-${slot.number}`);
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
    tell({ told: 'busy', slot: slot.number });
    return undefined;
  }
}

/** The answer of a call, or undefined where the connection is cut off in it: before it is sent, while it is served, or when the answer is on its way. */
async function callOrDie(
  way: Way,
  answer: Promise<Answer>,
  killShare: number,
  random: () => number,
): Promise<Answer | undefined> {
  if (random() >= killShare) return answer;
  answer.catch(() => undefined);
  for (let turns = Math.floor(random() * 6); turns > 0; turns -= 1)
    await new Promise((resolve) => setImmediate(resolve));
  way.kill();
  return undefined;
}

interface Asked {
  readonly tool: string;
  readonly args: object;
  readonly wrote?: number;
  /** What is wrong with an answer, or undefined. */
  check(answer: Answer): string | undefined;
}

function nextCall(
  slot: Slot,
  state: { written: number; since: number },
  hostSlots: readonly number[],
  random: () => number,
): Asked {
  const kind = random();
  if (kind > 0.92 && hostSlots.length > 0) {
    const host = hostSlots[Math.floor(random() * hostSlots.length)] ?? 0;
    const word = `word-${slot.number}-${Math.floor(random() * 1e9)}`;
    return {
      tool: hostedTool(host),
      args: { word },
      // A host that was cut off answers nothing; then the call is told so.
      check: (answer) =>
        has(answer, hostedAnswer(host, word)) &&
        hasAny(answer, ['tool_offline', 'timeout', 'There is no tool']),
    };
  }
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

function hasAny(answer: Answer, texts: readonly string[]): string | undefined {
  const problems = texts.map((text) => has(answer, text));
  return problems.includes(undefined) ? undefined : problems[0];
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
