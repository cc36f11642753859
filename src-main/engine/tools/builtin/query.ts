/** scene_query: finds entities. Starts from the smallest index that applies, so that it costs what it finds. */
import { ToolFailure, toolError } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { Entity, Vec3 } from '../../scene/entity';
import type { Scene } from '../../scene/scene';
import { distance } from '../../scene/transform';
import { didYouMean } from '../../text/suggest';
import type { ToolDefinition, ToolResult } from '../definition';
import { globMatches, hasWildcard } from '../glob';
import { expectationProblems, matches } from '../match';
import { propertyReader, type PropertyReader } from '../properties';
import { textResult } from '../result';
import { optionalNumber, optionalObject, optionalText, optionalTexts, optionalVec3 } from './args';
import { anyObject, defineTool, integer, list, number, text, vec3 } from './define';
import { count, entityLine, unwrap } from './entities';

const DEFAULT_FIELDS = ['id', 'name', 'position', 'tags'] as const;

export function queryTool(): ToolDefinition {
  return defineTool({
    name: 'scene_query',
    title: 'Find entities',
    description:
      'Finds entities by name, tag, component, place and properties; all conditions must hold. `name` may have * and ?. ' +
      '`near` with `radius` finds what is within that many metres of a point in the world, and gives each distance. ' +
      '`where` compares properties: {"vars.hp": {"$lt": 10}, "enabled": true}; operators are $gte $lte $gt $lt $len $contains $type $exists. ' +
      '`fields` chooses what is told of each match. Page through many matches with `limit` and `offset`. ' +
      'Example: {"tag": "enemy", "near": [0, 0, 0], "radius": 8, "fields": ["id", "name", "vars.hp"]}.',
    category: 'scene',
    input: {
      name: text(
        'Name; * stands for any characters, ? for one. Case does not matter where nothing has the exact name.',
        { examples: ['Lamp*'] },
      ),
      tag: text('Only entities with this tag.', { examples: ['enemy'] }),
      component: text('Only entities with this component.', { examples: ['light'] }),
      near: vec3('A point in the world, in metres.', [0, 0, 0]),
      radius: number('Metres around `near`, inclusive.', { minimum: 0, default: 5 }),
      where: anyObject('Property path → value or operators, such as {"vars.hp": {"$gte": 5}}.'),
      limit: integer('How many matches to give at most.', { minimum: 0, maximum: 1_000, default: 50 }),
      offset: integer('How many matches to skip.', { minimum: 0, default: 0 }),
      fields: list(
        text('A property path.'),
        'Properties to give of each match: id, name, vars.hp, components.light …',
        {
          minItems: 1,
          maxItems: 50,
        },
      ),
    },
    output: {
      matches: list(anyObject('The chosen fields of one entity; `distance` with `near`.'), 'In scene order.'),
      total: integer('How many match in all.'),
      next_offset: integer('Where the next page starts; missing on the last.'),
    },
    optional: ['next_offset'],
    run: (args, { scene }) => query(args, scene),
  });
}

function query(args: JsonObject, scene: Scene): ToolResult {
  const near = optionalVec3(args, 'near');
  const found = matching(args, scene, near);
  const limit = optionalNumber(args, 'limit') ?? 50;
  const offset = optionalNumber(args, 'offset') ?? 0;
  const page = found.slice(offset, offset + limit);
  const fields = optionalTexts(args, 'fields') ?? DEFAULT_FIELDS;
  const readers = fields.map((path) => [path, unwrap(propertyReader(path))] as const);
  const told = page.map((entity) => describe(entity, scene, readers, near));
  const next = offset + page.length;
  const lines = page.map((entity) => entityLine(entity));
  const shown = page.length < found.length ? `, ${offset + 1} to ${next} shown` : '';
  return textResult(
    [`${count(found.length, 'match', 'matches')}${page.length === 0 ? '' : shown}`, ...lines].join('\n'),
    {
      matches: told,
      total: found.length,
      ...(next < found.length && page.length > 0 ? { next_offset: next } : {}),
    },
  );
}

function matching(args: JsonObject, scene: Scene, near: Vec3 | undefined): Entity[] {
  const name = optionalText(args, 'name');
  const tag = optionalText(args, 'tag');
  const component = optionalText(args, 'component');
  if (component !== undefined && !scene.components.has(component)) {
    throw new ToolFailure(scene.components.unknownType(component).error);
  }
  const radius = optionalNumber(args, 'radius') ?? 5;
  const lists: (readonly number[])[] = [];
  if (near !== undefined) lists.push(scene.within(near, radius));
  if (tag !== undefined) lists.push(scene.withTag(tag));
  if (component !== undefined) lists.push(scene.withComponent(component));
  const exact = name === undefined || hasWildcard(name) ? undefined : scene.named(name);
  if (exact !== undefined && exact.length > 0) lists.push(exact);
  lists.sort((a, b) => a.length - b.length);
  const [candidates = scene.ids(), ...others] = lists;
  const sets = others.map((ids) => new Set(ids));
  const glob = exact !== undefined && exact.length > 0 ? undefined : name?.toLowerCase();
  const conditions = whereConditions(optionalObject(args, 'where') ?? {});
  const found: Entity[] = [];
  for (const id of candidates) {
    if (!sets.every((set) => set.has(id))) continue;
    const entity = scene.get(id);
    if (entity === undefined) continue;
    if (glob !== undefined && !globMatches(glob, entity.name.toLowerCase())) continue;
    if (conditions.every(([read, expected]) => matches(expected, read(scene, entity)))) found.push(entity);
  }
  return found;
}

function whereConditions(where: JsonObject): (readonly [PropertyReader, Json])[] {
  return Object.entries(where).map(([path, expected]) => {
    const [problem] = expectationProblems(expected, path);
    if (problem !== undefined) throw new ToolFailure(toolError('invalid_arguments', `where: ${problem}`));
    if (isJsonObject(expected) && path.startsWith('$')) {
      const hint = didYouMean(path.slice(1), ['vars', 'components', 'name', 'tags']);
      throw new ToolFailure(
        toolError('invalid_arguments', `"${path}" in where is not a property path.`, hint),
      );
    }
    return [unwrap(propertyReader(path)), expected] as const;
  });
}

function describe(
  entity: Entity,
  scene: Scene,
  readers: readonly (readonly [string, PropertyReader])[],
  near: Vec3 | undefined,
): JsonObject {
  const told: [string, Json][] = [];
  for (const [path, read] of readers) {
    const value = read(scene, entity);
    if (value !== undefined) told.push([path, value]);
  }
  if (near !== undefined) told.push(['distance', round(distance(near, scene.worldPosition(entity.id)))]);
  return Object.fromEntries(told);
}

function round(metres: number): number {
  return Math.round(metres * 1e6) / 1e6;
}
