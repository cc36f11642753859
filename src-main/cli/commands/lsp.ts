/** `skywalker lsp`: the language server of Wander, on standard input and output, for other editors. */
import type { Command, Invocation } from '../command';
import { VERSION } from '../version';

export const lspCommand: Command = {
  name: 'lsp',
  summary: 'Serves the language server of Wander on standard input and output.',
  usage: [''],
  details: [
    'For VS Code, Neovim, Zed, Helix and other editors, which start it themselves: docs/editors.md says how.',
    'Reads the project around each file: its modules, tools with their arguments, component types, and the names in its main scene. Opens nothing and changes nothing.',
  ],
  speaks: 'protocol',
  options: {
    stdio: { help: 'Standard input and output, which it uses anyway; some clients say so.' },
    json: { help: 'Say on stderr as JSON what goes wrong.' },
    clientProcessId: { help: 'The process to end with; some clients say it here.', value: 'PID' },
  },

  async run(call: Invocation): Promise<number> {
    call.arguments(0, 0, 'Nothing');
    const { stdin, stdout } = call.io.streams;
    const { startLanguageServer } = await import('../../lsp/server');
    startLanguageServer({ input: stdin, output: stdout, version: VERSION });
    // The server ends the process, as the protocol says when and with what.
    return new Promise(() => undefined);
  },
};
