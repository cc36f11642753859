/** Answers that carry a JSON-RPC error and nothing of the machine's inside. */
import type { RequestId } from '@modelcontextprotocol/server';
import type { ServerResponse } from 'node:http';

/** `id` is that of the request, where it could be read. */
export function respondError(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  id: RequestId | null = null,
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
}
