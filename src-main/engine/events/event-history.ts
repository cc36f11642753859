/** Events as lines of a file, and reading back further than the memory goes. */
import { isJsonObject } from '../json';
import type { FilePath } from '../project/held-folder';
import { oldPathOf } from '../project/line-file';
import { linesBackward } from '../project/read-lines';
import type { EngineEvent } from './event';
import type { EventFilter } from './event-filter';
import { matchesFilter } from './event-filter';

export interface OlderEvents {
  /** In the order of `seq`. */
  readonly events: readonly EngineEvent[];
  /** There are older ones that match. */
  readonly more: boolean;
}

/** An event of the file; undefined for a line that is none (a fragment, or of another program). */
export function parseEventLine(line: string): EngineEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { seq, time, type, actor, summary, data } = value;
  const fits =
    Number.isSafeInteger(seq) &&
    typeof time === 'number' &&
    typeof type === 'string' &&
    typeof actor === 'string' &&
    typeof summary === 'string' &&
    isJsonObject(data);
  return fits ? (value as unknown as EngineEvent) : undefined;
}

/** The newest events before `before` that match, from the file and those that rotation has put aside. */
export async function readOlderEvents(
  path: FilePath,
  query: EventFilter & { readonly before: number; readonly limit: number },
): Promise<OlderEvents> {
  const found: EngineEvent[] = [];
  for (let number = 0; number <= 99; number += 1) {
    let lines = 0;
    for await (const line of linesBackward(number === 0 ? path : oldPathOf(path, number))) {
      lines += 1;
      const event = parseEventLine(line);
      if (!event || event.seq >= query.before || !matchesFilter(event, query)) continue;
      if (found.length === query.limit) return { events: found.reverse(), more: true };
      found.push(event);
    }
    if (lines === 0 && number > 0) break;
  }
  return { events: found.reverse(), more: false };
}
