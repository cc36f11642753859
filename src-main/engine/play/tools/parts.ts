/** What the tools of play mode have in common. */
import { ToolFailure, toolError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { ToolContext } from '../../tools/definition';
import { anyObject, integer, list, number, text } from '../../tools/builtin/define';
import type { LogEntry } from '../log-book';
import type { Asker, Player, PlayStatus } from '../player';
import type { ScriptFiles } from '../script-files';
import type { Session } from '../session';

export interface PlayToolParts {
  readonly player: Player;
  readonly files: ScriptFiles;
}

export const PLAY_STATUS = {
  state: text('Whether the scene is being edited or played.', { enum: ['editing', 'playing', 'paused'] }),
  run: integer('Which play this is, from 1; 0 before the first.'),
  step: integer('Steps done, 60 for each second.'),
  time: number('Seconds of play.'),
  seed: integer('What random numbers start from.'),
  pace: integer('Steps a second as they were measured; 0 unless it plays in real time.'),
  errors: integer('Errors that behaviours ran into in this play, or the last.'),
  newest_log: integer('Number of the newest entry; give it to logs as `since`.'),
  reason: text('Why it was paused, where nobody asked for that.'),
} as const;

export function statusJson(status: PlayStatus): JsonObject {
  return { ...status };
}

/** `Playing: 3.2 s, 192 steps`. */
export function statusText({ state, step, time, errors, reason }: PlayStatus): string {
  if (state === 'editing') return 'Nothing is played; the scene is being edited.';
  const failures = errors === 0 ? '' : `, ${errors} ${errors === 1 ? 'error' : 'errors'} (see logs)`;
  const word = state === 'playing' ? 'Playing' : 'Paused';
  return `${word}: ${time.toFixed(2)} s, step ${step}${failures}.${reason === undefined ? '' : ` ${reason}`}`;
}

export function askerOf({ caller, callId }: ToolContext): Asker {
  return { actor: caller.actor, call: callId };
}

export function requirePlay(player: Player, what: string): Session {
  const { played } = player;
  if (played !== undefined) return played;
  throw new ToolFailure(
    toolError(
      'conflict',
      `Nothing is played, so ${what}.`,
      'sim_control {"action": "play"} starts a play, {"action": "step"} one that goes step by step.',
    ),
  );
}

export const LOG_ENTRIES = list(
  anyObject('`seq`, `step`, `level`, `text`, and where known `entity`, `name`, `behavior`, `file`, `line`.'),
  'Oldest first.',
);

export function logJson(entry: LogEntry): JsonObject {
  const entries = Object.entries(entry) as [string, Json | undefined][];
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

/** `step 12 error #3 Lantern (scripts/lantern.wander, line 4): …`. */
export function logLine({ step, level, entity, name, file, line, text: words }: LogEntry): string {
  const who = entity === undefined ? '' : ` #${entity}${name === undefined ? '' : ` ${name}`}`;
  const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `, line ${line}`})`;
  return `step ${step}${level === 'log' ? '' : ` ${level}`}${who}${place}: ${words}`;
}
