/** `skywalker completion`: what a shell needs to complete command lines. */
import type { Command, Invocation } from '../command';
import { PROJECT_NAMES } from '../command';
import { JSON_OPTION, PROJECT_OPTION } from '../common-options';
import { bashScript } from '../completion/bash';
import { fishScript } from '../completion/fish';
import { projectNames } from '../completion/names';
import { zshScript } from '../completion/zsh';
import { EXIT, usageError } from '../exit-codes';
import { findProject } from '../find-project';
import type { Io } from '../io';
import { didYouMean } from '../../engine/text/suggest';
import { userFolder } from '../../engine/project/user-folder';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Milliseconds that somebody who pressed Tab waits at most for the editor. */
const PATIENCE_MS = 1000;

/** `commands` are those that are completed, this one included. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'Prints the completion script of a shell.',
    usage: ['bash | zsh | fish', `--names ${PROJECT_NAMES.join(' | ')} [--project DIR]`],
    details: [
      'It completes commands, options, files, and the names of tools, tests and keys of the project.',
      '--names prints such names, one a line, at once: from the open editor, else from the files.',
    ],
    options: {
      ...PROJECT_OPTION,
      ...JSON_OPTION,
      names: {
        help: 'Print names that can be completed.',
        value: 'KIND',
        values: { words: PROJECT_NAMES },
      },
    },
    values: [{ words: SHELLS }],
    examples: [
      'source <(skywalker completion bash)     # in ~/.bashrc',
      'source <(skywalker completion zsh)      # in ~/.zshrc, after compinit',
      'skywalker completion fish | source      # in ~/.config/fish/config.fish',
    ],

    async run(call: Invocation): Promise<number> {
      const asked = call.text('names');
      if (asked !== undefined) return names(call, asked);
      const [given = ''] = call.arguments(1, 1, `The shell (${SHELLS.join(', ')})`);
      const shell = SHELLS.find((each) => each === given);
      if (shell === undefined) {
        throw usageError(
          `There is no completion for "${given}".`,
          didYouMean(given, SHELLS) ?? `There is for: ${SHELLS.join(', ')}.`,
        );
      }
      const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
      const text = script(commands()).trimEnd();
      call.io.out(call.flag('json') ? JSON.stringify({ shell, script: text }) : text);
      return EXIT.ok;
    },
  };
}

async function names(call: Invocation, asked: string): Promise<number> {
  call.arguments(0, 0, 'Nothing');
  const kind = PROJECT_NAMES.find((each) => each === asked);
  if (kind === undefined) throw usageError(`--names is one of: ${PROJECT_NAMES.join(', ')}; not "${asked}".`);
  const found = await projectNames(kind, {
    folder: projectIfAny(call.io, call.text('project')),
    userFolder: userFolder(call.io.env),
    patience: PATIENCE_MS,
  });
  if (call.flag('json')) call.io.out(JSON.stringify({ names: found }));
  else for (const name of found) call.io.out(name);
  return EXIT.ok;
}

/** A shell is no place for errors: where there is no project, there is nothing to complete. */
function projectIfAny(io: Io, given: string | undefined): string | undefined {
  try {
    return findProject(io, given);
  } catch {
    return undefined;
  }
}
