/** An agent as it comes in the field: the official MCP client, over Streamable HTTP or over the agent socket. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { connect, type Socket } from 'node:net';

export interface Agent {
  readonly client: Client;
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

export async function connectOverHttp(
  name: string,
  connection: { url: string; token: string },
): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL(connection.url), {
    requestInit: { headers: { Authorization: `Bearer ${connection.token}` } },
  });
  return agentOver(name, transport);
}

export async function connectOverSocket(name: string, connection: { socket: string }): Promise<Agent> {
  return agentOver(name, new SocketTransport(connection.socket));
}

async function agentOver(name: string, transport: Transport): Promise<Agent> {
  const client = new Client({ name, version: '1.0.0' }, { capabilities: {} });
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes += 1;
  });
  await client.connect(transport);
  return {
    client,
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

/** One JSON-RPC message a line, as the agent socket speaks. */
class SocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #socket: Socket | undefined;

  constructor(readonly path: string) {}

  async start(): Promise<void> {
    const socket = connect(this.path);
    this.#socket = socket;
    await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail));
    let rest = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') this.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    });
    socket.on('close', () => this.onclose?.());
    socket.on('error', (error) => this.onerror?.(error));
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((done, fail) => {
      this.#socket?.write(`${JSON.stringify(message)}\n`, (error) => (error ? fail(error) : done()));
    });
  }

  close(): Promise<void> {
    this.#socket?.destroy();
    return Promise.resolve();
  }
}
