/** Through the agent socket of the editor that has the project open. */
import { Client, ProtocolError } from '@modelcontextprotocol/client';
import { realpathSync } from 'node:fs';
import { fail } from '../engine/errors';
import type { JsonObject } from '../engine/json';
import type { ToolResult } from '../engine/tools/definition';
import type { AgentFile } from '../server/agent-file';
import { toolResultOf } from '../server/call-result';
import { actorOfClient } from '../server/identity';
import { LineTransport, MAX_ANSWER_BYTES } from '../server/line/line-transport';
import { proveTerminal } from '../server/terminal-client';
import { TerminalKey } from '../server/terminal-identity';
import { CommandError, EXIT } from './exit-codes';
import { dial } from './mcp-bridge';
import { TOOL_ENTRY, type ProjectSession, type SessionOptions, type ToolEntry } from './session';
import { VERSION } from './version';

/** Longer than the longest long poll and the longest limit of a tool. */
const CALL_TIMEOUT_MS = 180_000;

export class AttachedSession implements ProjectSession {
  readonly kind = 'attached';
  readonly unsaved = undefined;

  private constructor(
    private readonly client: Client,
    readonly project: string,
    readonly actor: string,
    readonly human: boolean,
  ) {}

  /**
   * Connects and proves who it is. Undefined where nobody listens. Throws a `CommandError` when who listens is not this
   * user's editor.
   */
  static async open(editor: AgentFile, options: SessionOptions): Promise<AttachedSession | undefined> {
    const socket = await dial(editor.socket);
    if (!socket) return undefined;
    const name = options.as ?? 'skywalker-cli';
    const client = new Client({ name, version: VERSION }, { capabilities: {} });
    try {
      await client.connect(
        new LineTransport(socket, socket, { maxLineBytes: MAX_ANSWER_BYTES, maxInFlight: 4096 }),
      );
      if (options.as !== undefined)
        return new AttachedSession(client, options.folder, actorOfClient(options.as), false);
      const key = await TerminalKey.load(options.userFolder);
      const place = { socket: realpathSync(editor.socket), project: editor.project };
      const proved = await proveTerminal(client, key, place, options.interactive);
      if (!proved.ok) {
        throw new CommandError(
          EXIT.unreachable,
          `The editor of this project can't be trusted: ${proved.reason}.`,
          'Close the editor, remove .skywalker/agent.json and open the project again.',
        );
      }
      return new AttachedSession(client, options.folder, proved.actor, proved.human);
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  async call(tool: string, args: JsonObject, signal?: AbortSignal): Promise<ToolResult> {
    try {
      const answer = await this.client.callTool(
        { name: tool, arguments: { ...args } },
        { timeout: CALL_TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) },
      );
      return toolResultOf(answer);
    } catch (error) {
      // The editor answers an unknown tool so; everything else means that it is gone or broken.
      if (error instanceof ProtocolError && error.code === -32602) return fail('not_found', error.message);
      if (signal?.aborted === true) return fail('cancelled', 'The call was cancelled.');
      throw new CommandError(
        EXIT.unreachable,
        `The editor stopped answering: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async tools(): Promise<readonly ToolEntry[]> {
    const entries: ToolEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.client.listTools(cursor === undefined ? {} : { cursor });
      entries.push(...page.tools.map((tool) => TOOL_ENTRY.parse(tool)));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return entries;
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}
