/** Processes that serve tools of this project, as the engine lists them. */
import { create } from 'zustand';
import type { JsonObject, ToolError } from '../../../src-preload/contract';
import { readTool } from '../../state/bridge';
import { arrayOf, numberOf, objectOf, stringOf, stringsOf } from '../../state/read-json';

export interface ToolHostRow {
  /** `H-3`. */
  readonly id: string;
  /** What it calls itself: a stranger's words. */
  readonly label: string | undefined;
  readonly owner: string;
  readonly transport: string;
  readonly tools: readonly string[];
  /** Calls that it has not fetched yet. */
  readonly queued: number;
  /** Calls that it has and has not answered. */
  readonly inFlight: number;
  readonly served: number;
  /** Of one that asks for its calls. */
  readonly secondsSincePoll: number | undefined;
}

interface HostsStore {
  readonly hosts: readonly ToolHostRow[];
  readonly loaded: boolean;
  readonly error: ToolError | null;
  readonly load: () => Promise<void>;
}

export const useHosts = create<HostsStore>((set) => ({
  hosts: [],
  loaded: false,
  error: null,
  load: async () => {
    const result = await readTool('tool_host_list');
    set(
      result.ok
        ? { hosts: readHosts(result.structured), loaded: true, error: null }
        : { loaded: true, error: result.error },
    );
  },
}));

export function readHosts(structured: JsonObject | undefined): readonly ToolHostRow[] {
  return arrayOf(structured?.['hosts']).flatMap((value): ToolHostRow[] => {
    const data = objectOf(value);
    const id = stringOf(data['id']);
    if (id === undefined) return [];
    return [
      {
        id,
        label: stringOf(data['label']),
        owner: stringOf(data['owner']) ?? '',
        transport: stringOf(data['transport']) ?? '',
        tools: stringsOf(data['tools']),
        queued: numberOf(data['queued']) ?? 0,
        inFlight: numberOf(data['in_flight']) ?? 0,
        served: numberOf(data['served']) ?? 0,
        secondsSincePoll: numberOf(data['seconds_since_poll']),
      },
    ];
  });
}

/** When it was heard of last, in words. */
export function heardWords({ transport, secondsSincePoll }: ToolHostRow): string {
  if (transport === 'connection') return 'connected';
  if (secondsSincePoll === undefined) return 'not yet';
  return secondsSincePoll < 1 ? 'now' : `${Math.round(secondsSincePoll)} s ago`;
}
