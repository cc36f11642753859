/**
 * Work that may have to wait, written once and driven in two ways: asynchronously at the door, and within one turn for
 * callers that can't wait (a Wander tool's `call_tool`). See `Steps` in definition.ts.
 */
import { ToolFailure, toolError, type ToolError } from '../errors';
import type { MaybeSteps, Steps } from './definition';

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function isSteps<T>(value: MaybeSteps<T>): value is Steps<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'next' in value &&
    typeof value.next === 'function' &&
    Symbol.iterator in value
  );
}

/** Waits for a value where it is a promise: `const file = yield* wait(load())`. A rejection is thrown at the `yield*`. */
export function* wait<T>(value: T | PromiseLike<T>): Steps<T> {
  if (!isPromiseLike(value)) return value;
  // The driver sends back what the promise resolves to: the one place where that contract is turned into a type.
  return (yield value) as T;
}

const uninterruptible = new WeakSet<object>();

/**
 * Marks a promise that must settle before its call may end, such as a file being written: cancelling or a time limit
 * takes effect after it, never while it goes on unseen.
 */
export function uninterrupted<T>(promise: PromiseLike<T>): PromiseLike<T> {
  uninterruptible.add(promise);
  return promise;
}

export function isUninterrupted(promise: PromiseLike<unknown>): boolean {
  return uninterruptible.has(promise);
}

/** What a tool's `run` gave, a value, promise or generator, as steps. A promise from `run` itself is never interrupted. */
export function* toSteps<T>(value: MaybeSteps<T>): Steps<T> {
  if (isSteps(value)) return yield* value;
  if (isPromiseLike(value)) return yield* wait<T>(uninterrupted(value));
  return value;
}

/** Runs steps to their end. What never waits has run when this returns, although the value comes with the promise. */
export async function runSteps<T>(steps: Steps<T>): Promise<T> {
  let turn = steps.next();
  while (turn.done !== true) {
    let sent: unknown;
    let failed: { reason: unknown } | undefined;
    try {
      sent = await turn.value;
    } catch (reason) {
      failed = { reason };
    }
    turn = failed === undefined ? steps.next(sent) : steps.throw(failed.reason);
  }
  return turn.value;
}

/**
 * Runs steps within this turn. Where they would have to wait, `tool_failed` is thrown into them, saying so of `subject`.
 */
export function runStepsNow<T>(steps: Steps<T>, subject = 'It'): T {
  let turn = steps.next();
  // Bounded: a generator that swallows the failure and waits again is told again, not driven for ever.
  for (let attempts = 0; turn.done !== true; attempts += 1) {
    void Promise.resolve(turn.value).catch(() => undefined);
    const failure = new ToolFailure(cannotWait(subject));
    if (attempts >= 100) throw failure;
    turn = steps.throw(failure);
  }
  return turn.value;
}

export function cannotWait(subject: string): ToolError {
  return toolError(
    'tool_failed',
    `${subject} would have to wait, and the tool that calls it can't wait.`,
    'Call it from a composite tool, from a batch, or directly.',
  );
}
