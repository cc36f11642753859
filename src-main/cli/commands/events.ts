/** `skywalker events`: what happens in a project. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Command, Invocation } from '../command';
import { SESSION_OPTIONS, withSession } from '../common-options';
import { CommandError, EXIT } from '../exit-codes';
import { interruptSignal } from '../interrupt';
import type { Io } from '../io';
import type { ProjectSession } from '../session';
import type { EventType } from '../../engine/events/event';
import { showError } from '../show-result';

const EVENT = z.looseObject({
  seq: z.number(),
  time: z.number(),
  type: z.string(),
  kind: z.string().optional(),
  actor: z.string(),
  summary: z.string(),
  parent: z.string().optional(),
});

const PAGE = z.looseObject({ events: z.array(EVENT), next: z.number(), truncated: z.boolean() });

type Page = z.infer<typeof PAGE>;

const EVENT_TYPES = [
  'tool',
  'custom_tool',
  'tool_host',
  'policy',
  'scene',
  'entity',
  'selection',
  'play_state',
  'asset',
  'studio',
  'connection',
  'log',
] as const satisfies readonly EventType[];

/** How actors begin. */
const ACTORS = ['user', 'cli', 'mcp:', 'agent:'];

/** Milliseconds that one poll waits, and that a poll which can't wait is followed by. */
const WAIT_MS = 20_000;
const PAUSE_MS = 500;

export const eventsCommand: Command = {
  name: 'events',
  summary: 'Shows what happens: calls, decisions, changes.',
  usage: ['[--follow]'],
  options: {
    ...SESSION_OPTIONS,
    json: { help: 'Print one JSON object for each event.' },
    follow: { help: 'Wait for more, until Ctrl-C.', short: 'f' },
    since: { help: 'Begin after this sequence number; 0 is the oldest that is kept.', value: 'N' },
    last: { help: 'Begin with the last N events; 50 unless said otherwise.', value: 'N', short: 'n' },
    type: {
      help: 'Only of this type, such as tool or custom_tool.approved. May be repeated.',
      value: 'TYPE',
      repeatable: true,
      values: { words: EVENT_TYPES },
    },
    actor: {
      help: 'Only of actors that begin so. May be repeated.',
      value: 'PREFIX',
      repeatable: true,
      values: { words: ACTORS },
    },
  },

  run(call: Invocation): Promise<number> {
    call.arguments(0, 0, 'Nothing');
    const last = call.number('last', 1, 4096) ?? 50;
    const since = call.number('since', 0, Number.MAX_SAFE_INTEGER);
    const follow = call.flag('follow');
    return withSession(call, 'events', async (session) => {
      // Before anything is shown: who sees it may press Ctrl-C at once.
      const stop = interruptSignal();
      const all: Page['events'] = [];
      let next = since ?? 0;
      for (;;) {
        const page = await poll(call, session, next, 0);
        if (page.truncated) call.io.err('Some events are no longer kept.');
        all.push(...page.events);
        next = page.next;
        if (page.events.length === 0) break;
      }
      for (const event of since === undefined ? all.slice(-last) : all) print(call, event);
      while (follow && !stop.aborted) {
        const page = await poll(call, session, next, WAIT_MS, stop);
        for (const event of page.events) print(call, event);
        next = page.next;
        if (page.events.length === 0)
          await pause(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
      }
      return EXIT.ok;
    });
  },
};

async function poll(
  call: Invocation,
  session: ProjectSession,
  since: number,
  waitMs: number,
  stop?: AbortSignal,
): Promise<Page> {
  const types = call.texts('type');
  const actors = call.texts('actor');
  const args = {
    since,
    limit: 1000,
    ...(waitMs > 0 ? { wait_ms: waitMs } : {}),
    ...(types.length > 0 ? { types } : {}),
    ...(actors.length > 0 ? { actors } : {}),
  };
  const result = await session.call('events_poll', args, stop);
  if (!result.ok && stop?.aborted === true) return { events: [], next: since, truncated: false };
  if (!result.ok) {
    showError(call.io, result.error);
    throw new CommandError(EXIT.failed, 'The events could not be read.');
  }
  const page = PAGE.safeParse(result.structured);
  if (!page.success)
    throw new CommandError(EXIT.failed, 'The editor answered with something that is no page of events.');
  return page.data;
}

function print(call: Invocation, event: Page['events'][number]): void {
  const { io } = call;
  if (call.flag('json')) return io.out(JSON.stringify(event));
  const time = localTime(new Date(event.time * 1000));
  const indent = event.parent === undefined ? '' : '  ';
  io.outStyled(
    `${io.paint('stdout', 'dim', time)} ${indent}${actorText(io, event.actor)}  ${io.paint('stdout', 'plain', event.summary)}`,
  );
}

/** On the person's clock, as the Activity feed shows it. */
function localTime(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function actorText(io: Io, actor: string): string {
  return io.paint('stdout', actor === 'user' || actor === 'cli' ? 'green' : 'cyan', actor);
}
