/**
 * What stands before anything of a request is read: the port is on a machine that others use too, and every web page
 * in a browser can send requests to it. A page that has rebound a name to 127.0.0.1 gives itself away by `Host`, any
 * other page by `Origin`; everybody else needs the token.
 */
import type { IncomingMessage } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { isAuthorized } from '../token';

export const MCP_PATH = '/mcp';

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

/**
 * Why a request is refused, or undefined. Looks at `Host`, `Origin`, path, token, verb and content type, in this order.
 * `port` is where the server listens, so that another service's name and port never pass.
 */
export function refuse(request: Head, port: number, token: string): Refusal | undefined {
  const twice = headerThereTwice(request.rawHeaders);
  if (twice !== undefined) return { status: 400, message: `The header ${twice} is there more than once` };
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const host = request.headers.host?.toLowerCase();
  if (host === undefined || !hosts.includes(host)) {
    return { status: 403, message: 'The Host header is not this server' };
  }
  const { origin } = request.headers;
  if (origin !== undefined && !hosts.some((allowed) => origin.toLowerCase() === `http://${allowed}`)) {
    return { status: 403, message: 'Requests from web pages are not accepted (Origin)' };
  }
  const path = (request.url ?? '').split('?', 1)[0];
  if (path !== MCP_PATH) return { status: 404, message: `Nothing is here; MCP is at ${MCP_PATH}` };
  if (!isAuthorized(request.headers.authorization, token)) {
    return {
      status: 401,
      message: 'A bearer token is needed; it is in .skywalker/agent.json of the project',
      headers: { 'WWW-Authenticate': 'Bearer realm="skywalker"' },
    };
  }
  const verb = request.method ?? '';
  if (verb !== 'POST' && verb !== 'GET' && verb !== 'DELETE') {
    return { status: 405, message: 'Method not allowed', headers: { Allow: 'GET, POST, DELETE' } };
  }
  if (verb === 'POST' && !isJsonContentType(request.headers['content-type'])) {
    return { status: 415, message: 'Content-Type must be application/json' };
  }
  return undefined;
}

/** Headers that decide something, of which Node would take one and drop the others. */
const ONCE: readonly string[] = ['host', 'origin', 'authorization', 'content-type', 'mcp-session-id'];

function headerThereTwice(raw: readonly string[]): string | undefined {
  let seen = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const at = ONCE.indexOf(raw[i]?.toLowerCase() ?? '');
    if (at < 0) continue;
    if ((seen & (1 << at)) !== 0) return ONCE[at];
    seen |= 1 << at;
  }
  return undefined;
}
