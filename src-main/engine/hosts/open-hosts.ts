/** The hosts of an open project, with the tools that those which poll use. */
import type { CustomTools } from '../custom/custom-tools';
import type { EventLog } from '../events/event-log';
import type { ToolRegistry } from '../tools/registry';
import { SYSTEM_CLOCK, type HostClock } from './clock';
import { Hosts } from './hosts';
import { pollTools } from './poll-tools';

export interface OpenHostsParts {
  readonly custom: Pick<CustomTools, 'hosted' | 'note'>;
  readonly events: Pick<EventLog, 'append' | 'read'>;
  readonly registry: Pick<ToolRegistry, 'register' | 'onChanged'>;
  readonly clock?: HostClock;
}

export function openHosts({ custom, events, registry, clock = SYSTEM_CLOCK }: OpenHostsParts): Hosts {
  const hosts = new Hosts({ custom, events, monotonic: () => clock.monotonic() });
  registry.onChanged(() => hosts.look());
  for (const tool of pollTools({ hosts, clock, events })) registry.register(tool);
  return hosts;
}
