/**
 * The clients that serve tools of the open project. Everything around a call is as with other custom tools; here is who serves
 * what, how calls get there, and how answers and callbacks come back. How a client is reached is its channel's matter.
 */
import { fail, succeed, toolError, type Outcome } from '../errors';
import type { Json, JsonObject } from '../json';
import type { CustomTools } from '../custom/custom-tools';
import type { HostedCandidate } from '../custom/hosted';
import { textProblem } from '../custom/hidden-text';
import { hostedName } from '../custom/names';
import type { Caller, Steps, ToolResult } from '../tools/definition';
import { failed } from '../tools/result';
import { Checking } from './checking';
import { Host, type HostParts } from './host';
import type { OpenCall } from './open-call';
import { HostNews, type NewsParts } from './news';
import { PreparedRegistrations } from './prepared';
import { isOfPort, mayHaveMore, partyOf } from './shares';
import { Standing } from './standing';
import type {
  HostChannel,
  HostRegistration,
  LeaveReason,
  Registered,
  Registration,
  RegistrationError,
} from './types';

export const MAX_TOOLS_OF_HOST = 256;
/** Hosts at once, and tools of all of them. */
export const MAX_HOSTS = 128;
export const MAX_HOSTED_TOOLS = 2_000;
/** Tools that one connection may serve while there are any left. */
const TOOLS_IN_ANY_CASE = 8;
/** Hosts of one client by its name, over all its connections: one that takes all it may leaves room for others. */
export const MAX_HOSTS_OF_CLIENT = 64;
const MAX_LABEL = 100;
/** Errors that a registration tells of one by one. */
const MAX_ERRORS = 100;

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

  constructor(private readonly parts: HostsParts) {
    this.news = new HostNews(parts);
    this.standing = new Standing((name) => parts.custom.hosted.statusOf(name));
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
    const own = this.list().filter((each) => clientOf(each.owner) === clientOf(owner)).length;
    if (known === undefined && own >= MAX_HOSTS_OF_CLIENT)
      return fail(
        'conflict',
        `${clientOf(owner)} has ${MAX_HOSTS_OF_CLIENT} hosts already.`,
        'Unregister one that is not needed any more, or serve more tools with one: give its "host".',
      );
    const ofParty = this.ofParty(owner);
    if (known === undefined && !this.hasRoom(owner, MAX_HOSTS, (hosts) => hosts.length, 1))
      return fail(
        'conflict',
        `${this.hosts.size} hosts serve tools already, ${ofParty.length} of them on ${whereOf(owner)}; the rest is for others.`,
        'Unregister one that is not needed any more, or serve more tools with one: give its "host".',
      );
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
    const { tools, errors } = this.enterAll(host, registration, namespace.value, label.value, options);
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
    const taken = tools.flatMap((tool) => {
      const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
      const full = typeof name === 'string' ? hostedName(namespace, name) : undefined;
      if (full?.ok !== true) return [];
      const host = this.list().find((each) => each.tools.has(full.value));
      if (host !== undefined) return sameOwner(host.owner, caller) ? [] : [`${full.value} from ${host.name}`];
      const kept = this.parts.custom.hosted.keptOwner(full.value);
      return kept === undefined || kept === caller.actor
        ? []
        : [`${full.value} from ${kept}, which is not connected`];
    });
    if (taken.length === 0) return undefined;
    const more = taken.length > 6 ? ` and ${taken.length - 6} more` : '';
    return `it takes over ${taken.slice(0, 6).join(', ')}${more}`;
  }

  /** The project is being closed. */
  close(): void {
    for (const host of this.list()) this.leave(host, 'closed');
  }

  /** Whether a client may have one more of what `count` counts; all that come in by the port may have half of it. */
  private hasRoom(
    owner: Caller,
    limit: number,
    count: (hosts: readonly Host[]) => number,
    floor: number,
  ): boolean {
    const hosts = this.list();
    const own = count(this.ofParty(owner));
    if (!mayHaveMore(limit, count(hosts), own, floor)) return false;
    if (!isOfPort(owner)) return true;
    return mayHaveMore(limit / 2, count(hosts.filter((host) => isOfPort(host.owner))), own, floor);
  }

  /** The hosts of one connection, or of all clients without one. */
  private ofParty(owner: Caller): readonly Host[] {
    const party = partyOf(owner);
    return this.list().filter((each) => partyOf(each.owner) === party);
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

  private enterAll(
    host: Host,
    registration: HostRegistration,
    namespace: string,
    label: string | undefined,
    options: RegisterOptions,
  ): { tools: Registered[]; errors: RegistrationError[] } {
    const tools: Registered[] = [];
    const errors: RegistrationError[] = [];
    const seen = new Set<string>();
    const taken = new Map<Host, readonly string[]>();
    const checking =
      options.checking ??
      new Checking(this.parts.custom.hosted, { namespace, label, owner: host.owner.actor });
    const others = registration.add === true ? host.tools.size : 0;
    for (const [index, given] of registration.tools.entries()) {
      const entered = this.enter(host, given, {
        registration,
        checking,
        allowed: options.allowed === true,
        seen,
        taken,
        room: others + tools.length,
      });
      if (entered.ok) tools.push(entered.value);
      else if (errors.length < MAX_ERRORS) errors.push(placed(entered.error, index, given));
    }
    for (const [other, names] of taken) this.standing.replaced(other, names, host);
    return { tools, errors };
  }

  private enter(host: Host, given: unknown, how: Entering): Outcome<Registered> {
    const { hosted } = this.parts.custom;
    const checked = how.checking.outcomeOf(given);
    if (!checked.ok) return checked;
    const { name } = checked.value;
    if (how.seen.has(name))
      return fail('invalid_definition', `${name} is given twice.`, 'Give each tool once.');
    how.seen.add(name);
    const room = this.roomFor(host, name, how.room);
    if (!room.ok) return room;
    const free = this.takeOver(host, checked.value, how.registration.replace === true, how);
    if (!free.ok) return free;
    const entered = hosted.enter(checked.value, host, how.registration.persist === true);
    if (entered.ok) host.tools.add(name);
    return entered;
  }

  private roomFor(host: Host, name: string, others: number): Outcome<void> {
    if (host.tools.has(name)) return succeed(undefined);
    if (others >= MAX_TOOLS_OF_HOST)
      return fail('conflict', `A host serves at most ${MAX_TOOLS_OF_HOST} tools.`, 'Leave some out.');
    const [all, own] = [toolsOf(this.list()), toolsOf(this.ofParty(host.owner))];
    if (!this.hasRoom(host.owner, MAX_HOSTED_TOOLS, toolsOf, TOOLS_IN_ANY_CASE))
      return fail(
        'conflict',
        `Hosts serve ${all} tools already, ${own} of them on ${whereOf(host.owner)}; the rest is for others.`,
        'Unregister some that are not needed.',
      );
    return succeed(undefined);
  }

  /** Whoever serves the name now gives it up, where that may be. */
  private takeOver(
    host: Host,
    { name }: HostedCandidate,
    replace: boolean,
    { allowed, taken }: Pick<Entering, 'allowed' | 'taken'>,
  ): Outcome<void> {
    const other = this.list().find((each) => each !== host && each.tools.has(name));
    if (other === undefined) return this.takeKept(host, name, replace, allowed);
    if (!replace || !(allowed || sameOwner(other.owner, host.owner))) {
      return fail(
        'conflict',
        `${name} is served by ${other.name} already.`,
        replace
          ? 'Only its owner, or a person who allows it, can have another host take it over. Choose another name.'
          : 'Say "replace": true to take it over, or choose another name.',
      );
    }
    this.release(other, [name]);
    this.news.replaced(other, name, host);
    taken.set(other, [...(taken.get(other) ?? []), name]);
    return succeed(undefined);
  }

  /** A tool that is kept as a file is that of its owner, also while that one is away. */
  private takeKept(host: Host, name: string, replace: boolean, allowed: boolean): Outcome<void> {
    const owner = this.parts.custom.hosted.keptOwner(name);
    if (owner === undefined || owner === host.owner.actor) return succeed(undefined);
    if (!replace || !allowed) {
      return fail(
        'conflict',
        `${name} is kept in the project as a tool of ${owner}, which is not connected.`,
        replace
          ? 'Only its owner, or a person who allows it, can have another host take it over. Choose another name.'
          : 'Say "replace": true, and a person is asked; or choose another name.',
      );
    }
    this.news.inherited(owner, name, host);
    return succeed(undefined);
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

/** How a registration is taken up, and what came of it so far. */
interface Entering {
  readonly registration: HostRegistration;
  readonly checking: Checking;
  readonly allowed: boolean;
  readonly seen: Set<string>;
  /** Names taken over, by who served them. */
  readonly taken: Map<Host, readonly string[]>;
  /** Tools that the host has already. */
  readonly room: number;
}

/** `mcp:sky-agents/mira` → `mcp:sky-agents`: a client polls, answers and serves agents over several connections. */
function clientOf({ actor }: Caller): string {
  return actor.split('/', 1)[0] ?? actor;
}

function toolsOf(hosts: readonly Host[]): number {
  return hosts.reduce((sum, host) => sum + host.tools.size, 0);
}

function whereOf(owner: Caller): string {
  return partyOf(owner) === 'stateless' ? 'clients without a connection' : 'this connection';
}

function sameOwner(a: Caller, b: Caller): boolean {
  return a.actor === b.actor;
}

function checkLabel(label: string | undefined): Outcome<string | undefined> {
  const text = label?.trim();
  if (text === undefined || text === '') return succeed(undefined);
  const problem =
    text.length > MAX_LABEL
      ? `has ${text.length} characters; at most ${MAX_LABEL} are allowed`
      : /[\r\n]/.test(text)
        ? 'has more than one line'
        : textProblem(text, 'it');
  return problem === undefined
    ? succeed(text)
    : fail('invalid_arguments', `label ${problem}.`, 'Give a few words, such as "Shared memory".');
}

function placed(error: RegistrationError, index: number, given: unknown): RegistrationError {
  const name =
    typeof given === 'object' && given !== null && 'name' in given && typeof given.name === 'string'
      ? given.name.slice(0, 120)
      : undefined;
  const data: JsonObject = {
    index,
    ...(name === undefined ? {} : { name }),
    ...(error.data === undefined ? {} : { details: error.data }),
  };
  return toolError(error.code, error.message, error.hint, data);
}
