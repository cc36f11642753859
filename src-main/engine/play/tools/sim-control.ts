/** sim_control: starts, pauses, steps and stops a play. */
import type { JsonObject } from '../../json';
import { ToolFailure } from '../../errors';
import type { Outcome } from '../../errors';
import type { MaybeSteps, ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { optionalNumber, requiredText } from '../../tools/builtin/args';
import { defineTool, integer, text } from '../../tools/builtin/define';
import { failed, textResult } from '../../tools/result';
import type { Player } from '../player';
import {
  askerOf,
  LOG_ENTRIES,
  logJson,
  logLine,
  PLAY_STATUS,
  statusJson,
  statusText,
  type PlayToolParts,
} from './parts';

const MOST_STEPS = 36_000;
const SHOWN_LOGS = 30;

export interface ControlParts extends PlayToolParts {
  /** Does something at a moment when no call is changing the scene. */
  readonly between: <T>(work: () => T) => Promise<T>;
}

export function simControlTool(parts: ControlParts): ToolDefinition {
  return defineTool({
    name: 'sim_control',
    title: 'Control the play',
    description:
      'Plays the scene: its behaviours run on a copy of it, so edits go on meanwhile and are not seen by the play, and stop leaves the scene as it is. ' +
      '"play" runs in real time, 60 steps a second; "pause" and "play" again go on; "stop" ends it. ' +
      '"step" pauses and makes `steps` steps at once, the same ones whenever scene, seed and input are the same: use it to test. ' +
      'It tells what was logged and which errors there were; sim_state shows what became of the entities. ' +
      'Example: {"action": "step", "steps": 120} or {"action": "play", "seed": 3} or {"action": "stop"}.',
    category: 'simulation',
    effect: 'project',
    input: {
      action: text('What to do.', { enum: ['play', 'pause', 'stop', 'step', 'status'] }),
      steps: integer('How many steps of 1/60 s "step" makes.', {
        minimum: 1,
        maximum: MOST_STEPS,
        default: 1,
      }),
      seed: integer(
        'What random numbers start from, for a new play; the scene’s own where it is not given.',
        {
          minimum: 0,
          maximum: 4_294_967_295,
        },
      ),
    },
    required: ['action'],
    output: {
      ...PLAY_STATUS,
      made: integer('Steps that "step" made.'),
      logs: {
        ...LOG_ENTRIES,
        description: 'What was logged while "step" ran, the newest; errors are there too.',
      },
    },
    optional: ['reason', 'made', 'logs'],
    run: (args, context) => control(args, context, parts),
  });
}

function control(args: JsonObject, context: ToolContext, parts: ControlParts): MaybeSteps<ToolResult> {
  const { player } = parts;
  const asker = askerOf(context);
  const action = requiredText(args, 'action');
  switch (action) {
    case 'pause':
      return told(player, player.pause(asker));
    case 'stop':
      return stopped(player, context);
    case 'status':
      return textResult(statusText(player.status()), statusJson(player.status()));
    default: {
      const start = (): ToolResult => begin(action, args, context, player);
      // A play starts from a scene that nobody is in the middle of changing.
      if (player.played !== undefined || context.scene.open === undefined) return start();
      if (context.depth > 0)
        return failed(
          'conflict',
          'A play can’t start inside a change that is not finished.',
          'Call sim_control by itself, after the change.',
        );
      return parts.between(start);
    }
  }
}

function begin(action: string, args: JsonObject, context: ToolContext, player: Player): ToolResult {
  const asker = askerOf(context);
  const seed = optionalNumber(args, 'seed');
  if (action === 'play') {
    player.play(asker, seed);
    return textResult(statusText(player.status()), statusJson(player.status()));
  }
  const before = player.played === undefined ? 0 : player.log.newest;
  const { made, reason } = player.advance(optionalNumber(args, 'steps') ?? 1, asker, seed);
  if (reason !== undefined) context.warn(reason);
  const logs = player.log.read({ since: before, limit: SHOWN_LOGS });
  return textResult([statusText(player.status()), ...logs.map(logLine)].join('\n'), {
    ...statusJson(player.status()),
    made,
    logs: logs.map(logJson),
  });
}

function stopped(player: Player, context: ToolContext): ToolResult {
  const { step, time, errors } = player.status();
  const outcome = player.stop(askerOf(context));
  if (!outcome.ok) throw new ToolFailure(outcome.error);
  const failures = errors === 0 ? '' : `, ${errors} ${errors === 1 ? 'error' : 'errors'}`;
  return textResult(
    `Played ${time.toFixed(1)} s (${step} ${step === 1 ? 'step' : 'steps'})${failures}. The scene is as it was.`,
    {
      ...statusJson(player.status()),
    },
  );
}

function told(player: Player, outcome: Outcome<void>): ToolResult {
  if (!outcome.ok) throw new ToolFailure(outcome.error);
  return textResult(statusText(player.status()), statusJson(player.status()));
}
