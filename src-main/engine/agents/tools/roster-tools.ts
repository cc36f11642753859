/** `studio_agent_define`, `_list`, `_remove` and `_brief`: who is in the roster, and what each of them may do. */
import { toolError, type ToolError } from '../../errors';
import { isJsonObject, type JsonObject } from '../../json';
import { isPerson } from '../../custom/lifecycle/workshop';
import { requiredText } from '../../tools/builtin/args';
import { anyObject, defineTool, flag, integer, list, text } from '../../tools/builtin/define';
import type { Caller, ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { failureResult, jsonResult } from '../../tools/result';
import { accessOf, effectOf, isLooser, isOffered, type Rights } from '../access';
import { agentIdOf } from '../identity';
import type { AgentParts } from '../parts';
import { briefText } from '../brief-text';
import {
  AGENT_FORMAT,
  AUTONOMIES,
  checkProfile,
  DEFAULT_AUTONOMY,
  rightsJson,
  rightsWords,
  type AgentProfile,
} from '../profile';
import type { Membership, RosterEntry } from '../roster';

const PERMISSION_WORDS = ['default', 'allow', 'ask', 'off'];

export function rosterTools(parts: AgentParts): ToolDefinition[] {
  return [defineAgent(parts), listAgents(parts), removeAgent(parts), agentBrief(parts)];
}

function defineAgent(parts: AgentParts): ToolDefinition {
  return {
    ...defineTool({
      name: 'studio_agent_define',
      title: 'Define an agent',
      description:
        'Adds an agent to the roster (agents/<id>.agent.json) or changes it; what is not given stays. ' +
        'Its autonomy says what it may do: "observe" (read only), "ask" (each change waits for a person), "autonomous"; permissions set a category of tools apart: "allow", "ask" (every call waits), "off", or "default". ' +
        'Only people give an agent more than it had, or more than "ask" when it is new; no agent changes its own entry. Example: {"id": "nimbus", "name": "Nimbus", "role": "level_designer", "autonomy": "ask", "permissions": {"entity": "allow", "project": "off"}}.',
      category: 'studio',
      input: {
        id: text(
          'Lowercase letters, digits, "_" and "-". A client speaks for it when its name ends in "/<id>".',
          { maxLength: 64 },
        ),
        autonomy: text('What it may do.', { enum: [...AUTONOMIES] }),
        permissions: {
          type: 'object',
          description: 'By category of tools; "default" follows the autonomy again.',
          additionalProperties: { type: 'string', enum: PERMISSION_WORDS },
        },
        name: text('How people call it.'),
        role: text('Such as level_designer.'),
        discipline: text('Such as design, code, art.'),
        focus: text('What it works on.'),
        focus_tags: list({ type: 'string' }, 'The same as tags.'),
        persona: text('Its manner.'),
        mission: text('What it is for.'),
        instructions: text('What it has to keep to.'),
        provider: text('Who runs its model.'),
        model: text('Its model.'),
        reports_to: text('The id of another agent.'),
        color: text('A colour for its name.'),
        face: text('A face for its picture.'),
        max_rounds: integer('Rounds of tool calls in one run.', { minimum: 1, maximum: 10_000 }),
        memory: list({ type: 'string' }, 'Notes that it keeps.'),
        playtest: anyObject('How it plays.'),
      },
      required: ['id'],
      output: {
        id: text('The agent.'),
        path: text('Its file.'),
        autonomy: text('What it may do now.'),
        permissions: anyObject('By category.'),
        created: flag('Whether it is new.'),
      },
      effect: 'project',
      idempotent: true,
      dryRunSafe: true,
      usesScene: false,
      humanOnly: (args, caller) => changeRefusal(parts, args, caller),
      run: (args, context) => define(parts, args, context),
    }),
    governance: true,
  };
}

/** Why somebody who is no person may not change an entry so; undefined where they may. */
function changeRefusal(parts: AgentParts, args: JsonObject, caller: Caller): ToolError | undefined {
  const id = typeof args.id === 'string' ? args.id : '';
  if (agentIdOf(caller) === id) {
    return toolError(
      'permission_denied',
      `${id} can't change its own entry in the roster.`,
      askWords(`change the agent ${id}`),
    );
  }
  const found = parts.roster.find(id);
  const checked = checkProfile(merged(found, args), id, parts.nameable());
  // What is not valid is told by the tool itself.
  if (!checked.ok) return undefined;
  const before = rightsBefore(found, id);
  if (before !== undefined && !isLooser(checked.value, before, parts.nameable())) return undefined;
  return toolError(
    'approval_requires_human',
    before === undefined
      ? `Only a person can define ${id} again: its entry is broken, or was removed.`
      : found.kind === 'none'
        ? `Only a person can add an agent that may do more than ask ("${id}").`
        : `Only a person can let ${id} do more than it may now; agents can make it stricter.`,
    askWords(`look at what the agent ${id} shall be allowed to do`),
  );
}

/** What an entry allowed before a change; undefined where that was nothing at all. */
function rightsBefore(found: Membership, id: string): Rights | undefined {
  if (found.kind === 'none') return { id, autonomy: DEFAULT_AUTONOMY, permissions: new Map() };
  return found.kind === 'entry' ? found.entry.profile : undefined;
}

function askWords(what: string): string {
  return `Ask the person: "Please ${what}, in the window under Studio > Agents".`;
}

/** The entry as it would be. */
function merged(found: Membership, args: JsonObject): JsonObject {
  const before = found.kind === 'entry' ? (found.entry.profile?.raw ?? {}) : {};
  const { permissions, ...rest } = args;
  const kept = isJsonObject(before.permissions) ? before.permissions : {};
  const all = { ...kept, ...(isJsonObject(permissions) ? permissions : {}) };
  const set = Object.entries(all).filter(([, value]) => value !== 'default');
  return {
    format: AGENT_FORMAT,
    autonomy: DEFAULT_AUTONOMY,
    ...before,
    ...rest,
    ...(set.length === 0 && before.permissions === undefined ? {} : { permissions: Object.fromEntries(set) }),
  };
}

function define(parts: AgentParts, args: JsonObject, context: ToolContext): ToolResult {
  const refused = isPerson(context.caller) ? undefined : changeRefusal(parts, args, context.caller);
  if (refused !== undefined) return failureResult(refused);
  const { roster } = parts;
  const id = requiredText(args, 'id');
  const found = roster.find(id);
  const checked = checkProfile(merged(found, args), id, parts.nameable());
  if (!checked.ok) {
    const { message } = checked.error;
    return failureResult(toolError('invalid_arguments', message, 'Nothing was written.'));
  }
  const created = found.kind !== 'entry';
  if (!context.dryRun) {
    const written = roster.write(id, checked.value.raw);
    if (!written.ok) return failureResult(written.error);
    tell(parts, created ? 'agent_added' : 'agent_changed', id, context, checked.value);
  }
  return jsonResult(
    { id, path: `agents/${id}.agent.json`, ...rightsJson(checked.value), created },
    `${created ? 'Added' : 'Changed'} ${id}: ${rightsWords(checked.value)}.`,
  );
}

function tell(
  parts: AgentParts,
  event: 'agent_added' | 'agent_changed' | 'agent_removed',
  id: string,
  context: ToolContext,
  profile?: AgentProfile,
): void {
  const { actor } = context.caller;
  const rights = rightsJson(profile);
  parts.audit(event, actor, { agent: id, ...rights, call: context.callId });
  const verb = { agent_added: 'Added', agent_changed: 'Changed', agent_removed: 'Removed' }[event];
  parts.events.append({
    type: 'policy',
    kind: event,
    actor,
    call: context.callId,
    summary: `${verb} the agent ${id}${profile === undefined ? '' : `: ${rightsWords(profile)}`}`,
    data: { agent: id, ...rights },
  });
}

function listAgents(parts: AgentParts): ToolDefinition {
  return defineTool({
    name: 'studio_agent_list',
    title: 'The roster',
    description:
      'Lists the agents of the roster with what each may do. An entry that is broken says why; its agent may do nothing until it is mended. Example: {"include_profiles": true}.',
    category: 'studio',
    input: { include_profiles: flag('The whole entries too.', false) },
    output: {
      agents: list(
        anyObject(
          '`id`, `name`, `role`, `discipline`, `focus`, `autonomy`, `permissions`, `status` (ready or broken), `problem`, `path`, `remarks`, `waiting` (calls that wait for a person), `profile`.',
        ),
        'Sorted by id.',
      ),
      categories: list({ type: 'string' }, 'Categories that tools have.'),
      ask_seconds: integer('How long a call waits for a person (agents.ask_seconds of game.json).'),
      problem: text('Why the roster can’t be read.'),
    },
    optional: ['problem'],
    usesScene: false,
    run: (args) => {
      const { roster, questions, project } = parts;
      const categories = parts.categories();
      const agents = roster.all().map((entry) => ({
        ...summaryOf(entry, categories),
        waiting: questions.list().filter(({ agent }) => agent === entry.id).length,
        ...(args.include_profiles === true && entry.profile !== undefined
          ? { profile: entry.profile.raw }
          : {}),
      }));
      const lines = roster
        .all()
        .map(
          ({ id, profile, problem }) => `${id}: ${profile === undefined ? problem : rightsWords(profile)}`,
        );
      return jsonResult(
        {
          agents,
          categories: [...categories].sort(),
          ask_seconds: project.settings.agents.ask_seconds,
          ...(roster.problem === undefined ? {} : { problem: roster.problem }),
        },
        lines.length === 0 ? (roster.problem ?? 'The roster is empty.') : lines.join('\n'),
      );
    },
  });
}

function summaryOf({ id, path, profile, problem }: RosterEntry, categories: ReadonlySet<string>): JsonObject {
  const described = Object.fromEntries(
    (['role', 'discipline', 'focus'] as const).flatMap((key) => {
      const value = profile?.raw[key];
      return typeof value === 'string' ? [[key, value]] : [];
    }),
  );
  const unknown = [...(profile?.permissions.keys() ?? [])].filter((category) => !categories.has(category));
  return {
    id,
    name: profile?.name ?? id,
    ...described,
    ...rightsJson(profile),
    status: profile === undefined ? 'broken' : 'ready',
    ...(problem === undefined ? {} : { problem }),
    path,
    remarks: unknown.map((category) => `No tool has the category "${category}" at present.`),
  };
}

function removeAgent(parts: AgentParts): ToolDefinition {
  return {
    ...defineTool({
      name: 'studio_agent_remove',
      title: 'Remove an agent',
      description:
        'For people only: takes an agent out of the roster and deletes its entry. Clients that speak for it may do nothing until it is defined again or the project is opened anew. Example: {"agent": "nimbus"}.',
      category: 'studio',
      input: { agent: text('Its id.', { maxLength: 64 }) },
      required: ['agent'],
      output: { agent: text('Its id.'), removed: flag('True.') },
      effect: 'project',
      destructive: true,
      dryRunSafe: true,
      usesScene: false,
      humanOnly: (args) =>
        toolError(
          'approval_requires_human',
          'Only a person takes an agent out of the roster.',
          askWords(`remove the agent ${typeof args.agent === 'string' ? args.agent.slice(0, 64) : ''}`),
        ),
      run: (args, context) => {
        const id = requiredText(args, 'agent');
        const found = parts.roster.find(id);
        if (found.kind !== 'entry') return failureResult(unknownAgent(parts, id));
        if (!context.dryRun) {
          const removed = parts.roster.remove(id);
          if (!removed.ok) return failureResult(removed.error);
          tell(parts, 'agent_removed', id, context);
        }
        return jsonResult({ agent: id, removed: true }, `Removed ${id} from the roster.`);
      },
    }),
    governance: true,
  };
}

function unknownAgent(parts: AgentParts, id: string): ToolError {
  const ids = parts.roster.all().map((entry) => entry.id);
  return toolError(
    'not_found',
    `There is no agent ${JSON.stringify(id.slice(0, 80))} in the roster.`,
    ids.length === 0 ? 'The roster is empty.' : `There are ${ids.slice(0, 20).join(', ')}.`,
  );
}

function agentBrief(parts: AgentParts): ToolDefinition {
  return defineTool({
    name: 'studio_agent_brief',
    title: 'Brief an agent',
    description:
      'What an agent of the roster needs to begin: who it is, as a system prompt made from its entry, and the tools that it is offered, each with whether it may call them at once ("allow") or a person is asked first ("ask"). Example: {"agent": "nimbus"}.',
    category: 'studio',
    input: { agent: text('Its id.', { maxLength: 64 }) },
    required: ['agent'],
    output: {
      agent: text('Its id.'),
      actor: text('The actor of its calls when the editor runs it.'),
      provider: text('Who runs its model.'),
      model: text('Its model.'),
      max_rounds: integer('Rounds of tool calls in one run.'),
      system_prompt: text('Who it is and what it has to keep to.'),
      tools: list(anyObject('`name`, `category`, `access`.'), 'Those that it is offered.'),
    },
    optional: ['provider', 'model'],
    usesScene: false,
    run: (args) => {
      const id = requiredText(args, 'agent');
      const found = parts.roster.find(id);
      if (found.kind !== 'entry') return failureResult(unknownAgent(parts, id));
      const { profile, problem } = found.entry;
      if (profile === undefined)
        return failureResult(
          toolError(
            'invalid_settings',
            problem ?? `The entry of ${id} is broken.`,
            'A person has to mend the file.',
          ),
        );
      const tools = parts.registry
        .active()
        .filter((tool) => isOffered(profile, tool))
        .map((tool) => ({
          name: tool.name,
          category: tool.category,
          access: accessOf(profile, tool, effectOf(tool)).permission === 'allow' ? 'allow' : 'ask',
        }));
      const { raw } = profile;
      return jsonResult({
        agent: id,
        actor: `agent:${id}`,
        ...(typeof raw.provider === 'string' ? { provider: raw.provider } : {}),
        ...(typeof raw.model === 'string' ? { model: raw.model } : {}),
        max_rounds: typeof raw.max_rounds === 'number' ? raw.max_rounds : 40,
        system_prompt: briefText(profile),
        tools,
      });
    },
  });
}
