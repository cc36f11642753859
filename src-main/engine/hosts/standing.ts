/** What clients were last told of their tools, and what has become of them since: a person decided, or somebody took one over. */
import type { Host } from './host';
import type { Registered, ToolChange } from './types';

export class Standing {
  /** `statusOf` gives a tool as it stands; undefined where it is gone. */
  constructor(private readonly statusOf: (name: string) => Registered | undefined) {}

  /** The host knows this of its tools. */
  told(host: Host, tools: readonly Registered[]): void {
    for (const tool of tools) host.told.set(tool.name, wordsOf(changeOf(tool)));
  }

  /** Tells each host which of its tools are not what it was told of them. */
  look(hosts: readonly Host[]): void {
    for (const host of hosts) {
      const changes: ToolChange[] = [];
      for (const [name, before] of [...host.told]) {
        const tool = host.tools.has(name) ? this.statusOf(name) : undefined;
        const change: ToolChange =
          tool === undefined ? { name, status: 'removed', reason: 'It was taken away.' } : changeOf(tool);
        if (wordsOf(change) === before) continue;
        changes.push(change);
        if (tool === undefined) host.told.delete(name);
        else host.told.set(name, wordsOf(change));
      }
      if (changes.length > 0) host.channel.changed?.(changes);
    }
  }

  /** Another host serves this one's tools now. */
  replaced(host: Host, names: readonly string[], by: Host): void {
    const reason = `${by.name} took it over.`;
    for (const name of names) host.told.delete(name);
    host.channel.changed?.(names.map((name) => ({ name, status: 'replaced', reason })));
  }
}

function changeOf({ name, status, hash, reason }: Registered): ToolChange {
  return { name, status, hash, ...(reason === undefined ? {} : { reason }) };
}

function wordsOf({ status, hash, reason }: ToolChange): string {
  return JSON.stringify([status, hash, reason]);
}
