/** What a command is. Help, parsing and completion of the command line all come from the same table of these. */
import { parseArgs } from 'node:util';
import { didYouMean } from '../engine/text/suggest';
import { usageError } from './exit-codes';
import type { Io } from './io';

export interface OptionSpec {
  readonly help: string;
  /** What the value is called in help; an option without one is a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly repeatable?: boolean;
}

export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** What follows the name, one line for each form. */
  readonly usage: readonly string[];
  /** Paragraphs for `--help`. */
  readonly details?: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples?: readonly string[];
  /** Gives the exit code. May throw a `CommandError`. */
  run(call: Invocation): Promise<number>;
}

/** A command line, taken apart. */
export class Invocation {
  constructor(
    readonly io: Io,
    readonly positionals: readonly string[],
    private readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>,
  ) {}

  flag(name: string): boolean {
    return this.values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  texts(name: string): readonly string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  }

  /** A whole number from `min` to `max`. Throws a usage error otherwise. */
  number(name: string, min: number, max: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw usageError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
    }
    return value;
  }

  /** Throws a usage error when there are more or fewer arguments. */
  arguments(min: number, max: number, what: string): readonly string[] {
    if (this.positionals.length < min) throw usageError(`${what} is missing.`);
    const extra = this.positionals[max];
    if (extra !== undefined) throw usageError(`"${extra}" is one argument too many.`);
    return this.positionals;
  }
}

/** Takes a command line apart. Throws a usage error that names the argument at fault. */
export function parseInvocation(command: Command, args: readonly string[], io: Io): Invocation {
  const specs = { ...command.options, help: { help: 'Shows this.', short: 'h' } } satisfies Record<
    string,
    OptionSpec
  >;
  const options = Object.fromEntries(
    Object.entries<OptionSpec>(specs).map(([name, spec]) => [
      name,
      {
        type: spec.value === undefined ? ('boolean' as const) : ('string' as const),
        ...(spec.short === undefined ? {} : { short: spec.short }),
        ...(spec.repeatable === true ? { multiple: true } : {}),
      },
    ]),
  );
  const unknown = args.slice(0, args.indexOf('--') === -1 ? args.length : args.indexOf('--')).find((arg) => {
    const name = /^--([^=]+)/.exec(arg)?.[1];
    return name !== undefined && !(name in options);
  });
  if (unknown !== undefined) {
    const name = unknown.replace(/^--/, '').replace(/=.*$/, '');
    const meant = didYouMean(name, Object.keys(options))?.replace(/"(.*)"/, '"--$1"');
    throw usageError(
      `"--${name}" is not an option of ${command.name}.`,
      meant ?? `See: skywalker ${command.name} --help`,
    );
  }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return new Invocation(io, positionals, values);
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    throw usageError(`${message}.`, `See: skywalker ${command.name} --help`);
  }
}
