/** MCP over the process's own standard streams, for clients that start a command. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Readable, Writable } from 'node:stream';
import { EarlyLines } from './calls/early-lines';
import { priorityOf } from './external/urgent';
import { LineTransport } from './line/line-transport';
import { buildServer, type Surface } from './mcp-server';

/** Answers in flight have so long to arrive after the client has closed its end. */
const DRAIN_MS = 2000;

/** Serves one client until it closes its end; resolves then. Nothing else may write to `output`. */
export async function serveOnStreams(surface: Surface, input: Readable, output: Writable): Promise<void> {
  const connection = surface.connections.open('stdio');
  const line = new LineTransport(input, output, {}, DRAIN_MS, priorityOf(connection, surface.external));
  const transport = new EarlyLines(line, surface, connection);
  serveStdio(
    ({ era }) => {
      const server = buildServer(surface, connection, era);
      transport.serve(server, era);
      surface.changes.follow(server, era);
      return server;
    },
    { transport, maxSubscriptions: 16, onerror: () => undefined },
  );
  await line.closed;
  connection.close();
}
