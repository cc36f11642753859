/** The completion script for bash, 3.2 (macOS) and later. It needs no other package. */
import type { Command, Values } from '../command';
import { allFlags, PROJECT_FLAGS, quoted, valueFlags, valuesOf } from './table';

export function bashScript(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name);
  return `# Completion of skywalker for bash. Load it with: source <(skywalker completion bash)
# Made from the table of commands; "skywalker completion bash" prints it anew.
_skywalker() {
  local rest=\${COMP_LINE:0:COMP_POINT} words=() part space i
  # bash also splits at =, : and @; here a word ends at a space.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    part=\${COMP_WORDS[i]}
    space=\${rest%%[![:space:]]*}
    rest=\${rest#"$space"}
    if [[ $i -eq $COMP_CWORD && $rest != "$part"* ]]; then part=$rest; fi
    rest=\${rest#"$part"}
    if [[ -n $space || $i -eq 0 ]]; then words+=("$part"); else words[\${#words[@]} - 1]+=$part; fi
  done
  local last=$((\${#words[@]} - 1)) here=\${part}
  local word=\${words[last]} command=\${words[1]:-} kept=''
  COMPREPLY=()
  if ((last <= 1)); then
    if [[ $word == -* ]]; then _skywalker_words '--help -h --version -V'
    else _skywalker_words ${quoted([...names, 'help'].join(' '))}; fi
    return
  fi
  local flags='' valued=''
  case $command in
${commands
  .map(
    (command) => `    ${command.name})
      flags=${quoted(allFlags(command).join(' '))}
      valued=${quoted(valueFlags(command).join(' '))}
      ;;`,
  )
  .join('\n')}
    help)
      if [[ $word == -* ]]; then _skywalker_words --json
      elif ((last == 2)); then _skywalker_words ${quoted(names.join(' '))}; fi
      return
      ;;
    *) return ;;
  esac
  local position=0 option='' literal='' project=''
  for ((i = 2; i < last; i++)); do
    part=\${words[i]}
    if [[ -n $option ]]; then
      case $option in ${PROJECT_FLAGS.join(' | ')}) project=$part ;; esac
      option=''
    elif [[ -z $literal && $part == -- ]]; then
      literal=1
    elif [[ -z $literal && $part == --project=* ]]; then
      project=\${part#*=}
    elif [[ -z $literal && $part == -?* ]]; then
      [[ " $valued " == *" $part "* ]] && option=$part
    else
      position=$((position + 1))
    fi
  done
  local wanted=$position
  if [[ -n $option ]]; then
    wanted=$option
  elif [[ -z $literal && $word == --*=* ]]; then
    wanted=\${word%%=*}
    kept=$wanted=
    word=\${word#*=}
  elif [[ -z $literal && $word == -?* || -z $literal && $word == - ]]; then
    _skywalker_words "$flags"
    return
  fi
  case $command:$wanted in
${commands.flatMap((command) => rows(command)).join('\n')}
  esac
}

# What follows uses the variables of _skywalker: word, what is completed; kept, what stands before it in the same word;
# here, the part of it that bash completes.

_skywalker_add() {
  local candidate=$kept$1 glued=$kept$word
  glued=\${glued%"$here"}
  # bash splits before an @, and completes the word with it.
  glued=\${glued%@}
  COMPREPLY+=("\${candidate#"$glued"}")
}

_skywalker_words() {
  local candidate
  while IFS= read -r candidate; do _skywalker_add "$candidate"; done < <(compgen -W "$1" -- "$word")
}

_skywalker_files() {
  local candidate
  type compopt &> /dev/null && compopt -o filenames -o default
  while IFS= read -r candidate; do _skywalker_add "$candidate"; done < <(
    if (($# == 0)); then compgen -f -- "$word"; else
      compgen -d -- "$word"
      for ending in "$@"; do compgen -f -X "!*$ending" -- "$word"; done
    fi | sort -u
  )
}

_skywalker_folders() {
  local candidate
  type compopt &> /dev/null && compopt -o filenames -o default
  while IFS= read -r candidate; do _skywalker_add "$candidate"; done < <(compgen -d -- "$word")
}

_skywalker_at_file() {
  local file
  [[ $word == @* ]] || return
  kept=$kept@
  word=\${word#@}
  # As file names, bash would put a backslash before the @.
  while IFS= read -r file; do
    if [[ -d $file ]]; then
      file=$file/
      type compopt &> /dev/null && compopt -o nospace
    fi
    printf -v file %q "$file"
    _skywalker_add "$file"
  done < <(compgen -f -- "$word")
}

_skywalker_names() {
  local program=\${words[0]/#\\~/$HOME} folder=\${project/#\\~/$HOME}
  # As it was typed: with quotes, or with backslashes before spaces.
  case $folder in
    \\'*\\' | \\"*\\") folder=\${folder:1:\${#folder}-2} ;;
    *) folder=\${folder//\\\\/} ;;
  esac
  # A name may be anybody's, that of a file too: compgen -W would run what stands in it, and so would the line.
  local name
  while IFS= read -r name; do
    [[ $name == "$word"* ]] || continue
    printf -v name %q "$name"
    _skywalker_add "$name"
  done < <("$program" completion --names "$1" \${folder:+"--project=$folder"} 2> /dev/null < /dev/null)
}

complete -F _skywalker skywalker
`;
}

function rows(command: Command): string[] {
  return valuesOf(command).map(([places, values]) => {
    const patterns = places.map((place) =>
      place === '*' ? `${command.name}:[0-9]*` : `${command.name}:${place}`,
    );
    return `    ${patterns.join(' | ')}) ${action(values)} ;;`;
  });
}

function action(values: Values): string {
  if (values === 'files') return '_skywalker_files';
  if (values === 'at-file') return '_skywalker_at_file';
  if (values === 'folders') return '_skywalker_folders';
  if ('names' in values) return `_skywalker_names ${values.names}`;
  if ('words' in values) return `_skywalker_words ${quoted(values.words.join(' '))}`;
  return `_skywalker_files ${values.endings.map(quoted).join(' ')}`;
}
