/** One client that serves tools: what it has registered, on its connection or on a request that it keeps open. */
import { fail, succeed, type Outcome } from '../../engine/errors';
import type { Host } from '../../engine/hosts/host';
import type { Hosts } from '../../engine/hosts/hosts';
import { MAX_TOOLS_OF_HOST } from '../../engine/hosts/room';
import type { HostChannel, HostedCall, LeaveReason } from '../../engine/hosts/types';
import type { Json, JsonObject } from '../../engine/json';
import type { Caller, CallRequest, ToolResult } from '../../engine/tools/definition';
import { copyJson } from '../../engine/tools/plain-json';
import { CALL_METHOD, type RegisterParams, type UnregisterParams } from './protocol';

export interface HostingEngine {
  readonly hosts: Hosts;
  call(request: CallRequest): Promise<ToolResult>;
}

export class HostLink {
  #host: Host | undefined;
  #gone = false;
  /** The last registration: they come one after another, for each goes on from the one before. */
  #registering: Promise<unknown> = Promise.resolve();

  readonly #channel: HostChannel;

  constructor(
    private readonly engine: HostingEngine,
    channel: Pick<HostChannel, 'deliver' | 'withdraw' | 'changed'>,
    /** Called when it begins to serve tools, and when it has none any more. */
    private readonly onServing: (serving: boolean) => void,
  ) {
    this.#channel = {
      deliver: (call) => channel.deliver(call),
      withdraw: (call, why) => channel.withdraw(call, why),
      changed: (changes) => channel.changed?.(changes),
      close: () => this.#left(),
    };
  }

  get serving(): boolean {
    return this.#host !== undefined;
  }

  /** Adds to what is served. It goes through the door as any other call, so that the roster and people have their say. */
  register(
    params: RegisterParams,
    caller: Caller,
    request: Pick<CallRequest, 'signal' | 'away' | 'onWaiting'>,
  ): Promise<Outcome<JsonObject>> {
    const registered = this.#registering.then(() => this.#register(params, caller, request));
    this.#registering = registered;
    return registered;
  }

  async #register(
    { namespace, label, persist, replace, tools }: RegisterParams,
    caller: Caller,
    request: Pick<CallRequest, 'signal' | 'away' | 'onWaiting'>,
  ): Promise<Outcome<JsonObject>> {
    const { hosts } = this.engine;
    const ticket = hosts.prepared.add(caller, {
      channel: this.#channel,
      registration: {
        namespace,
        persist,
        replace,
        add: true,
        tools,
        ...(label === undefined ? {} : { label }),
      },
      ...(this.#host === undefined ? {} : { host: this.#host.secret }),
    });
    const result = await this.engine.call({
      tool: 'tool_host_register',
      args: { host: ticket, tools: shown(tools), replace, ...(label === undefined ? {} : { label }) },
      caller,
      ...request,
    });
    hosts.prepared.drop(ticket);
    if (!result.ok) return { ok: false, error: result.error };
    const { host: secret, ...answer } = result.structured ?? {};
    const host = typeof secret === 'string' ? hosts.find(secret, caller) : undefined;
    if (host?.ok === true) this.#take(host.value);
    return succeed({ ...answer, call_method: CALL_METHOD });
  }

  /** Takes some of the tools away, or all; with `forget` those that are kept in the project too. */
  unregister({ names, all, forget }: UnregisterParams): Outcome<JsonObject> {
    const { hosts } = this.engine;
    const host = this.#host;
    const own = host === undefined ? [] : [...host.tools];
    const unknown = (names ?? []).filter((name) => !own.includes(name));
    if (!all && names === undefined)
      return fail('invalid_arguments', 'Neither names nor all is given.', 'Give "names", or "all": true.');
    if (unknown.length > 0)
      return fail(
        'not_found',
        `This client does not serve ${unknown.map((name) => JSON.stringify(name.slice(0, 80))).join(', ')}.`,
        own.length === 0 ? 'It serves nothing.' : `It serves ${own.join(', ')}.`,
      );
    const gone = all ? own : (names ?? []);
    const problem: Outcome<void> =
      host === undefined ? succeed(undefined) : hosts.unregister(host, gone, { forget });
    if (host?.tools.size === 0) this.leave('unregistered');
    return problem.ok ? succeed({ removed: [...gone].sort() }) : problem;
  }

  /** The tools that it serves, as they stand. */
  list(): JsonObject {
    const { hosts } = this.engine;
    return {
      tools:
        this.#host === undefined ? [] : hosts.statusOf(this.#host).map((status): Json => ({ ...status })),
    };
  }

  answer(call: HostedCall, result: ToolResult): Outcome<void> {
    if (this.#host === undefined)
      return fail('unknown_call', `No call of ${call.tool} waits for this client.`);
    return this.engine.hosts.answer(this.#host, call.call, result);
  }

  /** Its tools are gone, or offline where they are kept. It may register again, unless its client has gone for good. */
  leave(why: LeaveReason): void {
    if (this.#host !== undefined) this.engine.hosts.leave(this.#host, why);
  }

  /** Nothing more comes of this client; what is still being registered leaves as soon as it is. */
  end(): void {
    this.#gone = true;
    this.leave('disconnected');
  }

  /** The host has left, whoever sent it away. */
  #left(): void {
    this.#host = undefined;
    this.onServing(false);
  }

  #take(host: Host): void {
    const first = this.#host === undefined;
    this.#host = host;
    if (this.#gone) return this.leave('disconnected');
    if (first) this.onServing(true);
  }
}

/** What a person who is asked about it sees; what is taken up is what the client sent. */
function shown(tools: readonly unknown[]): Json {
  const named = tools.filter(isRecord).filter((tool) => typeof tool['name'] === 'string');
  return named.slice(0, MAX_TOOLS_OF_HOST).map((tool) =>
    Object.fromEntries(
      Object.entries(SHOWN).flatMap(([field, type]) => {
        const copy = typeof tool[field] === type ? copyJson(tool[field], field) : undefined;
        return copy?.ok === true && copy.value !== null ? [[field, copy.value]] : [];
      }),
    ),
  );
}

const SHOWN = {
  name: 'string',
  title: 'string',
  description: 'string',
  mutates: 'boolean',
  capabilities: 'object',
  limits: 'object',
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
