/** `tool_promote`: puts a tool into the user's own library, for other projects, or takes one out of it. */
import { toolError } from '../../errors';
import type { JsonObject } from '../../json';
import { listNames } from '../../text/suggest';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { flag, list, text } from '../../tools/builtin/define';
import { requiredText } from '../../tools/builtin/args';
import { failureResult, jsonResult } from '../../tools/result';
import { asJson } from '../json-copy';
import { normaliseName } from '../names';
import { actorOf, doerOf, findSound, isPerson, lifecycleTool, type Workshop } from './workshop';

export function promoteTools(workshop: Workshop): ToolDefinition[] {
  return [
    lifecycleTool({
      name: 'tool_promote',
      title: "Put a tool into the user's library",
      description:
        'Copies a custom tool, with the files that its code uses, into the user\'s own library, for use in other projects. There it is taken up with tool_define {"from_library": "name"} and needs that project\'s own approval: approvals never travel. Only a person replaces a tool of the library by another one, or takes one out of it ("remove"). Example: {"name": "user_enemies_near"}',
      input: {
        name: text('The tool.'),
        remove: flag('Takes it out of the library. Projects that took it up keep theirs.', false),
        restore: flag(
          'Brings back what was taken out last under that name, for as long as the project is open.',
          false,
        ),
      },
      required: ['name'],
      output: {
        name: text('The tool.'),
        path: text('Where the library has it, or had it.'),
        in_library: flag('False where it was taken out.'),
        warnings: list({ type: 'string' }, 'What other projects will miss.'),
      },
      effect: 'project',
      idempotent: true,
      run: (args, context) =>
        args.restore === true
          ? putBack(workshop, args, context)
          : args.remove === true
            ? takeOut(workshop, args, context)
            : promote(workshop, args, context),
    }),
  ];
}

function promote(workshop: Workshop, args: JsonObject, context: ToolContext): ToolResult {
  const found = findSound(workshop, requiredText(args, 'name'));
  if (!found.ok) return failureResult(found.error);
  const { definition, stored } = found.value;
  const { name } = definition;
  const { library, project } = workshop;
  if (definition.kind !== 'wander' && definition.kind !== 'composite') {
    return failureResult(
      toolError(
        'invalid_arguments',
        `${name} is a ${definition.kind} tool; the library holds Wander and composite tools.`,
      ),
    );
  }
  const other = library.names().includes(name) ? library.find(name) : undefined;
  const same = other?.ok === true && other.value.hash === stored.hash;
  if (other !== undefined && !same && !isPerson(context.caller)) {
    return failureResult(
      toolError(
        'approval_requires_human',
        `The user's library has another ${name}; only a person replaces it.`,
        `Ask the person: "Please put ${name} of this project into the library in place of the other, in a terminal in the project's folder with: skywalker call tool_promote '{"name": "${name}"}'". Or define it here under another name.`,
      ),
    );
  }
  if (context.dryRun)
    return jsonResult(
      { name, path: '', in_library: same, warnings: [] },
      `${name} was not copied: this is a dry run.`,
    );
  const actor = actorOf(context);
  const modules = stored.compiled?.modules ?? new Map<string, string>();
  const path = library.put(definition, modules, {
    by: actor,
    at: workshop.now().toISOString(),
    project: project.settings.id,
    hash: stored.hash,
  });
  workshop.audit.note('promoted', actor, { tool: name, hash: stored.hash, call: context.callId });
  workshop.catalog.news.tell(
    'promoted',
    doerOf(context),
    found.value,
    {},
    `${actor} put ${name} into the user's library`,
  );
  const missing = stored.compiled?.effects.calls.filter(
    (called) => workshop.catalog.entry(called) !== undefined && !library.names().includes(called),
  );
  const warnings =
    missing === undefined || missing.length === 0
      ? []
      : [
          `It calls ${listNames(missing, 8)}, which the library does not have: other projects need ${missing.length === 1 ? 'it' : 'them'} too.`,
        ];
  return jsonResult(
    asJson({ name, path, in_library: true, warnings }),
    [
      `${name} is in the user's library (${path}). Elsewhere: tool_define {"from_library": "${name}"}.`,
      ...warnings,
    ].join('\n'),
  );
}

function takeOut(workshop: Workshop, args: JsonObject, context: ToolContext): ToolResult {
  const given = requiredText(args, 'name');
  const { library } = workshop;
  const name = library
    .names()
    .find((each) => each === given || each === `user_${given.replace(/^user[.:_]/, '')}`);
  if (name === undefined) {
    const missing = library.find(given);
    return failureResult(
      missing.ok ? toolError('not_found', `${given} is not in the library.`) : missing.error,
    );
  }
  if (!isPerson(context.caller)) {
    return failureResult(
      toolError(
        'approval_requires_human',
        `Only a person takes a tool out of the user's library (here ${name}).`,
        `Ask the person: "Please take ${name} out of my library, in the window under Studio > Tools > Library, or in a terminal with: skywalker call tool_promote '{"name": "${name}", "remove": true}'".`,
      ),
    );
  }
  if (context.dryRun)
    return jsonResult(
      { name, path: '', in_library: true, warnings: [] },
      `${name} was not taken out: this is a dry run.`,
    );
  const found = library.find(name);
  library.remove(name);
  const actor = actorOf(context);
  workshop.audit.note('library_removed', actor, {
    tool: name,
    ...(found.ok ? { hash: found.value.hash } : {}),
    call: context.callId,
  });
  workshop.events.append({
    type: 'custom_tool',
    kind: 'library_removed',
    ...doerOf(context),
    tool: name,
    summary: `${actor} took ${name} out of the user's library`,
    data: { name },
  });
  return jsonResult(
    { name, path: '', in_library: false, warnings: [] },
    `${name} is no longer in the user's library. Projects that took it up keep theirs.`,
  );
}

function putBack(workshop: Workshop, args: JsonObject, context: ToolContext): ToolResult {
  const named = normaliseName(requiredText(args, 'name'));
  if (!named.ok) return failureResult(named.error);
  const name = named.value;
  if (!isPerson(context.caller)) {
    return failureResult(
      toolError(
        'approval_requires_human',
        `Only a person brings a tool back into the user's library (here ${name}).`,
        'To put this project\'s tool there, leave "restore" out.',
      ),
    );
  }
  if (context.dryRun)
    return jsonResult(
      { name, path: '', in_library: false, warnings: [] },
      `${name} was not brought back: this is a dry run.`,
    );
  const back = workshop.library.putBack(name);
  if (!back.ok && back.error.code !== 'invalid_definition') return failureResult(back.error);
  const actor = actorOf(context);
  workshop.audit.note('promoted', actor, {
    tool: name,
    ...(back.ok ? { hash: back.value.hash } : {}),
    restored: true,
    call: context.callId,
  });
  workshop.events.append({
    type: 'custom_tool',
    kind: 'promoted',
    ...doerOf(context),
    tool: name,
    summary: `${actor} brought ${name} back into the user's library`,
    data: { name },
  });
  return jsonResult(
    { name, path: '', in_library: true, warnings: [] },
    `${name} is in the user's library again.`,
  );
}
