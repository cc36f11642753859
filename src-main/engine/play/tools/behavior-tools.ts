/** behavior_set, behavior_remove and behavior_list: which behaviours stand on an entity, and which there are. */
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { ToolFailure, toolError } from '../../errors';
import type { Entity } from '../../scene/entity';
import type { Scene } from '../../scene/scene';
import { didYouMean, listNames } from '../../text/suggest';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { optionalObject, optionalReference, optionalText, requiredText } from '../../tools/builtin/args';
import { anyObject, defineTool, entityRef, flag, integer, list, text } from '../../tools/builtin/define';
import { findEntity, nameOf } from '../../tools/builtin/entities';
import { failed, textResult } from '../../tools/result';
import type { BehaviorInfo, BehaviorListing } from '../../../wander/behavior/contract';
import { attachmentJson, attachmentsOf, type Attachment } from '../attachments';
import { chosen, listingFor, problemsOf } from '../problems';
import type { ScriptFiles } from '../script-files';
import type { PlayToolParts } from './parts';

export interface BehaviorToolParts extends PlayToolParts {
  /** Refuses a file that the call may not read. */
  readonly checkReadable: (path: string, context: ToolContext) => void;
}

export function behaviorTools(parts: BehaviorToolParts): ToolDefinition[] {
  return [behaviorSet(parts), behaviorRemove(), behaviorList(parts)];
}

const FILE = text('Project path of a .wander file.', {
  maxLength: 1_000,
  examples: ['scripts/lantern.wander'],
});

function behaviorSet(parts: BehaviorToolParts): ToolDefinition {
  return defineTool({
    name: 'behavior_set',
    title: 'Set a behaviour',
    description:
      'Puts a behaviour on an entity, or changes one that stands there under this name: only what is given changes. ' +
      'Its code is in a .wander file of the project (`file`; write it with file_write) or in the scene (`source`). ' +
      '`params` are merged; null takes one back to the default of the code. ' +
      'Code that has errors, and values that do not fit, are refused. Try it with sim_control {"action": "step"} or wander_test. ' +
      'Example: {"entity": "Lamp", "name": "pulse", "file": "scripts/lantern.wander", "params": {"speed": 2}}.',
    category: 'wander',
    effect: 'scene',
    input: {
      entity: entityRef(),
      name: text('Tells it from others on the entity.', { minLength: 1, maxLength: 100 }),
      file: FILE,
      source: text('Code in place of a file.', { maxLength: 524_288 }),
      behavior: text('Which behaviour of the code; all of them where it is not given. "" takes that back.', {
        maxLength: 100,
      }),
      params: anyObject('Values for its params.'),
      intent: text('What it is meant to do, in words.', { maxLength: 10_000 }),
      enabled: flag('Whether it runs.'),
      allow_errors: flag('Keeps it also where something is wrong with it.', false),
    },
    required: ['entity', 'name'],
    output: {
      entity: integer('Id of the entity.'),
      behavior: anyObject('It, as it stands in components.script.behaviors.'),
      behaviors: list(anyObject('A behaviour of the code, with its params.'), 'What runs.'),
      problems: list(
        anyObject('`severity`, `message`, `hint`.'),
        'With allow_errors, what is wrong; and warnings.',
      ),
    },
    run: (args, context) => set(args, context, parts),
  });
}

function set(args: JsonObject, context: ToolContext, parts: BehaviorToolParts): ToolResult {
  const { files } = parts;
  const entity = findEntity(context.scene, optionalReference(args, 'entity') ?? '');
  const name = requiredText(args, 'name');
  const file = optionalText(args, 'file');
  if (file !== undefined && args.source !== undefined)
    return failed('invalid_arguments', 'Give "file" or "source", not both.');
  if (file !== undefined) parts.checkReadable(file, context);
  const before = attachmentsOf(entity);
  const at = before.findIndex((one) => one.name === name);
  const next = changed(before[at] ?? { name, params: {}, enabled: true }, args);
  const problems = problemsOf(next, entity, files);
  const first = problems.find((problem) => problem.severity === 'error');
  if (first !== undefined && args.allow_errors !== true) {
    const listing = listingFor(next, entity, files);
    const broken = listing?.diagnostics.some((diagnostic) => diagnostic.severity === 'error') ?? false;
    return failed(
      broken ? 'compile_error' : 'invalid_arguments',
      `${nameOf(entity)}, behaviour "${name}": ${first.message}`,
      first.hint,
      { diagnostics: diagnosticsJson(listing) },
    );
  }
  for (const { severity, message, hint } of problems)
    if (severity === 'warning') context.warn(`${message} ${hint}`);
  const all = at < 0 ? [...before, next] : before.with(at, next);
  write(context, entity, all);
  context.relabel(`Set behaviour ${name} of ${entity.name}`);
  const behaviors = chosen(next, listingFor(next, entity, files));
  const what = behaviors.map((one) => one.name).join(', ');
  return textResult(
    [
      `${at < 0 ? 'Put' : 'Changed'} "${name}" (${what === '' ? 'no behaviour' : what}) on ${nameOf(entity)}.`,
      ...behaviors.flatMap((one) => one.params.map(paramLine)),
    ].join('\n'),
    {
      entity: entity.id,
      behavior: attachmentJson(next),
      behaviors: behaviors.map(behaviorJson),
      problems: problems.map((problem): JsonObject => ({ ...problem })),
    },
  );
}

function changed(before: Attachment, args: JsonObject): Attachment {
  const file = optionalText(args, 'file') ?? before.file;
  const source = optionalText(args, 'source') ?? before.source;
  const behavior = optionalText(args, 'behavior') ?? before.behavior;
  const intent = optionalText(args, 'intent') ?? before.intent;
  const params = new Map(Object.entries(before.params));
  for (const [key, value] of Object.entries(optionalObject(args, 'params') ?? {})) {
    if (value === null) params.delete(key);
    else params.set(key, value);
  }
  return {
    name: before.name,
    ...(args.source !== undefined || file === undefined ? {} : { file }),
    ...(args.file !== undefined || source === undefined ? {} : { source }),
    ...(behavior === undefined || behavior === '' ? {} : { behavior }),
    params: Object.fromEntries(params),
    ...(intent === undefined ? {} : { intent }),
    enabled: typeof args.enabled === 'boolean' ? args.enabled : before.enabled,
  };
}

function behaviorRemove(): ToolDefinition {
  return defineTool({
    name: 'behavior_remove',
    title: 'Remove a behaviour',
    description:
      'Takes a behaviour off an entity. Its file stays. Example: {"entity": "Lamp", "name": "pulse"}.',
    category: 'wander',
    effect: 'scene',
    destructive: true,
    input: {
      entity: entityRef(),
      name: text('The behaviour’s name on the entity.', { minLength: 1, maxLength: 100 }),
    },
    required: ['entity', 'name'],
    output: {
      entity: integer('Id of the entity.'),
      left: list(text('A name.'), 'Behaviours that the entity still has.'),
    },
    run: (args, context) => {
      const entity = findEntity(context.scene, optionalReference(args, 'entity') ?? '');
      const name = requiredText(args, 'name');
      const before = attachmentsOf(entity);
      const left = before.filter((one) => one.name !== name);
      if (left.length === before.length) {
        const names = before.map((one) => one.name);
        throw new ToolFailure(
          toolError(
            'not_found',
            `${nameOf(entity)} has no behaviour "${name}".`,
            didYouMean(name, names) ?? (names.length === 0 ? 'It has none.' : `It has: ${listNames(names)}.`),
          ),
        );
      }
      write(context, entity, left);
      context.relabel(`Remove behaviour ${name} of ${entity.name}`);
      return textResult(`Removed "${name}" from ${nameOf(entity)}.`, {
        entity: entity.id,
        left: left.map((one) => one.name),
      });
    },
  });
}

/** An entity without behaviours has no script component either. */
function write(context: ToolContext, entity: Entity, attachments: readonly Attachment[]): void {
  const { script, ...others } = entity.components;
  const behaviors = attachments.map(attachmentJson);
  context.tx.update(entity.id, {
    components:
      attachments.length === 0 ? others : { ...entity.components, script: { ...script, behaviors } },
  });
}

function behaviorList(parts: BehaviorToolParts): ToolDefinition {
  return defineTool({
    name: 'behavior_list',
    title: 'Behaviours',
    description:
      'Lists the behaviours of the project’s .wander files (or of one `path`) with intent, params with their ranges, states, what they react to and their tests; and what is wrong with the files. ' +
      'With `entity`: what stands on it, and what is wrong there. Example: {} or {"entity": "Lamp"}.',
    category: 'wander',
    input: { path: FILE, entity: entityRef('Tells what stands on this entity, in place of the files.') },
    output: {
      files: list(
        anyObject('`path`, `revision`, `behaviors`, `tests` outside of behaviours, `diagnostics`.'),
        'By path; files without behaviours and tests are left out unless one is asked for.',
      ),
      attached: list(
        anyObject('As in components.script.behaviors, with `behaviors` and `problems`.'),
        'With `entity`.',
      ),
    },
    optional: ['files', 'attached'],
    run: (args, context) => {
      const reference = optionalReference(args, 'entity');
      if (reference !== undefined) return attachedTo(context.scene, reference, parts.files);
      const path = optionalText(args, 'path');
      if (path !== undefined) {
        parts.checkReadable(path, context);
        const listing = parts.files.listing(path);
        if (!listing.ok) throw new ToolFailure(listing.error);
        return listed([[path, listing.value]], parts.files);
      }
      const found: [string, BehaviorListing][] = [];
      for (const each of parts.files.paths()) {
        if (!mayRead(each, context, parts)) continue;
        const listing = parts.files.listing(each);
        if (!listing.ok) continue;
        const { behaviors, tests } = listing.value;
        if (behaviors.length > 0 || tests.length > 0) found.push([each, listing.value]);
      }
      return listed(found, parts.files);
    },
  });
}

function mayRead(path: string, context: ToolContext, parts: BehaviorToolParts): boolean {
  try {
    parts.checkReadable(path, context);
    return true;
  } catch (error) {
    if (error instanceof ToolFailure) return false;
    throw error;
  }
}

function attachedTo(scene: Scene, reference: number | string, files: ScriptFiles): ToolResult {
  const entity = findEntity(scene, reference);
  const attached = attachmentsOf(entity).map((one) => {
    const behaviors = chosen(one, listingFor(one, entity, files));
    const problems = problemsOf(one, entity, files);
    return { one, behaviors, problems };
  });
  const lines = attached.flatMap(({ one, behaviors, problems }) => [
    `${one.name}: ${behaviors.map((each) => each.name).join(', ')} (${one.file ?? 'in the scene'})${one.enabled ? '' : ', disabled'}`,
    ...problems.map(({ severity, message, hint }) => `  ${severity}: ${message} ${hint}`),
  ]);
  return textResult(lines.length === 0 ? `${nameOf(entity)} has no behaviours.` : lines.join('\n'), {
    attached: attached.map(({ one, behaviors, problems }): JsonObject => ({
      ...attachmentJson(one),
      enabled: one.enabled,
      params: one.params,
      behaviors: behaviors.map(behaviorJson),
      problems: problems.map((problem): JsonObject => ({ ...problem })),
    })),
  });
}

function listed(found: readonly (readonly [string, BehaviorListing])[], files: ScriptFiles): ToolResult {
  const lines = found.flatMap(([path, { behaviors, diagnostics }]) => [
    path,
    ...behaviors.flatMap((one) => [
      `  ${one.name}${one.intent === undefined ? '' : `: ${one.intent}`}`,
      ...one.params.map((param) => `  ${paramLine(param)}`),
    ]),
    ...diagnostics.map(({ severity, line, message }) => `  ${severity}, line ${line}: ${message}`),
  ]);
  return textResult(lines.length === 0 ? 'There are no behaviours.' : lines.join('\n'), {
    files: found.map(([path, listing]): JsonObject => ({
      path,
      revision: files.revision(path),
      behaviors: listing.behaviors.map(behaviorJson),
      tests: listing.tests.map((test): JsonObject => ({ ...test })),
      diagnostics: diagnosticsJson(listing),
    })),
  });
}

function paramLine({ name, type, default: initial, min, max, doc }: BehaviorInfo['params'][number]): string {
  const range = min === undefined || max === undefined ? '' : ` in ${min} to ${max}`;
  return `  param ${name}: ${type} = ${JSON.stringify(initial)}${range}${doc === undefined ? '' : `. ${doc}`}`;
}

function behaviorJson(behavior: BehaviorInfo): JsonObject {
  // Plain data throughout; what is absent is left out.
  const copy: unknown = JSON.parse(JSON.stringify(behavior));
  return isJsonObject(copy) ? copy : {};
}

function diagnosticsJson(listing: BehaviorListing | undefined): Json[] {
  return (listing?.diagnostics ?? [])
    .slice(0, 50)
    .map(({ severity, code, message, hint, line, column, file }) => ({
      severity,
      code,
      message,
      line,
      column,
      ...(hint === undefined ? {} : { hint }),
      ...(file === undefined ? {} : { file }),
    }));
}
