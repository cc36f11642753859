/**
 * An HTTP server that knows two answers by heart and checks nothing: what a call costs the client and the machine alone. No
 * server that speaks the protocol is quicker.
 */
import { createServer } from 'node:http';

export function serveFloor(): void {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const message = request.method === 'POST' ? (JSON.parse(body) as Asked) : {};
      const result = message.id === undefined ? undefined : answerTo(message);
      if (result === undefined) return void response.writeHead(request.method === 'GET' ? 405 : 202).end();
      const text = JSON.stringify({ result, jsonrpc: '2.0', id: message.id });
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object')
      console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}/mcp` }));
  });
}

interface Asked {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly arguments?: { readonly message?: string } };
}

function answerTo({ method, params }: Asked): object {
  if (method === 'initialize')
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'floor', version: '1' },
    };
  return { content: [{ type: 'text', text: `Echo: ${params?.arguments?.message ?? ''}` }] };
}
