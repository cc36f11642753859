/** One call that waits for its host: for the answer, and meanwhile for the calls that the host makes within it. */
import type { Json } from '../json';
import type { Steps, ToolContext, ToolResult } from '../tools/definition';
import { failed } from '../tools/result';
import { wait } from '../tools/steps';

/** Callbacks that wait for their turn in one call. */
const MAX_CALLBACKS = 64;

interface Callback {
  readonly tool: string;
  readonly args: Json;
  resolve(result: ToolResult): void;
}

export class OpenCall {
  private outcome: ToolResult | undefined;
  private readonly callbacks: Callback[] = [];
  private ended = false;
  private wake: (() => void) | undefined;

  constructor(
    readonly number: number,
    readonly callId: string,
    readonly tool: string,
  ) {}

  /** Whether the answer is here. */
  get answered(): boolean {
    return this.outcome !== undefined;
  }

  /** The first outcome counts: the host's answer, or why there will be none. */
  finish(outcome: ToolResult): void {
    this.outcome ??= outcome;
    this.wake?.();
  }

  /** A call that the host makes within this one: one after another, as this call and within what it may do. */
  callback(tool: string, args: Json): Promise<ToolResult> {
    if (this.ended || this.answered) return Promise.resolve(this.over());
    if (this.callbacks.length >= MAX_CALLBACKS) {
      return Promise.resolve(
        failed(
          'too_many_calls',
          `${MAX_CALLBACKS} calls of ${this.tool} wait for their turn already.`,
          'Wait for some of their answers before you make more.',
        ),
      );
    }
    return new Promise((resolve) => {
      this.callbacks.push({ tool, args, resolve });
      this.wake?.();
    });
  }

  /** Waits for the answer and makes the callbacks. What it waits for gives way to the call's time limit. */
  *serve(context: ToolContext): Steps<ToolResult> {
    try {
      for (;;) {
        if (this.outcome !== undefined) return this.outcome;
        const next = this.callbacks.shift();
        if (next === undefined) {
          yield* wait(
            new Promise<void>((resolve) => {
              this.wake = resolve;
            }),
          );
          this.wake = undefined;
          continue;
        }
        let result = this.over();
        try {
          result = yield* context.call(next.tool, next.args);
        } finally {
          next.resolve(result);
        }
      }
    } finally {
      this.ended = true;
      this.wake = undefined;
      for (const callback of this.callbacks.splice(0)) callback.resolve(this.over());
    }
  }

  private over(): ToolResult {
    return failed(
      'unknown_call',
      `The call of ${this.tool} that this belongs to has ended.`,
      'Call tools before answering, not after.',
    );
  }
}
