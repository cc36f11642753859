/**
 * Tools that a client serves over MCP itself: the methods, and what they carry. Two forms: in the revisions with a handshake
 * the engine sends the client requests; where servers may send none (2026-07-28) the client keeps one request open, on which
 * it is told of calls, and answers them with requests of its own.
 */
import * as z from 'zod';

export const REGISTER_METHOD = 'skywalker/tools/register';
export const UNREGISTER_METHOD = 'skywalker/tools/unregister';
export const LIST_METHOD = 'skywalker/tools/list';
/** Stays open for as long as the client serves. */
export const SERVE_METHOD = 'skywalker/tools/serve';
export const RESULT_METHOD = 'skywalker/tools/result';

/** Engine → client: a request; on an open `serve`, a notification. */
export const CALL_METHOD = 'skywalker/tools/call';
/** Engine → client, on an open `serve`: the first notification, with the id that the client's other requests name. */
export const SERVING_METHOD = 'skywalker/tools/serving';
/** Engine → client, on an open `serve`: nobody waits any more for the answer to a call. */
export const CANCEL_METHOD = 'skywalker/tools/cancel';
/** Engine → client, a notification in both forms: what became of the client's tools without its doing. */
export const CHANGED_METHOD = 'skywalker/tools/changed';

const METHODS = [REGISTER_METHOD, UNREGISTER_METHOD, LIST_METHOD, SERVE_METHOD, RESULT_METHOD];

/** In `_meta` of a `tools/call` that a host makes within a call which it serves. */
export const CALL_ID_META_KEY = 'skywalker/call_id';

/** In `capabilities.experimental`. */
export const EXTERNAL_TOOLS_CAPABILITY = {
  'skywalker/externalTools': {
    version: 1,
    methods: METHODS,
    callMethod: CALL_METHOD,
    serveMethod: SERVE_METHOD,
    cancelMethod: CANCEL_METHOD,
    changedMethod: CHANGED_METHOD,
  },
};

/** Where no namespace is given. */
export const DEFAULT_NAMESPACE = 'ext';

/** The id of an open `serve`; requests that belong to a connection go without. */
const host = z.string().max(200).optional();

export const REGISTER_PARAMS = z.looseObject({
  host,
  namespace: z.string().default(DEFAULT_NAMESPACE),
  label: z.string().optional(),
  persist: z.boolean().default(false),
  replace: z.boolean().default(false),
  tools: z.array(z.unknown()),
});
export type RegisterParams = z.infer<typeof REGISTER_PARAMS>;

export const UNREGISTER_PARAMS = z.looseObject({
  host,
  names: z.array(z.string()).optional(),
  all: z.boolean().default(false),
  forget: z.boolean().default(false),
});
export type UnregisterParams = z.infer<typeof UNREGISTER_PARAMS>;

export const LIST_PARAMS = z.looseObject({ host });
export const SERVE_PARAMS = z.looseObject({});

export const RESULT_PARAMS = z.looseObject({
  host: z.string().max(200),
  call_id: z.string().max(200),
  /** A `CallToolResult`. */
  result: z.unknown().optional(),
  /** `{message}`. */
  error: z.unknown().optional(),
});
export type ResultParams = z.infer<typeof RESULT_PARAMS>;

export const ANY_RESULT = z.looseObject({});

/** Whether a method is one of these: they are never held up by a client's other requests. */
export function isExternalMethod(method: string): boolean {
  return METHODS.includes(method);
}
