/** The agent socket's methods by which a command in a terminal becomes `cli`. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Connection } from './connections';
import { BEGIN_METHOD, PROVE_METHOD, type TerminalChallenge } from './terminal-identity';

export const BEGIN_RESULT = z.object({ nonce: z.string(), proof: z.string() });
export const PROVE_RESULT = z.object({ actor: z.string(), human: z.boolean() });

/** A connection that has proved who it is keeps that for its life; one that fails stays what it was. */
export function offerTerminalProof(
  server: Server,
  challenge: TerminalChallenge,
  connection: Connection,
): void {
  server.setRequestHandler(
    BEGIN_METHOD,
    { params: z.looseObject({ nonce: z.string() }), result: z.looseObject(BEGIN_RESULT.shape) },
    ({ nonce }) => {
      const begun = challenge.begin(nonce);
      if ('reason' in begun) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, begun.reason);
      return begun;
    },
  );
  server.setRequestHandler(
    PROVE_METHOD,
    {
      params: z.looseObject({ proof: z.string(), interactive: z.boolean() }),
      result: z.looseObject(PROVE_RESULT.shape),
    },
    ({ proof, interactive }) => {
      const outcome = challenge.prove(proof, interactive);
      if (!outcome.ok) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, outcome.reason);
      connection.prove(outcome.interactive ? 'terminal' : 'key');
      return { actor: connection.caller.actor, human: connection.caller.kind === 'human' };
    },
  );
}
