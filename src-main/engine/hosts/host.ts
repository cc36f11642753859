/** One client that serves tools: the calls that it has, and how it answers them. */
import { randomBytes } from 'node:crypto';
import { fail, succeed, ToolFailure, type Outcome, type ToolError } from '../errors';
import type { JsonObject } from '../json';
import type { HostFacts, Server } from '../custom/served';
import type { Caller, Steps, ToolContext, ToolResult } from '../tools/definition';
import { failed } from '../tools/result';
import { OpenCall } from './open-call';
import type { HostChannel, Withdrawn } from './types';

/** Calls of one host that are queued or under way. */
export const MAX_OPEN_CALLS = 256;

/** Ended calls whose end is remembered, for those who answer too late. */
const REMEMBERED = 500;

export interface HostParts {
  /** Milliseconds, on the clock that deadlines are on. */
  readonly monotonic: () => number;
  readonly nextCall: () => number;
  /** The call is open from here until `closed`. */
  readonly opened: (call: OpenCall, host: Host) => void;
  readonly closed: (call: OpenCall) => void;
}

export class Host implements Server {
  /** What the client proves itself with. */
  readonly secret: string;
  /** Tools that it serves. */
  readonly tools = new Set<string>();
  /** What the client was last told of each (see standing.ts). */
  readonly told = new Map<string, string>();
  served = 0;
  gone = false;
  private readonly open = new Map<number, OpenCall>();
  private readonly ended = new Map<number, string>();

  constructor(
    public facts: HostFacts,
    public owner: Caller,
    readonly channel: HostChannel,
    private readonly parts: HostParts,
  ) {
    this.secret = `${facts.id}.${randomBytes(15).toString('base64url')}`;
  }

  /** Calls that are not answered. */
  get waiting(): number {
    return this.open.size;
  }

  /** In words: `“Shared memory” (mcp:sky-agents)`. */
  get name(): string {
    const { label, owner } = this.facts;
    return label === undefined ? owner : `“${label}” (${owner})`;
  }

  *run(tool: string, args: JsonObject, context: ToolContext): Steps<ToolResult> {
    if (this.gone) return offline(tool);
    if (this.open.size >= MAX_OPEN_CALLS) {
      return failed(
        'conflict',
        `${MAX_OPEN_CALLS} calls wait for the host of ${tool}, ${this.name}, already.`,
        'Call it again when some of them are answered.',
      );
    }
    const number = this.parts.nextCall();
    const call = new OpenCall(number, `${context.callId}:${randomBytes(15).toString('base64url')}`, tool);
    this.open.set(number, call);
    this.parts.opened(call, this);
    let why: Withdrawn = 'ended';
    try {
      const { deadline } = context;
      this.channel.deliver({
        call: number,
        callId: call.callId,
        tool,
        args,
        actor: context.caller.actor,
        timeoutMs: Math.max(0, Math.floor(deadline - this.parts.monotonic())),
        deadline,
        dryRun: context.dryRun,
        depth: context.depth,
      });
      return yield* call.serve(context);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      if (error.error.code === 'timeout') why = 'timeout';
      else if (error.error.code === 'cancelled') why = 'cancelled';
      throw why === 'timeout' ? new ToolFailure(this.late(error.error, tool)) : error;
    } finally {
      this.open.delete(number);
      this.parts.closed(call);
      if (!call.answered) {
        this.remember(number, WITHDRAWN[why]);
        if (!this.gone) this.channel.withdraw(number, why);
      }
    }
  }

  released(tool: string): void {
    this.tools.delete(tool);
  }

  /** The tool that a call is of; undefined where it does not wait for this host. */
  toolOf(number: number): string | undefined {
    return this.open.get(number)?.tool;
  }

  /** The host's answer. `unknown_call` for a call that is none of this host's, has ended, or is answered already. */
  answer(number: number, result: ToolResult): Outcome<void> {
    const open = this.open.get(number);
    const unseen = open?.answered === false && this.channel.has?.(number) === false;
    const call = unseen ? undefined : open;
    if (call === undefined || call.answered) {
      const how = call === undefined ? this.ended.get(number) : 'it was answered already';
      return fail(
        'unknown_call',
        how === undefined
          ? `No call ${number} waits for this host.`
          : `The call ${number} does not wait any more: ${how}.`,
        'Answer each call once, before its timeout_ms has passed.',
      );
    }
    this.served += 1;
    this.channel.answered?.(number);
    this.remember(number, 'it was answered already');
    call.finish(result);
    return succeed(undefined);
  }

  /** Ends the calls of these tools, or of all, with `tool_offline`. */
  drop(tools?: ReadonlySet<string>): void {
    for (const call of [...this.open.values()])
      if (!call.answered && (tools === undefined || tools.has(call.tool))) {
        this.remember(call.number, 'the tool is not served any more');
        call.finish(offline(call.tool));
        if (!this.gone) this.channel.withdraw(call.number, 'ended');
      }
  }

  private late(error: ToolError, tool: string): ToolError {
    return {
      ...error,
      hint: `${this.name}, which serves ${tool}, did not answer in time. Look whether it still works, and what the call asks of it.`,
    };
  }

  private remember(number: number, how: string): void {
    this.ended.set(number, how);
    const [oldest] = this.ended.keys();
    if (this.ended.size > REMEMBERED && oldest !== undefined) this.ended.delete(oldest);
  }
}

const WITHDRAWN: Readonly<Record<Withdrawn, string>> = {
  timeout: 'its time was over',
  cancelled: 'it was cancelled',
  ended: 'it has ended',
};

function offline(tool: string): ToolResult {
  return failed(
    'tool_offline',
    `The client that served ${tool} went away before it answered; what the call had changed was taken back.`,
    'Call it again once its client is back: tool_list_custom shows when it is active.',
  );
}
