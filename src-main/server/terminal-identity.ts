/**
 * How a command in a terminal proves that it is run by the person whose editor it talks to, and makes sure that it
 * talks to that editor: both know the person's own key, which lies outside every project and is readable by nobody else.
 *
 *     command -> editor   skywalker/terminal/begin {nonce: C}
 *     editor  -> command  {nonce: S, proof: HMAC(key, "editor" | place | C | S)}
 *     command -> editor   skywalker/terminal/prove {proof: HMAC(key, "command" | place | C | S | interactive), interactive}
 *
 * The proofs hold for this pair of random numbers only, so none can be replayed; they name the socket and the project, so
 * a socket that somebody else put up can't pass them on to the true one. What is not proved is that a person sits at the
 * terminal: a process of the same user can pretend to be interactive. It keeps honest agents honest, whose shells have
 * no terminal; it is no wall against a hostile program that already runs as the user.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakePrivateFile, writePrivateFile } from './private-file';

/** Methods on the agent socket, besides those of MCP. */
export const BEGIN_METHOD = 'skywalker/terminal/begin';
export const PROVE_METHOD = 'skywalker/terminal/prove';

/** Where the two meet: a proof for one place is worth nothing at another. */
export interface MeetingPlace {
  /** Path of the socket, as the command dialled it. */
  readonly socket: string;
  /** Absolute path of the project's folder. */
  readonly project: string;
}

const NONCE = /^[A-Za-z0-9_-]{43}$/;
const CHALLENGE_MS = 30_000;
const MAX_FAILURES = 3;

/** The person's key for terminals. */
export class TerminalKey {
  private constructor(private readonly secret: Buffer) {}

  /** Reads `<userFolder>/terminal.key`, or makes it (256 random bits, mode 0600). */
  static async load(userFolder: string): Promise<TerminalKey> {
    const path = join(userFolder, 'terminal.key');
    const make = (): string => randomBytes(32).toString('hex');
    let text = (await readOrMakePrivateFile(path, make)).trim();
    if (!/^[0-9a-f]{64}$/.test(text)) {
      text = make();
      await writePrivateFile(path, text);
    }
    return new TerminalKey(Buffer.from(text, 'hex'));
  }

  editorProof(place: MeetingPlace, commandNonce: string, editorNonce: string): string {
    return this.#sign('editor', place, commandNonce, editorNonce, '');
  }

  commandProof(place: MeetingPlace, commandNonce: string, editorNonce: string, interactive: boolean): string {
    return this.#sign('command', place, commandNonce, editorNonce, interactive ? 'interactive' : 'script');
  }

  #sign(role: string, place: MeetingPlace, commandNonce: string, editorNonce: string, claim: string): string {
    const parts = [
      'skywalker-terminal/1',
      role,
      place.socket,
      place.project,
      commandNonce,
      editorNonce,
      claim,
    ];
    return createHmac('sha256', this.secret).update(JSON.stringify(parts)).digest('base64url');
  }
}

export function newNonce(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares two proofs; takes equally long whatever they hold. */
export function sameProof(given: unknown, wanted: string): boolean {
  const a = Buffer.from(typeof given === 'string' ? given : '');
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}

export type ProofOutcome =
  { readonly ok: true; readonly interactive: boolean } | { readonly ok: false; readonly reason: string };

/** The editor's side, for one connection. A challenge is good for one try within 30 seconds. */
export class TerminalChallenge {
  #open: { readonly command: string; readonly editor: string; readonly until: number } | undefined;
  #failures = 0;

  /** `place` is where this connection came in; `now` gives milliseconds on the monotonic clock. */
  constructor(
    private readonly key: TerminalKey,
    private readonly place: MeetingPlace,
    private readonly now: () => number = () => performance.now(),
  ) {}

  begin(commandNonce: unknown): { nonce: string; proof: string } | { reason: string } {
    if (typeof commandNonce !== 'string' || !NONCE.test(commandNonce)) {
      return { reason: 'nonce must be 32 random bytes in base64url' };
    }
    if (this.#failures >= MAX_FAILURES) return { reason: 'too many failed proofs on this connection' };
    const nonce = newNonce();
    this.#open = { command: commandNonce, editor: nonce, until: this.now() + CHALLENGE_MS };
    return { nonce, proof: this.key.editorProof(this.place, commandNonce, nonce) };
  }

  prove(proof: unknown, interactive: unknown): ProofOutcome {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return { ok: false, reason: 'there is no open challenge; ask for one first' };
    if (this.now() > open.until) return { ok: false, reason: 'the challenge has expired; ask for another' };
    const claims = interactive === true;
    if (!sameProof(proof, this.key.commandProof(this.place, open.command, open.editor, claims))) {
      this.#failures += 1;
      return { ok: false, reason: "the proof is not made with this user's key for this place" };
    }
    return { ok: true, interactive: claims };
  }
}
