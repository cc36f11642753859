/**
 * What an entity is. Records are immutable: a change replaces the record, so the record that was there before is the
 * before-image, and undo puts it back (see transaction.ts).
 */
import type { Json, JsonObject } from '../json';

/** x, y, z. Metres for positions; degrees for rotations, applied Z, then X, then Y; factors for scales. Right-handed, y up. */
export type Vec3 = readonly [number, number, number];

export interface Entity {
  /** A positive integer, never reused within a project's scene. Scene order is the order of ids. */
  readonly id: number;
  /** Need not be unique. */
  readonly name: string;
  /** Id of the parent, or null at the root. Position, rotation and scale are relative to it. */
  readonly parent: number | null;
  readonly enabled: boolean;
  /** Sorted as given, without repeats. */
  readonly tags: readonly string[];
  readonly position: Vec3;
  readonly rotation: Vec3;
  readonly scale: Vec3;
  /** `#rrggbb` or `#rrggbbaa`: the colour of its mesh and of its light. */
  readonly color: string;
  /** Component type → its fields, defaults filled in (see components.ts). */
  readonly components: Readonly<Record<string, JsonObject>>;
  readonly vars: JsonObject;
  /** Fields of the scene file that this version does not know; they survive a load and save. */
  readonly extra?: JsonObject;
}

/** The keys of an entity that a change can set. */
export type EntityPatch = Partial<Omit<Entity, 'id'>>;

/** A scene's own settings: background, ambient light, fog. Free JSON, validated where it is set. */
export type Environment = JsonObject;

/** One property of one entity before and after, for previews and the Activity feed. `null` where it did not exist. */
export interface PropertyChange {
  readonly entity: number;
  readonly name: string;
  /** `created`, `deleted`, or a property path such as `position`, `tags`, `vars.hp`, `components.light.range`. */
  readonly property: string;
  readonly before: Json;
  readonly after: Json;
}
