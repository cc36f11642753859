/** Counts what one outermost call has to keep of the calls below it, so that many large results can't fill the memory. */
import { toolError, type ToolError } from '../errors';
import { roughSize } from './plain-json';

/**
 * Characters, roughly, that the calls below one call may have as arguments and results together: all of them are kept
 * until it has ended.
 */
const MAX_HELD = 128 * 1024 * 1024;

export class Held {
  private characters = 0;

  get isFull(): boolean {
    return this.characters > MAX_HELD;
  }

  /** Counts a value; false where all of them are too much by now. */
  add(value: unknown): boolean {
    this.characters += roughSize(value, MAX_HELD);
    return !this.isFull;
  }

  /** Why the call of a tool below comes to nothing. */
  error(tool: string): ToolError {
    return toolError(
      'output_too_large',
      `The calls below one call have more than ${MAX_HELD} characters of arguments and results together, at ${tool}.`,
      'Read less in one call: fewer files, pictures or entities.',
    );
  }
}
