/** sim_state and logs: what a play has come to. */
import type { Json, JsonObject } from '../../json';
import type { Entity } from '../../scene/entity';
import type { ToolDefinition, ToolResult } from '../../tools/definition';
import {
  isOn,
  optionalNumber,
  optionalReference,
  optionalText,
  optionalTexts,
  references,
} from '../../tools/builtin/args';
import {
  anyObject,
  defineTool,
  entityRef,
  entityRefs,
  flag,
  integer,
  list,
  objectSchema,
  text,
} from '../../tools/builtin/define';
import { entityJson, entityLine, findEntities, findEntity, unwrap } from '../../tools/builtin/entities';
import { propertyReader } from '../../tools/properties';
import { textResult } from '../../tools/result';
import type { ScriptStatus } from '../../../wander/behavior/contract';
import type { Session } from '../session';
import {
  LOG_ENTRIES,
  logJson,
  logLine,
  PLAY_STATUS,
  requirePlay,
  statusJson,
  statusText,
  type PlayToolParts,
} from './parts';

const DEFAULT_FIELDS = ['id', 'name', 'position', 'rotation', 'color', 'vars'];

export function simStateTool({ player }: PlayToolParts): ToolDefinition {
  return defineTool({
    name: 'sim_state',
    title: 'State of the play',
    description:
      'Reads the scene of a play, while it is played or paused: the entities that the play has changed, those of `entities`, or `all`. ' +
      '`fields` chooses properties, such as vars.hp. `scripts` tells in which state each behaviour is, and what it waits for. ' +
      '`trace` gives lines of what happened in each step with a hash of all of them, which is the same whenever scene, seed and input were: compare two plays by it. ' +
      'The other reading tools (scene_query, entity_get) read the scene that is edited, which the play does not touch. ' +
      'Example: {"entities": ["Gate"], "fields": ["position", "vars.open"], "scripts": true} or {"trace": 50}.',
    category: 'simulation',
    quiet: true,
    input: {
      entities: entityRefs('Entities of the play.'),
      fields: list(text('A property path.'), 'Properties to give: position, vars.hp, components.light …', {
        minItems: 1,
        maxItems: 50,
      }),
      all: flag('All entities, not only what the play has changed.', false),
      since: integer('Only what has changed after this step.', { minimum: 0 }),
      limit: integer('Entities to give at most.', { minimum: 1, maximum: 1_000, default: 100 }),
      offset: integer('Entities to skip.', { minimum: 0, default: 0 }),
      scripts: flag('Tells how each behaviour stands.', false),
      trace: integer('Lines of the trace to give, the newest; with its hash.', {
        minimum: 0,
        maximum: 1_000,
      }),
    },
    output: {
      ...PLAY_STATUS,
      held: list(text('A key.'), 'Keys that are down.'),
      entities: list(anyObject('The chosen fields.'), 'In scene order.'),
      total: integer('How many there are in all.'),
      next_offset: integer('Where the next page starts; missing on the last.'),
      deleted: list(integer('Id.'), 'Entities that the play has deleted.'),
      scripts: list(
        anyObject(
          '`entity`, `script`, `behavior`, `state`, `state_time`, `waits`, `timers`, `errors`, `disabled`.',
        ),
        'In the order in which they run; with `scripts`.',
      ),
      trace: objectSchema({
        hash: text('SHA-256 of all lines since the start.'),
        lines: list(text('Step, and what happened.'), 'The newest.'),
        total: integer('Lines since the start.'),
      }),
    },
    optional: ['reason', 'next_offset', 'scripts', 'trace'],
    run: (args) => {
      const { played } = player;
      const status = player.status();
      if (played === undefined) {
        if (references(args, 'entities').length > 0) requirePlay(player, 'there are no entities of a play');
        return textResult(statusText(status), { ...statusJson(status), ...NOTHING });
      }
      return stateOf(args, played, statusText(status), statusJson(status));
    },
  });
}

const NOTHING = { held: [], entities: [], total: 0, deleted: [] };

function stateOf(args: JsonObject, session: Session, head: string, status: JsonObject): ToolResult {
  const { scene } = session;
  const { entities, deleted } = chosenEntities(args, session);
  const limit = optionalNumber(args, 'limit') ?? 100;
  const offset = optionalNumber(args, 'offset') ?? 0;
  const page = entities.slice(offset, offset + limit);
  const next = offset + page.length;
  const fields = optionalTexts(args, 'fields');
  const told = fields === undefined ? page.map(briefly) : page.map(teller(fields, session));
  const lines = fields === undefined ? page.map(entityLine) : told.map((one) => JSON.stringify(one));
  const scripts = isOn(args, 'scripts') ? session.status() : undefined;
  const wanted = optionalNumber(args, 'trace');
  const trace = wanted === undefined ? undefined : session.trace.read(wanted);
  const more = next < entities.length ? `… ${entities.length - next} more: give offset ${next}.` : undefined;
  const text = [
    head,
    ...lines,
    ...(more === undefined ? [] : [more]),
    ...(deleted.length === 0 ? [] : [`Deleted: ${deleted.map((id) => `#${id}`).join(', ')}`]),
    ...(scripts ?? []).map((one) => scriptLine(one, scene.get(one.entity)?.name ?? '')),
    ...(trace === undefined ? [] : [...trace.lines, `Trace of ${trace.total} lines, hash ${trace.hash}`]),
  ].join('\n');
  return textResult(text, {
    ...status,
    held: session.input.held,
    entities: told,
    total: entities.length,
    ...(more === undefined ? {} : { next_offset: next }),
    deleted,
    ...(scripts === undefined ? {} : { scripts: scripts.map(scriptJson) }),
    ...(trace === undefined ? {} : { trace: { ...trace } }),
  });
}

function chosenEntities(
  args: JsonObject,
  session: Session,
): { readonly entities: readonly Entity[]; readonly deleted: readonly number[] } {
  const { scene } = session;
  const given = references(args, 'entities');
  if (given.length > 0) return { entities: findEntities(scene, given), deleted: [] };
  const changes = session.changesSince(optionalNumber(args, 'since') ?? 0);
  if (!isOn(args, 'all')) return changes;
  return { entities: scene.ids().flatMap((id) => scene.get(id) ?? []), deleted: changes.deleted };
}

function briefly(entity: Entity): JsonObject {
  const record = entityJson(entity);
  return Object.fromEntries(DEFAULT_FIELDS.map((key) => [key, record[key] ?? null]));
}

function teller(fields: readonly string[], { scene }: Session): (entity: Entity) => JsonObject {
  const readers = fields.map((path) => [path, unwrap(propertyReader(path))] as const);
  return (entity) => {
    const told: [string, Json][] = [];
    for (const [path, read] of readers) {
      const value = read(scene, entity);
      if (value !== undefined) told.push([path, value]);
    }
    return Object.fromEntries(told);
  };
}

function scriptJson({ stateTime, state, ...rest }: ScriptStatus): JsonObject {
  return { ...rest, ...(state === undefined ? {} : { state }), state_time: rounded(stateTime) };
}

function scriptLine(script: ScriptStatus, name: string): string {
  const { entity, behavior, state, stateTime, disabled } = script;
  const facts = (['waits', 'timers', 'errors'] as const).flatMap((key) =>
    script[key] === 0 ? [] : [`${script[key]} ${key}`],
  );
  return [
    `#${entity} ${name}: ${behavior}`,
    state === undefined ? '' : ` in ${state} for ${rounded(stateTime)} s`,
    facts.length === 0 ? '' : ` (${facts.join(', ')})`,
    disabled ? ', disabled' : '',
  ].join('');
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

export function logsTool({ player }: PlayToolParts): ToolDefinition {
  return defineTool({
    name: 'logs',
    title: 'Log of the play',
    description:
      'What behaviours have logged in the present play or the last, and the errors that they ran into, with step, entity, file and line. ' +
      'The newest that fit are given. Example: {"level": "error", "limit": 20} or {"since": 12, "entity": "Gate"}.',
    category: 'simulation',
    quiet: true,
    input: {
      limit: integer('Entries to give at most.', { minimum: 1, maximum: 1_000, default: 30 }),
      since: integer('Only entries after this number (`seq`).', { minimum: 0, default: 0 }),
      level: text('Only entries of this level.', { enum: ['log', 'warning', 'error'] }),
      entity: entityRef('Only entries of this entity’s behaviours.'),
    },
    output: {
      run: PLAY_STATUS.run,
      entries: LOG_ENTRIES,
      newest: integer('Number of the newest entry of all.'),
      errors: integer('Errors in all.'),
    },
    run: (args, { scene }) => {
      const level = optionalText(args, 'level');
      const reference = optionalReference(args, 'entity');
      const entity =
        reference === undefined ? undefined : findEntity(player.played?.scene ?? scene, reference).id;
      const { log } = player;
      const entries = log.read({
        since: optionalNumber(args, 'since') ?? 0,
        limit: optionalNumber(args, 'limit') ?? 30,
        fits: (entry) =>
          (level === undefined || entry.level === level) && (entity === undefined || entry.entity === entity),
      });
      return textResult(entries.length === 0 ? 'Nothing was logged.' : entries.map(logLine).join('\n'), {
        run: player.status().run,
        entries: entries.map(logJson),
        newest: log.newest,
        errors: log.errors,
      });
    },
  });
}
