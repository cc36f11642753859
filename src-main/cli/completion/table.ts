/** What the shells' scripts are made of: one row for each value that can be completed. */
import { optionsOf, type Command, type Values } from '../command';

/** The folder option, whose value the names of a project depend on. */
export const PROJECT_FLAGS = ['--project', '-p'];

/** How an option is written: the long form first. */
export function flagsOf(name: string, short: string | undefined): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** All that can stand where an option may. */
export function allFlags(command: Command): readonly string[] {
  return optionsOf(command).flatMap(([name, { short }]) => flagsOf(name, short));
}

/** Those that take a value, which is then no argument. */
export function valueFlags(command: Command): readonly string[] {
  return optionsOf(command).flatMap(([name, { short, value }]) =>
    value === undefined ? [] : flagsOf(name, short),
  );
}

/** Each option and argument of a command whose values are known: `--type`, or the argument's number from 0, `*` for all that follow. */
export function valuesOf(command: Command): readonly (readonly [readonly string[], Values])[] {
  const options = optionsOf(command).flatMap(([name, { short, values }]) =>
    values === undefined ? [] : [[flagsOf(name, short), values] as const],
  );
  const all = command.values ?? [];
  const positions = all.map((values, index) => {
    const place = command.repeats === true && index === all.length - 1 ? '*' : String(index);
    return [[place], values] as const;
  });
  return [...options, ...positions];
}

/** A word in single quotes, for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
