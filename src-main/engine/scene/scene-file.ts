/**
 * Scene files: `{format: "skywalker.scene/1", name, seed, environment, next_id?, entities: […]}`. One entity a line in
 * ascending order of ids, defaults left out, so that a difference between two versions reads well. Fields that this version
 * does not know survive at every level.
 */
import type { Json, JsonObject } from '../json';
import { isJsonObject } from '../json';
import type { Outcome, ToolError } from '../errors';
import { fail, succeed } from '../errors';
import { locateAllInJson, parseJsonText } from '../text/json-text';
import { ComponentRegistry } from './components';
import type { Entity } from './entity';
import { DEFAULT_ENTITY, isId, MAX_ID, PLAIN_PROPERTIES } from './entity-values';
import { checkEnvironment } from './environment';
import { quoteValue } from './field-schema';
import { adoptJson, inlineJson, sameJson, setOwn } from './json-values';
import { parseEntity } from './scene-file-entity';
import type { Scene, SceneData } from './scene';

const SCENE_FORMAT = 'skywalker.scene/1';

/** So many entities are written at a time: less than a millisecond of work. */
const ENTITIES_IN_PART = 32;

/** As many problems are reported of one file. */
const MAX_PROBLEMS = 50;

/** One thing that is wrong with a scene file. */
export interface SceneProblem {
  readonly message: string;
  readonly hint?: string;
  /** From 1. */
  readonly line: number;
  /** Its id, where it has a valid one. */
  readonly entity?: number;
}

export interface ParsedScene extends SceneData {
  /** The file is of a newer format: it can be looked at, not saved. */
  readonly readOnlyReason?: string;
}

/**
 * Reads a scene file's text. Fails with `invalid_scene`: the message has the first problem with its line, `data.problems` has
 * them all (50 at most).
 */
export function parseScene(
  text: string,
  components: ComponentRegistry = new ComponentRegistry(),
): Outcome<ParsedScene> {
  const json = parseJsonText(text);
  if (!json.ok) {
    return invalid(
      [{ message: `The scene is not valid JSON: ${json.message}`, line: json.line }],
      'Mend that line, or take an earlier version of the file.',
    );
  }
  const root = json.value;
  if (!isJsonObject(root))
    return invalid([{ message: `The scene file holds ${quoteValue(root)}, not an object`, line: 1 }]);
  return new SceneReader(text, root, components).read();
}

type Path = readonly (string | number)[];

/** A problem whose line is not known yet. */
interface FoundProblem {
  readonly path: Path;
  /** Gets the line of `other`. */
  readonly message: string | ((line: number) => string);
  readonly other?: Path;
  readonly hint?: string;
  readonly entity?: Json;
}

class SceneReader {
  private readonly problems: FoundProblem[] = [];

  constructor(
    private readonly text: string,
    private readonly root: JsonObject,
    private readonly components: ComponentRegistry,
  ) {}

  read(): Outcome<ParsedScene> {
    const {
      format,
      name = 'Untitled',
      seed = 1,
      environment = {},
      next_id: nextId,
      entities = [],
      ...rest
    } = this.root;
    const version = this.version(format);
    if (typeof name !== 'string') this.report(['name'], `name is ${quoteValue(name)}, not text`);
    if (!Number.isSafeInteger(seed)) this.report(['seed'], `seed is ${quoteValue(seed)}, not a whole number`);
    if (nextId !== undefined && nextId !== MAX_ID + 1 && !isId(nextId)) {
      this.report(
        ['next_id'],
        `next_id is ${quoteValue(nextId)}, not a positive whole number`,
        'Leave it out.',
      );
    }
    const checkedEnvironment = checkEnvironment(environment);
    if (!checkedEnvironment.ok) this.reportError(['environment'], checkedEnvironment.error);
    const extra = adoptJson(rest, 'The scene');
    if (!extra.ok) this.reportError([], extra.error);
    const records = this.entities(entities);

    if (this.problems.length > 0 || !checkedEnvironment.ok || !extra.ok) {
      const newer = version > 1 ? `This file is of the newer format "skywalker.scene/${version}". ` : '';
      return invalid(this.located(), undefined, newer);
    }
    const highest = records[records.length - 1]?.id ?? 0;
    return succeed({
      name: name as string,
      seed: seed as number,
      environment: checkedEnvironment.value,
      entities: records,
      nextId: Math.max(highest + 1, (nextId as number | undefined) ?? 1),
      ...(Object.keys(rest).length > 0 && { extra: extra.value as JsonObject }),
      ...(version > 1 && {
        readOnlyReason: `The scene is of the format "skywalker.scene/${version}"; this version of Skywalker writes "${SCENE_FORMAT}". It can be looked at, not saved.`,
      }),
    });
  }

  /** The number after the slash of the format; 1 where the format is not one of ours, which is reported. */
  private version(format: Json | undefined): number {
    const match = typeof format === 'string' ? /^skywalker\.scene\/([1-9]\d{0,5})$/.exec(format) : null;
    if (match) return Number(match[1]);
    if (format === undefined)
      this.report([], 'The file has no "format"', `A scene file starts with "format": "${SCENE_FORMAT}".`);
    else
      this.report(
        ['format'],
        `The format is ${quoteValue(format)}, not "${SCENE_FORMAT}"`,
        'Is this a scene file?',
      );
    return 1;
  }

  private entities(list: Json): Entity[] {
    if (!Array.isArray(list)) {
      this.report(['entities'], `entities is ${quoteValue(list)}, not a list`);
      return [];
    }
    const byId = new Map<number, { record: Entity; index: number }>();
    for (const [index, item] of (list as readonly Json[]).entries()) {
      if (this.problems.length >= MAX_PROBLEMS) break;
      const parsed = parseEntity(item, this.components);
      if ('problem' in parsed) {
        const { path, message, hint } = parsed.problem;
        const who = describe(item, index);
        this.report(
          ['entities', index, ...path],
          `${who}: ${message}`,
          hint,
          isJsonObject(item) ? item.id : undefined,
        );
        continue;
      }
      const twin = byId.get(parsed.id);
      if (twin) {
        const name = parsed.name;
        this.problems.push({
          path: ['entities', index, 'id'],
          other: ['entities', twin.index],
          message: (line) =>
            `Two entities have the id ${parsed.id}: "${twin.record.name}" in line ${line} and "${name}"`,
          hint: 'Give one of them an id that no entity has, and point its children to it.',
          entity: parsed.id,
        });
        continue;
      }
      byId.set(parsed.id, { record: parsed, index });
    }
    this.checkParents(byId);
    return [...byId.values()].map(({ record }) => record).sort((a, b) => a.id - b.id);
  }

  private checkParents(byId: ReadonlyMap<number, { record: Entity; index: number }>): void {
    // 1: on the way up from the entity being checked; 2: known to lead to the root.
    const state = new Map<number, 1 | 2>();
    for (const { record, index } of byId.values()) {
      const way: number[] = [];
      let at: Entity | undefined = record;
      while (at && !state.has(at.id)) {
        state.set(at.id, 1);
        way.push(at.id);
        if (at.parent === null) break;
        const above = byId.get(at.parent);
        // A broken file is not searched for parents: those may be among the broken ones.
        if (!above && this.problems.length === 0) {
          const where = byId.get(at.id)?.index ?? index;
          this.report(
            ['entities', where, 'parent'],
            `entity #${at.id} "${at.name}": its parent #${at.parent} is not in the file`,
            'Add the parent, or set "parent" to null.',
            at.id,
          );
        }
        at = above?.record;
      }
      if (at && at.parent !== null && state.get(at.id) === 1) {
        const loop = way.slice(way.indexOf(at.id)).map((id) => `#${id}`);
        this.report(
          ['entities', byId.get(at.id)?.index ?? index, 'parent'],
          `Entities are below each other in a circle: ${loop.join(' → ')} → #${at.id}`,
          'Set "parent" of one of them to null.',
          at.id,
        );
      }
      for (const id of way) state.set(id, 2);
    }
  }

  private report(path: Path, message: string, hint?: string, entity?: Json): void {
    this.problems.push({ path, message, hint, entity });
  }

  private reportError(path: Path, error: ToolError): void {
    this.report(path, error.message, error.hint);
  }

  /** The problems with their lines, which one pass over the text finds. */
  private located(): SceneProblem[] {
    const found = this.problems.slice(0, MAX_PROBLEMS);
    const places = locateAllInJson(this.text, [
      ...found.map(({ path }) => path),
      ...found.map(({ other }) => other ?? []),
    ]);
    return found.map(({ message, hint, entity }, index) => ({
      message: typeof message === 'string' ? message : message(places[found.length + index]?.line ?? 1),
      line: places[index]?.line ?? 1,
      ...(hint !== undefined && { hint }),
      ...(typeof entity === 'number' && Number.isSafeInteger(entity) && { entity }),
    }));
  }
}

function invalid(problems: readonly SceneProblem[], hint?: string, prefix = ''): Outcome<never> {
  const [first] = problems;
  const more =
    problems.length > 1
      ? ` (and ${problems.length - 1} more ${problems.length === 2 ? 'problem' : 'problems'})`
      : '';
  return fail(
    'invalid_scene',
    `${prefix}Line ${first?.line ?? 1}: ${first?.message ?? 'not a scene'}${more}`,
    first?.hint ?? hint,
    {
      problems: problems.map((problem) => ({ ...problem })),
    },
  );
}

/** What messages call an entity of a file: by its id where it has one, else by its place in the list. */
function describe(item: Json, index: number): string {
  if (!isJsonObject(item)) return `entity number ${index + 1}`;
  const id =
    typeof item.id === 'number' && Number.isSafeInteger(item.id) ? `#${item.id}` : `number ${index + 1}`;
  return typeof item.name === 'string' ? `entity ${id} ${quoteValue(item.name)}` : `entity ${id}`;
}

/** The text of a scene's file. Equal scenes give equal text. */
export function formatScene(scene: Scene | SceneData, components?: ComponentRegistry): string {
  const data: SceneData = 'snapshot' in scene ? scene.snapshot() : scene;
  const registry = components ?? ('snapshot' in scene ? scene.components : new ComponentRegistry());
  return [...sceneText(data, registry)].join('');
}

/** The same text in parts of a few entities each, for whoever must not hold up others while a large scene is written. */
export function* sceneText(data: SceneData, registry: ComponentRegistry): Generator<string, void> {
  const { name, seed, environment, entities, extra = {} } = data;
  const highest = entities[entities.length - 1]?.id ?? 0;
  const head: Record<string, Json> = { format: SCENE_FORMAT, name, seed, environment };
  if (data.nextId !== undefined && data.nextId !== highest + 1) head.next_id = data.nextId;
  for (const [key, value] of Object.entries(extra)) setOwn(head, key, value);
  const lines = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${inlineJson(value)},`);
  yield ['{', ...lines, '  "entities": ['].join('\n');
  for (let at = 0; at < entities.length; at += ENTITIES_IN_PART) {
    const part = entities.slice(at, at + ENTITIES_IN_PART);
    const records = part.map((entity) => `    ${inlineJson(entityToJson(entity, registry))}`);
    yield `${at === 0 ? '' : ','}\n${records.join(',\n')}`;
  }
  yield entities.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}

/** An entity as it stands in a scene file: id, name, and what differs from the defaults. */
function entityToJson(entity: Entity, components: ComponentRegistry): JsonObject {
  const json: Record<string, Json> = { id: entity.id, name: entity.name };
  for (const key of PLAIN_PROPERTIES) {
    if (key !== 'name' && !sameJson(entity[key], DEFAULT_ENTITY[key])) json[key] = entity[key];
  }
  const types = Object.keys(entity.components);
  if (types.length > 0) {
    const known = components.types().filter((type) => Object.hasOwn(entity.components, type));
    const written: Record<string, Json> = {};
    for (const type of new Set([...known, ...types])) {
      const fields = Object.hasOwn(entity.components, type) ? entity.components[type] : undefined;
      if (fields) setOwn(written, type, components.withoutDefaults(type, fields));
    }
    json.components = written;
  }
  if (Object.keys(entity.vars).length > 0) json.vars = entity.vars;
  for (const [key, value] of Object.entries(entity.extra ?? {})) setOwn(json, key, value);
  return json;
}
