/** What the tools of the studio share: checks of what is written, and how a change becomes one of a call. */
import { hiddenCharacters } from '../custom/hidden-text';
import { toolError, ToolFailure } from '../errors';
import type { EventLog } from '../events/event-log';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { isoTime } from '../text/iso-time';
import type { ToolContext } from '../tools/definition';
import { LIMITS } from './records';
import type { People } from './people';
import type { StudioEdit, StudioStore } from './store';
import type { MessageLog } from './message-log';
import type { LoopFiles } from './loop-files';
import type { Presence } from './presence';
import type { ReadMarks } from './read-marks';
import type { StudioEventData } from './types';

export interface StudioParts {
  readonly store: StudioStore;
  readonly messages: MessageLog;
  readonly marks: ReadMarks;
  readonly loops: LoopFiles;
  readonly presence: Presence;
  readonly people: People;
  readonly events: Pick<EventLog, 'append'>;
  readonly now: () => Date;
}

export type StudioKind = 'message' | 'task' | 'feedback' | 'decision' | 'loop' | 'presence';

/** Throws `invalid_arguments` where a text holds what a reader would not see, or data is too large. */
export function checkWritten(args: JsonObject): void {
  for (const [key, value] of Object.entries(args)) {
    if (isJsonObject(value)) {
      const size = JSON.stringify(value).length;
      if (size > LIMITS.data)
        throw invalid(
          `"${key}" has ${size} characters as JSON, more than ${LIMITS.data}`,
          'Give less, or a path of a file.',
        );
    }
    checkText(value, key);
  }
}

function checkText(value: Json, where: string): void {
  if (typeof value === 'string') {
    const [found] = hiddenCharacters(value);
    if (found !== undefined)
      throw invalid(
        `"${where}" holds ${found.what} (${found.code}) at line ${found.line}, column ${found.column}, which a reader would not see`,
        'Leave it out.',
      );
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, entry] of (value as readonly Json[]).entries()) checkText(entry, `${where}[${index}]`);
  } else if (isJsonObject(value)) {
    for (const [key, entry] of Object.entries(value)) {
      checkText(key, `a name in ${where}`);
      checkText(entry, `${where}.${key}`);
    }
  }
}

export function invalid(message: string, hint?: string): ToolFailure {
  return new ToolFailure(toolError('invalid_arguments', `${message}.`, hint));
}

export function missing(what: string, hint?: string): ToolFailure {
  return new ToolFailure(toolError('not_found', what, hint));
}

/** Changes records within a call: tried out in a dry run, taken back when the call (or one around it) fails. */
export function changeInCall<T>(store: StudioStore, context: ToolContext, work: (edit: StudioEdit) => T): T {
  if (context.dryRun) {
    const value = store.tryOut(work);
    context.notExercised('Nothing was written to the studio.');
    return value;
  }
  const { value, undo } = store.change(work);
  context.onRollback(undo);
  return value;
}

/** Tells of a change once it is certain. */
export function tell(
  { events }: Pick<StudioParts, 'events'>,
  context: ToolContext,
  kind: StudioKind,
  summary: string,
  data: StudioEventData,
): void {
  context.afterCommit(() => {
    events.append({
      type: 'studio',
      kind,
      actor: context.caller.actor,
      call: context.callId,
      summary: oneLine(summary, 200),
      data: asJson(data),
    });
  });
}

/** A text in one line of so many characters. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line;
}

/** A record as JSON: what is undefined is left out. */
export function asJson(record: object): JsonObject {
  return JSON.parse(JSON.stringify(record)) as JsonObject;
}

export function time({ now }: Pick<StudioParts, 'now'>): string {
  return isoTime(now().getTime());
}
