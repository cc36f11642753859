/**
 * Programs that try to get out, to crash, to hang or to swell. Five ideas in many forms: reach `constructor` and the like;
 * have text of the script end up in code; be converted by surprise; get hold of a thing of the host; use more than was paid
 * for. Each must be refused, fail as a script fails, or give plain data.
 */

export interface Attack {
  readonly name: string;
  readonly source: string;
  /** Code of the error that it must end with, where it must not end well. */
  readonly code?: string;
  /** What it must give, where it may end well. */
  readonly result?: unknown;
  readonly instructions?: number;
}

/** A body of `run`. */
export const body = (name: string, lines: string, rest: Partial<Attack> = {}): Attack => ({
  name,
  source: `fn run(args)\n${lines}\nend\n`,
  ...rest,
});

export const value = (name: string, expression: string, rest: Partial<Attack> = {}): Attack =>
  body(name, `  return ${expression}`, rest);
