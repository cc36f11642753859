/** `skywalker mcp-config`: what one of the common MCP clients has to be given so that it finds a project. */
import {
  addressText,
  MCP_CLIENTS,
  nodeProgram,
  startCommand,
  startText,
  type ClientText,
  type McpClient,
} from '../../server/client-configuration';
import { productFolder } from '../../server/product-folder';
import type { Command, Invocation } from '../command';
import { JSON_OPTION, PROJECT_OPTION } from '../common-options';
import { CommandError, EXIT, usageError } from '../exit-codes';
import { findProject } from '../find-project';
import { editorOf } from '../open-session';
import { didYouMean } from '../../engine/text/suggest';

export const mcpConfigCommand: Command = {
  name: 'mcp-config',
  summary: 'Prints the configuration of an MCP client for a project.',
  usage: ['CLIENT [--project DIR] [--http]'],
  details: [
    `CLIENT is one of: ${MCP_CLIENTS.join(', ')}.`,
    'The text goes to stdout; where it belongs is said on stderr. The client then starts skywalker mcp --auto, which finds the open editor whatever its port, and holds no token.',
    'With --http the client connects to the port of the editor that is open now. That text holds the token of the project: whoever has it can act in your project.',
  ],
  options: {
    ...PROJECT_OPTION,
    ...JSON_OPTION,
    http: { help: 'The address and token of the open editor, in place of a command.' },
  },
  values: [{ words: MCP_CLIENTS }],
  examples: [
    'skywalker mcp-config claude-code --project ~/meadow',
    'skywalker mcp-config codex >> ~/.codex/config.toml',
  ],

  async run(call: Invocation): Promise<number> {
    const [name = ''] = call.arguments(1, 1, `The client (${MCP_CLIENTS.join(', ')})`);
    const client = MCP_CLIENTS.find((each) => each === name);
    if (client === undefined) {
      throw usageError(
        `"${name}" is no client that is known here.`,
        didYouMean(name, MCP_CLIENTS) ?? `One of: ${MCP_CLIENTS.join(', ')}.`,
      );
    }
    const folder = findProject(call.io, call.text('project'));
    const { text, where } = call.flag('http') ? await address(client, folder) : start(client, folder);
    if (call.flag('json')) call.io.out(JSON.stringify({ client, text, where }, null, 2));
    else {
      call.io.out(text);
      call.io.err(where);
    }
    return EXIT.ok;
  },
};

function start(client: McpClient, folder: string): ClientText {
  const installed = { root: productFolder(), node: nodeProgram() };
  return startText(client, startCommand(client, folder, installed));
}

async function address(client: McpClient, folder: string): Promise<ClientText> {
  const editor = await editorOf(folder);
  if (editor === undefined || editor.url === null || editor.token === null) {
    throw new CommandError(
      EXIT.unreachable,
      editor === undefined
        ? `No editor has ${folder} open, so it has no address.`
        : `The editor of ${folder} has no HTTP port.`,
      'Leave out --http: the client then starts a command that needs none.',
    );
  }
  const text = addressText(client, { url: editor.url, token: editor.token });
  if (text !== undefined) return text;
  throw new CommandError(
    EXIT.failed,
    `${client} reads no addresses from its file, only commands.`,
    'Leave out --http.',
  );
}
