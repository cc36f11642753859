/** Tools of a registration, taken up one by one: whether their names are free or may be taken from whoever has them, and whether there is room. */
import { fail, succeed, toolError, type Outcome } from '../errors';
import type { JsonObject } from '../json';
import type { HostedCandidate, HostedTools } from '../custom/hosted';
import { hostedName } from '../custom/names';
import type { Caller } from '../tools/definition';
import type { Checking } from './checking';
import type { Host } from './host';
import type { HostNews } from './news';
import type { Room } from './room';
import type { Standing } from './standing';
import type { HostRegistration, Registered, RegistrationError } from './types';

/** Errors that a registration tells of one by one. */
const MAX_ERRORS = 100;

export interface TakingUpParts {
  readonly hosted: HostedTools;
  readonly list: () => readonly Host[];
  readonly room: Room;
  readonly standing: Standing;
  readonly news: HostNews;
  /** The host serves these tools no more. */
  readonly release: (host: Host, names: readonly string[]) => void;
}

export class TakingUp {
  constructor(private readonly parts: TakingUpParts) {}

  /** Each tool of a registration: what came of it, or why it was not taken. `data` of an error has the tool's place in the list. */
  all(
    host: Host,
    registration: HostRegistration,
    checking: Checking,
    allowed: boolean,
  ): { tools: Registered[]; errors: RegistrationError[] } {
    const tools: Registered[] = [];
    const errors: RegistrationError[] = [];
    const seen = new Set<string>();
    const taken = new Map<Host, readonly string[]>();
    const others = registration.add === true ? host.tools.size : 0;
    for (const [index, given] of registration.tools.entries()) {
      const entered = this.enter(host, given, {
        registration,
        checking,
        allowed,
        seen,
        taken,
        room: others + tools.length,
      });
      if (entered.ok) tools.push(entered.value);
      else if (errors.length < MAX_ERRORS) errors.push(placed(entered.error, index, given));
    }
    for (const [other, names] of taken) this.parts.standing.replaced(other, names, host);
    return { tools, errors };
  }

  private enter(host: Host, given: unknown, how: Entering): Outcome<Registered> {
    const { hosted } = this.parts;
    const checked = how.checking.outcomeOf(given);
    if (!checked.ok) return checked;
    const { name } = checked.value;
    if (how.seen.has(name))
      return fail('invalid_definition', `${name} is given twice.`, 'Give each tool once.');
    how.seen.add(name);
    const room = this.parts.room.forTool(host, name, how.room);
    if (!room.ok) return room;
    const free = this.takeOver(host, checked.value, how.registration.replace === true, how);
    if (!free.ok) return free;
    const entered = hosted.enter(checked.value, host, how.registration.persist === true);
    if (entered.ok) host.tools.add(name);
    return entered;
  }

  /** Whoever serves the name now gives it up, where that may be. */
  private takeOver(
    host: Host,
    { name }: HostedCandidate,
    replace: boolean,
    { allowed, taken }: Pick<Entering, 'allowed' | 'taken'>,
  ): Outcome<void> {
    const other = this.parts.list().find((each) => each !== host && each.tools.has(name));
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
    this.parts.release(other, [name]);
    this.parts.news.replaced(other, name, host);
    taken.set(other, [...(taken.get(other) ?? []), name]);
    return succeed(undefined);
  }

  /** A tool that is kept as a file is that of its owner, also while that one is away. */
  private takeKept(host: Host, name: string, replace: boolean, allowed: boolean): Outcome<void> {
    const owner = this.parts.hosted.keptOwner(name);
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
    this.parts.news.inherited(owner, name, host);
    return succeed(undefined);
  }

  /** As `Hosts.takesOver` tells it. */
  takesOver(caller: Caller, namespace: string, tools: readonly unknown[]): string | undefined {
    const taken = tools.flatMap((tool) => {
      const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
      const full = typeof name === 'string' ? hostedName(namespace, name) : undefined;
      if (full?.ok !== true) return [];
      const host = this.parts.list().find((each) => each.tools.has(full.value));
      if (host !== undefined) return sameOwner(host.owner, caller) ? [] : [`${full.value} from ${host.name}`];
      const kept = this.parts.hosted.keptOwner(full.value);
      return kept === undefined || kept === caller.actor
        ? []
        : [`${full.value} from ${kept}, which is not connected`];
    });
    if (taken.length === 0) return undefined;
    const more = taken.length > 6 ? ` and ${taken.length - 6} more` : '';
    return `it takes over ${taken.slice(0, 6).join(', ')}${more}`;
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

function sameOwner(a: Caller, b: Caller): boolean {
  return a.actor === b.actor;
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
