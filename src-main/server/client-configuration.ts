/** What a person gives one of the common MCP clients so that it finds this project: a command to run, or a part of a file. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { MCP_CLIENTS, type McpClient } from './mcp-clients';

export { MCP_CLIENTS, type McpClient };

/** The name that the server has in a client's settings. */
export const SERVER_NAME = 'skywalker';

/** What a client starts. */
export interface StartCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** What a client connects to. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

export interface ClientText {
  readonly text: string;
  /** What to do with it: a sentence. */
  readonly where: string;
}

/** Clients that have a window get no shell's PATH: they must be told where Node.js is. */
const WITHOUT_SHELL: readonly McpClient[] = ['claude-desktop', 'cursor', 'vscode', 'windsurf', 'zed'];

/** A call may wait for a person for 600 s (`agents.ask_seconds`); these two clients give up earlier unless told. */
const CALL_SECONDS = 660;

export interface Installed {
  /** The folder with `bin/skywalker`; undefined where the command is only known by its name. */
  readonly root: string | undefined;
  /** Absolute path of Node.js; undefined where it was not found. */
  readonly node: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/** How a client starts the `skywalker` command with MCP on its standard streams, for a project's folder. */
export function startCommand(client: McpClient, folder: string, installed: Installed): StartCommand {
  const args = ['mcp', '--auto', '--project', folder];
  const { root, node, platform = process.platform } = installed;
  if (root === undefined) return { program: 'skywalker', args };
  const script = join(root, 'bin', 'skywalker');
  if (platform === 'win32') return { program: node ?? 'node', args: [script, ...args] };
  if (WITHOUT_SHELL.includes(client) && node !== undefined) return { program: node, args: [script, ...args] };
  return { program: script, args };
}

/** Text for a client that starts a command. It holds no secret, and finds the editor whatever its port. */
export function startText(client: McpClient, { program, args }: StartCommand): ClientText {
  const plain = { command: program, args };
  switch (client) {
    case 'claude-code':
      return {
        text: `claude mcp add ${SERVER_NAME} -- ${[program, ...args].map((word) => shellWord(word)).join(' ')}`,
        where: IN_TERMINAL,
      };
    case 'codex':
      return {
        text: [
          `[mcp_servers.${SERVER_NAME}]`,
          `command = ${tomlText(program)}`,
          `args = [${args.map(tomlText).join(', ')}]`,
          `tool_timeout_sec = ${CALL_SECONDS}`,
        ].join('\n'),
        where: whereOf(client),
      };
    case 'gemini':
      return named(client, 'mcpServers', { ...plain, timeout: CALL_SECONDS * 1000 });
    case 'vscode':
      return named(client, 'servers', { type: 'stdio', ...plain });
    case 'cursor':
      return named(client, 'mcpServers', { type: 'stdio', ...plain });
    case 'zed':
      return named(client, 'context_servers', plain);
    case 'claude-desktop':
    case 'windsurf':
    case 'generic':
      return named(client, 'mcpServers', plain);
  }
}

/**
 * Text for a client that connects to the port. It holds the project's token. Undefined where the client can't: its file
 * takes commands only.
 */
export function addressText(client: McpClient, { url, token }: Endpoint): ClientText | undefined {
  const headers = { Authorization: `Bearer ${token}` };
  switch (client) {
    case 'claude-code':
      return {
        text: `claude mcp add --transport http ${SERVER_NAME} ${url} --header "Authorization: ${headers.Authorization}"`,
        where: IN_TERMINAL,
      };
    case 'claude-desktop':
      return undefined;
    case 'codex':
      return {
        text: [
          `[mcp_servers.${SERVER_NAME}]`,
          `url = ${tomlText(url)}`,
          `http_headers = { Authorization = ${tomlText(headers.Authorization)} }`,
          `tool_timeout_sec = ${CALL_SECONDS}`,
        ].join('\n'),
        where: whereOf(client),
      };
    case 'gemini':
      return named(client, 'mcpServers', { httpUrl: url, headers, timeout: CALL_SECONDS * 1000 });
    case 'vscode':
      return named(client, 'servers', { type: 'http', url, headers });
    case 'cursor':
      return named(client, 'mcpServers', { url, headers });
    case 'windsurf':
      return named(client, 'mcpServers', { serverUrl: url, headers });
    case 'zed':
      return named(client, 'context_servers', { url, headers });
    case 'generic':
      return named(client, 'mcpServers', { type: 'http', url, headers });
  }
}

const IN_TERMINAL = 'Run it in a terminal, in the folder in which you start Claude Code.';

function named(
  client: McpClient,
  key: 'servers' | 'mcpServers' | 'context_servers',
  entry: object,
): ClientText {
  return {
    text: JSON.stringify({ [key]: { [SERVER_NAME]: entry } }, null, 2),
    where: whereOf(client),
  };
}

function whereOf(client: McpClient): string {
  if (client === 'claude-desktop') {
    return `Merge it into ${desktopFile()}, and start Claude Desktop again.`;
  }
  return `Merge it into ${CLIENT_FILES[client] ?? 'the settings of your client'}.`;
}

const CLIENT_FILES: Partial<Record<McpClient, string>> = {
  cursor: '.cursor/mcp.json of the folder that is open there, or ~/.cursor/mcp.json',
  vscode: '.vscode/mcp.json of the folder that is open there',
  codex: '~/.codex/config.toml',
  gemini: '~/.gemini/settings.json',
  windsurf: '~/.codeium/windsurf/mcp_config.json',
  zed: 'the settings of Zed (zed: open settings file), or .zed/settings.json of the folder that is open there',
};

/** The settings of Claude Desktop. */
export function desktopFile(
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
  home = homedir(),
): string {
  const name = 'claude_desktop_config.json';
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Claude', name);
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Claude', name);
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Claude', name);
}

/** The Node.js that runs this, or that is on the PATH where another program (Electron) does. */
export function nodeProgram(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  if (process.versions['electron'] === undefined) return process.execPath;
  const given = env['npm_node_execpath'];
  if (given !== undefined && existsSync(given)) return given;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** A word as the system's shell takes it. */
export function shellWord(word: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A basic string of TOML, whose escapes are those of JSON, and one more. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
