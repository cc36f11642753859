/** What the tools of loops share: what they answer, tell and look at, and how a loop is written in a call. */
import { toolError, ToolFailure } from '../../errors';
import type { JsonObject } from '../../json';
import { anyObject, flag, integer, list, text } from '../../tools/builtin/define';
import { unwrap } from '../../tools/builtin/entities';
import type { ToolContext } from '../../tools/definition';
import { isOpen } from '../board';
import { needsDecision } from '../feedback';
import { checkLoop } from '../loop-definition';
import { isActive, type LoopFacts } from '../loop-machine';
import type { LoopEntry } from '../loop-files';
import { assignmentsOf } from '../loop-prompt';
import type { LoopStage, LoopSummary, StudioLoop } from '../loop-types';
import type { Actor } from '../people';
import { asJson, tell, time, type StudioParts } from '../writing';

export const LOOP = text('Its name.', { maxLength: 64 });

export const STATUS: Readonly<Record<string, JsonObject>> = {
  loop: anyObject(
    '`name`, `goal`, `description`, `stages`, `stop`, and `run`: `status`, `iteration`, `stage`, `pending`, `queue`, `reports`, `tokens`, `metrics`, `reason`, `history`.',
  ),
  assignments: list(
    anyObject('`agent`, `stage`, `prompt`, `tasks`.'),
    'What those whose reports are awaited are to do.',
  ),
  parallel: flag('Whether they work at once.'),
  status: text('idle, running, awaiting_approval, done or stopped.'),
  iteration: integer('From 1; 0 before the first.'),
  stage: text('Where it is.'),
  pending: list({ type: 'string' }, 'Whose reports are awaited.'),
};

export function summaryOf({ name, loop, problem }: LoopEntry): LoopSummary {
  if (loop === undefined)
    return {
      name,
      status: 'broken',
      goal: '',
      iteration: 0,
      max_iterations: 0,
      pending: [],
      problem: problem ?? '',
    };
  const { status, goal, iteration, max_iterations, stage, pending } = loop.run;
  return {
    name,
    status,
    goal,
    iteration,
    max_iterations,
    ...(stage === undefined ? {} : { stage }),
    pending,
  };
}

export function factsOf({ store, people, now }: StudioParts): LoopFacts {
  const tasks = [...store.tables.tasks.read().records.values()];
  const feedback = [...store.tables.feedback.read().records.values()];
  const busy = new Set(tasks.filter(isOpen).map(({ assignee }) => assignee));
  return {
    at: time({ now }),
    agentsOf: (stage: LoopStage) => {
      const found = stage.assignees.flatMap((names) => {
        for (const name of names.toLowerCase().split('|')) {
          const meant = people.meant(name);
          if (meant.length > 0) return meant.map(({ id }) => id);
        }
        return [];
      });
      return [...new Set(found)];
    },
    hasTasks: (agent) => busy.has(agent),
    openFeedback: feedback.filter(needsDecision).length,
    todoTasks: tasks.filter(({ status }) => status === 'todo').length,
    fixedFeedback: feedback.filter(({ status }) => status === 'fixed').length,
  };
}

export function statusJson(parts: StudioParts, loop: StudioLoop): JsonObject {
  const stage = loop.stages.find(({ id }) => id === loop.run.stage);
  return {
    loop: asJson(loop),
    assignments: assignmentsOf(loop, parts).map(asJson),
    parallel: stage?.parallel ?? true,
    status: loop.run.status,
    iteration: loop.run.iteration,
    ...(loop.run.stage === undefined ? {} : { stage: loop.run.stage }),
    pending: loop.run.pending,
  };
}

export function statusWords({ name, run }: StudioLoop): string {
  switch (run.status) {
    case 'running':
      return `${name}: iteration ${run.iteration} of ${run.max_iterations}, ${run.stage ?? ''}, waits for ${run.pending.join(', ')}.`;
    case 'awaiting_approval':
      return `${name}: ${run.stage ?? ''} waits for the person (studio_loop_advance with "approve").`;
    case 'idle':
      return `${name} has not begun.`;
    case 'done':
    case 'stopped':
      return `${name} is ${run.status}: ${run.reason ?? ''}.`;
  }
}

export function tellOfLoop(
  parts: StudioParts,
  context: ToolContext,
  actor: Actor,
  action: string,
  loop: StudioLoop,
): void {
  const { status, iteration, max_iterations, stage, pending, reason } = loop.run;
  const where = stage === undefined ? status : `${status}, iteration ${iteration}, ${stage}`;
  tell(parts, context, 'loop', `${actor.by} ${action} the loop ${loop.name} (${where})`, {
    action,
    id: loop.name,
    by: actor.by,
    loop: asJson({ name: loop.name, status, iteration, max_iterations, stage, pending, reason }),
  });
}

export function mustRest(loop: StudioLoop): void {
  if (isActive(loop.run))
    throw new ToolFailure(
      toolError(
        'conflict',
        `The loop ${loop.name} runs, so it can't be changed.`,
        'studio_loop_stop ends it.',
      ),
    );
}

/** Writes what `make` gives, while no other process changes the studio. */
export function inCallWith(parts: StudioParts, context: ToolContext, make: () => StudioLoop): StudioLoop {
  if (context.dryRun) {
    context.notExercised('Nothing was written to the studio.');
    return unwrap(checkLoop(asJson(make())));
  }
  return parts.store.alone(() => {
    const loop = unwrap(checkLoop(asJson(make())));
    undoable(parts, context, parts.loops.write(loop));
    return loop;
  });
}

export function inCall(parts: StudioParts, context: ToolContext, work: () => () => void): void {
  if (context.dryRun) context.notExercised('Nothing was written to the studio.');
  else
    parts.store.alone(() => {
      undoable(parts, context, work());
    });
}

function undoable(parts: StudioParts, context: ToolContext, undo: () => void): void {
  context.onRollback(() => {
    parts.store.alone(undo);
  });
}

export function denied(message: string, hint: string): ToolFailure {
  return new ToolFailure(toolError('permission_denied', message, hint));
}
