/** `tool_enable` and `tool_remove`. */
import { ToolFailure, toolError } from '../../errors';
import type { JsonObject } from '../../json';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { flag, text } from '../../tools/builtin/define';
import { requiredText } from '../../tools/builtin/args';
import { failureResult, jsonResult } from '../../tools/result';
import type { Entry } from '../entry';
import { formatDefinition } from '../definition-file';
import type { Signing } from '../keys';
import { ToolStore } from '../store';
import { actorOf, doerOf, findSound, isPerson, lifecycleTool, type Workshop } from './workshop';

const STATUS = {
  name: text('The tool.'),
  status: text('What it is now.'),
  reason: text('Why it is not active.'),
};

export function manageTools(workshop: Workshop): ToolDefinition[] {
  return [
    lifecycleTool({
      name: 'tool_enable',
      title: 'Turn a tool on or off',
      description:
        'Turns a custom tool off, keeping its files and its approval, or on again. A tool that is off is not offered and not called by any way. What a person turned off, only a person turns on. Example: {"name": "user_enemies_near", "enabled": false}',
      input: { name: text('The tool.'), enabled: flag('True turns it on.') },
      required: ['name', 'enabled'],
      output: STATUS,
      optional: ['reason'],
      effect: 'project',
      idempotent: true,
      run: (args, context) => workshop.changes.alone(() => enable(workshop, args, context)),
    }),
    lifecycleTool({
      name: 'tool_remove',
      title: 'Remove a tool',
      description:
        'Takes a custom tool away: its files are deleted and its approval is withdrawn. With "restore" the tool that was removed last under that name comes back, for as long as the project is open; its approval comes back too when a person restores it. Example: {"name": "user_enemies_near"}',
      input: { name: text('The tool.'), restore: flag('Brings it back.', false) },
      required: ['name'],
      output: {
        name: text('The tool.'),
        removed: flag('False where it was restored.'),
        status: STATUS.status,
        reason: STATUS.reason,
      },
      optional: ['status', 'reason'],
      effect: 'project',
      destructive: true,
      run: (args, context) =>
        args.restore === true
          ? restore(workshop, args, context)
          : workshop.changes.alone(() => remove(workshop, args, context)),
    }),
  ];
}

function statusResult(workshop: Workshop, name: string, before: string): ToolResult {
  const entry = workshop.catalog.entry(name);
  const status = entry?.resolved.status ?? 'invalid';
  const reason = entry?.resolved.reason;
  const structured = { name, status, ...(reason === undefined ? {} : { reason }) };
  return jsonResult(
    structured,
    `${before} It is ${status.replaceAll('_', ' ')}.${reason === undefined ? '' : ` ${reason}`}`,
  );
}

function enable(workshop: Workshop, args: JsonObject, context: ToolContext): ToolResult {
  const found = findSound(workshop, requiredText(args, 'name'));
  if (!found.ok) return failureResult(found.error);
  const { definition } = found.value;
  const { name } = definition;
  const enabled = args.enabled === true;
  const actor = actorOf(context);
  const { catalog, ledger } = workshop;
  const { enabled: isOn, disabledBy: offBy } = catalog.switchOf(name, definition);
  const person = isPerson(context.caller);
  if (enabled && !isOn && (offBy === 'user' || offBy === 'cli') && !person) {
    return failureResult(
      toolError(
        'approval_requires_human',
        `${name} was turned off by ${offBy}; only a person can turn it on.`,
        `Ask the person: "Please turn the tool ${name} on, in the window under Studio > Tools, or in a terminal with: skywalker call tool_enable '{"name": "${name}", "enabled": true}'".`,
      ),
    );
  }
  // A person who turns off what an agent has turned off makes it theirs to turn on.
  const claims = !enabled && person && ledger.turnedOff(name) === undefined;
  if (isOn === enabled && !claims)
    return statusResult(workshop, name, `${name} is turned ${enabled ? 'on' : 'off'} already.`);
  if (context.dryRun) return statusResult(workshop, name, `${name} was not changed: this is a dry run.`);
  const event = enabled ? 'enabled' : 'disabled';
  const hasFile = found.value.stored.path !== '';
  const written = { ...definition, enabled, disabled_by: enabled ? undefined : actor };
  const entry = workshop.changes.make(
    {
      event,
      tool: name,
      actor,
      facts: { hash: found.value.stored.hash, by_person: person, call: context.callId },
      ...(hasFile ? { files: new Map([[ToolStore.pathOf(name), formatDefinition(written)]]) } : {}),
    },
    () => {
      const off = !enabled && person && !hasFile;
      if (claims || off) ledger.turnOff(name, actor, workshop.now().toISOString());
      if (enabled && person) ledger.turnOn(name);
      return hasFile
        ? reloaded(workshop, name)
        : catalog.hold({ ...found.value.stored, definition: written });
    },
  );
  workshop.catalog.news.tell(
    event,
    doerOf(context),
    entry,
    {},
    `${actor} turned ${name} ${enabled ? 'on' : 'off'}`,
  );
  const running = enabled ? '' : ' Calls of it that are running go on to their end.';
  return statusResult(workshop, name, `Turned ${name} ${enabled ? 'on' : 'off'}.${running}`);
}

/** The tool as its files are now. Throws a `ToolFailure` where they are gone. */
function reloaded(workshop: Workshop, name: string): Entry {
  const base = ToolStore.baseOfPath(ToolStore.pathOf(name));
  if (base !== undefined) workshop.catalog.reload(base);
  const found = workshop.catalog.find(name);
  if (!found.ok) throw new ToolFailure(found.error);
  return found.value;
}

function remove(workshop: Workshop, args: JsonObject, context: ToolContext): ToolResult {
  const found = workshop.catalog.find(requiredText(args, 'name'));
  if (!found.ok) return failureResult(found.error);
  const { stored } = found.value;
  const { name } = stored;
  if (context.dryRun)
    return jsonResult({ name, removed: false }, `${name} was not removed: this is a dry run.`);
  const actor = actorOf(context);
  const hasFile = stored.path !== '';
  const files = hasFile ? workshop.catalog.store.textsOf(stored) : new Map<string, string>();
  const decision = workshop.changes.make(
    {
      event: 'removed',
      tool: name,
      actor,
      facts: { hash: stored.hash, call: context.callId },
      ...(hasFile
        ? { files: new Map([stored.path, ToolStore.codePathOf(name)].map((path) => [path, null])) }
        : {}),
    },
    () => {
      const taken = workshop.approvals.withdraw(name, actor, workshop.now());
      // Only a person: an agent that takes it away and makes it again has not turned it on.
      if (isPerson(context.caller)) workshop.ledger.turnOn(name);
      workshop.catalog.noteApprovals();
      workshop.catalog.forget(name);
      workshop.served.release(name);
      return taken;
    },
  );
  workshop.catalog.news.tell('removed', doerOf(context), found.value, {}, `${actor} removed ${name}`);
  if (!hasFile) {
    return jsonResult(
      { name, removed: true },
      `Removed ${name}. Its client may register it again; tool_enable {"name": "${name}", "enabled": false} turns a tool off for good.`,
    );
  }
  workshop.removed.add({ stored, files, decision, by: actor, at: workshop.now().toISOString() });
  return jsonResult(
    { name, removed: true },
    `Removed ${name}: ${[...files.keys()].join(', ')}. tool_remove {"name": "${name}", "restore": true} brings it back while the project is open.`,
  );
}

async function restore(workshop: Workshop, args: JsonObject, context: ToolContext): Promise<ToolResult> {
  const known = workshop.removed.find(requiredText(args, 'name'));
  if (!known.ok) return failureResult(known.error);
  const signs = known.value.decision !== undefined && isPerson(context.caller) && !context.dryRun;
  const signer = signs ? await workshop.keys.signer() : undefined;
  if (signer?.ok === false) return failureResult(signer.error);
  return workshop.changes.alone(() => restoreNow(workshop, args, context, signer?.value));
}

function restoreNow(
  workshop: Workshop,
  args: JsonObject,
  context: ToolContext,
  signer: Signing | undefined,
): ToolResult {
  const taken = workshop.removed.find(requiredText(args, 'name'));
  if (!taken.ok) return failureResult(taken.error);
  const { stored, files, decision } = taken.value;
  const { name } = stored;
  if (workshop.catalog.find(name).ok) {
    return failureResult(
      toolError('conflict', `There is a tool ${name} by now.`, 'Remove it first, or keep it.'),
    );
  }
  if (context.dryRun)
    return jsonResult({ name, removed: true }, `${name} was not restored: this is a dry run.`);
  const actor = actorOf(context);
  const entry = workshop.changes.make(
    {
      event: 'restored',
      tool: name,
      actor,
      facts: { hash: stored.hash, call: context.callId },
      files,
    },
    () => {
      if (signer !== undefined && decision !== undefined) {
        const decided = workshop.approvals.restore(decision, actor, workshop.now(), signer);
        if (!decided.ok) throw new ToolFailure(decided.error);
      }
      workshop.catalog.noteApprovals();
      return reloaded(workshop, name);
    },
    (made) => ({ hash: made.stored.hash }),
  );
  workshop.removed.forget(name);
  workshop.catalog.news.tell('restored', doerOf(context), entry, {}, `${actor} restored ${name}`);
  const { status, reason } = entry.resolved;
  return jsonResult(
    { name, removed: false, status, ...(reason === undefined ? {} : { reason }) },
    `Restored ${name}: ${status.replaceAll('_', ' ')}.`,
  );
}
