/** The roster's word on calls: what the gate asks, and what a person is asked. */
import { toolError, type Outcome, type ToolError } from '../errors';
import type { JsonObject } from '../json';
import { listNames } from '../text/suggest';
import type { Caller, ToolDefinition } from '../tools/definition';
import type { Allowed, AskedCall, CallPlace, Permissions, Wanted } from '../tools/permissions';
import { accessOf, effectOf, isOffered, type Access } from './access';
import { agentIdOf } from './identity';
import { mayDo } from './may-do';
import type { AgentProfile } from './profile';
import type { Questions } from './questions';
import { Reach, type ToolTable } from './reach';
import type { Roster } from './roster';

type Standing =
  | { readonly kind: 'free' }
  | { readonly kind: 'bound'; readonly profile: AgentProfile }
  | { readonly kind: 'refused'; readonly error: ToolError };

const FREE: Standing = { kind: 'free' };

export class RosterPermissions implements Permissions {
  private readonly reach: Reach;

  constructor(
    private readonly roster: Roster,
    private readonly questions: Questions,
    tools: ToolTable,
  ) {
    this.reach = new Reach(tools);
  }

  refusal(caller: Caller, tool: ToolDefinition, args: JsonObject, place: CallPlace): ToolError | undefined {
    const standing = this.standing(caller);
    if (standing.kind === 'free') return undefined;
    if (standing.kind === 'refused') return standing.error;
    const { profile } = standing;
    const access = accessOf(profile, tool, effectOf(tool, args), place.dryRun);
    if (access.permission === 'off') return offError(profile.id, tool.name, access);
    if (!place.nested) return place.dryRun ? undefined : this.operationRefusal(profile, tool, args);
    if (access.permission === 'allow' || place.allowed?.has(tool.name) === true) return undefined;
    return unaskedError(profile.id, tool.name, access);
  }

  question(caller: Caller, tool: ToolDefinition, args: JsonObject): Wanted | undefined {
    const standing = this.standing(caller);
    const asks = caller.kind === 'human' ? undefined : tool.asks?.(args, caller);
    if (standing.kind !== 'bound')
      return asks === undefined ? undefined : { because: asks, covers: [], below: new Map() };
    const { profile } = standing;
    const own = accessOf(profile, tool, effectOf(tool, args));
    const covers = new Map<string, Access>();
    const below = new Map<string, string>();
    for (const call of this.reach.below(tool, args)) {
      if (call.tool.custom !== undefined) below.set(call.tool.name, call.tool.custom.hash);
      if (covers.has(call.tool.name)) continue;
      const access = accessOf(profile, call.tool, effectOf(call.tool, call.args));
      if (access.permission === 'ask') covers.set(call.tool.name, access);
    }
    const names = [...covers.keys()].sort();
    if (asks !== undefined) return { because: asks, covers: names, below };
    if (own.permission === 'ask') return { because: own.because, covers: names, below };
    const [first] = names;
    if (first === undefined) return undefined;
    const because = `it may call ${listNames(names, 4)}, and ${covers.get(first)?.because ?? ''}`;
    return { because, covers: names, below };
  }

  ask(asked: AskedCall): Promise<Outcome<Allowed>> {
    const below = this.reach.below(asked.tool, asked.args);
    return this.questions.ask(asked, mayDo(asked.tool, asked.args, below));
  }

  /** The tools that a caller is shown, of those given; undefined where it is shown all of them. */
  offered(caller: Caller, tools: readonly ToolDefinition[]): readonly ToolDefinition[] | undefined {
    const standing = this.standing(caller);
    if (standing.kind === 'free') return undefined;
    if (standing.kind === 'refused') return [];
    return tools.filter((tool) => isOffered(standing.profile, tool));
  }

  /** A change that will fail at one of its calls is not worth a person's time. */
  private operationRefusal(
    profile: AgentProfile,
    tool: ToolDefinition,
    args: JsonObject,
  ): ToolError | undefined {
    if (tool.operations === undefined) return undefined;
    for (const call of this.reach.below(tool, args)) {
      if (call.args === undefined) continue;
      const access = accessOf(profile, call.tool, effectOf(call.tool, call.args));
      if (access.permission === 'off') return offError(profile.id, call.tool.name, access);
    }
    return undefined;
  }

  private standing(caller: Caller): Standing {
    const id = agentIdOf(caller);
    if (id === undefined) return FREE;
    const found = this.roster.find(id);
    if (found.kind === 'entry') {
      const { profile, problem } = found.entry;
      return profile === undefined
        ? { kind: 'refused', error: brokenError(id, problem ?? '') }
        : { kind: 'bound', profile };
    }
    if (found.kind === 'removed') return { kind: 'refused', error: removedError(id) };
    // What the editor runs itself is in the roster, or is nobody.
    return caller.actor.startsWith('agent:') ? { kind: 'refused', error: strangerError(id) } : FREE;
  }
}

function offError(id: string, tool: string, { because }: Access): ToolError {
  return toolError(
    'permission_denied',
    `${id} may not call ${tool}: ${because}.`,
    `Do it another way, or ask the person to change what ${id} may do, in the window under Studio > Agents.`,
    { agent: id, tool },
  );
}

function unaskedError(id: string, tool: string, { because }: Access): ToolError {
  return toolError(
    'permission_denied',
    `${tool} waits for a person when ${id} calls it (${because}), and a call inside another one can't wait.`,
    `Call ${tool} directly, or through a tool that says in its "calls" that it calls it: then the person is asked before it begins.`,
    { agent: id, tool },
  );
}

function brokenError(id: string, problem: string): ToolError {
  return toolError(
    'permission_denied',
    `${id} may do nothing, because its entry in the roster is broken: ${problem}`,
    'Ask the person to mend that file; the next call counts with it.',
    { agent: id },
  );
}

function removedError(id: string): ToolError {
  return toolError(
    'permission_denied',
    `${id} may do nothing: it was removed from the roster.`,
    'Ask the person to define it again, in the window under Studio > Agents.',
    { agent: id },
  );
}

function strangerError(id: string): ToolError {
  return toolError('permission_denied', `There is no agent "${id}" in the roster.`, undefined, { agent: id });
}
