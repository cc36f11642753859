/**
 * How much of what all clients share one of them may take. A client is told from others by what it can't invent: its connection.
 * Names are its own word, so that a bound by name alone is none for who wants to pass it.
 */
import type { Caller } from '../tools/definition';

/** Begins the sessions that are made for clients without a connection, to keep their hosts apart. */
export const STATELESS_SESSION = 'serve-';

/** Whoever has one connection. Clients without one are all the same to us: what each of them says of itself could be anybody's. */
export function partyOf({ session }: Caller): string {
  return session === undefined || session.startsWith(STATELESS_SESSION) ? 'stateless' : session;
}

/** Whether a client came in by the port. Who has its token can open any number of sessions there, so that all of them count together. */
export function isOfPort({ session }: Caller): boolean {
  return session === undefined || session.startsWith(STATELESS_SESSION) || session.startsWith('http-');
}

/**
 * Whether a party that has `own` of them may have one more: half of what it and nobody else would have. So the first to come gets
 * a good part, and however many take all that they may, there is some left for the next. `floor` is had in any case, while
 * there are any.
 */
export function mayHaveMore(limit: number, all: number, own: number, floor: number): boolean {
  const free = limit - all;
  return free > 0 && (own < floor || own < free / 2);
}

/** `mcp:sky-agents/mira` → `mcp:sky-agents`: a client polls, answers and serves agents over several connections. */
export function clientOf({ actor }: Caller): string {
  return actor.split('/', 1)[0] ?? actor;
}
