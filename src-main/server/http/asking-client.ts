/** Who a posted body comes from, and how much it asks for, before it is served. */
import { CLIENT_INFO_META_KEY, type RequestId } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../engine/json';

/** What tells one client from another: its session, else the name that it gives itself with each request. */
export function clientOf(sessionId: string | string[] | undefined, body: unknown): string {
  if (typeof sessionId === 'string') return `session ${sessionId}`;
  const params = isJsonObject(body) ? body['params'] : undefined;
  const meta = isJsonObject(params) ? params['_meta'] : undefined;
  const info = isJsonObject(meta) ? meta[CLIENT_INFO_META_KEY] : undefined;
  const name = isJsonObject(info) ? info['name'] : undefined;
  return `named ${typeof name === 'string' ? name.slice(0, 200) : ''}`;
}

/** Messages of a batch; 1 for all else. */
export function callsOf(body: unknown): number {
  return Array.isArray(body) ? Math.max(1, body.length) : 1;
}

/** Whether it opens a stream of changes, which is there for as long as the client is. */
export function isListen(body: unknown): boolean {
  return isJsonObject(body) && body['method'] === 'subscriptions/listen';
}

/** The id of a single request; undefined for anything else. */
export function requestIdOf(body: unknown): RequestId | undefined {
  if (!isJsonObject(body) || !('method' in body)) return undefined;
  const { id } = body;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
