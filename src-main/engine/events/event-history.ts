/** Events as lines of a file, and reading back further than the memory goes. */
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { isJsonObject } from '../json';
import { type FilePath, openLaterFrom } from '../project/held-folder';
import { oldPathOf } from '../project/line-file';
import { linesBackward, linesForward } from '../project/read-lines';
import { isSystemError } from '../project/system-error';
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

/** A number may be missing for a moment while rotation moves the files. */
const MISSING = 2;

/** All events of the file and those that rotation has put aside, in the order of `seq`. */
export async function* readAllEvents(path: FilePath): AsyncGenerator<EngineEvent, void, undefined> {
  const files: FileHandle[] = [];
  try {
    // The newest first: one that is put aside meanwhile is then opened twice, and none is missed.
    for (let number = 0, missing = 0; number <= 99 && missing < MISSING; number += 1) {
      try {
        files.push(await openLaterFrom(number === 0 ? path : oldPathOf(path, number), constants.O_RDONLY));
      } catch (error) {
        if (!isSystemError(error, 'ENOENT')) throw error;
        if (number > 0) missing += 1;
      }
    }
    let last = 0;
    for (const file of files.toReversed()) {
      for await (const line of linesForward(file)) {
        const event = parseEventLine(line);
        if (event === undefined || event.seq <= last) continue;
        last = event.seq;
        yield event;
      }
    }
  } finally {
    for (const file of files) await file.close();
  }
}
