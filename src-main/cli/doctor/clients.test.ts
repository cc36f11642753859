import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { addressText, MCP_CLIENTS, startCommand, startText } from '../../server/client-configuration';
import { newFolder } from '../../server/testkit/small-engine';
import { clientFiles, readClientFile, type ClientEntry } from './client-files';
import { checkClients, type ClientFacts } from './clients';

let home: string;
let folder: string;
let root: string;

beforeEach(() => {
  home = newFolder();
  folder = newFolder();
  root = newFolder();
  put(join(folder, 'game.json'), '{}');
  put(join(root, 'bin', 'skywalker'), '');
});

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function entries(): ClientEntry[] {
  return clientFiles(folder, {}, home).flatMap((file) => {
    const read = readClientFile(file, folder);
    if (read === 'broken') throw new Error(file.file);
    return read;
  });
}

const facts = (more: Partial<ClientFacts> = {}): ClientFacts => ({
  folder,
  token: 'token-of-now',
  editor: undefined,
  path: '/bin',
  ...more,
});

const editor = (port: number): ClientFacts['editor'] => ({
  url: `http://127.0.0.1:${port}/mcp`,
  token: 'token-of-now',
  socket: '/s',
  pid: 1,
  version: '1',
  project: folder,
});

const PLACES: Partial<Record<(typeof MCP_CLIENTS)[number], string>> = {
  cursor: '.cursor/mcp.json',
  vscode: '.config/Code/User/mcp.json',
  codex: '.codex/config.toml',
  gemini: '.gemini/settings.json',
  windsurf: '.codeium/windsurf/mcp_config.json',
  zed: '.config/zed/settings.json',
  'claude-desktop': '.config/Claude/claude_desktop_config.json',
};

test.runIf(process.platform === 'linux')(
  'every text that mcp-config prints is found where it belongs, and is right',
  () => {
    for (const [client, place] of Object.entries(PLACES)) {
      const known = MCP_CLIENTS.find((each) => each === client);
      if (known === undefined) throw new Error(client);
      const started = startCommand(known, folder, { root, node: process.execPath });
      put(join(home, place), startText(known, started).text);
    }
    const found = checkClients(entries(), facts());
    expect(found.map(({ title }) => title).sort()).toEqual([
      'Claude Desktop',
      'Codex',
      'Cursor',
      'Gemini CLI',
      'VS Code',
      'Windsurf',
      'Zed',
    ]);
    expect(found.map(({ status, message }) => `${status} ${message.replace(/.* starts/, 'starts')}`)).toEqual(
      Array(7).fill('ok starts the command for this project.'),
    );
  },
);

test('an address with the port or token of before is told, in JSON and in TOML, and no token is shown', () => {
  for (const client of ['cursor', 'codex', 'gemini'] as const) {
    for (const [token, port, expected] of [
      ['token-of-now', 7777, 'ok'],
      ['token-of-now', 7778, 'problem'],
      ['token-of-old', 7777, 'problem'],
    ] as const) {
      const text = addressText(client, { url: `http://127.0.0.1:${port}/mcp`, token })?.text ?? '';
      put(join(home, PLACES[client] ?? ''), text);
      const found = checkClients(entries(), facts({ editor: editor(7777) }));
      expect(found.map(({ status }) => status)).toEqual([expected]);
      expect(JSON.stringify(found)).not.toContain('token-of');
    }
    put(join(home, PLACES[client] ?? ''), '');
  }
});

test('an entry of Claude Code counts for its folder; comments and last commas are no mistake', () => {
  const entry = `{"command": "${root}/bin/skywalker", "args": ["mcp", "--project=${folder}",],}`;
  put(
    join(home, '.claude.json'),
    `{"projects": {"${folder}": {"mcpServers": {"sky": ${entry}}}, "/other": {"mcpServers": {"x": 5}}}}`,
  );
  put(
    join(folder, '.vscode', 'mcp.json'),
    `{\n  // a note, "quoted"\n  "servers": {"sky": ${entry}} /* end */\n}`,
  );
  expect(checkClients(entries(), facts()).map(({ title, status }) => [title, status])).toEqual([
    ['Claude Code', 'ok'],
    ['VS Code', 'ok'],
  ]);
});

test('a command that is gone, a folder that is gone, and one that is no project', () => {
  const told = (command: string, project: string): string => {
    put(
      join(folder, '.mcp.json'),
      JSON.stringify({ mcpServers: { s: { command, args: ['mcp', '--project', project] } } }),
    );
    const [found] = checkClients(entries(), facts());
    return `${found?.status}: ${found?.message}`;
  };
  const file = `"s" in ${join(folder, '.mcp.json')}`;
  expect(told('/gone/bin/skywalker', folder)).toBe(
    `problem: ${file} starts /gone/bin/skywalker, which is not there.`,
  );
  expect(told('skywalker', folder)).toBe(`problem: ${file} starts skywalker, which is not there.`);
  expect(told(`${root}/bin/skywalker`, '/gone')).toBe(`warning: ${file} is about /gone, which is not there.`);
  // Another project's own business.
  const other = newFolder();
  expect(told(`${root}/bin/skywalker`, other)).toMatch(/^ok: None/);
});

test('servers of others are nobody’s business, and a file that does not parse is told', () => {
  put(
    join(home, '.codex', 'config.toml'),
    [
      'model = "x"',
      '[mcp_servers.other]',
      "command = 'npx' # a comment",
      'args = [',
      '  "-y", "thing=1",',
      ']',
      '[mcp_servers.other.env]',
      'url = "http://127.0.0.1:7777/mcp"',
      '[mcp_servers."sky walker"]',
      'url = "http://127.0.0.1:7777/mcp"',
      '[mcp_servers."sky walker".http_headers]',
      'Authorization = "Bearer token-of-now"',
    ].join('\n'),
  );
  expect(entries()).toEqual([
    expect.objectContaining({ name: 'other', command: 'npx', args: ['-y', 'thing=1'] }),
    expect.objectContaining({ name: 'sky walker', url: 'http://127.0.0.1:7777/mcp', token: 'token-of-now' }),
  ]);
  expect(checkClients(entries(), facts()).map(({ status }) => status)).toEqual(['ok']);
  const place = { client: 'Cursor', file: join(home, 'x.json'), kind: 'json' as const };
  put(place.file, '{"mcpServers": ');
  expect(readClientFile(place, folder)).toBe('broken');
});
