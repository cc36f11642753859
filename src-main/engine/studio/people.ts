/** Who acts in the studio, who may decide, and whom a name such as `@level_designer` means. */
import { agentIdOf } from '../agents/identity';
import type { Membership, RosterChange, RosterEntry } from '../agents/roster';
import type { AgentProfile } from '../agents/profile';
import { toolError, ToolFailure } from '../errors';
import { didYouMean, listNames } from '../text/suggest';
import type { ToolContext } from '../tools/definition';
import type { StudioAuthor } from './types';

/** What of the roster the studio looks at. */
export interface StudioRoster {
  all(): readonly RosterEntry[];
  find(id: string): Membership;
  onChanged(listener: (change: RosterChange) => void): () => void;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly role?: string;
  readonly discipline?: string;
  readonly focus?: string;
  /** Direction and production decide about feedback and sign off loops. */
  readonly decides: boolean;
}

export interface Actor {
  readonly by: StudioAuthor;
  /** Undefined for the person, and for clients that speak for no agent of the roster: they act for the person. */
  readonly member?: Member;
  /** Who really called, where it is somebody else. */
  readonly via?: string;
  readonly decides: boolean;
}

/** The name of the person, as one who is written to, or given a task. */
export const PERSON_NAME = 'user';

/** Names that mean something else than an agent. */
const RESERVED = new Set([PERSON_NAME, 'cli', 'system', 'all', 'human']);

const DECIDING = new Set(['direction', 'production']);
/** For entries that say a role and no discipline. */
const DECIDING_ROLES = /^(?:creative_director|game_director|director|executive_producer|producer)$/;

export function memberOf(profile: AgentProfile): Member {
  const { id, name, raw } = profile;
  const word = (key: string): string | undefined => {
    const value = raw[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const role = word('role');
  const discipline = word('discipline');
  const focus = word('focus');
  return {
    id,
    name,
    ...(role === undefined ? {} : { role }),
    ...(discipline === undefined ? {} : { discipline }),
    ...(focus === undefined ? {} : { focus }),
    decides:
      discipline === undefined
        ? DECIDING_ROLES.test(role?.toLowerCase() ?? '')
        : DECIDING.has(discipline.toLowerCase()),
  };
}

export class People {
  constructor(private readonly roster: StudioRoster) {}

  /** All entries, also those that are broken; sorted by id. */
  entries(): readonly RosterEntry[] {
    return this.roster.all();
  }

  /** Agents whose entries are whole, sorted by id. */
  members(): readonly Member[] {
    return this.roster
      .all()
      .flatMap(({ profile }) =>
        profile === undefined || RESERVED.has(profile.id) ? [] : [memberOf(profile)],
      );
  }

  member(id: string): Member | undefined {
    const found = this.roster.find(id);
    const profile = found.kind === 'entry' ? found.entry.profile : undefined;
    return profile === undefined || RESERVED.has(profile.id) ? undefined : memberOf(profile);
  }

  /**
   * Who a call acts as: the agent that its caller speaks for; else the one that `as` names; else the person that the caller
   * works for. Throws `permission_denied` where a member wants to act as another, `not_found` for a name of nobody.
   */
  actorOf(context: Pick<ToolContext, 'caller' | 'capabilities'>, as?: string): Actor {
    const { caller } = context;
    const own = agentIdOf(caller);
    if (own !== undefined && this.roster.find(own).kind === 'entry') {
      if (as !== undefined && as.toLowerCase() !== own)
        throw denied(`${own} can't act as ${JSON.stringify(as.slice(0, 80))}.`, 'Leave "as" out.');
      const member = this.member(own);
      if (member === undefined)
        throw denied(
          `${own} can't take part in the studio under that name, which means somebody else there.`,
          'Ask the person to give the agent another id.',
        );
      return { by: own, member, decides: member.decides };
    }
    if (as !== undefined) return this.actingAs(as.toLowerCase(), caller.actor);
    // What a custom tool does is its author's doing: it never decides for whoever runs it.
    const decides = context.capabilities === undefined;
    if (caller.kind !== 'human') return { by: caller.actor, decides };
    return { by: PERSON_NAME, ...(caller.actor === PERSON_NAME ? {} : { via: caller.actor }), decides };
  }

  /** The agent of that id; throws `not_found` with those that there are. */
  known(id: string): Member {
    const member = this.member(id);
    if (member !== undefined) return member;
    throw new ToolFailure(
      toolError(
        'not_found',
        `There is no agent ${JSON.stringify(id.slice(0, 80))} in the roster.`,
        this.hint(id),
      ),
    );
  }

  /** Those that a name means: an id, `@id`, `@role`, `@discipline`, `@all`. Empty where nobody is meant. */
  meant(name: string): readonly Member[] {
    const members = this.members();
    if (!name.startsWith('@')) return members.filter(({ id }) => id === name);
    const word = name.slice(1).toLowerCase();
    if (word === 'all') return members;
    const named = members.filter(({ id }) => id === word);
    return named.length > 0 ? named : members.filter((member) => hasWord(member, word));
  }

  /** Whether a name is the person's. */
  isPerson(name: string): boolean {
    return ['user', '@user', 'human', '@human', 'cli'].includes(name.toLowerCase());
  }

  /** What could be meant by a name of nobody. */
  hint(name: string): string {
    const members = this.members();
    const words = members.flatMap(({ id, role, discipline }) => [
      id,
      ...(role === undefined ? [] : [`@${role}`]),
      ...(discipline === undefined ? [] : [`@${discipline}`]),
    ]);
    const all = [...new Set([...words, '@all', PERSON_NAME])];
    return didYouMean(name, all) ?? `There are ${listNames(all, 20)}.`;
  }

  private actingAs(id: string, actor: string): Actor {
    const member = this.known(id);
    const found = this.roster.find(id);
    const set = found.kind === 'entry' ? found.entry.profile?.permissions.get('studio') : undefined;
    if (set === 'off' || set === 'ask')
      throw denied(
        `Nobody can act as ${id} here: the category "studio" is "${set}" for it.`,
        `A client whose name ends in "/${id}" speaks for it, within what it may do.`,
      );
    return { by: id, member, via: actor, decides: member.decides };
  }
}

/** Whether a member has a role or discipline of that name. */
export function hasWord(member: Member, word: string): boolean {
  return member.role?.toLowerCase() === word || member.discipline?.toLowerCase() === word;
}

function denied(message: string, hint: string): ToolFailure {
  return new ToolFailure(toolError('permission_denied', message, hint));
}
