/** Answers that nobody can use: whoever waits for one is told what is wrong with it, instead of waiting on. */
import type { JSONRPCErrorResponse } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../engine/json';
import { idOfOversized, isResponse, KEPT_BYTES, type OversizedLine } from './oversized';

/** The error that stands for such an answer: outside the ranges of JSON-RPC and MCP. */
export const UNUSABLE = -31002;

/** For a message that the protocol's schema refused: what whoever waits is given in its place. Undefined where it is no answer. */
export function unusableAnswer(value: unknown): JSONRPCErrorResponse | undefined {
  if (!isJsonObject(value) || 'method' in value) return undefined;
  const { id } = value;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  return answer(id, problemOf(value));
}

/** The same for a message that was not parsed, with why it was not. */
export function unreadAnswer(ends: OversizedLine, problem: string): JSONRPCErrorResponse | undefined {
  const id = isResponse(ends) ? idOfOversized(ends) : undefined;
  return id === undefined ? undefined : answer(id, `The answer can't be read: ${problem}`);
}

/** The two ends of a message that is there as a whole. */
export function endsOf(text: string): OversizedLine {
  return {
    bytes: Buffer.byteLength(text),
    head: Buffer.from(text.slice(0, KEPT_BYTES)),
    tail: Buffer.from(text.slice(-KEPT_BYTES)),
  };
}

function answer(id: string | number, message: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: UNUSABLE, message } };
}

function problemOf(value: Readonly<Record<string, unknown>>): string {
  const { jsonrpc, result, error } = value;
  if (jsonrpc !== '2.0') return 'The answer’s "jsonrpc" is not "2.0"';
  const [hasResult, hasError] = ['result' in value, 'error' in value];
  if (hasResult === hasError)
    return hasResult
      ? 'The answer has both a result and an error'
      : 'The answer has neither result nor error';
  if (hasResult && !isJsonObject(result)) return `The answer’s result is ${kindOf(result)}, not an object`;
  if (hasError && !isProtocolError(error))
    return 'The answer’s error is not {"code": a whole number, "message": a text}';
  const other = Object.keys(value).find((key) => !FIELDS.has(key));
  if (other !== undefined) return `The answer has the field ${JSON.stringify(other.slice(0, 60))}`;
  return 'The answer is no JSON-RPC response';
}

const FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'result', 'error']);

function isProtocolError(error: unknown): boolean {
  return isJsonObject(error) && Number.isSafeInteger(error['code']) && typeof error['message'] === 'string';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return (
    { string: 'a text', number: 'a number', boolean: 'true or false' }[String(typeof value)] ?? 'nothing'
  );
}
