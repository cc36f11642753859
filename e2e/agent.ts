/** Agents as they come in the field: the official MCP client over Streamable HTTP, our own client over the agent socket. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Engine } from '../clients/typescript/src/main';

export interface Agent {
  toolNames(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<CallAnswer>;
  /** How often the server has said that the list of tools changed. */
  listChanges(): number;
  close(): Promise<void>;
}

export interface CallAnswer {
  readonly isError: boolean;
  readonly text: string;
  /** The error's code, as the text begins with it. */
  readonly code: string | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of many shapes
  readonly data: any;
}

export async function connectOverSocket(name: string, connection: { socket: string }): Promise<Agent> {
  const engine = await Engine.attach({ name, socket: connection.socket });
  let changes = 0;
  engine.onToolsChanged(() => {
    changes += 1;
  });
  return {
    listChanges: () => changes,
    toolNames: async () => (await engine.listTools()).map((tool) => tool.name),
    call: async (tool, args = {}) => {
      const { ok, text, errorCode, answer } = await engine.call(tool, args);
      return { isError: !ok, text, code: errorCode, data: answer.structuredContent };
    },
    close: () => engine.close(),
  };
}

export async function connectOverHttp(
  name: string,
  connection: { url: string; token: string },
): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL(connection.url), {
    requestInit: { headers: { Authorization: `Bearer ${connection.token}` } },
  });
  const client = new Client({ name, version: '1.0.0' }, { capabilities: {} });
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes += 1;
  });
  await client.connect(transport);
  return {
    listChanges: () => changes,
    toolNames: async () => {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        names.push(...page.tools.map((tool) => tool.name));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return names;
    },
    call: async (tool, args = {}) => {
      const answer = await client.callTool({ name: tool, arguments: args });
      const content = answer.content as { type: string; text?: string }[];
      const text = content.map((block) => block.text ?? '').join('\n');
      return {
        isError: answer.isError === true,
        text,
        code: /^error \[(\w+)\]/.exec(text)?.[1],
        data: answer.structuredContent,
      };
    },
    close: () => client.close(),
  };
}
