/** sim_input: what a person would do in a play. */
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { optionalList, optionalReference, optionalText, optionalTexts } from '../../tools/builtin/args';
import { defineTool, entityRef, flag, integer, list, objectSchema, text } from '../../tools/builtin/define';
import { findEntity } from '../../tools/builtin/entities';
import { textResult } from '../../tools/result';
import type { ActionValue } from '../input';
import { PLAY_STATUS, requirePlay, statusJson, type PlayToolParts } from './parts';

const KEYS = (what: string): JsonObject =>
  list(text('A key: "space", "enter", "left", "w", "1".', { minLength: 1, maxLength: 40 }), what, {
    maxItems: 50,
  });

export function simInputTool({ player }: PlayToolParts): ToolDefinition {
  return defineTool({
    name: 'sim_input',
    title: 'Input for the play',
    description:
      'Does in a play what a person would do: taps or holds keys, sets actions, clicks an entity, and sends events to behaviours. ' +
      'The next step takes it, so follow it with sim_control {"action": "step"}; in real time it is taken at once. ' +
      'Keys are down for one step with `press`, and stay down with `hold` until `release`. ' +
      'Example: {"hold": ["w"], "click": "Gate"} or {"event": "charge", "data": {"amount": 2}, "target": "Beacon"}.',
    category: 'simulation',
    effect: 'project',
    quiet: true,
    input: {
      press: KEYS('Keys to tap.'),
      hold: KEYS('Keys to hold down.'),
      release: KEYS('Keys to let go.'),
      release_all: flag('Lets go of all keys first.', false),
      actions: list(
        {
          anyOf: [
            text('A name: pressed for one step.', { minLength: 1, maxLength: 100 }),
            objectSchema(
              {
                name: text('The action.', { minLength: 1, maxLength: 100 }),
                value: {
                  description: 'A button or axis: -1 to 1; a stick: two of them.',
                  anyOf: [
                    { type: 'number', minimum: -1, maximum: 1 },
                    {
                      type: 'array',
                      items: { type: 'number', minimum: -1, maximum: 1 },
                      minItems: 2,
                      maxItems: 2,
                    },
                  ],
                },
                steps: integer('Steps until it is 0 again; 0 keeps it until it is set again.', {
                  minimum: 0,
                  maximum: 36_000,
                }),
              },
              ['name'],
            ),
          ],
        },
        'Actions, by name or as {name, value, steps}; 1 for one step where nothing else is said.',
        { maxItems: 50 },
      ),
      click: entityRef('An entity of the play to click.'),
      event: text('Name of an event.', { minLength: 1, maxLength: 200 }),
      data: { description: 'What the event carries: any JSON.' },
      target: entityRef('Whose behaviours get the event; all where it is not given.'),
    },
    output: { ...PLAY_STATUS, held: list(text('A key.'), 'Keys that are down.') },
    optional: ['reason'],
    run: (args, context) => give(args, context, player),
  });
}

function give(args: JsonObject, _context: ToolContext, player: PlayToolParts['player']): ToolResult {
  const session = requirePlay(player, 'there is nothing that takes input');
  const find = (key: 'click' | 'target'): number | undefined => {
    const reference = optionalReference(args, key);
    return reference === undefined ? undefined : findEntity(session.scene, reference).id;
  };
  const click = find('click');
  const to = find('target');
  const event = optionalText(args, 'event');
  if (args.release_all === true) session.input.releaseAll();
  session.input.add(
    {
      press: optionalTexts(args, 'press'),
      hold: optionalTexts(args, 'hold'),
      release: optionalTexts(args, 'release'),
      actions: (optionalList(args, 'actions') ?? []).map(actionOf),
      clicks: click === undefined ? [] : [click],
      events:
        event === undefined
          ? []
          : [
              {
                name: event,
                ...(args.data === undefined ? {} : { data: args.data }),
                ...(to === undefined ? {} : { to }),
              },
            ],
    },
    session.steps + 1,
  );
  const { held } = session.input;
  const taken = player.state === 'playing' ? 'at once' : 'with the next step';
  return textResult(`Taken ${taken}.${held.length === 0 ? '' : ` Held: ${held.join(', ')}.`}`, {
    ...statusJson(player.status()),
    held,
  });
}

function actionOf(given: Json): { name: string; value: ActionValue; steps: number } {
  if (typeof given === 'string') return { name: given, value: 1, steps: 1 };
  if (!isJsonObject(given)) return { name: '', value: 1, steps: 1 };
  const { name, value, steps } = given;
  return {
    name: typeof name === 'string' ? name : '',
    value: valueOf(value),
    steps: typeof steps === 'number' ? steps : 1,
  };
}

function valueOf(value: Json | undefined): ActionValue {
  if (typeof value === 'number') return value;
  const [x, y] = Array.isArray(value) ? (value as readonly Json[]) : [];
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : 1;
}
