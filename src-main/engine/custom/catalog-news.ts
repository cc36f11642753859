/** What the log of events and the audit are told of the project's tools: what somebody did to one, and what was found on the disk. */
import type { EventLog } from '../events/event-log';
import type { JsonObject } from '../json';
import type { Audit } from './audit';
import type { Doer, Entry } from './entry';
import { shortHash } from './hash';

export interface CatalogNewsParts {
  readonly events: Pick<EventLog, 'append'>;
  readonly audit: Audit;
}

export class CatalogNews {
  constructor(private readonly parts: CatalogNewsParts) {}

  /** Appends an event of a tool. */
  tell(kind: string, by: Doer, entry: Entry, more: JsonObject = {}, summary?: string): void {
    const { stored, resolved } = entry;
    const { definition } = stored;
    this.parts.events.append({
      type: 'custom_tool',
      kind,
      actor: by.actor,
      ...(by.call === undefined ? {} : { call: by.call }),
      tool: stored.name.slice(0, 64),
      summary:
        summary ?? `${stored.name} ${kind.replaceAll('_', ' ')}: ${resolved.status.replaceAll('_', ' ')}`,
      data: {
        name: stored.name,
        status: resolved.status,
        hash: stored.hash,
        ...(definition === undefined
          ? {}
          : { version: definition.version, author: definition.author, kind: definition.kind }),
        ...(resolved.reason === undefined ? {} : { reason: resolved.reason }),
        ...more,
      },
    });
  }

  /** A tool's file is gone. */
  removedOnDisk(actor: string, entry: Entry): void {
    const { name } = entry.stored;
    this.parts.audit.found('changed_on_disk', actor, { tool: name, removed: true });
    this.tell('removed', { actor }, entry, {}, `${name}: its file was deleted`);
  }

  /** A tool's files are others than before, or were not there. */
  changedOnDisk(actor: string, before: Entry | undefined, entry: Entry): void {
    const { stored, resolved } = entry;
    this.parts.audit.found('changed_on_disk', actor, {
      tool: stored.name,
      hash: stored.hash,
      ...(before === undefined ? {} : { hash_before: before.stored.hash }),
      status: resolved.status,
      ...(stored.problem === undefined ? {} : { problem: stored.problem }),
    });
    const what = before === undefined ? 'appeared on disk' : 'changed on disk';
    const hash = stored.hash === '' ? '' : ` (${shortHash(stored.hash)})`;
    const reason = resolved.reason === undefined ? resolved.status : resolved.reason;
    this.tell('changed_on_disk', { actor }, entry, {}, `${stored.name} ${what}${hash}: ${reason}`);
  }
}
