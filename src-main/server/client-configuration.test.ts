import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  addressText,
  desktopFile,
  MCP_CLIENTS,
  shellWord,
  startCommand,
  startText,
  type McpClient,
} from './client-configuration';

const endpoint = { url: 'http://127.0.0.1:7777/mcp', token: 'abc123' };
const installed = { root: '/opt/sky', node: '/usr/bin/node', platform: 'linux' as const };
const started = (client: McpClient, folder = '/home/ana/meadow'): string =>
  startText(client, startCommand(client, folder, installed)).text;

const ARGS = ['mcp', '--auto', '--project', '/home/ana/meadow'];

test('each client is told to start the command in the form that it reads', () => {
  expect(started('claude-code')).toBe(
    'claude mcp add skywalker -- /opt/sky/bin/skywalker mcp --auto --project /home/ana/meadow',
  );
  expect(started('codex')).toBe(
    [
      '[mcp_servers.skywalker]',
      'command = "/opt/sky/bin/skywalker"',
      'args = ["mcp", "--auto", "--project", "/home/ana/meadow"]',
      'tool_timeout_sec = 660',
    ].join('\n'),
  );
  expect(JSON.parse(started('gemini'))).toEqual({
    mcpServers: { skywalker: { command: '/opt/sky/bin/skywalker', args: ARGS, timeout: 660_000 } },
  });
  expect(JSON.parse(started('generic'))).toEqual({
    mcpServers: { skywalker: { command: '/opt/sky/bin/skywalker', args: ARGS } },
  });
});

test('clients that have a window, and so no PATH of a shell, start Node.js by its path', () => {
  const own = { command: '/usr/bin/node', args: ['/opt/sky/bin/skywalker', ...ARGS] };
  expect(JSON.parse(started('claude-desktop'))).toEqual({ mcpServers: { skywalker: own } });
  expect(JSON.parse(started('cursor'))).toEqual({ mcpServers: { skywalker: { type: 'stdio', ...own } } });
  expect(JSON.parse(started('vscode'))).toEqual({ servers: { skywalker: { type: 'stdio', ...own } } });
  expect(JSON.parse(started('windsurf'))).toEqual({ mcpServers: { skywalker: own } });
  expect(JSON.parse(started('zed'))).toEqual({ context_servers: { skywalker: own } });
});

test('on Windows every client starts Node.js, which knows what to do with the script', () => {
  for (const client of MCP_CLIENTS)
    expect(startCommand(client, 'C:\\meadow', { ...installed, platform: 'win32' }).program).toBe(
      '/usr/bin/node',
    );
});

test('each client gets address and token in the form that it reads', () => {
  const headers = { Authorization: 'Bearer abc123' };
  const text = (client: McpClient): string => addressText(client, endpoint)?.text ?? '';
  expect(text('claude-code')).toBe(
    'claude mcp add --transport http skywalker http://127.0.0.1:7777/mcp --header "Authorization: Bearer abc123"',
  );
  expect(text('codex')).toBe(
    '[mcp_servers.skywalker]\nurl = "http://127.0.0.1:7777/mcp"\nhttp_headers = { Authorization = "Bearer abc123" }\ntool_timeout_sec = 660',
  );
  const { url } = endpoint;
  expect(JSON.parse(text('gemini'))).toEqual({
    mcpServers: { skywalker: { httpUrl: url, headers, timeout: 660_000 } },
  });
  expect(JSON.parse(text('cursor'))).toEqual({ mcpServers: { skywalker: { url, headers } } });
  expect(JSON.parse(text('vscode'))).toEqual({ servers: { skywalker: { type: 'http', url, headers } } });
  expect(JSON.parse(text('windsurf'))).toEqual({ mcpServers: { skywalker: { serverUrl: url, headers } } });
  expect(JSON.parse(text('zed'))).toEqual({ context_servers: { skywalker: { url, headers } } });
  expect(JSON.parse(text('generic'))).toEqual({
    mcpServers: { skywalker: { type: 'http', url, headers } },
  });
  expect(addressText('claude-desktop', endpoint)).toBeUndefined();
});

test('a text that starts a command holds no token, and every text says where it belongs', () => {
  for (const client of MCP_CLIENTS) {
    const { text, where } = startText(client, startCommand(client, '/p', installed));
    expect(text).not.toContain('Bearer');
    expect(where).toMatch(/^(Merge|Run) .*\.$/);
  }
});

test('a folder with spaces, quotes, dollars and umlauts reaches the command as it is', () => {
  const folder = `/tmp/The "Meadow's" $HOME Grüße\t#1`;
  const line = started('claude-code', folder).replace('claude mcp add skywalker --', 'printf "%s\\n"');
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\n')[4]).toBe(folder);
  expect(shellWord('C:\\a b', 'win32')).toBe('"C:\\a b"');
  const args = /^args = (.*)$/m.exec(started('codex', folder))?.[1] ?? '';
  expect((JSON.parse(args) as string[])[3]).toBe(folder);
});

test('the file of Claude Desktop is where each system has it', () => {
  expect(desktopFile('darwin', {}, '/Users/ana')).toBe(
    join('/Users/ana', 'Library', 'Application Support', 'Claude', 'claude_desktop_config.json'),
  );
  expect(desktopFile('linux', {}, '/home/ana')).toBe('/home/ana/.config/Claude/claude_desktop_config.json');
  expect(desktopFile('win32', { APPDATA: '/r' }, '/h')).toBe('/r/Claude/claude_desktop_config.json');
});

test('docs/connect-an-agent.md shows every text as it is', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/connect-an-agent.md'), 'utf8');
  const snippets = [...page.matchAll(/^```(\w+)\n(.*?)\n```$/gms)].map(([, kind, text = '']) =>
    kind === 'json' ? JSON.stringify(JSON.parse(text)) : text,
  );
  const shown = { root: '/path/to/skywalker', node: '/path/to/node', platform: 'linux' as const };
  for (const client of MCP_CLIENTS) {
    const { text } = startText(client, startCommand(client, '/path/to/project', shown));
    expect(snippets).toContain(text.startsWith('{') ? JSON.stringify(JSON.parse(text)) : text);
  }
  const token = '<token of .skywalker/agent.json>';
  const { text = '' } = addressText('generic', { ...endpoint, token }) ?? {};
  expect(snippets).toContain(JSON.stringify(JSON.parse(text)));
});
