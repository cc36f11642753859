/** The behaviours that stand on an entity, as its `script` component says. */
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { Entity } from '../scene/entity';

/** One entry of `components.script.behaviors`. */
export interface Attachment {
  /** Unique on its entity. */
  readonly name: string;
  /** Project-relative path of a `.wander` file. */
  readonly file?: string;
  /** Code in the scene itself. */
  readonly source?: string;
  /** One behaviour of the code; all of them where it is not given. */
  readonly behavior?: string;
  readonly params: JsonObject;
  readonly intent?: string;
  readonly enabled: boolean;
}

/** In the order in which they run. Entries from a broken file that name nothing are left out. */
export function attachmentsOf(entity: Entity): readonly Attachment[] {
  const behaviors = entity.components.script?.behaviors;
  if (!Array.isArray(behaviors)) return [];
  return (behaviors as readonly Json[]).flatMap((entry) => attachmentOf(entry) ?? []);
}

function attachmentOf(entry: Json): Attachment | undefined {
  if (!isJsonObject(entry) || typeof entry.name !== 'string') return undefined;
  const { name, file, source, behavior, params, intent, enabled } = entry;
  return {
    name,
    ...(typeof file === 'string' ? { file } : {}),
    ...(typeof source === 'string' ? { source } : {}),
    ...(typeof behavior === 'string' ? { behavior } : {}),
    params: isJsonObject(params) ? params : {},
    ...(typeof intent === 'string' ? { intent } : {}),
    enabled: enabled !== false,
  };
}

/** The entry as it stands in the component. */
export function attachmentJson(attachment: Attachment): JsonObject {
  const { name, file, source, behavior, params, intent, enabled } = attachment;
  return {
    name,
    ...(file === undefined ? {} : { file }),
    ...(source === undefined ? {} : { source }),
    ...(behavior === undefined ? {} : { behavior }),
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(intent === undefined ? {} : { intent }),
    ...(enabled ? {} : { enabled: false }),
  };
}
