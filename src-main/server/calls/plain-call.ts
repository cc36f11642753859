/**
 * Calls with nothing to them but a tool and its arguments, as nearly all are. What is such a call is told without the SDK's
 * schemas, which take as long as the rest of the call; whatever is unusual in the least is none, and left to the SDK.
 */
import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/server';

export type Era = 'legacy' | 'modern';

type Values = Readonly<Record<string, unknown>>;

export interface PlainCall {
  readonly id: RequestId;
  readonly tool: string;
  readonly args: Values;
  /** What each request of a stateless revision says of its client; undefined in the older ones. */
  readonly envelope: Values | undefined;
}

/** The plain call that a parsed message is; undefined where it is anything else. */
export function plainCallOf(message: unknown): PlainCall | undefined {
  if (!isPlainRequest(message) || message.method !== 'tools/call') return undefined;
  const params: Values = message.params ?? {};
  for (const key in params) if (key !== 'name' && key !== 'arguments' && key !== '_meta') return undefined;
  const { name: tool, arguments: args = {}, _meta: envelope } = params;
  if (typeof tool !== 'string' || !isValues(args)) return undefined;
  if (envelope === undefined) return { id: message.id, tool, args, envelope };
  return isValues(envelope) && isEnvelope(envelope) ? { id: message.id, tool, args, envelope } : undefined;
}

/** Whether a parsed message is a request of which nothing but its parameters is left to check. */
export function isPlainRequest(message: unknown): message is JSONRPCRequest {
  if (!isValues(message)) return false;
  let keys = 0;
  for (const key in message) {
    if (key !== 'jsonrpc' && key !== 'id' && key !== 'method' && key !== 'params') return false;
    keys += 1;
  }
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  if (params === undefined) return keys === 3;
  return isValues(params) && (params['_meta'] === undefined || isMeta(params['_meta']));
}

/** What the SDK looks at within `_meta` of every request is not there. */
function isMeta(meta: unknown): boolean {
  if (!isValues(meta)) return false;
  for (const key in meta) if (!ENVELOPE.has(key)) return false;
  return true;
}

const ENVELOPE: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
]);

/** Envelopes that the SDK has found to be in order, as JSON: a client's are all the same. */
const proper = new Set<string>();
const MAX_PROPER = 200;
const MAX_ENVELOPE = 4_000;

/** Whether it is an envelope of the stateless revision, in order. */
function isEnvelope(envelope: Values): boolean {
  const text = JSON.stringify(envelope);
  if (proper.has(text)) return true;
  if (text.length > MAX_ENVELOPE) return false;
  const body = { jsonrpc: '2.0', id: 0, method: 'ping', params: { _meta: envelope } };
  const route = classifyInboundRequest({ httpMethod: 'POST', body });
  if (route.kind !== 'modern' || route.classification.revision !== MODERN_REVISION) return false;
  if (proper.size >= MAX_PROPER) proper.clear();
  proper.add(text);
  return true;
}

/** The name that a client of the stateless revision gives itself. */
export function clientNameIn({ envelope }: PlainCall): unknown {
  const info = envelope?.[CLIENT_INFO_META_KEY];
  return isValues(info) ? info['name'] : undefined;
}

export const MODERN_REVISION = '2026-07-28';

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
