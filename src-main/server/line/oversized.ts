/** Messages too long to be read: what can be told of them by their ends, so that whoever waits for them need not wait on. */
import type { JSONRPCErrorResponse } from '@modelcontextprotocol/server';

/** Of each end. */
export const KEPT_BYTES = 2048;

/** The ends of a line that was thrown away, enough to find the id that its sender waits for. */
export interface OversizedLine {
  readonly bytes: number;
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** The error of a request too long to be read, without the version of JSON-RPC; `id` is null where it was not found. */
export interface TooLongError {
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** The error that stands for an answer too long to be read: outside the ranges of JSON-RPC and MCP. */
export const TOO_LONG = -31001;

/** What whoever waits for the message is given in its place; undefined where it is no answer. */
export function tooLongAnswer(line: OversizedLine, maxBytes: number): JSONRPCErrorResponse | undefined {
  const id = isResponse(line) ? idOfOversized(line) : undefined;
  if (id === undefined) return undefined;
  const message = `The answer has ${line.bytes} bytes; at most ${maxBytes} are read`;
  return { jsonrpc: '2.0', id, error: { code: TOO_LONG, message } };
}

/** What the sender of a message that is no answer is told in place of one. */
export function tooLongError(line: OversizedLine, maxBytes: number): TooLongError {
  const message = `Invalid Request: ${tooLongProblem(line, maxBytes)}`;
  return { id: idOfOversized(line) ?? null, error: { code: -32600, message } };
}

/** In words that complete "it can't be read: …". */
export function tooLongProblem({ bytes }: OversizedLine, maxBytes: number): string {
  return `a message of ${bytes} bytes; at most ${maxBytes} are read`;
}

/** Whether a message of which only the ends are known is an answer: nothing but its version and id comes before the result. */
export function isResponse(line: OversizedLine): boolean {
  return /^\s*\{(?:\s*"(?:jsonrpc|id)"\s*:\s*(?:"(?:[^"\\]|\\.){0,200}"|-?\d{1,15})\s*,)*\s*"(?:result|error)"\s*:/.test(
    line.head.toString('utf8'),
  );
}

/** The JSON-RPC id of a message of which only the ends are known: most writers put it first or last. */
export function idOfOversized(line: OversizedLine): string | number | undefined {
  const id = '("(?:[^"\\\\]|\\\\.){0,200}"|-?\\d{1,15})';
  const first = new RegExp(
    `^\\s*\\{(?:\\s*"(?:jsonrpc|method)"\\s*:\\s*"[^"\\\\]*"\\s*,)*\\s*"id"\\s*:\\s*${id}\\s*[,}]`,
  );
  const last = new RegExp(
    `"id"\\s*:\\s*${id}\\s*(?:,\\s*"(?:jsonrpc|method)"\\s*:\\s*"[^"\\\\]*"\\s*)*\\}\\s*$`,
  );
  const found = first.exec(line.head.toString('utf8'))?.[1] ?? last.exec(line.tail.toString('utf8'))?.[1];
  if (found === undefined) return undefined;
  const value: unknown = JSON.parse(found);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
