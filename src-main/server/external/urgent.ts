/** What must not wait: others wait for it. */
import type { Connection } from '../connections';
import type { ExternalTools } from './external-tools';
import type { Priority } from '../line/line-transport';
import { CALL_ID_META_KEY, isExternalMethod } from './protocol';
import { isJsonObject } from '../../engine/json';

/**
 * Whether a message goes first, however many requests are being served: an answer of a client that serves tools, the calls that
 * it makes meanwhile, and what ends a call.
 */
export function isUrgent(message: unknown): boolean {
  if (!isJsonObject(message)) return false;
  const { method, params, id } = message;
  if (method === undefined) return true;
  if (typeof method !== 'string') return false;
  if (id === undefined || isExternalMethod(method)) return true;
  const meta = isJsonObject(params) ? params['_meta'] : undefined;
  return method === 'tools/call' && isJsonObject(meta) && typeof meta[CALL_ID_META_KEY] === 'string';
}

/** Of a connection's line of messages. */
export function priorityOf(connection: Connection, external: ExternalTools | undefined): Priority {
  return {
    urgent: isUrgent,
    mustBeHeard: () => connection.hosting,
    lost: (ends, why) => external?.lost(ends, why),
  };
}
