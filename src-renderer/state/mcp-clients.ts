/** The MCP clients for which the main process knows a configuration, as a person knows them. */
import type { McpClient } from '../../src-preload/contract';
import { useApp } from './app-store';
import { bridge } from './bridge';
import { useOnboarding } from './onboarding-store';
import { showToast } from './toasts';

export interface ClientChoice {
  readonly id: McpClient | 'address';
  readonly label: string;
  /** Where its configuration goes. */
  readonly note: string;
}

const WORDS: Readonly<Record<McpClient | 'address', Omit<ClientChoice, 'id'>>> = {
  'claude-code': { label: 'Claude Code', note: 'A command for the terminal' },
  'claude-desktop': { label: 'Claude Desktop', note: 'For claude_desktop_config.json' },
  cursor: { label: 'Cursor', note: 'For .cursor/mcp.json' },
  vscode: { label: 'VS Code', note: 'For .vscode/mcp.json' },
  codex: { label: 'Codex', note: 'For ~/.codex/config.toml' },
  gemini: { label: 'Gemini CLI', note: 'For ~/.gemini/settings.json' },
  windsurf: { label: 'Windsurf', note: 'For ~/.codeium/windsurf/mcp_config.json' },
  zed: { label: 'Zed', note: 'For the settings file of Zed' },
  generic: { label: 'Any other client', note: 'That starts a command' },
  address: { label: 'Any other client', note: 'That takes an address, with the token' },
};

export const CLIENT_CHOICES: readonly ClientChoice[] = (Object.keys(WORDS) as ClientChoice['id'][]).map(
  (id) => ({ id, ...WORDS[id] }),
);

/** Copies what a client has to be given, and says where it goes. */
export async function copyConfiguration({ id, label }: ClientChoice): Promise<void> {
  try {
    const { text, where } = await bridge().clientConfiguration(id);
    await bridge().copyText(text);
    useOnboarding.getState().note('connect');
    showToast({ tone: 'success', title: `Configuration for ${label} copied`, detail: where });
  } catch (failure) {
    showToast({
      tone: 'danger',
      title: 'Nothing was copied',
      detail: failure instanceof Error ? failure.message : undefined,
    });
  }
}

/** Copies the address of the MCP port, without the token. */
export function copyAddress(): void {
  const { info } = useApp.getState();
  if (info !== null && 'url' in info.mcp) void bridge().copyText(info.mcp.url);
}
