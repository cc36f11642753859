/** What ours is measured against on a socket: a server of the same SDK with one tool, which gives back what it was given. */
import { createServer } from 'node:net';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { SdkLines } from './sdk-lines';

const ECHO = {
  name: 'echo',
  inputSchema: { type: 'object' as const, properties: { message: { type: 'string' } } },
};

function build(): Server {
  const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [ECHO] }));
  server.setRequestHandler('tools/call', ({ params }) => ({
    content: [{ type: 'text', text: `Echo: ${String(params.arguments?.message)}` }],
  }));
  return server;
}

/** Listens at a path until the process is ended. */
export function serveBare(path: string): void {
  const server = createServer((socket) => {
    serveStdio(build, { transport: new SdkLines(socket), onerror: () => undefined });
  });
  server.listen(path, () => console.log(JSON.stringify({ socket: path })));
}
