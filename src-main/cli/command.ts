/** What a command is. Help, parsing and completion of the command line all come from the same table of these. */
import { parseArgs } from 'node:util';
import { didYouMean } from '../engine/text/suggest';
import { usageError, type CommandError } from './exit-codes';
import type { Io } from './io';

/**
 * What a shell offers where a value is to stand: words; files, those with one of some endings where they are said; a file
 * with `@` before it; folders; names that the project has.
 */
export type Values =
  | 'files'
  | 'at-file'
  | 'folders'
  | { readonly words: readonly string[] }
  | { readonly endings: readonly string[] }
  | { readonly names: ProjectNames };

/** Names that are looked up when they are asked for: tools that can be called, custom tools, what `test` runs, keys that sign. */
export const PROJECT_NAMES = ['tools', 'custom', 'tests', 'keys'] as const;
export type ProjectNames = (typeof PROJECT_NAMES)[number];

export interface OptionSpec {
  readonly help: string;
  /** What the value is called in help; an option without one is a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly repeatable?: boolean;
  /** What a shell offers as its value. */
  readonly values?: Values;
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
  /** What a shell offers for each argument in turn. */
  readonly values?: readonly Values[];
  /** The last of `values` holds for all arguments that follow. */
  readonly repeats?: boolean;
  readonly examples?: readonly string[];
  /** Standard output belongs to a protocol: what is told as JSON goes to stderr, one object a line. */
  readonly speaks?: 'protocol';
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

/** The options of a command with what all have. */
export function optionsOf(command: Command): readonly (readonly [string, OptionSpec])[] {
  return [...Object.entries(command.options), ['help', { help: 'Shows this.', short: 'h' }]];
}

/** Takes a command line apart. Throws a usage error that names the argument at fault. */
export function parseInvocation(command: Command, args: readonly string[], io: Io): Invocation {
  const specs = optionsOf(command);
  const options = Object.fromEntries(
    specs.map(([name, spec]) => [
      name,
      {
        type: spec.value === undefined ? ('boolean' as const) : ('string' as const),
        ...(spec.short === undefined ? {} : { short: spec.short }),
        ...(spec.repeatable === true ? { multiple: true } : {}),
      },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const spec = specs.find(([name]) => name === token.name)?.[1];
    if (spec === undefined) throw unknownOption(command, token.name, token.rawName);
    if (spec.value === undefined && token.value !== undefined)
      throw usageError(`--${token.name} takes no value, but "${token.value}" was given.`);
    if (spec.value !== undefined && token.value === undefined)
      throw usageError(`--${token.name} needs a value: --${token.name} ${spec.value}.`);
    if (spec.value !== undefined && token.inlineValue === false && token.value?.startsWith('--') === true)
      throw usageError(
        `--${token.name} needs a value: --${token.name} ${spec.value}.`,
        `If "${token.value}" is the value: --${token.name}=${token.value}`,
      );
  }
  const { values, positionals } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
  });
  return new Invocation(io, positionals, values);
}

function unknownOption(command: Command, name: string, written: string): CommandError {
  const names = optionsOf(command).map(([known]) => known);
  const meant = name.length === 1 ? undefined : didYouMean(name, names)?.replace(/"(.*)"/, '"--$1"');
  return usageError(
    `"${written}" is not an option of ${command.name}.`,
    meant ?? `See: skywalker ${command.name} --help`,
  );
}
