/** Text that a person pastes to connect one of the common MCP clients to this editor's port. It holds the token. */

export const MCP_CLIENTS = ['claude', 'codex', 'gemini', 'cursor', 'generic'] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

export interface Endpoint {
  readonly url: string;
  readonly token: string;
  readonly socket: string;
}

/**
 * `claude` gives a shell command, `codex` a part of `~/.codex/config.toml`, `gemini` a part of `~/.gemini/settings.json`,
 * `cursor` one of `.cursor/mcp.json`, `generic` the address, header and socket as JSON.
 */
export function clientConfiguration(client: McpClient, { url, token, socket }: Endpoint): string {
  const authorization = `Bearer ${token}`;
  switch (client) {
    case 'claude':
      return `claude mcp add --transport http skywalker ${url} --header "Authorization: ${authorization}"`;
    case 'codex':
      return [
        '[mcp_servers.skywalker]',
        `url = ${JSON.stringify(url)}`,
        `http_headers = { Authorization = ${JSON.stringify(authorization)} }`,
      ].join('\n');
    case 'gemini':
      return json({ mcpServers: { skywalker: { httpUrl: url, headers: { Authorization: authorization } } } });
    case 'cursor':
      return json({ mcpServers: { skywalker: { url, headers: { Authorization: authorization } } } });
    case 'generic':
      return json({ url, headers: { Authorization: authorization }, socket });
  }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
