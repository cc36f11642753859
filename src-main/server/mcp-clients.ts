/** The MCP clients whose configuration is known here. */
export const MCP_CLIENTS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'windsurf',
  'zed',
  'generic',
] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];
