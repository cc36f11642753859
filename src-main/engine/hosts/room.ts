/** How many hosts there may be, how many tools they may serve, and how much of both is left for one client. */
import { fail, succeed, type Outcome } from '../errors';
import type { Caller } from '../tools/definition';
import type { Host } from './host';
import { clientOf, isOfPort, mayHaveMore, partyOf } from './shares';

export const MAX_TOOLS_OF_HOST = 256;
/** Hosts at once, and tools of all of them. */
export const MAX_HOSTS = 128;
export const MAX_HOSTED_TOOLS = 2_000;
/** Tools that one connection may serve while there are any left. */
const TOOLS_IN_ANY_CASE = 8;
/** Hosts of one client by its name, over all its connections: one that takes all it may leaves room for others. */
export const MAX_HOSTS_OF_CLIENT = 64;

export class Room {
  /** `list` gives the hosts that there are. */
  constructor(private readonly list: () => readonly Host[]) {}

  /** Whether a client may have one more host. Errors: `conflict`. */
  forHost(owner: Caller): Outcome<void> {
    const hosts = this.list();
    const own = hosts.filter((each) => clientOf(each.owner) === clientOf(owner)).length;
    if (own >= MAX_HOSTS_OF_CLIENT)
      return fail(
        'conflict',
        `${clientOf(owner)} has ${MAX_HOSTS_OF_CLIENT} hosts already.`,
        'Unregister one that is not needed any more, or serve more tools with one: give its "host".',
      );
    if (this.hasRoom(owner, MAX_HOSTS, (some) => some.length, 1)) return succeed(undefined);
    return fail(
      'conflict',
      `${hosts.length} hosts serve tools already, ${this.ofParty(owner).length} of them on ${whereOf(owner)}; the rest is for others.`,
      'Unregister one that is not needed any more, or serve more tools with one: give its "host".',
    );
  }

  /** Whether a host that has `others` tools besides may serve this one too. Errors: `conflict`. */
  forTool(host: Host, name: string, others: number): Outcome<void> {
    if (host.tools.has(name)) return succeed(undefined);
    if (others >= MAX_TOOLS_OF_HOST)
      return fail('conflict', `A host serves at most ${MAX_TOOLS_OF_HOST} tools.`, 'Leave some out.');
    if (this.hasRoom(host.owner, MAX_HOSTED_TOOLS, toolsOf, TOOLS_IN_ANY_CASE)) return succeed(undefined);
    const [all, own] = [toolsOf(this.list()), toolsOf(this.ofParty(host.owner))];
    return fail(
      'conflict',
      `Hosts serve ${all} tools already, ${own} of them on ${whereOf(host.owner)}; the rest is for others.`,
      'Unregister some that are not needed.',
    );
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
}

function toolsOf(hosts: readonly Host[]): number {
  return hosts.reduce((sum, host) => sum + host.tools.size, 0);
}

function whereOf(owner: Caller): string {
  return partyOf(owner) === 'stateless' ? 'clients without a connection' : 'this connection';
}
