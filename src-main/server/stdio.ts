/** MCP over the process's own standard streams, for clients that start a command. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Readable, Writable } from 'node:stream';
import { Changes } from './changes';
import { Connections } from './connections';
import type { EnginePort } from './engine-port';
import { LineTransport } from './line/line-transport';
import { buildServer } from './mcp-server';
import { docsFolder } from './product-folder';
import { Resources } from './resources';

/** Answers in flight have so long to arrive after the client has closed its end. */
const DRAIN_MS = 2000;

export interface StdioOptions {
  readonly engine: EnginePort;
  readonly input: Readable;
  readonly output: Writable;
  readonly docsFolder?: string;
}

/** Serves one client until it closes its end; resolves then. Nothing else may write to `output`. */
export async function serveOnStreams(options: StdioOptions): Promise<void> {
  const { engine } = options;
  const connections = new Connections(engine, () => Date.now() / 1000);
  const changes = new Changes(engine);
  const surface = {
    engine,
    connections,
    changes,
    resources: new Resources(engine, options.docsFolder ?? docsFolder()),
  };
  const connection = connections.open('stdio');
  const transport = new LineTransport(options.input, options.output, {}, DRAIN_MS);
  serveStdio(
    ({ era }) => {
      const server = buildServer(surface, connection);
      changes.follow(server, era);
      return server;
    },
    { transport, maxSubscriptions: 16, onerror: () => undefined },
  );
  await transport.closed;
  connection.close();
  changes.close();
}
