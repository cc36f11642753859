/** The decisions of people: approving and rejecting tools, and the policy. */
import { type Outcome, ToolFailure, toolError, type ToolError } from '../../errors';
import { isJsonObject, type JsonObject } from '../../json';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { flag, list, text, anyObject } from '../../tools/builtin/define';
import { requiredText } from '../../tools/builtin/args';
import { failureResult, jsonResult } from '../../tools/result';
import { SETTINGS_FILE } from '../../project/settings';
import { shortHash } from '../hash';
import { asJson } from '../json-copy';
import type { Signing } from '../keys';
import { normaliseName } from '../names';
import { isLooser, isPolicy, POLICIES } from '../policy';
import type { Policy } from '../types';
import { textProblem } from '../hidden-text';
import { trustTools } from './trust';
import { actorOf, doerOf, findSound, isPerson, lifecycleTool, needsPerson, type Workshop } from './workshop';

export function decisionTools(workshop: Workshop): ToolDefinition[] {
  return [approveTool(workshop), policyTool(workshop), ...trustTools(workshop)];
}

function shownName({ catalog }: Workshop, args: JsonObject): string {
  const given = typeof args.name === 'string' ? args.name : '';
  if (catalog.entry(given) !== undefined) return given;
  const named = normaliseName(given);
  return named.ok ? named.value : given.slice(0, 64);
}

function approveTool(workshop: Workshop): ToolDefinition {
  return lifecycleTool({
    name: 'tool_approve',
    title: 'Decide about a tool',
    description:
      'For people only: approves a custom tool as it is now, or rejects it with a reason that its author can read. The decision is signed and holds for this definition alone: a changed tool needs another. With "hash" it fails when the definition is no longer the one that was read. Example: {"name": "user_tag_by_tag", "hash": "…"}',
    input: {
      name: text('The tool.'),
      approve: flag('False rejects it.', true),
      hash: text('The hash that was read; its first 12 characters are enough.', {
        minLength: 12,
        maxLength: 64,
      }),
      reason: text('Why. The author of a rejected tool gets to read it.', { maxLength: 2000 }),
    },
    required: ['name'],
    output: {
      name: text('The tool.'),
      status: text('What it is now.'),
      hash: text('What the decision holds for.'),
      approval: anyObject('The decision as it was written.'),
      reason: text('Why the tool is not active all the same.'),
    },
    optional: ['approval', 'reason'],
    effect: 'project',
    humanOnly: (args) => needsPerson(shownName(workshop, args)),
    run: (args, context) => approve(workshop, args, context),
  });
}

async function approve(workshop: Workshop, args: JsonObject, context: ToolContext): Promise<ToolResult> {
  if (!isPerson(context.caller)) return failureResult(needsPerson(shownName(workshop, args)));
  // The key store may ask the person first: what is decided on is looked up after that.
  const signer = context.dryRun ? undefined : await workshop.keys.signer();
  return workshop.changes.alone(() => decideNow(workshop, args, context, signer));
}

function decideNow(
  workshop: Workshop,
  args: JsonObject,
  context: ToolContext,
  signer: Outcome<Signing> | undefined,
): ToolResult {
  const found = findSound(workshop, requiredText(args, 'name'));
  if (!found.ok) return failureResult(found.error);
  const { stored, definition } = found.value;
  const { name, hash } = stored;
  if (typeof args.hash === 'string' && !hash.startsWith(args.hash.toLowerCase())) {
    return failureResult(
      toolError(
        'hash_changed',
        `${name} is another definition by now: its hash is ${shortHash(hash)}, not ${args.hash.slice(0, 12)}. Nothing was decided.`,
        'Read it again (tool_inspect) and decide on what it is now.',
        { name, hash },
      ),
    );
  }
  const status = args.approve === false ? 'rejected' : 'approved';
  const reason =
    typeof args.reason === 'string' && args.reason.trim() !== '' ? args.reason.trim() : undefined;
  const hidden = reason === undefined ? undefined : textProblem(reason, 'The reason');
  if (hidden !== undefined) return failureResult(toolError('invalid_arguments', `${hidden}.`, 'Remove it.'));
  if (signer === undefined)
    return jsonResult(
      { name, status: found.value.resolved.status, hash },
      'Nothing was decided: this is a dry run.',
    );
  if (!signer.ok) return failureResult(signer.error);
  const actor = actorOf(context);
  const owner = workshop.catalog.ownerOf(stored);
  // The definition first: a decision whose object is not kept could not be shown later.
  workshop.approved.keep(hash, definition, stored.compiled?.modules ?? new Map());
  workshop.changes.make(
    {
      event: status,
      tool: name,
      actor,
      facts: {
        hash,
        version: definition.version,
        ...(reason === undefined ? {} : { reason }),
        ...(owner === undefined ? {} : { owner }),
        call: context.callId,
      },
    },
    () => {
      const made = workshop.approvals.decide(
        {
          ...{ name, hash, status, by: actor, at: workshop.now() },
          ...(reason === undefined ? {} : { reason }),
          ...(owner === undefined ? {} : { owner }),
        },
        signer.value,
      );
      if (!made.ok) throw new ToolFailure(made.error);
      return made.value;
    },
    (made) => ({ key: made.key ?? null }),
  );
  workshop.catalog.noteApprovals();
  workshop.catalog.sync();
  const entry = workshop.catalog.entry(name) ?? found.value;
  const why = reason === undefined ? '' : `: ${reason}`;
  workshop.catalog.news.tell(
    status,
    doerOf(context),
    entry,
    { by: actor, ...(reason === undefined ? {} : { decision_reason: reason }) },
    `${status === 'approved' ? 'Approved' : 'Rejected'} ${name}${why}`,
  );
  const { resolved } = entry;
  const note =
    status === 'rejected'
      ? 'Calls of it that are running go on to their end; no new one starts.'
      : resolved.status === 'active'
        ? `It is active; call ${name} (a call that was refused before was not run).`
        : `It is ${resolved.status.replaceAll('_', ' ')} all the same: ${resolved.reason ?? ''}`;
  const { record } = workshop.approvals.latest(name) ?? {};
  return jsonResult(
    asJson({
      name,
      status: resolved.status,
      hash,
      approval: record,
      ...(resolved.reason === undefined ? {} : { reason: resolved.reason }),
    }),
    `${status === 'approved' ? 'Approved' : 'Rejected'} ${name} (${shortHash(hash)}). ${note}`,
  );
}

function loosening(workshop: Workshop, args: JsonObject): ToolError | undefined {
  const { policy } = args;
  const now = workshop.catalog.policyState.policy;
  if (!isPolicy(policy) || !isLooser(policy, now)) return undefined;
  return toolError(
    'approval_requires_human',
    `Only a person can loosen the policy for custom tools (from "${now}" to "${policy}"); agents can make it stricter.`,
    `Ask the person: "Please set the policy for custom tools to ${policy}, in the window under Studio > Tools, or in a terminal in the project's folder with: skywalker call tool_policy '{"policy": "${policy}"}'".`,
    { policy: now, wanted: policy },
  );
}

const MEANING: Readonly<Record<Policy, string>> = {
  off: 'No custom tool runs.',
  ask: "Every custom tool needs a person's approval.",
  auto: 'Tools that only read run at once; those that edit, write files or reach the network need approval.',
  trust: 'Every custom tool runs at once, unless a person rejected it.',
};

function policyTool(workshop: Workshop): ToolDefinition {
  return lifecycleTool({
    name: 'tool_policy',
    title: 'Policy for custom tools',
    description:
      'Reads the project\'s policy for custom tools, or sets it: "off" (none runs), "ask" (all need approval), "auto" (the default: those that edit, write files or reach the network need approval), "trust" (all run at once). Agents can make it stricter, never looser. The answer lists what each tool\'s status is under it. Example: {"policy": "ask"}',
    input: { policy: text('The policy to set; without it, it is read.', { enum: [...POLICIES] }) },
    output: {
      policy: text('The policy in force.'),
      in_file: text('What game.json says.'),
      note: text('Why the two differ.'),
      meaning: text('What it means.'),
      tools: list(
        anyObject('A tool, its status under the policy, and the approval that stands for it.'),
        'Every custom tool.',
      ),
    },
    optional: ['note'],
    effect: 'project',
    idempotent: true,
    reads: (args) => args.policy === undefined,
    humanOnly: (args) => loosening(workshop, args),
    run: (args, context) => setPolicy(workshop, args, context),
  });
}

async function setPolicy(workshop: Workshop, args: JsonObject, context: ToolContext): Promise<ToolResult> {
  const { policy } = args;
  const before = workshop.catalog.policyState;
  if (isPolicy(policy) && !context.dryRun) {
    const refused = isPerson(context.caller) ? undefined : loosening(workshop, args);
    if (refused !== undefined) return failureResult(refused);
    const actor = actorOf(context);
    const { project, ledger, changes } = workshop;
    const written = await project.updateSettings(
      (raw) => ({
        ...raw,
        customTools: { ...(isJsonObject(raw.customTools) ? raw.customTools : {}), policy },
      }),
      (text) => {
        changes.make(
          {
            event: 'policy',
            actor,
            facts: { policy, before: before.policy, call: context.callId },
            files: new Map([[SETTINGS_FILE, text]]),
          },
          () => {
            // What is looser counts only when the file has it.
            ledger.setPolicy(project.folder, policy, actor, workshop.now().toISOString());
          },
        );
      },
    );
    if (!written.ok) return failureResult(written.error);
    workshop.catalog.sync();
    const now = workshop.catalog.policyState.policy;
    workshop.events.append({
      type: 'policy',
      kind: 'changed',
      ...doerOf(context),
      summary: `Set the policy for custom tools from ${before.policy} to ${now}`,
      data: { policy: now, before: before.policy },
    });
  }
  const state = workshop.catalog.policyState;
  const tools = workshop.catalog.all().map(({ stored, resolved, verdict }) => ({
    name: stored.name,
    status: resolved.status,
    ...(verdict.kind === 'none' ? {} : { decision: verdict.kind, by: verdict.by, at: verdict.at }),
  }));
  const meaning = MEANING[state.policy];
  const structured = {
    policy: state.policy,
    in_file: state.inFile,
    ...(state.note === undefined ? {} : { note: state.note }),
    meaning,
    tools,
  };
  const active = tools.filter((tool) => tool.status === 'active').length;
  const lines = [
    `Policy: ${state.policy}. ${meaning}`,
    ...(state.note === undefined ? [] : [state.note]),
    `${active} of ${tools.length} custom tools are active.`,
  ];
  return jsonResult(asJson(structured), lines.join('\n'));
}
