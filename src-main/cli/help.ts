/** Help, made from the table of commands. */
import type { Command, OptionSpec } from './command';

/** All commands, one line each. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    'skywalker: build scenes together with agents',
    '',
    'Usage: skywalker COMMAND [ARGUMENTS]',
    '',
    'Commands:',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'A command works on the project in --project DIR, or in the folder it is run in or one above.',
    'It attaches to the editor that has the project open, else it opens the project itself.',
    'Exit codes: 0 ok, 1 the tool failed, 2 usage, 3 can not connect.',
    '',
    'More: skywalker COMMAND --help',
  ].join('\n');
}

/** One command in full. */
export function helpOf(command: Command): string {
  const rows = [
    ...Object.entries(command.options).map(([name, spec]) => [signature(name, spec), spec.help] as const),
    ['-h, --help', 'Shows this.'] as const,
  ];
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    command.summary,
    '',
    ...command.usage.map((usage, index) =>
      `${index === 0 ? 'Usage:' : '      '} skywalker ${command.name} ${usage}`.trimEnd(),
    ),
    ...(command.details ?? []).flatMap((paragraph) => ['', paragraph]),
    '',
    'Options:',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    ...(command.examples === undefined
      ? []
      : ['', 'Examples:', ...command.examples.map((example) => `  ${example}`)]),
  ].join('\n');
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
