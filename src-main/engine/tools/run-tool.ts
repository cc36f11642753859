/** Runs one tool that may run: step by step, giving way to its limits, until it has a result that keeps to what the tool declares. */
import { ToolFailure } from '../errors';
import { checkResult } from './check-result';
import type { Steps, ToolResult } from './definition';
import { CallContext, type Frame } from './frame';
import type { Held } from './held';
import { failureResult } from './result';
import { isPromiseLike, toSteps } from './steps';
import { hasToWait } from './writer-queue';

/** `held` counts what the results of calls below take of the memory. */
export function* runTool(frame: Frame, held: Held): Steps<ToolResult> {
  frame.start();
  const { tool } = frame;
  const given = tool.run(frame.args, new CallContext(frame));
  let result = isResult(given) ? given : yield* drive(frame, toSteps(given));
  if (frame.laneBusy) {
    // A call below that is still under way must not change the scene behind this one's back.
    const entered = frame.enterLane(frame);
    if (entered !== undefined && hasToWait(entered)) yield frame.guard(entered);
  }
  const interrupted = frame.interruption();
  if (interrupted !== undefined) return failureResult(interrupted);
  result = checkResult(tool, result);
  if (frame.parent !== undefined && !held.add(result)) return failureResult(held.error(tool.name));
  if (!result.ok || frame.warnings.length === 0) return result;
  return { ...result, warnings: [...frame.warnings, ...(result.warnings ?? [])] };
}

/** Passes on what the tool waits for, so that it gives way to time limits, and wakes it. */
function* drive(frame: Frame, steps: Steps<ToolResult>): Steps<ToolResult> {
  let turn = steps.next();
  while (turn.done !== true) {
    let sent: unknown;
    let failure: { reason: unknown } | undefined;
    try {
      sent = yield frame.guard(turn.value);
      const interrupted = frame.interruption();
      if (interrupted !== undefined) failure = { reason: new ToolFailure(interrupted) };
    } catch (reason) {
      failure = { reason };
    }
    turn = failure === undefined ? steps.next(sent) : steps.throw(failure.reason);
  }
  return turn.value;
}

function isResult(value: unknown): value is ToolResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ok' in value &&
    typeof value.ok === 'boolean' &&
    !isPromiseLike(value)
  );
}
