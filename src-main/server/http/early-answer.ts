/** Answers plain calls without the SDK, as far as they are done in the turn that they came in. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { ToolResult } from '../../engine/tools/definition';
import { messageOf } from '../calls/answer';
import { MODERN_REVISION, plainCallOf, type Era, type PlainCall } from '../calls/plain-call';
import { RunningCall, type CallStart } from '../calls/running-call';
import type { EnginePort } from '../engine-port';
import type { HttpRequest } from './away';

/** A plain call, and the revision that all of its request says it is of. */
export interface EarlyCall {
  readonly plain: PlainCall;
  readonly era: Era;
}

const OLDER_REVISIONS: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS);

/** The plain call that a request is; undefined where anything about its body or headers is the SDK's to judge. */
export function earlyCallOf(headers: IncomingHttpHeaders, body: unknown): EarlyCall | undefined {
  const { accept = '' } = headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined;
  const plain = plainCallOf(body);
  if (plain === undefined) return undefined;
  const { 'mcp-protocol-version': version, 'mcp-method': method, 'mcp-name': name } = headers;
  if (plain.envelope !== undefined) {
    const agree = version === MODERN_REVISION && method === 'tools/call' && name === plain.tool;
    return agree ? { plain, era: 'modern' } : undefined;
  }
  const known = version === undefined || (typeof version === 'string' && OLDER_REVISIONS.has(version));
  return known ? { plain, era: 'legacy' } : undefined;
}

interface EarlyRequest extends EarlyCall {
  readonly engine: EnginePort;
  readonly start: Pick<CallStart, 'caller' | 'input'>;
  readonly request: HttpRequest;
  readonly response: ServerResponse;
}

/**
 * Begins the call. True where it is answered by the end of the turn; else the request is for the SDK, which finds the call
 * under way.
 */
export function answeredEarly(early: EarlyRequest): Promise<boolean> {
  const { engine, plain, era, start, request, response } = early;
  const { tool, args } = plain;
  return new Promise((resolve) => {
    let done = false;
    const onResult = (result: ToolResult, { hasTold }: RunningCall): void => {
      const answer = done || hasTold ? undefined : messageOf(engine, plain, result, era);
      if (answer === undefined) return;
      done = true;
      respond(response, answer);
      resolve(true);
    };
    const call = new RunningCall(engine, { tool, args, ...start, away: request.away }, { onResult });
    if (done) return;
    setImmediate(() => {
      if (done) return;
      done = true;
      request.hasBegun(call);
      resolve(false);
    });
  });
}

/** Without the session's id: a client knows it from `initialize`. */
function respond(response: ServerResponse, message: JSONRPCMessage): void {
  if (response.destroyed) return;
  const text = JSON.stringify(message);
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  if (leaving.push({ response, text }) === 1) setImmediate(leave);
}

/**
 * Answers that leave together at the end of the turn. Written as each stands, they would wake their clients for one at a time,
 * which costs both sides more than making them does.
 */
let leaving: { readonly response: ServerResponse; readonly text: string }[] = [];

function leave(): void {
  const answers = leaving;
  leaving = [];
  for (const { response, text } of answers) response.end(text);
}
