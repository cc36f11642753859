/** What a call is answered with. */
import {
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
  type CallToolResult,
  type Implementation,
  type JSONRPCResultResponse,
  type RequestId,
} from '@modelcontextprotocol/server';
import type { ToolResult } from '../../engine/tools/definition';
import { callToolResult } from '../call-result';
import type { EnginePort } from '../engine-port';
import type { Era } from './plain-call';

export function serverInfo(engine: Pick<EnginePort, 'version'>): Implementation {
  return { name: 'skywalker', title: 'Skywalker', version: engine.version };
}

/** The answer that the protocol has for a tool's result. Throws its error for a tool that is not there. */
export function answerTo(engine: EnginePort, name: string, result: ToolResult): CallToolResult {
  const tool = engine.registry.get(name);
  if (isUnknown(result) && !tool) {
    const { message, hint } = result.error;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      hint === undefined ? message : `${message} ${hint}`,
      { tool: name },
    );
  }
  return callToolResult(result, tool?.outputSchema !== undefined);
}

/**
 * The same as a message for the wire, as the SDK writes it; undefined where more than one message has to be sent, or one of
 * another kind: that is the SDK's to do.
 */
export function messageOf(
  engine: EnginePort,
  call: { readonly id: RequestId; readonly tool: string },
  result: ToolResult,
  era: Era,
): JSONRPCResultResponse | undefined {
  const { id, tool } = call;
  if (result.ok ? (result.warnings?.length ?? 0) > 0 : result.needs !== undefined || isUnknown(result))
    return undefined;
  const answer = answerTo(engine, tool, result);
  return { result: era === 'modern' ? stamped(answer, engine) : answer, jsonrpc: '2.0', id };
}

/** As results of the stateless revision say of themselves what they are, and of whom. */
function stamped(answer: CallToolResult, engine: EnginePort): CallToolResult {
  return {
    ...answer,
    resultType: 'complete',
    _meta: { ...answer._meta, [SERVER_INFO_META_KEY]: serverInfo(engine) },
  };
}

function isUnknown(result: ToolResult): result is Extract<ToolResult, { ok: false }> {
  return !result.ok && result.error.code === 'not_found';
}
