/** The settings of MCP clients, as far as they name servers: where they are, and what stands in them. They are only read. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { desktopFile } from '../../server/client-configuration';

/** One server that a client is told of. */
export interface ClientEntry {
  /** For people: "Claude Code". */
  readonly client: string;
  /** Absolute. */
  readonly file: string;
  /** The name that the server has there. */
  readonly name: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly url?: string;
  /** The token of its `Authorization` header. Never shown. */
  readonly token?: string;
}

interface ClientFile {
  readonly client: string;
  readonly file: string;
  readonly kind: 'json' | 'toml';
}

/** The usual places, for this user and for a project. */
export function clientFiles(
  project: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  home = homedir(),
): readonly ClientFile[] {
  const codex = env['CODEX_HOME'] ?? join(home, '.codex');
  const code =
    process.platform === 'darwin'
      ? join(home, 'Library', 'Application Support', 'Code')
      : process.platform === 'win32'
        ? join(env['APPDATA'] ?? home, 'Code')
        : join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Code');
  const all: (readonly [string, string | undefined])[] = [
    ['Claude Code', join(home, '.claude.json')],
    ['Claude Code', project && join(project, '.mcp.json')],
    ['Claude Desktop', desktopFile(process.platform, env, home)],
    ['Cursor', join(home, '.cursor', 'mcp.json')],
    ['Cursor', project && join(project, '.cursor', 'mcp.json')],
    ['VS Code', join(code, 'User', 'mcp.json')],
    ['VS Code', project && join(project, '.vscode', 'mcp.json')],
    ['Codex', join(codex, 'config.toml')],
    ['Codex', project && join(project, '.codex', 'config.toml')],
    ['Gemini CLI', join(home, '.gemini', 'settings.json')],
    ['Gemini CLI', project && join(project, '.gemini', 'settings.json')],
    ['Windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    ['Zed', join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'zed', 'settings.json')],
    ['Zed', project && join(project, '.zed', 'settings.json')],
  ];
  return all.flatMap(([client, file]) =>
    file === undefined ? [] : [{ client, file, kind: file.endsWith('.toml') ? 'toml' : 'json' }],
  );
}

/** What a file says; `broken` where it is there and does not parse. */
export function readClientFile(
  { client, file, kind }: ClientFile,
  project: string | undefined,
): readonly ClientEntry[] | 'broken' {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  if (text.trim() === '') return [];
  const servers = kind === 'toml' ? serversOfToml(text) : serversOfJson(text, project);
  return servers === undefined ? 'broken' : servers.map((server) => ({ client, file, ...server }));
}

type Server = Omit<ClientEntry, 'client' | 'file'>;

const ENTRY = z.looseObject({
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  url: z.string().optional(),
  httpUrl: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

const SERVERS = z.record(z.string(), z.unknown()).optional();

const FILE = z.looseObject({
  mcpServers: SERVERS,
  servers: SERVERS,
  context_servers: SERVERS,
  /** Claude Code: by folder. */
  projects: z.record(z.string(), z.looseObject({ mcpServers: SERVERS })).optional(),
});

function serversOfJson(text: string, project: string | undefined): readonly Server[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(withoutComments(text));
  } catch {
    return undefined;
  }
  const parsed = FILE.safeParse(value);
  if (!parsed.success) return [];
  const { mcpServers, servers, context_servers, projects } = parsed.data;
  const own = project === undefined ? undefined : projects?.[project]?.mcpServers;
  return [mcpServers, servers, context_servers, own].flatMap((each) =>
    Object.entries(each ?? {}).flatMap(([name, entry]) => {
      const found = ENTRY.safeParse(entry);
      return found.success ? [serverOf(name, found.data)] : [];
    }),
  );
}

function serverOf(name: string, entry: z.infer<typeof ENTRY>): Server {
  const url = entry.url ?? entry.httpUrl ?? entry.serverUrl;
  const header = Object.entries(entry.headers ?? {}).find(([key]) => key.toLowerCase() === 'authorization');
  const token = /^Bearer +(\S+)$/i.exec(header?.[1] ?? '')?.[1];
  return {
    name,
    args: entry.args ?? [],
    ...(entry.command === undefined ? {} : { command: entry.command }),
    ...(url === undefined ? {} : { url }),
    ...(token === undefined ? {} : { token }),
  };
}

/** JSON as some of these clients take it: with comments, and commas after the last item. */
function withoutComments(text: string): string {
  return text
    .replace(
      /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (_all, string: string | undefined) => string ?? '',
    )
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_all, string: string | undefined) => string ?? '');
}

/**
 * The tables `[mcp_servers.NAME]` of a TOML file, as far as they are written in the usual way: one key a line, texts in
 * quotes. What is written otherwise is passed over.
 */
function serversOfToml(text: string): readonly Server[] {
  const tables = new Map<string, Record<string, unknown>>();
  let table: Record<string, unknown> | undefined;
  // Lists may go over several lines.
  for (const line of text
    .replace(/\[\s*\n([^[\]]*)\n\s*\]/g, (all) => all.replaceAll('\n', ' '))
    .split('\n')) {
    const head = /^\s*\[([^\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1]?.trim();
    if (head !== undefined) {
      const match = /^mcp_servers\.(?:"([^"]+)"|([\w-]+))(\.http_headers)?$/.exec(head);
      const name = match?.[1] ?? match?.[2];
      table = name === undefined ? undefined : (tables.get(name) ?? {});
      if (name !== undefined && table !== undefined) tables.set(name, table);
      if (table !== undefined && match?.[3] !== undefined) {
        const headers = {};
        table['headers'] = headers;
        table = headers;
      }
      continue;
    }
    const [, key = '', value = ''] = /^\s*"?([\w-]+)"?\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (table === undefined || key === '') continue;
    table[key === 'http_headers' ? 'headers' : key] = valueOf(value);
  }
  return [...tables].flatMap(([name, entry]) => {
    const found = ENTRY.safeParse(entry);
    return found.success ? [serverOf(name, found.data)] : [];
  });
}

/** A text, a list of texts, or a table of texts in one line; undefined for anything else. */
function valueOf(text: string): unknown {
  const value = text
    .replace(/("(?:[^"\\]|\\.)*"|'[^']*')|#.*$/g, (_all, string: string | undefined) => string ?? '')
    .trim();
  if (value.startsWith("'")) return value.slice(1, -1);
  const json = value
    .replace(/'([^']*)'/g, (_all, inner: string) => JSON.stringify(inner))
    .replace(/,(?=\s*[\]}])/g, '')
    .replace(
      /("(?:[^"\\]|\\.)*")(\s*=)?|([\w-]+)\s*=/g,
      (_all, text?: string, sign?: string, key?: string) =>
        text === undefined ? `"${key}":` : sign === undefined ? text : `${text}:`,
    );
  try {
    return JSON.parse(json.startsWith('"') ? value : json);
  } catch {
    return undefined;
  }
}
