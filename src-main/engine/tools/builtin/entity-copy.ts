/** entity_duplicate, entity_copy, entity_paste: whole branches at a time. */
import { ToolFailure, toolError } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { Entity, Vec3 } from '../../scene/entity';
import type { Scene } from '../../scene/scene';
import { essence } from '../../scene/changes';
import type { EntityDraft, Transaction } from '../../scene/transaction';
import { add, multiply } from '../../scene/transform';
import type { ToolDefinition } from '../definition';
import { textResult } from '../result';
import { asVec3, optionalNumber, optionalObject, optionalText, optionalVec3, references } from './args';
import { anyObject, defineTool, entityRef, entityRefs, integer, list, text, vec3 } from './define';
import { count, findEntities, nameOf, topmost, whichEntities } from './entities';
import { givenEntities, givenParent } from './entity-edit';

/** How copied entities are written down. */
const COPY_FORMAT = 'skywalker.entities/1';

/** Entities that one call may make. */
const MAX_MADE = 20_000;

export function entityCopyTools(): ToolDefinition[] {
  return [entityDuplicate(), entityCopy(), entityPaste()];
}

function entityDuplicate(): ToolDefinition {
  return defineTool({
    name: 'entity_duplicate',
    title: 'Duplicate entities',
    description:
      'Copies one entity or several, with everything below them, beside the originals. `count` copies are made, each `offset` further than the one before. ' +
      '`name` names the copies of a single entity. Example: {"entity": "Pillar", "count": 5, "offset": [2, 0, 0]}.',
    category: 'entity',
    input: {
      entity: entityRef('One entity.'),
      entities: entityRefs('Several entities.'),
      name: text('Name of each copy of a single entity.', { minLength: 1, maxLength: 200 }),
      offset: vec3('Metres, added once more for each copy.', [2, 0, 0]),
      count: integer('Copies of each.', { minimum: 1, maximum: 100, default: 1 }),
      parent: {
        type: ['integer', 'string', 'null'],
        description: 'Parent of the copies; that of the originals where it is not given.',
      },
    },
    output: {
      created: list(integer('An id.'), 'Ids of the copies (not of what is below them), in order.'),
      count: integer('All entities made, with those below.'),
    },
    effect: 'scene',
    run: (args, context) => {
      const { scene, tx } = context;
      const originals = topmost(scene, givenEntities(args, scene));
      context.relabel(`Duplicate ${whichEntities(originals)}`);
      const name = optionalText(args, 'name');
      if (name !== undefined && originals.length > 1) {
        throw new ToolFailure(
          toolError(
            'invalid_arguments',
            '"name" is for a single entity.',
            'Leave it out, or duplicate one by one.',
          ),
        );
      }
      const parent = givenParent(args, scene);
      const offset = optionalVec3(args, 'offset') ?? [0, 0, 0];
      const copies = optionalNumber(args, 'count') ?? 1;
      const branches = originals.map((original) => branchOf(scene, original));
      checkSize(branches.reduce((sum, branch) => sum + branch.length, 0) * copies);
      const created: number[] = [];
      let made = 0;
      for (let copy = 1; copy <= copies; copy += 1) {
        for (const branch of branches) {
          const ids = makeBranch(tx, branch, (root) => ({
            parent: parent === undefined ? root.parent : parent,
            position: add(root.position, multiply(offset, copy)),
            ...(name === undefined ? {} : { name }),
          }));
          made += ids.length;
          if (ids[0] !== undefined) created.push(ids[0]);
        }
      }
      return textResult(
        `Made ${count(created.length, 'copy', 'copies')} (${count(made, 'entity', 'entities')}): ${shortIds(created)}`,
        {
          created,
          count: made,
        },
      );
    },
  });
}

function entityCopy(): ToolDefinition {
  return defineTool({
    name: 'entity_copy',
    title: 'Copy entities',
    description:
      'Gives entities, with everything below them, as data that entity_paste makes again, here or in another scene. Changes nothing. Example: {"entities": ["Room"]}.',
    category: 'entity',
    input: { entities: entityRefs('The entities.') },
    required: ['entities'],
    output: {
      data: anyObject(
        `For entity_paste: {"format": "${COPY_FORMAT}", "entities": [...]}, parents before their children.`,
      ),
      count: integer('Entities in it.'),
    },
    run: (args, { scene }) => {
      const roots = topmost(scene, findEntities(scene, references(args, 'entities')));
      const inside = new Set<number>();
      const entities: Json[] = [];
      for (const root of roots) {
        for (const entity of branchOf(scene, root)) {
          const { parent, ...rest } = essence(entity);
          const record: Record<string, Json> = { id: entity.id, ...rest };
          if (typeof parent === 'number' && inside.has(parent)) record.parent = parent;
          inside.add(entity.id);
          entities.push(record);
        }
      }
      checkSize(entities.length);
      return textResult(`Copied ${count(entities.length, 'entity', 'entities')}`, {
        data: { format: COPY_FORMAT, entities },
        count: entities.length,
      });
    },
  });
}

function entityPaste(): ToolDefinition {
  return defineTool({
    name: 'entity_paste',
    title: 'Paste entities',
    description:
      'Makes the entities that entity_copy gave, with new ids, below `parent` where it is given, moved by `offset`. ' +
      'Example: {"data": {"format": "skywalker.entities/1", "entities": [{"id": 1, "name": "Box", "components": {"mesh": {}}}]}, "offset": [5, 0, 0]}.',
    category: 'entity',
    input: {
      data: anyObject('What entity_copy gave as `data`.'),
      parent: {
        type: ['integer', 'string', 'null'],
        description: 'Parent of the topmost ones; none where it is not given.',
      },
      offset: vec3('Metres, added to the position of the topmost ones.', [5, 0, 0]),
    },
    required: ['data'],
    output: {
      created: list(integer('An id.'), 'Ids of the topmost ones, in order.'),
      ids: anyObject('Id in the data → new id.'),
      count: integer('All entities made.'),
    },
    effect: 'scene',
    run: (args, context) => {
      const { scene, tx } = context;
      const records = readCopy(optionalObject(args, 'data') ?? {});
      const parent = givenParent(args, scene) ?? null;
      const offset = optionalVec3(args, 'offset') ?? [0, 0, 0];
      const ids = new Map<number, number>();
      const created: number[] = [];
      for (const record of records) {
        const above = typeof record.parent === 'number' ? ids.get(record.parent) : undefined;
        const position = asVec3(record.position) ?? [0, 0, 0];
        const made = tx.create({
          ...draftOf(record),
          parent: above ?? parent,
          position: above === undefined ? add(position, offset) : position,
        });
        ids.set(Number(record.id), made.id);
        if (above === undefined) created.push(made.id);
      }
      context.relabel(`Paste ${whichEntities(created.flatMap((id) => scene.get(id) ?? []))}`);
      const names = created.slice(0, 5).map((id) => nameOf({ id, name: scene.get(id)?.name ?? '' }));
      return textResult(`Pasted ${count(ids.size, 'entity', 'entities')}: ${names.join(', ')}`, {
        created,
        ids: Object.fromEntries([...ids].map(([old, made]) => [String(old), made])),
        count: ids.size,
      });
    },
  });
}

/** An entity and all below it, parents before their children. */
function branchOf(scene: Scene, root: Entity): readonly Entity[] {
  return [root.id, ...scene.descendantsOf(root.id)].flatMap((id) => scene.get(id) ?? []);
}

/** Makes a branch again; answers the new ids, that of its root first. */
function makeBranch(
  tx: Transaction,
  branch: readonly Entity[],
  change: (root: Entity) => { parent: number | null; position: Vec3; name?: string },
): number[] {
  const ids = new Map<number, number>();
  for (const [index, { id, ...record }] of branch.entries()) {
    const root = branch[index];
    const above = record.parent === null ? undefined : ids.get(record.parent);
    const own = index === 0 && root !== undefined ? change(root) : { parent: above ?? null };
    ids.set(id, tx.create({ ...record, ...own }).id);
  }
  return [...ids.values()];
}

function readCopy(data: JsonObject): readonly JsonObject[] {
  const { format, entities } = data;
  if (format !== COPY_FORMAT || !Array.isArray(entities)) {
    throw new ToolFailure(
      toolError(
        'invalid_arguments',
        `"data" is not what entity_copy gives.`,
        `It has to be {"format": "${COPY_FORMAT}", "entities": [...]}.`,
      ),
    );
  }
  checkSize(entities.length);
  const seen = new Set<number>();
  return (entities as readonly Json[]).map((record, index) => {
    const wrong = (why: string): ToolFailure =>
      new ToolFailure(
        toolError(
          'invalid_arguments',
          `data.entities[${index}] ${why}.`,
          'Each needs "id" and "name"; parents come before their children.',
        ),
      );
    if (!isJsonObject(record)) throw wrong('is not an object');
    if (typeof record.id !== 'number' || seen.has(record.id)) throw wrong('has no id of its own');
    if (typeof record.name !== 'string') throw wrong('has no name');
    if (typeof record.parent === 'number' && !seen.has(record.parent))
      throw wrong(`has the parent ${record.parent}, which does not come before it`);
    seen.add(record.id);
    return record;
  });
}

const PASTED = ['enabled', 'tags', 'rotation', 'scale', 'color', 'components', 'vars'] as const;

/** Whatever the values are, the transaction checks each of them and says what is wrong. */
function draftOf(record: JsonObject): EntityDraft {
  const kept = Object.fromEntries(
    PASTED.filter((key) => record[key] !== undefined).map((key) => [key, record[key]]),
  );
  return { ...(kept as Partial<EntityDraft>), name: typeof record.name === 'string' ? record.name : '' };
}

function checkSize(entities: number): void {
  if (entities <= MAX_MADE) return;
  throw new ToolFailure(
    toolError(
      'invalid_arguments',
      `That is ${entities} entities; one call may copy ${MAX_MADE}.`,
      'Copy in several calls.',
    ),
  );
}

function shortIds(ids: readonly number[]): string {
  const shown = ids.slice(0, 20).map((id) => `#${id}`);
  return ids.length > 20 ? `${shown.join(', ')} and ${ids.length - 20} more` : shown.join(', ');
}
