/** Which events are calls that a draft can be made of, and why the others are none: said, never silently dropped. */
import type { EngineEvent } from '../../events/event';
import type { EventLog } from '../../events/event-log';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { ToolDefinition } from '../../tools/definition';
import { isGovernanceName } from '../parse-capabilities';
import type { KnownTools } from '../references';

/** An event by its number, or a call by its id. */
export type Wanted = number | string;

export interface RecordedCall {
  readonly seq: number;
  readonly tool: ToolDefinition;
  /** As the log has them: redacted, cut where they are long; without what a default fills in anyway. */
  readonly args: JsonObject;
  readonly result: Json;
  /** Entities that the call changed. */
  readonly entities: readonly number[];
}

export interface LeftOut {
  readonly event: Wanted;
  readonly tool?: string;
  readonly why: string;
}

export type ReadableLog = Pick<EventLog, 'read' | 'older'>;

const PAGE = 1_000;
const MAX_PAGES = 20;

/** The wanted events, in the order in which the calls ended, and those that are nowhere to be found. */
export async function findEvents(
  log: ReadableLog,
  wanted: readonly Wanted[],
): Promise<{ readonly found: readonly EngineEvent[]; readonly missing: readonly Wanted[] }> {
  const left = new Set(wanted);
  const found = new Map<number, EngineEvent>();
  const take = (events: readonly EngineEvent[]): void => {
    for (const event of events) {
      const byCall = event.type === 'tool' && event.call !== undefined && left.delete(event.call);
      if (left.delete(event.seq) || byCall) found.set(event.seq, event);
    }
  };
  let since = 0;
  let oldest = 0;
  for (let page = 0; page < MAX_PAGES && left.size > 0; page += 1) {
    const answer = log.read({ since, limit: PAGE });
    take(answer.events);
    ({ oldest, next: since } = answer);
    if (since >= answer.last) break;
  }
  let before = oldest;
  for (let page = 0; page < MAX_PAGES && left.size > 0 && before > 1; page += 1) {
    const answer = await log.older({ before, limit: PAGE });
    take(answer.events);
    const [first] = answer.events;
    if (first === undefined || !answer.more) break;
    before = first.seq;
  }
  return { found: [...found.values()].sort((a, b) => a.seq - b.seq), missing: [...left] };
}

/** Parts the events into calls that can be steps, and what is left out. */
export function recordedCalls(
  events: readonly EngineEvent[],
  tools: KnownTools,
): { readonly calls: readonly RecordedCall[]; readonly leftOut: readonly LeftOut[] } {
  const chosen = new Set(events.flatMap((event) => (event.type === 'tool' ? (event.call ?? []) : [])));
  const calls: RecordedCall[] = [];
  const leftOut: LeftOut[] = [];
  for (const event of events) {
    const name = event.tool ?? '';
    const tool = tools.get(name);
    const why = reasonOut(event, tool, chosen);
    if (why !== undefined || tool === undefined) {
      leftOut.push({ event: event.seq, ...(name === '' ? {} : { tool: name }), why: why ?? '' });
      continue;
    }
    const { args, result, entities } = event.data;
    calls.push({
      seq: event.seq,
      tool,
      args: withoutDefaults(isJsonObject(args) ? args : {}, tool.inputSchema),
      result: result ?? null,
      entities: Array.isArray(entities)
        ? (entities as readonly Json[]).filter((id) => typeof id === 'number')
        : [],
    });
  }
  return { calls, leftOut };
}

function reasonOut(
  event: EngineEvent,
  tool: ToolDefinition | undefined,
  chosen: ReadonlySet<string>,
): string | undefined {
  const { type, kind, data, tool: name = '' } = event;
  if (type !== 'tool')
    return `it is no call, but an event of the type ${type}${kind === undefined ? '' : `.${kind}`}`;
  if (data.dry_run === true) return 'it was a dry run, of which nothing was kept';
  if (data.ok === false) {
    const error = isJsonObject(data.error) ? data.error : {};
    const code = typeof error.code === 'string' ? error.code : 'failed';
    return `it failed (${code}), and a draft is made of what worked`;
  }
  if (isGovernanceName(name) || tool?.governance === true)
    return 'tools that decide over tools can never be called from a tool';
  if (tool === undefined) return `there is no tool ${name} any more`;
  if (tool.exclusive === true) return `${name} can't be part of a larger change`;
  const above = enclosing(event, chosen);
  if (above !== undefined) return `it is a part of ${above}, which is chosen too`;
  return undefined;
}

/** A chosen call that this one was made in. Ids of nested calls begin with that of the outermost. */
function enclosing({ call, parent }: EngineEvent, chosen: ReadonlySet<string>): string | undefined {
  if (parent !== undefined && chosen.has(parent)) return parent;
  const top = call?.split('.')[0];
  return top !== undefined && top !== call && chosen.has(top) ? top : undefined;
}

/** Arguments that were filled in say nothing of what the call was about. */
function withoutDefaults(args: JsonObject, schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const initial = isJsonObject(property) ? property.default : undefined;
      return initial === undefined || JSON.stringify(initial) !== JSON.stringify(value);
    }),
  );
}
