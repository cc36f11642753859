/** The completion script for fish, 3.0 and later. */
import { optionsOf, type Command, type Values } from '../command';
import { valueFlags } from './table';

export function fishScript(commands: readonly Command[]): string {
  return `# Completion of skywalker for fish. Load it with: skywalker completion fish | source
# Or write it to ~/.config/fish/completions/skywalker.fish.
# Made from the table of commands; "skywalker completion fish" prints it anew.

# Whether the command is to come.
function __skywalker_first
    test (count (commandline -opc)) -eq 1
end

# Whether the line has the command $argv[1].
function __skywalker_is
    set -l tokens (commandline -opc)
    test (count $tokens) -ge 2; and test $tokens[2] = $argv[1]
end

# Whether argument number $argv[2] of the command $argv[1] is to come, or a later one where "+" follows the number.
# The rest are its options that take a value.
function __skywalker_at
    __skywalker_is $argv[1]; or return 1
    set -l tokens (commandline -opc)
    set -e tokens[1..2]
    set -l position 0
    set -l skip 0
    for token in $tokens
        if test $skip = 1
            set skip 0
        else if contains -- $token $argv[3..-1]
            set skip 1
        else if not string match -q -- '-?*' $token
            set position (math $position + 1)
        end
    end
    if string match -q -- '*+' $argv[2]
        test $position -ge (string replace + '' -- $argv[2])
    else
        test $position -eq $argv[2]
    end
end

# Names that the project has.
function __skywalker_names
    set -l tokens (commandline -opc)
    set -l program (string replace -r '^~' $HOME -- $tokens[1])
    set -l folder
    for i in (seq 2 (count $tokens))
        if contains -- $tokens[$i] --project -p
            set folder $tokens[(math $i + 1)]
        else if string match -q -- '--project=*' $tokens[$i]
            set folder (string replace -- '--project=' '' $tokens[$i])
        end
    end
    if test -n "$folder"
        $program completion --names $argv[1] --project=(string replace -r '^~' $HOME -- $folder) 2>/dev/null </dev/null
    else
        $program completion --names $argv[1] 2>/dev/null </dev/null
    end
end

# A file with an @ before it.
function __skywalker_at_file
    set -l token (commandline -ct)
    string match -q -- '@*' $token; or return
    for file in (__fish_complete_path (string sub -s 2 -- $token))
        echo @$file
    end
end

complete -c skywalker -f
complete -c skywalker -n __skywalker_first -s h -l help -d 'Shows the commands.'
complete -c skywalker -n __skywalker_first -s V -l version -d 'Prints the version.'
${commands.map(({ name, summary }) => `complete -c skywalker -n __skywalker_first -a ${name} -d ${quoted(summary)}`).join('\n')}
complete -c skywalker -n __skywalker_first -a help -d 'Shows help.'
complete -c skywalker -n '__skywalker_is help' -l json -d 'Print JSON.'
complete -c skywalker -n '__skywalker_at help 0' -a ${quoted(commands.map(({ name }) => name).join(' '))}
${commands.flatMap((command) => rows(command)).join('\n')}
`;
}

function rows(command: Command): string[] {
  const is = quoted(`__skywalker_is ${command.name}`);
  const options = optionsOf(command).map(([name, { short, value, values, help }]) => {
    const form = short === undefined ? `-l ${name}` : `-s ${short} -l ${name}`;
    const needs = value === undefined ? '' : ` -r ${action(values)}`;
    return `complete -c skywalker -n ${is} ${form}${needs} -d ${quoted(help)}`;
  });
  const all = command.values ?? [];
  const valued = valueFlags(command).join(' ');
  const positions = all.map((values, index) => {
    const place = command.repeats === true && index === all.length - 1 ? `${index}+` : String(index);
    return `complete -c skywalker -n ${quoted(`__skywalker_at ${command.name} ${place} ${valued}`)} ${action(values)}`;
  });
  return [...options, ...positions];
}

function action(values: Values | undefined): string {
  if (values === undefined) return '-f';
  if (values === 'files' || (typeof values === 'object' && 'endings' in values)) return '-F';
  if (values === 'at-file') return `-f -a '(__skywalker_at_file)'`;
  if (values === 'folders') return `-f -a '(__fish_complete_directories (commandline -ct))'`;
  if ('names' in values) return `-f -a '(__skywalker_names ${values.names})'`;
  return `-f -a ${quoted(values.words.join(' '))}`;
}

/** A word in single quotes, in which fish knows two escapes. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
