/** scene_recover: unsaved work that an earlier run left behind, and what stands between the open scene and its file. */
import { ToolFailure, toolError } from '../../errors';
import type { EventLog } from '../../events/event-log';
import type { JsonObject } from '../../json';
import type { Project } from '../../project/project';
import { conflictJson } from '../../recovery/file-follower';
import { recoveryJson, type Recovery } from '../../recovery/left-behind';
import type { SceneRecovery } from '../../recovery/scene-recovery';
import type { ToolContext, ToolDefinition, ToolResult } from '../definition';
import { textResult } from '../result';
import type { Selection } from '../selection';
import { isOn, optionalText } from './args';
import { anyObject, defineTool, integer, list, text } from './define';
import { count, unwrap } from './entities';
import { DISCARD, keepUnsaved, opened } from './scene-files';

export interface SceneRecoverParts {
  readonly project: Project;
  readonly events: Pick<EventLog, 'append'>;
  readonly selection: Selection;
  readonly recovery: SceneRecovery;
}

export function sceneRecoverTool(parts: SceneRecoverParts): ToolDefinition {
  return defineTool({
    name: 'scene_recover',
    title: 'Recover unsaved work',
    description:
      'Deals with unsaved work that a crash left behind as an autosave. `status` lists the autosaves of earlier runs, the newest first, and tells whether the open scene and its file are in conflict because something else changed the file. ' +
      '`restore` puts the scene of an autosave in place of the open one and leaves it unsaved; scene_save then writes it. The history starts anew. ' +
      '`discard` deletes an autosave for good, and is for people only. Example: {"action": "status"} or {"action": "restore", "recovery": "scenes-main"}.',
    category: 'scene',
    input: {
      action: text('What to do.', { enum: ['status', 'restore', 'discard'] }),
      recovery: text('Which autosave, by its name in `status`; the newest where it is not given.', {
        examples: ['scenes-main'],
      }),
      discard: DISCARD,
    },
    required: ['action'],
    output: {
      recoveries: list(
        anyObject(
          '`recovery` (its name), `file` (null where it had none), `scene`, `time` (ISO 8601), `entities`, ' +
            '`file_changed` (the file holds something else than what the autosave continues), `problem` (it is damaged).',
        ),
        'Autosaves that wait for an answer, the newest first.',
      ),
      conflict: anyObject(
        '`file`, `reason` (`changed`, `removed`, `unreadable`), `message`: the open scene and its file differ, and somebody has to decide. ' +
          'scene_save {"overwrite": true} keeps the scene; scene_load with `discard` takes the file.',
      ),
      name: text('Of a restored scene.'),
      file: { type: ['string', 'null'], description: 'File of a restored scene; null where it has none.' },
      count: integer('Entities of a restored scene.'),
    },
    optional: ['conflict', 'name', 'file', 'count'],
    effect: 'scene',
    destructive: true,
    humanOnly: (args) =>
      args.action === 'discard'
        ? toolError(
            'permission_denied',
            'Only a person gives up work that a crash left behind.',
            'Restore it, or ask the person to discard it in the window.',
          )
        : undefined,
    run: (args, context) => {
      switch (optionalText(args, 'action')) {
        case 'restore':
          return restore(args, context, parts);
        case 'discard':
          return discard(args, context, parts);
        default:
          return status(parts.recovery);
      }
    },
  });
}

function status(recovery: SceneRecovery): ToolResult {
  const { recoveries, conflict } = recovery;
  const lines = [
    recoveries.length === 0
      ? 'No autosave of an earlier run waits.'
      : `${count(recoveries.length, 'autosave')} of earlier runs:`,
    ...recoveries.map(lineOf),
    ...(conflict === null
      ? []
      : [
          `${conflict.message}. scene_save {"overwrite": true} keeps the open scene; scene_load {"path": ${JSON.stringify(conflict.file)}, "discard": true} takes the file.`,
        ]),
  ];
  return textResult(lines.join('\n'), {
    recoveries: recoveries.map(recoveryJson),
    ...(conflict === null ? {} : { conflict: conflictJson(conflict) }),
  });
}

function lineOf({ name, header, problem, fileChanged }: Recovery): string {
  if (header === undefined) return `${name}: ${problem ?? 'damaged'}`;
  const of = header.file ?? `"${header.name}", which has no file`;
  const changed = fileChanged ? '; the file has changed since' : '';
  return `${name}: ${of}, ${header.time}, ${count(header.entities, 'entity', 'entities')}${changed}`;
}

function restore(args: JsonObject, context: ToolContext, parts: SceneRecoverParts): ToolResult {
  const { recovery } = parts;
  const found = unwrap(recovery.find(optionalText(args, 'recovery')));
  keepUnsaved(context.scene, isOn(args, 'discard'));
  const { header, data } = unwrap(recovery.read(found));
  // A file that could not be saved to is none: the scene is then saved under a path of its own.
  const file = header.file !== null && parts.project.writable(header.file).ok ? header.file : null;
  const readOnlyReason = header.read_only ?? data.readOnlyReason;
  context.tx.replaceAll(
    { ...data, ...(readOnlyReason === undefined ? {} : { readOnlyReason }) },
    { file, fileHash: file === null ? null : header.base },
  );
  const of = file ?? `"${header.name}"`;
  opened(parts, context, 'restored', `Restored the unsaved changes of ${of} from ${header.time}`);
  context.afterCommit(() => recovery.adopt(found));
  if (found.fileChanged && file !== null) {
    context.warn(`${file} has changed since: scene_diff shows how, and scene_save asks for "overwrite".`);
  }
  return textResult(
    `Restored ${of} as it was at ${header.time}: ${count(context.scene.count, 'entity', 'entities')}; it is not saved yet.`,
    {
      recoveries: others(recovery, found),
      name: data.name,
      file,
      count: context.scene.count,
    },
  );
}

function discard(args: JsonObject, context: ToolContext, parts: SceneRecoverParts): ToolResult {
  const { recovery, events } = parts;
  if (isOn(args, 'discard')) {
    throw new ToolFailure(
      toolError(
        'invalid_arguments',
        '"discard" gives up changes of the open scene, which the action discard leaves alone.',
        'Leave it out.',
      ),
    );
  }
  const found = unwrap(recovery.find(optionalText(args, 'recovery')));
  context.afterCommit(() => {
    void recovery.discard(found);
    events.append({
      type: 'scene',
      kind: 'recovery_discarded',
      actor: context.caller.actor,
      call: context.callId,
      summary: `Discarded the autosave of ${found.header?.file ?? found.name}`,
      data: recoveryJson(found),
    });
  });
  return textResult(`Discarded the autosave ${lineOf(found)}`, { recoveries: others(recovery, found) });
}

function others(recovery: SceneRecovery, found: Recovery): JsonObject[] {
  return recovery.recoveries.filter((other) => other !== found).map(recoveryJson);
}
