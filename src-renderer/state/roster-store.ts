/** The agents of the roster, as `studio_agent_list` gives them. Re-read after events about them. */
import { create } from 'zustand';
import type { EngineEvent, JsonObject, ToolError, ToolResult } from '../../src-preload/contract';
import { callTool, readTool } from './bridge';
import { arrayOf, numberOf, objectOf, stringOf, stringsOf } from './read-json';

export interface RosterAgent {
  readonly id: string;
  readonly name: string;
  readonly role: string | undefined;
  readonly focus: string | undefined;
  /** Undefined where the entry is broken. */
  readonly autonomy: string | undefined;
  /** By category; one that is not there follows the autonomy. */
  readonly permissions: Readonly<Record<string, string>>;
  /** Why the entry is broken. */
  readonly problem: string | undefined;
  readonly path: string;
  readonly remarks: readonly string[];
}

interface RosterState {
  readonly agents: readonly RosterAgent[];
  readonly categories: readonly string[];
  /** Seconds for which a call waits. */
  readonly askSeconds: number;
  /** Why the roster can't be read. */
  readonly problem: string | undefined;
  readonly loaded: boolean;
  readonly error: ToolError | null;
  readonly refresh: () => Promise<void>;
  readonly follow: (events: readonly EngineEvent[]) => void;
}

export const useRoster = create<RosterState>((set, get) => ({
  agents: [],
  categories: [],
  askSeconds: 0,
  problem: undefined,
  loaded: false,
  error: null,
  refresh: async () => {
    const result = await readTool('studio_agent_list');
    if (!result.ok) {
      set({ error: result.error, loaded: true });
      return;
    }
    const data = objectOf(result.structured);
    set({
      agents: arrayOf(data['agents']).flatMap(readAgent),
      categories: stringsOf(data['categories']),
      askSeconds: numberOf(data['ask_seconds']) ?? 0,
      problem: stringOf(data['problem']),
      loaded: true,
      error: null,
    });
  },
  follow: (events) => {
    if (events.some(({ type, kind }) => type === 'policy' && kind?.startsWith('agent_') === true))
      void get().refresh();
  },
}));

/** Adds an agent, or changes what is given of it. */
export async function defineAgent(id: string, change: JsonObject): Promise<ToolResult> {
  const result = await callTool('studio_agent_define', { id, ...change });
  await useRoster.getState().refresh();
  return result;
}

export async function removeAgent(id: string): Promise<ToolResult> {
  const result = await callTool('studio_agent_remove', { agent: id });
  await useRoster.getState().refresh();
  return result;
}

function readAgent(value: unknown): RosterAgent[] {
  const data = objectOf(value);
  const id = stringOf(data['id']);
  if (id === undefined) return [];
  const permissions = Object.entries(objectOf(data['permissions'])).flatMap(([category, one]) =>
    typeof one === 'string' ? [[category, one] as const] : [],
  );
  return [
    {
      id,
      name: stringOf(data['name']) ?? id,
      role: stringOf(data['role']),
      focus: stringOf(data['focus']),
      autonomy: stringOf(data['autonomy']),
      permissions: Object.fromEntries(permissions),
      problem: stringOf(data['problem']),
      path: stringOf(data['path']) ?? `agents/${id}.agent.json`,
      remarks: stringsOf(data['remarks']),
    },
  ];
}
