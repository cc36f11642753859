/** Answers of clients among what they post: those that nobody can use are taken out, and told of. */
import { isJSONRPCResponse, type JSONRPCErrorResponse } from '@modelcontextprotocol/server';
import { unusableAnswer } from '../line/unusable';

/**
 * A body without the answers in it that can't be used, which are told of: one message or a batch. Undefined where nothing else
 * is in it.
 */
export function usable(body: unknown, tell: (answer: JSONRPCErrorResponse) => void): unknown {
  const isUsable = (message: unknown): boolean => {
    const answer = unusableAnswer(message);
    if (answer === undefined || isJSONRPCResponse(message)) return true;
    tell(answer);
    return false;
  };
  if (!Array.isArray(body)) return isUsable(body) ? body : undefined;
  const rest = body.filter(isUsable);
  return rest.length > 0 || body.length === 0 ? rest : undefined;
}
