import { expect, test } from 'vitest';
import type { JsonObject } from '../../json';
import type { Entity } from '../../scene/entity';
import { AGENT, PERSON, World } from '../world.fixture';

interface Drafted {
  readonly definition: JsonObject & {
    readonly steps: readonly JsonObject[];
    readonly input_schema: {
      readonly properties: Record<string, JsonObject>;
      readonly required?: readonly string[];
    };
  };
  readonly notes: readonly string[];
  readonly lifted: readonly JsonObject[];
  readonly left_out: readonly { readonly event: number; readonly why: string }[];
  readonly calls: number;
}

/** Makes calls, and drafts a tool from all of them. */
async function drafted(
  world: World,
  calls: readonly (readonly [string, JsonObject])[],
  more: JsonObject = {},
): Promise<Drafted> {
  const before = world.events.last;
  for (const [tool, args] of calls) await world.call(tool, args);
  const events = world.events
    .read({ since: before, limit: 1000 })
    .events.filter((event) => event.type === 'tool' && event.parent === undefined)
    .map((event) => event.seq);
  return (await world.ok('tool_from_events', { events, name: 'made', ...more })) as unknown as Drafted;
}

const entities = (world: World): readonly Entity[] =>
  world.scene.ids().flatMap((id) => world.scene.get(id) ?? []);
const names = (world: World): string[] => entities(world).map((entity) => entity.name);

test('repeated calls that differ become one step over an argument, whose default is what was recorded; tool_define takes it', async () => {
  const world = await World.open();
  const { definition, lifted, notes } = await drafted(world, [
    ['entity_create', { name: 'A', mesh: 'cube', position: [0, 0, 0] }],
    ['entity_create', { name: 'B', mesh: 'cube', position: [2, 0, 0] }],
    ['entity_create', { name: 'C', mesh: 'cube', position: [4, 0, 0] }],
  ]);
  expect(definition.steps).toEqual([
    {
      tool: 'entity_create',
      for_each: '{{args.items}}',
      args: { name: '{{item.name}}', mesh: 'cube', position: '{{item.position}}' },
    },
  ]);
  expect(definition.input_schema.properties.items).toMatchObject({
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 200 }, position: { type: 'array', minItems: 3 } },
      required: ['name', 'position'],
    },
    default: [
      { name: 'A', position: [0, 0, 0] },
      { name: 'B', position: [2, 0, 0] },
      { name: 'C', position: [4, 0, 0] },
    ],
  });
  expect(definition.capabilities).toEqual({ mutate: true });
  expect(lifted).toMatchObject([{ argument: 'items' }]);
  expect(notes.join(' ')).toContain('name, position');

  const saved = await world.ok('tool_define', definition);
  expect(saved).toMatchObject({ status: 'pending_approval', warnings: [] });
  await world.approve('made');
  await world.ok('user_made', { items: [{ name: 'X', position: [9, 9, 9] }] });
  expect(names(world)).toEqual(['A', 'B', 'C', 'X']);
});

test('what one call gave and the next used becomes a template, through ids and names; other entities stay and are told', async () => {
  const world = await World.open();
  await world.ok('entity_create', { name: 'Room' });
  const { definition, notes } = await drafted(world, [
    ['entity_create', { name: 'Lamp', parent: 1 }],
    ['entity_update', { entity: 2, tags: ['light'] }],
    ['entity_create', { name: 'Shade', parent: 'Lamp' }],
  ]);
  expect(definition.steps.map(({ id, args }) => [id, args])).toEqual([
    ['entity_create', { name: '{{args.name}}', parent: 1 }],
    [undefined, { entity: '{{steps.entity_create.id}}', tags: ['light'] }],
    [undefined, { name: '{{args.name_2}}', parent: '{{steps.entity_create.id}}' }],
  ]);
  expect(notes).toContain(
    'Step 1 is about the entity 1 itself, as it was recorded. Name "parent" in lift where it is another one each time.',
  );
  await world.ok('tool_define', definition);
  await world.approve('made');
  await world.ok('user_made', { name: 'Second' });
  const second = entities(world).find((entity) => entity.name === 'Second');
  expect(second?.tags).toEqual(['light']);
  expect(entities(world).at(-1)).toMatchObject({ name: 'Shade', parent: second?.id });
});

test('calls about all that a query found loop over what it finds', async () => {
  const world = await World.open();
  for (const name of ['A', 'B', 'C']) await world.ok('entity_create', { name, tags: ['lamp'] });
  const { definition } = await drafted(
    world,
    [
      ['scene_query', { tag: 'lamp' }],
      ['entity_update', { entity: 1, color: '#ff0000' }],
      ['entity_update', { entity: 2, color: '#ff0000' }],
      ['entity_update', { entity: 3, color: '#ff0000' }],
    ],
    { lift: ['tag', 'color'] },
  );
  expect(definition.steps).toEqual([
    { id: 'scene_query', tool: 'scene_query', args: { tag: '{{args.tag}}' } },
    {
      tool: 'entity_update',
      for_each: '{{steps.scene_query.matches}}',
      args: { entity: '{{item.id}}', color: '{{args.color}}' },
    },
  ]);
  expect(definition.input_schema.properties.color).toMatchObject({ format: 'color', default: '#ff0000' });
  await world.ok('tool_define', definition);
  await world.approve('made');
  await world.ok('entity_create', { name: 'D', tags: ['lamp'] });
  await world.ok('user_made', { color: '#00ff00' });
  expect(entities(world).map((entity) => entity.color)).toEqual(Array(4).fill('#00ff00'));
});

test('calls about what each of several calls made loop over their results', async () => {
  const world = await World.open();
  const { definition } = await drafted(world, [
    ['entity_create', { name: 'A' }],
    ['entity_create', { name: 'B' }],
    ['entity_update', { entity: 1, tags: ['new'] }],
    ['entity_update', { entity: 2, tags: ['new'] }],
  ]);
  expect(definition.steps).toEqual([
    { id: 'entity_create', tool: 'entity_create', for_each: '{{args.names}}', args: { name: '{{item}}' } },
    {
      tool: 'entity_update',
      for_each: '{{steps.entity_create}}',
      args: { entity: '{{item.id}}', tags: ['new'] },
    },
  ]);
  await world.ok('tool_define', definition);
  await world.approve('made');
  await world.ok('user_made', { names: ['X', 'Y', 'Z'] });
  expect(
    entities(world)
      .slice(2)
      .map(({ name, tags }) => [name, tags]),
  ).toEqual([
    ['X', ['new']],
    ['Y', ['new']],
    ['Z', ['new']],
  ]);
});

test('where a later call needs one of several, each stays a step of its own', async () => {
  const world = await World.open();
  const { definition } = await drafted(world, [
    ['entity_create', { name: 'A' }],
    ['entity_create', { name: 'B' }],
    ['entity_update', { entity: 2, parent: 1 }],
  ]);
  expect(definition.steps.map((step) => step.for_each)).toEqual([undefined, undefined, undefined]);
  expect(definition.steps[2]?.args).toMatchObject({ entity: '{{steps.entity_create_2.id}}' });
  expect(definition.input_schema.properties).toMatchObject({
    name: { default: 'A' },
    name_2: { default: 'B' },
  });
});

test('one of several that a query found is nothing certain, and stays as it was', async () => {
  const world = await World.open();
  for (const name of ['A', 'B']) await world.ok('entity_create', { name, tags: ['lamp'] });
  const { definition } = await drafted(world, [
    ['scene_query', { tag: 'lamp' }],
    ['entity_update', { entity: 2, color: '#ff0000' }],
  ]);
  expect(definition.steps[1]?.args).toEqual({ entity: 2, color: '#ff0000' });
});

test('the same call again and again becomes one step with a count', async () => {
  const world = await World.open();
  const { definition } = await drafted(world, [
    ['entity_create', { name: 'Same' }],
    ['entity_create', { name: 'Same' }],
    ['entity_create', { name: 'Same' }],
  ]);
  expect(definition.steps).toEqual([
    { tool: 'entity_create', for_each: '{{args.times}}', args: { name: 'Same' } },
  ]);
  expect(definition.input_schema.properties.times).toMatchObject({ type: 'integer', default: 3 });
});

test('lift names a value by its name, its place, or for one event; what no call has is refused', async () => {
  const world = await World.open();
  const before = world.events.last;
  await world.ok('entity_create', { name: 'A', components: { light: { intensity: 3 } } });
  await world.ok('environment_set', { ambient_intensity: 1 }).catch(() => ({}));
  const [event] = world.events.read({ since: before }).events;
  const ask = (lift: readonly string[]): Promise<JsonObject> =>
    world.ok('tool_from_events', { events: [event?.seq ?? 0], name: 'made', lift: [...lift] });
  for (const name of [
    'intensity',
    'components.light.intensity',
    `${event?.seq ?? 0}.components.light.intensity`,
  ]) {
    const draft = (await ask([name])) as unknown as Drafted;
    expect(draft.definition.input_schema.properties).toMatchObject({
      intensity: { type: 'number', default: 3 },
    });
    expect(draft.definition.steps[0]?.args).toMatchObject({
      components: { light: { intensity: '{{args.intensity}}' } },
    });
  }
  expect(
    await world.error('tool_from_events', { events: [event?.seq ?? 0], name: 'made', lift: ['nmae'] }),
  ).toContain('Did you mean "name"?');
});

test('S-20: secrets and what the log has cut become arguments that have to be given, and no default tells them', async () => {
  const world = await World.open();
  await world.ok('tool_define', {
    name: 'login',
    description: 'Takes a password, for a test of drafts.',
    input_schema: {
      type: 'object',
      properties: { password: { type: 'string', writeOnly: true }, note: { type: 'string' } },
    },
    wander: 'fn run(args)\nreturn args.note.length\nend',
  });
  const { definition, notes } = await drafted(world, [
    ['user_login', { password: 'hunter2hunter2', note: 'x'.repeat(3000) }],
  ]);
  expect(definition.steps[0]?.args).toEqual({ password: '{{args.password}}', note: '{{args.note}}' });
  expect(definition.input_schema).toMatchObject({
    properties: { password: { writeOnly: true, format: 'password' }, note: { type: 'string' } },
    required: ['password', 'note'],
  });
  expect(JSON.stringify(definition)).not.toContain('hunter2');
  expect(notes.join(' ')).toMatch(/was a secret.*is not whole in the log/);
  expect(await world.ok('tool_define', definition)).toMatchObject({ status: 'active' });
});

test('what is no call, failed, decides over tools, is a part of another or is gone is left out, each with why', async () => {
  const world = await World.open();
  const before = world.events.last;
  await world.ok('batch', { operations: [{ tool: 'entity_create', args: { name: 'A' } }] });
  await world.call('entity_update', { entity: 99, name: 'X' });
  await world.ok('tool_policy', {});
  const { events } = world.events.read({ since: before });
  const draft = (await world.ok('tool_from_events', {
    events: [...events.map((event) => event.seq), 9_999],
    name: 'made',
  })) as unknown as Drafted;
  expect(draft.calls).toBe(1);
  expect(draft.definition.steps.map((step) => step.tool)).toEqual(['batch']);
  expect(draft.left_out.map(({ why }) => why)).toEqual([
    'it is a part of c1, which is chosen too',
    'it is no call, but an event of the type entity.changed',
    'it failed (not_found), and a draft is made of what worked',
    'tools that decide over tools can never be called from a tool',
    'there is no such event in the log',
  ]);
  for (const { why } of draft.left_out) expect(draft.notes.join('\n')).toContain(why);
  const failed = events.find((event) => event.tool === 'entity_update');
  expect(await world.error('tool_from_events', { events: [failed?.seq ?? 0], name: 'made' })).toContain(
    'Nothing of this can be a step of a tool',
  );
});

test('a nested call alone, calls by their id, texts with braces, and files that were read', async () => {
  const world = await World.open();
  world.write('note.txt', 'x');
  await world.ok('batch', { operations: [{ tool: 'entity_create', args: { name: 'say {{args.x}}' } }] });
  const nested = world.events.read({ since: 0 }).events.find((event) => event.tool === 'entity_create');
  const draft = (await world.ok('tool_from_events', {
    events: [nested?.call ?? ''],
    name: 'made',
  })) as unknown as Drafted;
  expect(draft.definition.steps).toEqual([{ tool: 'entity_create', args: { name: 'say \\{{args.x}}' } }]);
  await world.ok('tool_define', draft.definition);
  await world.approve('made');
  await world.ok('user_made');
  expect(names(world)).toEqual(['say {{args.x}}', 'say {{args.x}}']);

  const reading = await drafted(world, [['file_read', { path: 'note.txt' }]]);
  expect(reading.definition.capabilities).toEqual({ files: { read: ['note.txt'] } });
  expect(reading.notes.join(' ')).toContain('There is a tool user_made already');
  const lifted = await drafted(world, [['file_read', { path: 'note.txt' }]], { lift: ['path'] });
  expect(lifted.definition.capabilities).toEqual({ files: { read: ['note.txt'] } });
});

test('drafting changes nothing, and a tool that is called needs what the tools below it need', async () => {
  const world = await World.open();
  await world.ok('tool_define', {
    name: 'inner',
    description: 'Counts entities with a tag, for a test of drafts.',
    steps: [{ tool: 'scene_query', args: {} }],
  });
  await world.ok('user_inner');
  const before = world.state();
  const call = world.events
    .read({ since: 0 })
    .events.find((event) => event.type === 'tool' && event.tool === 'user_inner');
  const draft = (await world.ok(
    'tool_from_events',
    { events: [call?.seq ?? 0], name: 'outer' },
    PERSON,
  )) as unknown as Drafted;
  expect(draft.definition.capabilities).toEqual({ calls: ['user_inner', 'scene_query'] });
  expect(world.state()).toEqual(before);
  expect(await world.ok('tool_define', draft.definition, AGENT)).toMatchObject({ warnings: [] });
  expect(await world.call('user_outer')).toMatchObject({ ok: true });
});
