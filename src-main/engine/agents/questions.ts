/** Calls that wait for a person's Allow or Decline. */
import { fail, succeed, toolError, type Outcome, type ToolError } from '../errors';
import { isJsonObject, type JsonObject } from '../json';
import { briefObject } from '../tools/brief';
import { maskCalls, type SchemaOf } from '../tools/masked-calls';
import type { Allowed, AskedCall } from '../tools/permissions';
import { redact } from '../tools/redact';
import { agentIdOf } from './identity';

/** One waiting call, as a person sees it. */
export interface WaitingCall {
  /** Id of the call. */
  readonly call: string;
  readonly actor: string;
  /** Id in the roster. */
  readonly agent: string;
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly kind: string;
  readonly category: string;
  /** Of a custom tool: what exactly would run. */
  readonly hash?: string;
  /** Whole, secrets masked. */
  readonly args: JsonObject;
  /** Why it waits, in words that complete "it waits because …". */
  readonly because: string;
  /** What it may do, a phrase each: "edits the scene". */
  readonly may: readonly string[];
  /** Tools below it that the answer covers. */
  readonly covers: readonly string[];
  /** Custom tools that it may come to run, as they were when it was asked. */
  readonly below: readonly { readonly tool: string; readonly hash: string }[];
  /** ISO 8601, UTC. */
  readonly asked_at: string;
  readonly expires_at: string;
}

export type QuestionEvent = 'asked' | 'allowed' | 'declined' | 'timed_out' | 'withdrawn';

export interface Told {
  readonly event: QuestionEvent;
  readonly waiting: WaitingCall;
  /** Who answered; the agent itself where nobody did. */
  readonly actor: string;
  readonly reason?: string;
  /** Seconds that it waited. */
  readonly seconds: number;
  /** The call that answered. */
  readonly by_call?: string;
}

export interface QuestionsParts {
  readonly now: () => Date;
  /** Seconds after which a call gives up waiting. */
  readonly timeoutSeconds: () => number;
  /** Input schemas of tools, for what is secret in the calls that a call holds. */
  readonly schemaOf: SchemaOf;
  /** Hears of everything before it takes effect. */
  readonly tell: (told: Told) => void;
}

/** At once for one agent, and for all of them: nobody reads more, and each is kept in memory. */
const MAX_OF_AGENT = 32;
const MAX_IN_ALL = 200;
/** Answered calls whose end is remembered, for those who answer too late. */
const REMEMBERED = 200;

interface Open {
  readonly waiting: WaitingCall;
  readonly since: number;
  finish(outcome: Outcome<Allowed>): void;
}

export class Questions {
  private readonly open = new Map<string, Open>();
  private readonly ended = new Map<string, string>();

  constructor(private readonly parts: QuestionsParts) {}

  /** In the order in which they were asked. */
  list(): readonly WaitingCall[] {
    return [...this.open.values()].map(({ waiting }) => waiting);
  }

  get(call: string): WaitingCall | undefined {
    return this.open.get(call)?.waiting;
  }

  /** Waits for a person. Fails with `declined`, `timeout`, `cancelled`, or `conflict` where too many wait already. */
  ask(asked: AskedCall, may: readonly string[]): Promise<Outcome<Allowed>> {
    const agent = agentIdOf(asked.caller) ?? asked.caller.actor;
    const full = this.fullness(agent);
    if (full !== undefined) return Promise.resolve({ ok: false, error: full });
    if (asked.signals.some((signal) => signal.aborted))
      return Promise.resolve({ ok: false, error: withdrawnError(asked.tool.name) });
    const { now, timeoutSeconds } = this.parts;
    const seconds = timeoutSeconds();
    const at = now();
    const args = redact(maskCalls(asked.args, this.parts.schemaOf), asked.tool.inputSchema);
    const { tool } = asked;
    const waiting: WaitingCall = {
      call: asked.call,
      actor: asked.caller.actor,
      agent,
      tool: tool.name,
      title: tool.title,
      description: tool.description,
      kind: tool.kind,
      category: tool.category,
      ...(tool.custom === undefined ? {} : { hash: tool.custom.hash }),
      args: isJsonObject(args) ? args : {},
      because: asked.because,
      may,
      covers: asked.covers,
      below: [...asked.below]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, hash]) => ({ tool: name, hash })),
      asked_at: at.toISOString(),
      expires_at: new Date(at.getTime() + seconds * 1000).toISOString(),
    };
    return new Promise((resolve) => {
      const giveUp = (): void => {
        this.end(asked.call, 'withdrawn', { actor: waiting.actor }, withdrawnError(tool.name));
      };
      const timer = setTimeout(() => {
        this.end(asked.call, 'timed_out', { actor: 'system' }, timeoutError(tool.name, seconds));
      }, seconds * 1000);
      for (const signal of asked.signals) signal.addEventListener('abort', giveUp, { once: true });
      this.open.set(asked.call, {
        waiting,
        since: at.getTime(),
        finish: (outcome) => {
          clearTimeout(timer);
          for (const signal of asked.signals) signal.removeEventListener('abort', giveUp);
          resolve(outcome);
        },
      });
      this.tell('asked', waiting, { actor: waiting.actor }, 0);
    });
  }

  /** A person's answer. `unknown_call` for a call that does not wait (any more). */
  answer(
    call: string,
    answer: {
      readonly allow: boolean;
      readonly by: string;
      readonly reason?: string;
      readonly by_call?: string;
    },
  ): Outcome<WaitingCall> {
    const { allow, by, reason, by_call } = answer;
    const { waiting } = this.open.get(call) ?? {};
    if (waiting === undefined) {
      const how = this.ended.get(call);
      return fail(
        'unknown_call',
        how === undefined
          ? `No call ${JSON.stringify(call.slice(0, 40))} waits for a person.`
          : `${call} does not wait any more: ${how}. Nothing was run because of this answer.`,
        'call_waiting lists the calls that wait.',
      );
    }
    const facts = {
      actor: by,
      ...(reason === undefined ? {} : { reason }),
      ...(by_call === undefined ? {} : { by_call }),
    };
    if (allow) this.end(call, 'allowed', facts);
    else this.end(call, 'declined', facts, declinedError(waiting.tool, by, reason));
    return succeed(waiting);
  }

  /** Nothing waits any more: the project is being closed. */
  close(): void {
    for (const [call, { waiting }] of [...this.open])
      this.end(call, 'withdrawn', { actor: 'system' }, withdrawnError(waiting.tool));
  }

  private end(
    call: string,
    event: Exclude<QuestionEvent, 'asked'>,
    facts: { readonly actor: string; readonly reason?: string; readonly by_call?: string },
    error?: ToolError,
  ): void {
    const open = this.open.get(call);
    if (open === undefined) return;
    this.open.delete(call);
    this.remember(call, endWords(event, facts.actor));
    // Told, and in the audit, before anything can run because of it.
    this.tell(event, open.waiting, facts, (this.parts.now().getTime() - open.since) / 1000);
    open.finish(error === undefined ? succeed({ by: facts.actor }) : { ok: false, error });
  }

  private tell(
    event: QuestionEvent,
    waiting: WaitingCall,
    facts: { readonly actor: string; readonly reason?: string; readonly by_call?: string },
    seconds: number,
  ): void {
    this.parts.tell({ event, waiting, ...facts, seconds: Math.round(seconds * 10) / 10 });
  }

  private remember(call: string, how: string): void {
    this.ended.set(call, how);
    const [oldest] = this.ended.keys();
    if (this.ended.size > REMEMBERED && oldest !== undefined) this.ended.delete(oldest);
  }

  private fullness(agent: string): ToolError | undefined {
    const own = this.list().filter((waiting) => waiting.agent === agent).length;
    if (own < MAX_OF_AGENT && this.open.size < MAX_IN_ALL) return undefined;
    return toolError(
      'conflict',
      own >= MAX_OF_AGENT
        ? `${own} calls of ${agent} wait for a person already.`
        : `${this.open.size} calls wait for a person already.`,
      'Wait until some of them are answered; make several changes as one with batch.',
    );
  }
}

/** What is told of a waiting call where thousands are kept. */
export function waitingFacts(waiting: WaitingCall): JsonObject {
  const { call, agent, tool, title, hash, because, may, covers, asked_at, expires_at } = waiting;
  return {
    call,
    agent,
    tool,
    title,
    ...(hash === undefined ? {} : { hash }),
    args: briefObject(waiting.args),
    because,
    may,
    covers: covers.length > 40 ? [...covers.slice(0, 40), `… ${covers.length - 40} more`] : covers,
    asked_at,
    expires_at,
  };
}

function endWords(event: Exclude<QuestionEvent, 'asked'>, actor: string): string {
  switch (event) {
    case 'allowed':
      return `${actor} allowed it`;
    case 'declined':
      return `${actor} declined it`;
    case 'timed_out':
      return 'nobody answered in time';
    case 'withdrawn':
      return 'it was cancelled, or its client left';
  }
}

function declinedError(tool: string, by: string, reason: string | undefined): ToolError {
  return toolError(
    'declined',
    `${by === 'cli' ? 'A person in a terminal' : 'The person'} declined this call of ${tool}${reason === undefined ? '.' : `: ${reason}`}`,
    'Nothing was run. Do not make the same call again; do it another way, or ask the person what they want.',
    { by, ...(reason === undefined ? {} : { reason }) },
  );
}

function timeoutError(tool: string, seconds: number): ToolError {
  return toolError(
    'timeout',
    `${tool} waited ${seconds} s for a person to allow it, and nobody answered. Nothing was run.`,
    'Tell the person that the call needs their Allow, in the window under Studio > Agents or in a terminal with skywalker call call_waiting; then make it again.',
    { waited_seconds: seconds },
  );
}

function withdrawnError(tool: string): ToolError {
  return toolError(
    'cancelled',
    `${tool} was cancelled while it waited for a person; nothing was run.`,
    'Call it again if it is still wanted.',
  );
}
