/** Each shell offers every command, and every option of each, and nothing else: compared with the table of commands. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../server/testkit/small-engine';
import { optionsOf } from '../command';
import { COMMANDS } from '../commands';
import { installed } from '../testkit/pseudo-terminal';
import { run } from '../testkit/terminal';

/** What stands for no command: the place before it. */
const FIRST = '';

/** By command, sorted: the commands themselves, and their options in both forms. */
function wanted(): Record<string, string[]> {
  const rows = COMMANDS.map((command) => [
    command.name,
    optionsOf(command).flatMap(([option, { short }]) => [
      `--${option}`,
      ...(short === undefined ? [] : [`-${short}`]),
    ]),
  ]);
  return sorted({
    ...(Object.fromEntries(rows) as Record<string, string[]>),
    help: ['--json'],
    [FIRST]: ['--help', '-h', '--version', '-V', 'help', ...COMMANDS.map(({ name }) => name)],
  });
}

function sorted(offered: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(offered).map(([name, words]) => [name, [...words].sort()]));
}

/** The words that a shell program prints behind the name of each command, one line each. */
async function offered(shell: string, flags: readonly string[], program: string): Promise<object> {
  const folder = newFolder();
  const { out } = await run(['completion', shell]);
  writeFileSync(join(folder, 'script'), out);
  writeFileSync(join(folder, 'program'), program);
  const names = [...COMMANDS.map(({ name }) => name), 'help'];
  const text = execFileSync(shell, [...flags, join(folder, 'program'), join(folder, 'script'), ...names], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' },
  });
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|') as [string, string]);
  return sorted(Object.fromEntries(rows.map(([name, words]) => [name, words.split(/\s+/).filter(Boolean)])));
}

test.skipIf(!installed('bash'))('bash (left out where it is not installed)', async () => {
  const program = `
source "$1"; shift
ask() {
  COMP_LINE=$1; COMP_POINT=\${#1}; read -ra COMP_WORDS <<< "$1"
  [[ $1 == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=()
  _skywalker
}
for name in "$@"; do ask "skywalker $name -"; echo "$name|\${COMPREPLY[*]}"; done
ask 'skywalker '; first=\${COMPREPLY[*]}; ask 'skywalker -'; echo "|$first \${COMPREPLY[*]}"`;
  expect(await offered('bash', ['--norc', '--noprofile'], program)).toEqual(wanted());
});

test.skipIf(!installed('zsh'))('zsh (left out where it is not installed)', async () => {
  // In place of what completes: it prints the options that it is told of.
  const program = `
compdef() { : }
flags() {
  local spec
  for spec in "$@"; do
    spec=\${spec#\\(*\\)}; spec=\${spec#\\*}
    [[ $spec == -*\\[* ]] && print -rn -- "\${\${spec%%\\[*}%[=+]} "
  done
}
_arguments() {
  if [[ $1 != -C ]]; then print -rn -- "\${words[1]}|"; flags "$@"; print; return; fi
  if [[ -z $name ]]; then print -rn -- "|\${(j: :)commands[@]%%:*} "; flags "$@"; print; fi
  state=argument; words=($name '')
}
source "$1"
for name in '' "\${@[2,-1]}"; do words=(skywalker); _skywalker; done`;
  expect(await offered('zsh', ['-f'], program)).toEqual(wanted());
});

test.skipIf(!installed('fish'))('fish (left out where it is not installed)', async () => {
  const program = `
source $argv[1]
function skywalker; end
function ask; complete -C $argv[1] | string replace -r '\\t.*' ''; end
for name in $argv[2..-1]; echo "$name|"(ask "skywalker $name -" | string join ' '); end
echo "|"(begin; ask 'skywalker '; ask 'skywalker -'; end | string join ' ')`;
  expect(await offered('fish', ['--no-config'], program)).toEqual(wanted());
});
