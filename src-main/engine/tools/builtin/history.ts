/** history: what was done by whom, and taking it back. */
import type { EventLog } from '../../events/event-log';
import type { Outcome } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { Entity } from '../../scene/entity';
import type { History, UndoStep } from '../../scene/history';
import type { SceneChange } from '../../scene/transaction';
import { entityEvent } from '../call-record';
import type { ToolContext, ToolDefinition, ToolResult } from '../definition';
import { failed, failureResult, textResult } from '../result';
import { optionalNumber, optionalText } from './args';
import { anyObject, defineTool, flag, integer, list, text } from './define';
import { count } from './entities';

export interface HistoryParts {
  readonly history: History;
  readonly events: Pick<EventLog, 'append'>;
  now(): number;
}

export function historyTool(parts: HistoryParts): ToolDefinition {
  return defineTool({
    name: 'history',
    title: 'History',
    description:
      'Lists, undoes and redoes changes of the scene. Each call that changed something is one step with its label and who made it; there is one history for people and agents. ' +
      '`undo` and `redo` take the newest `steps`. `revert` takes back one step by its number and keeps later ones; it is refused where later steps depend on it. ' +
      'Can’t be used inside a batch. Example: {"action": "undo", "steps": 1} or {"action": "revert", "step": 12}.',
    category: 'scene',
    input: {
      action: text('What to do.', { enum: ['list', 'undo', 'redo', 'revert'] }),
      steps: integer('How many steps to undo or redo.', { minimum: 1, maximum: 10_000, default: 1 }),
      step: integer('The number of the step to revert.', { minimum: 1 }),
      limit: integer('How many steps to list, the newest first.', {
        minimum: 1,
        maximum: 1_000,
        default: 20,
      }),
    },
    required: ['action'],
    output: {
      steps: list(
        anyObject('`step`, `label`, `actor`, `time`, `call`, `entities`.'),
        'The steps listed, or those undone, redone or reverted.',
      ),
      undone: list(anyObject('The same.'), 'For `list`: undone steps, the next to be redone first.'),
      can_undo: flag('Whether there is a step to undo.'),
      can_redo: flag('Whether there is a step to redo.'),
      new_step: integer('For `revert` of an older step: the step that takes it back.'),
    },
    optional: ['undone', 'new_step'],
    effect: 'project',
    exclusive: true,
    reads: (args) => args.action === 'list',
    // Listing leaves nothing behind; the window reads the list this way, so that it makes no event.
    dryRunSafe: true,
    run: (args, context) => {
      if (context.dryRun && optionalText(args, 'action') !== 'list') {
        context.notExercised(`history was not run to ${optionalText(args, 'action') ?? ''}.`);
        return failed(
          'capability_denied',
          'history can be run dry only to list: undoing is not part of a transaction.',
        );
      }
      switch (optionalText(args, 'action')) {
        case 'undo':
          return move(parts, context, 'undo', optionalNumber(args, 'steps') ?? 1);
        case 'redo':
          return move(parts, context, 'redo', optionalNumber(args, 'steps') ?? 1);
        case 'revert':
          return revert(parts, context, args);
        default:
          return listSteps(parts.history, optionalNumber(args, 'limit') ?? 20);
      }
    },
  });
}

function listSteps(history: History, limit: number): ToolResult {
  const steps = history.steps();
  const shown = steps.slice(-limit).toReversed();
  const undone = history.undone().slice(0, limit);
  const lines = [
    `${count(steps.length, 'step')} to undo, ${history.undone().length} to redo`,
    ...shown.map((step) => stepLine(step)),
    ...(undone.length === 0 ? [] : ['Undone:', ...undone.map((step) => stepLine(step))]),
  ];
  return textResult(lines.join('\n'), {
    steps: shown.map(stepJson),
    undone: undone.map(stepJson),
    ...possibilities(history),
  });
}

function move(parts: HistoryParts, context: ToolContext, action: 'undo' | 'redo', steps: number): ToolResult {
  const { history } = parts;
  const done: Outcome<readonly UndoStep[]> = action === 'undo' ? history.undo(steps) : history.redo(steps);
  if (!done.ok) return failureResult(done.error);
  const moved = done.value;
  announce(parts, context, action, moved, combine(moved, action === 'undo'));
  const verb = action === 'undo' ? 'Undid' : 'Redid';
  const fewer = moved.length < steps ? ` (there were no more)` : '';
  const [only] = moved;
  const lines =
    moved.length === 1 && only !== undefined
      ? [`${verb} "${only.label}" by ${only.actor}${fewer}`, stepLine(only)]
      : [`${verb} ${count(moved.length, 'step')}${fewer}`, ...moved.map((step) => stepLine(step))];
  return textResult(lines.join('\n'), {
    steps: moved.map(stepJson),
    ...possibilities(history),
  });
}

function revert(parts: HistoryParts, context: ToolContext, args: JsonObject): ToolResult {
  const id = optionalNumber(args, 'step');
  if (id === undefined) {
    return failed(
      'invalid_arguments',
      'revert needs "step", the number of a step.',
      'history {"action": "list"} shows the steps.',
    );
  }
  const { history } = parts;
  const before = history.find(id);
  const done = history.revert(id, { actor: context.caller.actor, call: context.callId, time: parts.now() });
  if (!done.ok) return failureResult(done.error);
  const newStep = done.value.id === id ? undefined : done.value;
  // The newest step is simply undone; an older one is taken back by a new step, whose change is what happened.
  const change = newStep === undefined ? combine([done.value], true) : newStep.change;
  announce(
    parts,
    context,
    newStep === undefined ? 'undo' : 'revert',
    [before ?? done.value],
    change,
    newStep?.id,
  );
  const reverted = before ?? done.value;
  return textResult(`Took back step ${reverted.id} "${reverted.label}" by ${reverted.actor}`, {
    steps: [stepJson(reverted)],
    ...possibilities(history),
    ...(newStep === undefined ? {} : { new_step: newStep.id }),
  });
}

function announce(
  parts: HistoryParts,
  context: ToolContext,
  action: 'undo' | 'redo' | 'revert',
  steps: readonly UndoStep[],
  change: SceneChange,
  newStep?: number,
): void {
  const { actor } = context.caller;
  const verb = action === 'redo' ? 'Redid' : action === 'undo' ? 'Undid' : 'Took back';
  const [first] = steps;
  const what =
    steps.length === 1 && first !== undefined
      ? `"${first.label}" by ${first.actor}`
      : count(steps.length, 'step');
  parts.events.append({
    type: 'scene',
    kind: action,
    actor,
    call: context.callId,
    summary: `${verb} ${what}`,
    data: { steps: steps.map(stepJson), ...(newStep === undefined ? {} : { new_step: newStep }) },
  });
  const event = entityEvent(change, {
    actor,
    tool: 'history',
    call: context.callId,
    revision: context.scene.revision,
    undoStep: newStep,
  });
  if (event !== undefined) parts.events.append(event);
}

/** What taking back (or doing again) these steps in this order does as one change. */
function combine(steps: readonly UndoStep[], back: boolean): SceneChange {
  const changes = new Map<number, { before: Entity | null; after: Entity | null }>();
  let environment: SceneChange['environment'];
  for (const { change } of steps) {
    for (const [id, images] of change.changes) {
      const from = back ? images.after : images.before;
      const to = back ? images.before : images.after;
      const earlier = changes.get(id);
      changes.set(id, { before: earlier === undefined ? from : earlier.before, after: to });
    }
    if (change.environment === undefined) continue;
    const { before, after } = change.environment;
    environment = back
      ? { before: environment?.before ?? after, after: before }
      : { before: environment?.before ?? before, after };
  }
  return environment === undefined ? { changes } : { changes, environment };
}

function possibilities(history: History): { can_undo: boolean; can_redo: boolean } {
  return { can_undo: history.steps().length > 0, can_redo: history.undone().length > 0 };
}

function stepJson(step: UndoStep): JsonObject {
  const facts: Record<string, Json> = {
    step: step.id,
    label: step.label,
    actor: step.actor,
    time: step.time,
    entities: [...step.change.changes.keys()].slice(0, 100),
    count: step.change.changes.size,
  };
  if (step.call !== undefined) facts.call = step.call;
  if (step.revertedBy !== undefined) facts.reverted_by = step.revertedBy;
  if (step.reverts !== undefined) facts.reverts = step.reverts;
  return facts;
}

function stepLine(step: UndoStep): string {
  const reverted = step.revertedBy === undefined ? '' : ` (taken back by step ${step.revertedBy})`;
  return `${step.id}. ${step.label} by ${step.actor}, ${count(step.change.changes.size, 'entity', 'entities')}${reverted}`;
}
