/** The command's side of the proof that makes a connection `cli`. */
import type { Client } from '@modelcontextprotocol/client';
import {
  BEGIN_METHOD,
  newNonce,
  PROVE_METHOD,
  sameProof,
  type MeetingPlace,
  type TerminalKey,
} from './terminal-identity';
import { BEGIN_RESULT, PROVE_RESULT } from './terminal-methods';

export type TerminalOutcome =
  | { readonly ok: true; readonly actor: string; readonly human: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Proves to the editor at the other end that this is its own user, after the editor has proved that it knows the user's
 * key: to anybody else nothing is sent. `interactive` says that a person sits at a terminal.
 */
export async function proveTerminal(
  client: Pick<Client, 'request'>,
  key: TerminalKey,
  place: MeetingPlace,
  interactive: boolean,
): Promise<TerminalOutcome> {
  const nonce = newNonce();
  try {
    const begun = await client.request({ method: BEGIN_METHOD, params: { nonce } }, BEGIN_RESULT);
    if (!sameProof(begun.proof, key.editorProof(place, nonce, begun.nonce))) {
      return { ok: false, reason: `who listens on ${place.socket} does not know this user's key` };
    }
    const proof = key.commandProof(place, nonce, begun.nonce, interactive);
    const proved = await client.request(
      { method: PROVE_METHOD, params: { proof, interactive } },
      PROVE_RESULT,
    );
    return { ok: true, ...proved };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
