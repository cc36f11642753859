/** Answers that carry a JSON-RPC error and nothing of the machine's inside. */
import type { ServerResponse } from 'node:http';

export function respondError(response: ServerResponse, status: number, code: number, message: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}
