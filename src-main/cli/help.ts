/** Help, made from the table of commands. */
import { optionsOf, type Command, type OptionSpec } from './command';
import { EXIT } from './exit-codes';
import { wrap } from './wrap';

/** All commands, one line each. `width`: of the terminal, in characters; without one, lines are not broken. */
export function overview(commands: readonly Command[], width?: number): string {
  return [
    'skywalker: build scenes together with agents',
    '',
    'Usage: skywalker COMMAND [ARGUMENTS]',
    '',
    'Commands:',
    ...rows(
      commands.map((command) => [command.name, command.summary]),
      width,
    ),
    '',
    ...[
      'A command works on the project in --project DIR, or in the folder it is run in or one above.',
      'It attaches to the editor that has the project open, else it opens the project itself.',
      'Exit codes: 0 ok, 1 the tool failed, 2 usage, 3 can not connect.',
      'With --json what goes wrong is JSON as well: {"ok": false, "error": {"code", "message", "hint"}}.',
      'NO_COLOR=1 turns colours off, FORCE_COLOR=1 turns them on.',
    ].map((line) => wrap(line, width)),
    '',
    'More: skywalker help COMMAND; with --json, for programs',
  ].join('\n');
}

/** One command in full. */
export function helpOf(command: Command, width?: number): string {
  return [
    wrap(command.summary, width),
    '',
    ...command.usage.map((usage, index) =>
      `${index === 0 ? 'Usage:' : '      '} skywalker ${command.name} ${usage}`.trimEnd(),
    ),
    ...(command.details ?? []).flatMap((paragraph) => ['', wrap(paragraph, width)]),
    '',
    'Options:',
    ...rows(
      optionsOf(command).map(([name, spec]) => [signature(name, spec), spec.help]),
      width,
    ),
    ...(command.examples === undefined
      ? []
      : ['', 'Examples:', ...command.examples.map((example) => `  ${example}`)]),
  ].join('\n');
}

/** The same for programs. `value` is null for a flag. */
export function helpAsJson(commands: readonly Command[]): object {
  return {
    commands: commands.map((command) => ({
      name: command.name,
      summary: command.summary,
      usage: command.usage.map((usage) => `skywalker ${command.name} ${usage}`.trimEnd()),
      details: command.details ?? [],
      options: optionsOf(command).map(([name, { short, value, repeatable, help }]) => ({
        name: `--${name}`,
        short: short === undefined ? null : `-${short}`,
        value: value ?? null,
        repeatable: repeatable === true,
        help,
      })),
      examples: command.examples ?? [],
    })),
    exit_codes: EXIT,
  };
}

/** Two columns, or one under the other where the terminal is too narrow for both. */
function rows(all: readonly (readonly [string, string])[], width: number | undefined): string[] {
  const left = Math.max(...all.map(([name]) => name.length)) + 4;
  if (width !== undefined && width < left + 30) {
    return all.map(([name, text]) => `  ${name}\n      ${wrap(text, width, 6)}`);
  }
  return all.map(([name, text]) => `  ${name.padEnd(left - 2)}${wrap(text, width, left)}`);
}

function signature(name: string, spec: OptionSpec): string {
  const long = spec.value === undefined ? `--${name}` : `--${name} ${spec.value}`;
  return spec.short === undefined ? `    ${long}` : `-${spec.short}, ${long}`;
}

/** All commands in full, as a page. */
export function commandsMarkdown(commands: readonly Command[]): string {
  const pages = commands.flatMap((command) => [
    `## ${command.name}`,
    '',
    '```text',
    helpOf(command),
    '```',
    '',
  ]);
  return [
    '# The `skywalker` command',
    '',
    'Made from its help by `npm run docs`.',
    '',
    '```text',
    overview(commands),
    '```',
    '',
    ...pages,
  ].join('\n');
}
