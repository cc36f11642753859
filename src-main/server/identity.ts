/** Who calls: the actor that a client's own name gives it, which is never one that a person or the editor has. */
import type { Caller } from '../engine/tools/definition';

const MAX_NAME = 64;

/** Words that mean something else as an actor; a client that calls itself so is told apart from it. */
const RESERVED = new Set(['user', 'cli', 'system', 'agent', 'mcp', 'human', 'editor', 'skywalker']);

/**
 * The actor of an MCP client: `mcp:<name>`, with what is not a letter, digit or one of `._-/` made `-`, at most 64
 * characters of it, and as many of the agent's id after its last `/`. A name that is missing, empty or reserved becomes one that claims nothing.
 */
export function actorOfClient(name: unknown): string {
  // Both ends: the agent that it speaks for stands at the second.
  const given = typeof name === 'string' ? name : '';
  const text =
    given.length > 8 * MAX_NAME ? `${given.slice(0, 4 * MAX_NAME)}${given.slice(-4 * MAX_NAME)}` : given;
  const whole = text
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9._/-]+/g, '-')
    .replace(/\/{2,}/g, '/')
    .replace(/^[-./]+|[-./]+$/g, '');
  const slash = whole.lastIndexOf('/');
  // Cut apart: a long name must not lose the agent that it speaks for.
  const clean =
    slash < 0 ? cut(whole) : `${cut(whole.slice(0, slash))}/${whole.slice(slash + 1, slash + 1 + MAX_NAME)}`;
  if (clean === '') return 'mcp:unnamed';
  if (RESERVED.has(clean.toLowerCase()) || /^(user|cli|agent|system)[-/]/i.test(clean))
    return `mcp:client-${clean}`;
  return `mcp:${clean}`;
}

function cut(name: string): string {
  return name.slice(0, MAX_NAME).replace(/[-./]+$/, '');
}

/** What a connection has proved of the person behind it. */
export type Proof =
  /** Nothing: an MCP client. */
  | 'none'
  /** The user's own key, but nobody sits there: a script. */
  | 'key'
  /** The user's own key, from an interactive terminal. */
  | 'terminal';

/** The actor of a command that runs without anyone at the terminal, such as in a script or in an agent's shell. */
export const SCRIPT_ACTOR = 'mcp:skywalker-cli';

/** The caller that a connection's calls are made as. */
export function callerOf(options: {
  readonly proof: Proof;
  readonly clientName: unknown;
  readonly session?: string;
  readonly mayWait: boolean;
}): Caller {
  const common = {
    ...(options.session === undefined ? {} : { session: options.session }),
    ...(options.mayWait ? { mayWait: true } : {}),
  };
  if (options.proof === 'terminal') return { actor: 'cli', kind: 'human', ...common };
  if (options.proof === 'key') return { actor: SCRIPT_ACTOR, kind: 'agent', ...common };
  return { actor: actorOfClient(options.clientName), kind: 'agent', ...common };
}
