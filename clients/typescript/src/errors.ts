/** What goes wrong between a client and an engine. The messages are fit for a terminal, whatever the engine said. */
import { visible } from './visible';

/** No engine could be reached, or it has gone. A call that was under way may or may not have been made. */
export class EngineConnectionError extends Error {
  override readonly name = 'EngineConnectionError';

  constructor(message: string, options?: ErrorOptions) {
    super(visible(message), options);
  }
}

/** A tool failed: thrown by calls with `check`, and by tools of ours to fail with a hint. */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  constructor(
    message: string,
    readonly details: {
      /** One of the engine's codes, such as `not_found`. */
      readonly code?: string;
      /** What to do next. */
      readonly hint?: string;
      readonly tool?: string;
    } = {},
  ) {
    super(visible(message));
  }

  get code(): string {
    return this.details.code ?? 'tool_failed';
  }

  get hint(): string | undefined {
    return this.details.hint;
  }
}
