/** How an actor (`user`, `cli`, `mcp:claude-code/scout`, `agent:a1`, `system`) is named and coloured. */

export interface ActorLook {
  readonly kind: 'user' | 'terminal' | 'engine' | 'agent' | 'nobody';
  /** `You`, `Terminal`, `claude-code`. */
  readonly name: string;
  /** What stands after the slash of an MCP actor. */
  readonly sub?: string;
  /** Index of the `--actor-n` token. */
  readonly hue: number;
}

const AGENT_HUES = 5;
const FIRST_AGENT_HUE = 3;

export function actorLook(actor: string): ActorLook {
  if (actor === 'user') return { kind: 'user', name: 'You', hue: 0 };
  if (actor === 'cli') return { kind: 'terminal', name: 'Terminal', hue: 1 };
  if (actor === 'system' || actor === '') return { kind: 'engine', name: 'Skywalker', hue: 2 };
  // The author of a tool whose file names none.
  if (actor === 'unknown') return { kind: 'nobody', name: 'Not stated', hue: 2 };
  const rest = actor.slice(actor.indexOf(':') + 1);
  const slash = rest.indexOf('/');
  const name = slash < 0 ? rest : rest.slice(0, slash);
  // The same client keeps one colour for all its agents, so that groups can be seen.
  return {
    kind: 'agent',
    name,
    ...(slash < 0 ? {} : { sub: rest.slice(slash + 1) }),
    hue: FIRST_AGENT_HUE + (hash(name) % AGENT_HUES),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
