/** What the command's exit says; scripts rely on it. */
export const EXIT = {
  ok: 0,
  /** The tool failed, a test failed, a file has errors. */
  failed: 1,
  /** The command line makes no sense. */
  usage: 2,
  /** The project or the editor can't be reached. */
  unreachable: 3,
} as const;

/** What an exit code is called where errors are JSON. */
export function nameOfExit(exit: number): string {
  return exit === EXIT.usage ? 'usage' : exit === EXIT.unreachable ? 'unreachable' : 'failed';
}

/** Ends a command with a message for the person and an exit code. */
export class CommandError extends Error {
  constructor(
    readonly exit: number,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

export function usageError(message: string, hint?: string): CommandError {
  return new CommandError(EXIT.usage, message, hint);
}
