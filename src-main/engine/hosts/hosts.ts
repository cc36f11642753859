/**
 * The clients that serve tools of the open project. Everything around a call is as with other custom tools; here is who serves
 * what, how calls get there, and how answers and callbacks come back. How a client is reached is its channel's matter.
 */
import { fail, succeed, type Outcome } from '../errors';
import type { Json } from '../json';
import type { CustomTools } from '../custom/custom-tools';
import type { Caller, Steps, ToolResult } from '../tools/definition';
import { failed } from '../tools/result';
import { Checking } from './checking';
import { Host, type HostParts } from './host';
import type { OpenCall } from './open-call';
import { HostNews, type NewsParts } from './news';
import { checkLabel } from './offered';
import { PreparedRegistrations } from './prepared';
import { MAX_TOOLS_OF_HOST, Room } from './room';
import { clientOf } from './shares';
import { Standing } from './standing';
import { TakingUp } from './taking-up';
import type { HostChannel, HostRegistration, LeaveReason, Registered, Registration } from './types';

export interface HostsParts extends NewsParts {
  readonly custom: Pick<CustomTools, 'hosted' | 'note'>;
  /** Milliseconds, on the clock that deadlines are on. */
  readonly monotonic: () => number;
}

export interface RegisterOptions {
  /** The host to update, by what it proves itself with. */
  readonly host?: string;
  readonly transport: 'poll' | 'connection';
  /** A person allowed it to take names over that others serve. */
  readonly allowed?: boolean;
  /** What `checking` gave for the same registration. */
  readonly checking?: Checking;
}

export class Hosts {
  /** Registrations on their way through the door. */
  readonly prepared = new PreparedRegistrations();
  private readonly hosts = new Map<string, Host>();
  private readonly calls = new Map<string, { readonly call: OpenCall; readonly host: Host }>();
  private lastHost = 0;
  private lastCall = 0;
  private readonly hostParts: HostParts;
  private readonly news: HostNews;
  private readonly standing: Standing;
  private readonly room = new Room(() => this.list());
  private readonly takingUp: TakingUp;

  constructor(private readonly parts: HostsParts) {
    this.news = new HostNews(parts);
    this.standing = new Standing((name) => parts.custom.hosted.statusOf(name));
    this.takingUp = new TakingUp({
      hosted: parts.custom.hosted,
      list: () => this.list(),
      room: this.room,
      standing: this.standing,
      news: this.news,
      release: (host, names) => this.release(host, names),
    });
    this.hostParts = {
      monotonic: parts.monotonic,
      nextCall: () => (this.lastCall += 1),
      opened: (call, host) => this.calls.set(call.callId, { call, host }),
      closed: (call) => this.calls.delete(call.callId),
    };
  }

  /** In the order in which they came. */
  list(): readonly Host[] {
    return [...this.hosts.values()];
  }

  /** Calls that wait for a host. */
  get waiting(): number {
    return this.calls.size;
  }

  /**
   * The host that a caller has. A host of a connection is its session's alone; one that polls belongs to whoever names its id,
   * as the client that registered it: it may have lost its connection meanwhile. Errors: `not_found`.
   */
  find(secret: string, caller: Caller): Outcome<Host> {
    const host = this.hosts.get(secret);
    const own =
      host !== undefined &&
      (host.facts.transport === 'poll'
        ? clientOf(host.owner) === clientOf(caller)
        : host.owner.session !== undefined &&
          host.owner.session === caller.session &&
          host.owner.actor === caller.actor);
    if (own) return succeed(host);
    return fail(
      'not_found',
      `There is no host ${JSON.stringify(secret.slice(0, 60))} of ${caller.actor}.`,
      'It may have been dropped after its ttl, or the editor was started anew: register the tools again.',
    );
  }

  /**
   * Checks the tools of a registration, with turns of others in between, so that `register` with what this gives takes no longer
   * than taking them up. What is wrong with them is told there.
   */
  *checking(owner: Caller, { namespace, label, tools }: HostRegistration): Steps<Checking> {
    const checking = new Checking(this.parts.custom.hosted, {
      namespace,
      label: label?.trim() === '' ? undefined : label?.trim(),
      owner: owner.actor,
    });
    if (tools.length <= MAX_TOOLS_OF_HOST) yield* checking.all(tools);
    return checking;
  }

  /**
   * Takes tools up. A bad one is in `errors`, and the others are served all the same. Without `options.host` it makes a new
   * host, which gets its calls through `channel`; with it, that host's tools change and its channel stays.
   * Errors: `not_found`, `invalid_arguments` for the namespace or label, `conflict` where there are too many hosts.
   */
  register(
    owner: Caller,
    registration: HostRegistration,
    channel: HostChannel,
    options: RegisterOptions,
  ): Outcome<Registration> {
    const { hosted } = this.parts.custom;
    const namespace = hosted.namespace(registration.namespace);
    if (!namespace.ok) return namespace;
    const label = checkLabel(registration.label);
    if (!label.ok) return label;
    if (registration.tools.length > MAX_TOOLS_OF_HOST)
      return fail(
        'invalid_arguments',
        `${registration.tools.length} tools are given; a host serves at most ${MAX_TOOLS_OF_HOST}.`,
        'Leave some out, or serve tools that do more.',
      );
    const known = options.host === undefined ? undefined : this.find(options.host, owner);
    if (known?.ok === false) return known;
    if (known === undefined) {
      const room = this.room.forHost(owner);
      if (!room.ok) return room;
    }
    const host = known?.value ?? this.newHost(owner, label.value, channel, options.transport);
    if (known !== undefined) {
      host.owner = owner;
      host.facts = {
        ...host.facts,
        owner: owner.actor,
        ...(label.value === undefined ? {} : { label: label.value }),
      };
    }
    const before = new Set(host.tools);
    const offer = { namespace: namespace.value, label: label.value, owner: owner.actor };
    const checking = options.checking ?? new Checking(hosted, offer);
    const { tools, errors } = this.takingUp.all(host, registration, checking, options.allowed === true);
    const names = new Set(tools.map((tool) => tool.name));
    if (registration.add !== true)
      this.release(
        host,
        [...before].filter((name) => !names.has(name)),
      );
    this.standing.told(host, tools);
    this.news.registered(host, tools, known === undefined ? 'registered' : 'updated');
    return succeed({ host: host.secret, tools, errors, policy: hosted.policy });
  }

  /** Its tools as they stand, by name. */
  statusOf(host: Host): readonly Registered[] {
    return [...host.tools].sort().flatMap((name) => this.parts.custom.hosted.statusOf(name) ?? []);
  }

  /** The project's tools have changed: clients are told what became of theirs. */
  look(): void {
    this.standing.look(this.list());
  }

  /** Stops serving some of a host's tools. With `forget`, their files and approvals go too. The host itself stays. */
  unregister(
    host: Host,
    names: readonly string[],
    options: { readonly forget?: boolean } = {},
  ): Outcome<void> {
    const own = names.filter((name) => host.tools.has(name));
    let problem: Outcome<void> = succeed(undefined);
    if (options.forget === true) {
      for (const name of own) {
        const forgotten = this.parts.custom.hosted.forget(name, host, host.owner.actor);
        if (!forgotten.ok) problem = forgotten;
      }
    }
    this.release(host, own);
    if (own.length > 0) this.news.unregistered(host, own);
    return problem;
  }

  /** The host is gone: its tools leave, and calls that wait for it fail with `tool_offline`. */
  leave(host: Host, why: LeaveReason): void {
    if (this.hosts.get(host.secret) !== host) return;
    this.hosts.delete(host.secret);
    host.gone = true;
    const names = [...host.tools];
    this.release(host, names);
    host.channel.close?.();
    if (why !== 'closed') this.news.left(host, names, why);
  }

  /** `unknown_call` for a call that is none of this host's, has ended, or is answered already. */
  answer(host: Host, call: number, result: ToolResult): Outcome<void> {
    return host.answer(call, result);
  }

  /** A host's answer to a call came to nothing: the call ends with what `result` makes of its tool's name. */
  lost(secret: string, call: number, result: (tool: string) => ToolResult): void {
    const host = this.hosts.get(secret);
    const tool = host?.facts.transport === 'poll' ? host.toolOf(call) : undefined;
    if (host !== undefined && tool !== undefined) host.answer(call, result(tool));
  }

  /**
   * A call that a host makes within one that it serves: with the tool's capabilities, as the original caller, in its
   * transaction, and counted there. Never rejects. Fails with `unknown_call` for an id that is none, none any more, or one that
   * another client serves.
   */
  callback(callId: string, caller: Caller, tool: string, args: Json): Promise<ToolResult> {
    const found = this.calls.get(callId);
    const own =
      found !== undefined &&
      (found.host.facts.transport === 'poll'
        ? clientOf(found.host.owner) === clientOf(caller)
        : found.host.owner.session === caller.session);
    if (own) return found.call.callback(tool, args);
    return Promise.resolve(
      failed(
        'unknown_call',
        `No call ${JSON.stringify(callId.slice(0, 60))} is under way.`,
        'Call tools before answering, with the call_id of the call that is served; leave it out for calls of your own.',
      ),
    );
  }

  /**
   * What a registration takes from hosts of other owners, in words that complete "it waits because …"; undefined where it
   * takes nothing from them. A person has to allow that.
   */
  takesOver(caller: Caller, namespace: string, tools: readonly unknown[]): string | undefined {
    return this.takingUp.takesOver(caller, namespace, tools);
  }

  /** The project is being closed. */
  close(): void {
    for (const host of this.list()) this.leave(host, 'closed');
  }

  private newHost(
    owner: Caller,
    label: string | undefined,
    channel: HostChannel,
    transport: 'poll' | 'connection',
  ): Host {
    this.lastHost += 1;
    const facts = {
      id: `H-${this.lastHost}`,
      ...(label === undefined ? {} : { label }),
      owner: owner.actor,
      transport,
    };
    const host = new Host(facts, owner, channel, this.hostParts);
    this.hosts.set(host.secret, host);
    return host;
  }

  /** The host serves these tools no more. */
  private release(host: Host, names: readonly string[]): void {
    if (names.length === 0) return;
    for (const name of names) {
      host.tools.delete(name);
      host.told.delete(name);
      this.parts.custom.hosted.leave(name, host);
    }
    host.drop(new Set(names));
  }
}
