/** The completion script for zsh. */
import { optionsOf, type Command, type Values } from '../command';
import { flagsOf, quoted } from './table';

export function zshScript(commands: readonly Command[]): string {
  return `#compdef skywalker
# Completion of skywalker for zsh. Load it with: source <(skywalker completion zsh)
# Or put it into a folder of $fpath as _skywalker.
# Made from the table of commands; "skywalker completion zsh" prints it anew.

_skywalker() {
  local curcontext=$curcontext state program=\${words[1]}
  local -a line commands
  local -A opt_args
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
    'help:Shows help.'
  )
  _arguments -C '(-h --help)'{-h,--help}'[Shows the commands.]' '(-V --version)'{-V,--version}'[Prints the version.]' '1: :_skywalker_commands' '*:: :->argument'
  [[ $state == argument ]] || return
  case \${words[1]} in
${commands
  .map(
    (command) => `    ${command.name})
      _arguments -s -S \\
${specs(command)
  .map((spec) => `        ${spec}`)
  .join(' \\\n')}
      ;;`,
  )
  .join('\n')}
    help) _arguments '--json[Print JSON.]' '1: :_skywalker_commands' ;;
  esac
}

_skywalker_commands() {
  _describe -t commands command commands
}

# Names that the project has; program and opt_args are those of _skywalker.
_skywalker_names() {
  local -a names
  local folder=\${opt_args[--project]:-\${opt_args[-p]:-}}
  names=(\${(f)"$(\${program/#\\~/$HOME} completion --names $1 \${folder:+--project=\${(Q)folder/#\\~/$HOME}} 2> /dev/null < /dev/null)"})
  compadd -a names
}

_skywalker_at_file() {
  compset -P @ && _files
}

if [[ \${funcstack[1]-} == _skywalker ]]; then
  _skywalker "$@"
elif (( $+functions[compdef] )); then
  compdef _skywalker skywalker
fi
`;
}

/** Each option and argument as _arguments takes it. */
function specs(command: Command): string[] {
  const options = optionsOf(command).map(([name, { short, value, values, help, repeatable }]) => {
    const flags = flagsOf(name, short);
    const excluded = repeatable === true ? '*' : flags.length > 1 ? `(${flags.join(' ')})` : '';
    const forms = flags.length > 1 ? `{${flags.map((flag) => withSign(flag, value)).join(',')}}` : undefined;
    const rest = `[${escaped(help)}]${value === undefined ? '' : `:${escaped(value)}:${action(values)}`}`;
    return forms === undefined
      ? quoted(`${excluded}${withSign(flags[0] ?? '', value)}${rest}`)
      : `${excluded === '' ? '' : quoted(excluded)}${forms}${quoted(rest)}`;
  });
  const all = command.values ?? [];
  const positions = all.map((values, index) => {
    const place = command.repeats === true && index === all.length - 1 ? '*' : String(index + 1);
    return quoted(`${place}: :${action(values)}`);
  });
  return [...options, ...positions];
}

/** `--project=` may have its value in the same word or in the next, `-p` too. */
function withSign(flag: string, value: string | undefined): string {
  if (value === undefined) return flag;
  return flag.startsWith('--') ? `${flag}=` : `${flag}+`;
}

function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

function action(values: Values | undefined): string {
  if (values === undefined) return ' ';
  if (values === 'files') return '_files';
  if (values === 'at-file') return ' _skywalker_at_file';
  if (values === 'folders') return '_files -/';
  if ('names' in values) return ` _skywalker_names ${values.names}`;
  if ('words' in values) return `(${values.words.map(escaped).join(' ')})`;
  return `_files -g "*(${values.endings.join('|')})"`;
}
