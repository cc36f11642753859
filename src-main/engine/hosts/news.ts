/** What the audit and the log of events are told of hosts: who came, who went, and with which tools. */
import type { CustomTools } from '../custom/custom-tools';
import type { EventLog } from '../events/event-log';
import type { JsonObject } from '../json';
import type { Host } from './host';
import type { LeaveReason, Registered } from './types';

export interface NewsParts {
  readonly custom: Pick<CustomTools, 'note'>;
  readonly events: Pick<EventLog, 'append'>;
}

export class HostNews {
  constructor(private readonly parts: NewsParts) {}

  registered(host: Host, tools: readonly Registered[], kind: 'registered' | 'updated'): void {
    const names = tools.map((tool) => tool.name);
    const waiting = tools.filter((tool) => tool.status === 'pending_approval').length;
    const more = waiting === 0 ? '' : `; ${waiting} of them wait${waiting === 1 ? 's' : ''} for a person`;
    this.parts.custom.note('host_registered', host.owner.actor, {
      ...factsOf(host),
      tools: tools.map(({ name, hash, status }) => ({ name, hash, status })),
    });
    this.append(host, kind, names, `${host.name} serves ${listed(names)}${more}`);
  }

  unregistered(host: Host, names: readonly string[]): void {
    this.gone(host, 'unregistered', names, `${host.name} stopped serving ${listed(names)}`);
  }

  /** A project that is being closed is not news of its hosts. */
  left(host: Host, names: readonly string[], why: Exclude<LeaveReason, 'closed'>): void {
    this.gone(host, why === 'expired' ? 'expired' : 'left', names, `${host.name} ${LEFT[why]}`);
  }

  replaced(other: Host, name: string, host: Host): void {
    this.gone(other, 'replaced', [name], `${host.name} took ${name} over from ${other.name}`);
  }

  /** A tool that was kept as a file of somebody who is away. */
  inherited(owner: string, name: string, host: Host): void {
    const facts = { ...factsOf(host), how: 'inherited', tools: [name], owner_before: owner };
    this.parts.custom.note('host_registered', host.owner.actor, facts);
    this.append(
      host,
      'replaced',
      [name],
      `${host.name} took ${name} over from ${owner}, which is not connected`,
    );
  }

  private gone(
    host: Host,
    how: 'unregistered' | 'left' | 'expired' | 'replaced',
    names: readonly string[],
    summary: string,
  ): void {
    this.parts.custom.note('host_left', host.owner.actor, { ...factsOf(host), how, tools: [...names] });
    this.append(host, how, names, summary);
  }

  private append(host: Host, kind: string, names: readonly string[], summary: string): void {
    this.parts.events.append({
      type: 'tool_host',
      kind,
      actor: host.owner.actor,
      summary,
      data: { ...factsOf(host), tools: [...names] },
    });
  }
}

const LEFT: Readonly<Record<Exclude<LeaveReason, 'closed'>, string>> = {
  unregistered: 'stopped serving its tools',
  disconnected: 'is gone: its connection was closed',
  expired: 'is gone: it has not polled for its ttl',
};

function factsOf({ facts, owner }: Host): JsonObject {
  return {
    host: facts.id,
    ...(facts.label === undefined ? {} : { label: facts.label }),
    transport: facts.transport,
    ...(owner.session === undefined ? {} : { session: owner.session }),
  };
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'no tools';
  const shown = names.slice(0, 6).join(', ');
  return names.length > 6 ? `${shown} and ${names.length - 6} more` : shown;
}
