/** events_poll: what happened, read with a cursor. */
import type { EventLog } from '../../events/event-log';
import type { Json, JsonObject } from '../../json';
import type { EngineEvent } from '../../events/event';
import type { Steps, ToolContext, ToolDefinition, ToolResult } from '../definition';
import { textResult } from '../result';
import { wait } from '../steps';
import { optionalNumber, optionalTexts } from './args';
import { anyObject, defineTool, flag, integer, list, text } from './define';
import { count } from './entities';

/** Each event is held against the filters of all who wait. */
const MAX_WAITING = 1_024;

export function eventsPollTool(events: Pick<EventLog, 'read' | 'wait' | 'waiting'>): ToolDefinition {
  return defineTool({
    name: 'events_poll',
    title: 'Poll events',
    description:
      'Reads the stream of what happens in the project, the same that the Activity feed shows, without consuming it. Pass `next` of the answer as the next `since`; 0 starts with the oldest that is kept (4,096). ' +
      '`types` are "type" or "type.kind" (tool, entity, scene, selection, custom_tool, policy, asset …); `actors` and `exclude_actors` match by their beginning. ' +
      '`wait_ms` waits for a matching event, on agent-socket connections only. `truncated` says that events were lost in between. Example: {"since": 120, "types": ["entity"], "exclude_actors": ["mcp:"]}.',
    category: 'agent',
    input: {
      since: integer('The cursor: `next` of the last answer.', { minimum: 0, default: 0 }),
      types: list(text('A type, or type.kind.'), 'Only these.', { maxItems: 50 }),
      actors: list(text('Beginning of an actor.'), 'Only theirs.', { maxItems: 50 }),
      exclude_actors: list(text('Beginning of an actor.'), 'Not theirs.', { maxItems: 50 }),
      limit: integer('Events to give at most.', { minimum: 1, maximum: 1_000, default: 200 }),
      wait_ms: integer('Milliseconds to wait where nothing matches yet.', {
        minimum: 0,
        maximum: 25_000,
        default: 0,
      }),
    },
    output: {
      events: list(
        anyObject('`seq`, `time`, `type`, `kind`, `actor`, `tool`, `call`, `parent`, `summary`, `data`.'),
        'In order.',
      ),
      next: integer('The next `since`.'),
      last_seq: integer('The newest event’s number.'),
      oldest: integer('The oldest number that is kept.'),
      truncated: flag('Events between `since` and the first of these were lost, or the log began anew.'),
      more: flag('There is more to read at once.'),
    },
    quiet: true,
    usesScene: true,
    run: (args, context) => poll(args, context, events),
  });
}

function* poll(
  args: JsonObject,
  context: ToolContext,
  events: Pick<EventLog, 'read' | 'wait' | 'waiting'>,
): Steps<ToolResult> {
  const query = {
    since: optionalNumber(args, 'since') ?? 0,
    types: optionalTexts(args, 'types'),
    actors: optionalTexts(args, 'actors'),
    exclude_actors: optionalTexts(args, 'exclude_actors'),
    limit: optionalNumber(args, 'limit') ?? 200,
  };
  const waitMs = optionalNumber(args, 'wait_ms') ?? 0;
  const mayWait = context.caller.mayWait === true;
  if (waitMs > 0 && !mayWait)
    context.warn(
      'wait_ms works on agent-socket connections only, and not inside a change; this answered at once. Poll again later.',
    );
  const crowded = events.waiting >= MAX_WAITING;
  if (waitMs > 0 && mayWait && crowded)
    context.warn('Too many clients wait for events; this answered at once. Poll again later.');
  const answer =
    waitMs > 0 && mayWait && !crowded
      ? yield* wait(events.wait({ ...query, waitMs, signal: context.signal }))
      : events.read(query);
  const more = answer.next < answer.last;
  return textResult(
    `${count(answer.events.length, 'event')}, next ${answer.next}${answer.truncated ? ' (some were lost)' : ''}`,
    {
      events: answer.events.map(eventJson),
      next: answer.next,
      last_seq: answer.last,
      oldest: answer.oldest,
      truncated: answer.truncated,
      more,
    },
  );
}

function eventJson(event: EngineEvent): Json {
  return { ...event };
}
