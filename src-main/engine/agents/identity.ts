/** Which agent of the roster a caller speaks for. */
import type { Caller } from '../tools/definition';

/**
 * The id that a caller's actor names: `nimbus` of `mcp:claude-code/nimbus` and of `agent:nimbus`. Lower case, for `Nimbus`
 * is no way around what `nimbus` may not do. Undefined for people, the engine, and clients that speak for no agent.
 */
export function agentIdOf(caller: Pick<Caller, 'actor' | 'kind'>): string | undefined {
  const { actor, kind } = caller;
  if (kind !== 'agent') return undefined;
  if (actor.startsWith('agent:')) return actor.slice('agent:'.length).toLowerCase();
  const slash = actor.lastIndexOf('/');
  if (slash < 0 || !actor.startsWith('mcp:')) return undefined;
  return actor.slice(slash + 1).toLowerCase();
}
