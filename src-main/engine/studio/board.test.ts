/** The board: what tasks may do, who gets them, and what its file holds. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agent, PERSON, RosterWorld, STRANGER } from '../agents/world.fixture';
import type { JsonObject } from '../json';

let world: RosterWorld;

beforeEach(async () => {
  world = await RosterWorld.open({
    ada: { name: 'Ada', role: 'lighting_artist', discipline: 'art' },
    ben: { name: 'Ben', role: 'lighting_artist', discipline: 'art' },
    mira: { name: 'Mira', role: 'level_designer', discipline: 'design' },
  });
});
afterEach(() => world.close());

const path = (): string => join(world.folder, 'studio/board.json');

async function create(args: JsonObject, caller = PERSON): Promise<JsonObject> {
  return (await world.ok(caller, 'studio_task_create', args)).task as JsonObject;
}
async function update(task: string, args: JsonObject, caller = PERSON): Promise<JsonObject> {
  return (await world.ok(caller, 'studio_task_update', { task, ...args })).task as JsonObject;
}
async function ids(args: JsonObject = {}, caller = PERSON): Promise<readonly unknown[]> {
  const { tasks } = await world.ok(caller, 'studio_task_list', args);
  return (tasks as unknown as readonly { id: string }[]).map(({ id }) => id);
}

test('a task stands in the file as it was given, in a stable order, with what is not given as its default', async () => {
  const task = await create(
    { title: ' Light the bridge ', acceptance: ['No glare'], links: { entities: [12] } },
    agent('ada'),
  );
  expect(task).toMatchObject({
    id: 'T-1',
    title: 'Light the bridge',
    status: 'todo',
    priority: 'normal',
    description: '',
    acceptance: ['No glare'],
    depends_on: [],
    links: { entities: [12] },
    comments: [],
    created_by: 'ada',
  });
  expect(readFileSync(path(), 'utf8')).toBe(
    `${JSON.stringify({ format: 'skywalker.board/1', next_id: 2, tasks: [task] }, null, 2)}\n`,
  );
  expect(world.events('studio.task')).toMatchObject([
    {
      actor: 'mcp:test/ada',
      summary: 'ada created T-1 “Light the bridge” (todo)',
      data: { action: 'created', id: 'T-1', by: 'ada', task },
    },
  ]);
});

test('@role gives a task to the one with the least at hand, of equals to the first; a name of nobody is an error', async () => {
  expect(await create({ title: 'a', assignee: '@lighting_artist' })).toMatchObject({ assignee: 'ada' });
  expect(await create({ title: 'b', assignee: '@art' })).toMatchObject({ assignee: 'ben' });
  expect(await create({ title: 'c', assignee: 'user' })).toMatchObject({ assignee: 'user' });
  await update('T-1', { status: 'done' });
  expect(await create({ title: 'd', assignee: '@lighting_artist' })).toMatchObject({ assignee: 'ada' });
  expect(await world.error(PERSON, 'studio_task_create', { title: 'e', assignee: '@lighting_artst' })).toBe(
    'not_found: Nobody in the roster is "@lighting_artst".',
  );
  expect(await update('T-1', { assignee: '' })).not.toHaveProperty('assignee');
});

test('a task that waits for others can’t be begun or done before them, and nothing waits for itself', async () => {
  await create({ title: 'a' });
  await create({ title: 'b', depends_on: ['T-1'] });
  await create({ title: 'c', depends_on: ['T-2'] });
  for (const status of ['doing', 'review', 'done'])
    expect(await world.error(PERSON, 'studio_task_update', { task: 'T-2', status })).toBe(
      `conflict: T-2 can't be ${status} before T-1 is done.`,
    );
  expect(await world.error(PERSON, 'studio_task_claim', { task: 'T-2' })).toContain('before T-1 is done');
  expect(
    await world.error(PERSON, 'studio_task_create', { title: 'x', status: 'done', depends_on: ['T-1'] }),
  ).toContain('before T-1 is done');
  expect(await world.error(PERSON, 'studio_task_update', { task: 'T-1', depends_on: ['T-3'] })).toBe(
    'invalid_arguments: T-1 would wait for itself: T-1, T-3, T-2, T-1.',
  );
  expect(await world.error(PERSON, 'studio_task_update', { task: 'T-1', depends_on: ['T-1'] })).toContain(
    "can't wait for itself",
  );
  expect(await world.error(PERSON, 'studio_task_update', { task: 'T-1', depends_on: ['T-9'] })).toContain(
    'no task "T-9"',
  );
  await update('T-1', { status: 'dropped' });
  expect(await update('T-2', { status: 'doing' })).toMatchObject({ status: 'doing' });
  expect(await world.ok(PERSON, 'studio_task_list', { task: 'T-3' })).toMatchObject({
    tasks: [{ waits_for: ['T-2'] }],
  });
});

test('claiming takes one’s own most urgent task, else one of one’s discipline that is nobody’s', async () => {
  await create({ title: 'anybody’s' });
  await create({ title: 'art', discipline: 'art', priority: 'low' });
  await create({ title: 'design', discipline: 'design', priority: 'critical' });
  await create({ title: 'mine', assignee: 'ada' });
  await create({ title: 'mine, urgent', assignee: 'ada', priority: 'high' });
  const claim = async (id: string): Promise<unknown> =>
    ((await world.ok(agent(id), 'studio_task_claim')).task as JsonObject).id;
  expect(await claim('ada')).toBe('T-5');
  expect(await claim('ada')).toBe('T-4');
  expect(await claim('ada')).toBe('T-2');
  expect(await claim('ada')).toBe('T-1');
  expect(await world.error(agent('ada'), 'studio_task_claim')).toBe(
    'not_found: There is no task that ada could begin.',
  );
  expect(await world.error(agent('ben'), 'studio_task_claim', { task: 'T-1' })).toBe(
    'conflict: T-1 is ada’s.',
  );
  expect(await world.error(agent('ben'), 'studio_task_claim', { agent: 'ada' })).toContain(
    "ben can't claim a task for ada",
  );
  expect(await world.ok(STRANGER, 'studio_task_claim', { agent: 'mira' })).toMatchObject({
    task: { id: 'T-3', assignee: 'mira', status: 'doing' },
  });
  await update('T-1', { status: 'done' });
  expect(await world.error(agent('ada'), 'studio_task_claim', { task: 'T-1' })).toContain('T-1 is done');
  expect(await ids({ mine: true, status: 'open' }, agent('ada'))).toEqual(['T-5', 'T-4', 'T-2']);
});

test('lists are filtered, sorted by urgency, and paged; comments are cut but for one task', async () => {
  await create({ title: 'a', priority: 'low' });
  await create({ title: 'b', priority: 'critical', discipline: 'Art' });
  await create({ title: 'c', status: 'backlog' });
  expect(await ids()).toEqual(['T-2', 'T-3', 'T-1']);
  expect(await ids({ limit: 1, offset: 1 })).toEqual(['T-3']);
  expect(await ids({ discipline: 'art' })).toEqual(['T-2']);
  expect(await ids({ status: 'backlog' })).toEqual(['T-3']);
  await update('T-1', { assignee: 'ada' });
  expect(await ids({ assignee: '' })).toEqual(['T-2', 'T-3']);
  for (const n of [1, 2, 3, 4]) await update('T-1', { comment: `c${n}` }, agent('ben'));
  expect(await world.ok(PERSON, 'studio_task_list', { assignee: 'ada' })).toMatchObject({
    tasks: [{ comments: [{ text: 'c2', by: 'ben' }, { text: 'c3' }, { text: 'c4' }], comments_total: 4 }],
    total: 1,
    counts: { backlog: 1, todo: 2, doing: 0, review: 0, done: 0, dropped: 0 },
  });
  expect(await world.ok(PERSON, 'studio_task_list', { task: 'T-1' })).toMatchObject({
    tasks: [{ comments: [{ text: 'c1' }, {}, {}, {}] }],
  });
});

test('fields that are not known survive, and what a person writes into the file counts at once', async () => {
  await create({ title: 'a' });
  const file = JSON.parse(readFileSync(path(), 'utf8')) as { tasks: JsonObject[]; mood?: string };
  file.mood = 'good';
  file.tasks[0] = { ...file.tasks[0], estimate: 3, title: 'by hand' };
  file.tasks.push({ ...file.tasks[0], id: 'T-40' });
  writeFileSync(path(), JSON.stringify(file));
  expect(await update('T-1', { status: 'doing' })).toMatchObject({ title: 'by hand', estimate: 3 });
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ mood: 'good', next_id: 41 });
  expect(await create({ title: 'next' })).toMatchObject({ id: 'T-41' });
});

test.each([
  ['conflict marks', '<<<<<<< HEAD\n', 'line 1'],
  ['another format', '{"format": "skywalker.game/1", "tasks": []}', 'the format is not "skywalker.board/1"'],
  ['a newer version', '{"format": "skywalker.board/2", "tasks": []}', 'newer version'],
  ['no list', '{"format": "skywalker.board/1", "tasks": {}}', '"tasks" has to be a list'],
  ['a task without a title', '{"format": "skywalker.board/1",\n"tasks": [\n{"id": "T-3"}]}', 'line 3: title'],
])('a file with %s is shown and not written to', async (_what, text, problem) => {
  await create({ title: 'a' });
  writeFileSync(path(), text);
  expect((await world.ok(PERSON, 'studio_task_list')).problem).toContain(problem);
  const refused = await world.error(PERSON, 'studio_task_create', { title: 'b' });
  expect(refused).toContain('invalid_settings');
  expect(refused).toContain(problem);
  expect(readFileSync(path(), 'utf8')).toBe(text);
});

test('entries that are right are shown beside one that is not', async () => {
  await create({ title: 'a' });
  await create({ title: 'b' });
  writeFileSync(path(), readFileSync(path(), 'utf8').replace('"status": "todo"', '"status": "later"'));
  expect(await ids()).toEqual(['T-2']);
  expect(await world.error(PERSON, 'studio_task_update', { task: 'T-2', status: 'done' })).toContain(
    'line 8: status',
  );
});

test('dry runs and batches that fail leave the board as it was, and tell nothing', async () => {
  const dry = await world.call(PERSON, 'studio_task_create', { title: 'a' }, { dryRun: true });
  expect(dry.ok && dry.structured).toMatchObject({ task: { id: 'T-1' } });
  expect(existsSync(path())).toBe(false);
  await create({ title: 'kept' });
  const before = JSON.parse(readFileSync(path(), 'utf8')) as JsonObject;
  const operations: JsonObject[] = [
    { tool: 'studio_task_create', args: { title: 'new' } },
    { tool: 'studio_task_update', args: { task: 'T-1', status: 'doing' } },
    { tool: 'studio_task_update', args: { task: 'T-1', comment: 'begun' } },
    { tool: 'entity_delete', args: { entity: 'nobody' } },
  ];
  expect((await world.call(PERSON, 'batch', { operations })).ok).toBe(false);
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({ ...before, next_id: 3 });
  expect(world.events('studio')).toHaveLength(1);
  expect((await world.call(PERSON, 'batch', { operations: operations.slice(0, 3) })).ok).toBe(true);
  expect(await ids({ status: 'doing' })).toEqual(['T-1']);
  expect(await ids()).toEqual(['T-1', 'T-3']);
  // The studio is no part of the scene: nothing of it is undone.
  expect(await world.ok(PERSON, 'history', { action: 'list' })).toMatchObject({ steps: [] });
});

test('what is too much is refused', async () => {
  await create({ title: 'a' });
  const refused = async (args: JsonObject): Promise<string> =>
    world.error(PERSON, 'studio_task_update', { task: 'T-1', ...args });
  expect(await refused({ title: 'x'.repeat(201) })).toContain('invalid_arguments');
  expect(await refused({ acceptance: Array.from({ length: 51 }, () => 'x') })).toContain('invalid_arguments');
  expect(await refused({})).toContain('Nothing is given to change');
  expect(await refused({ comment: '  ' })).toContain('The comment is empty');
  expect(await refused({ title: '  ' })).toContain('The title is empty');
  expect(await refused({ links: { feedback: ['F-1'] } })).toContain('no feedback "F-1"');
});

test('what an agent had to do is nobody’s when it is removed from the roster', async () => {
  await create({ title: 'a', assignee: 'ada', status: 'doing' });
  await create({ title: 'b', assignee: 'ada', status: 'done' });
  await create({ title: 'c', assignee: 'ben' });
  await world.ok(PERSON, 'studio_agent_remove', { agent: 'ada' });
  const { tasks } = await world.ok(PERSON, 'studio_task_list');
  expect(tasks).toMatchObject([
    { id: 'T-1', status: 'todo' },
    { id: 'T-2', assignee: 'ada', status: 'done' },
    { id: 'T-3', assignee: 'ben' },
  ]);
  expect((tasks as unknown as readonly JsonObject[])[0]).not.toHaveProperty('assignee');
});

test('a change that was killed between two files is completed by the next one, but for what was changed since', async () => {
  await create({ title: 'a' });
  const board = readFileSync(path(), 'utf8');
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const note = join(world.folder, '.skywalker/studio-change.json');
  const feedback = join(world.folder, 'studio/feedback.json');
  const empty = '{"format": "skywalker.feedback/1", "feedback": []}';
  const change = (before: string): void => {
    writeFileSync(
      note,
      JSON.stringify({
        format: 'skywalker.studio-change/1',
        files: [
          { path: 'studio/board.json', before: hash(before), after: board.replace('"a"', '"completed"') },
          { path: 'studio/feedback.json', before: null, after: empty },
        ],
      }),
    );
  };
  change(board);
  await create({ title: 'b' });
  expect(await ids()).toEqual(['T-1', 'T-2']);
  expect(await world.ok(PERSON, 'studio_task_list', { task: 'T-1' })).toMatchObject({
    tasks: [{ title: 'completed' }],
  });
  expect(readFileSync(feedback, 'utf8')).toBe(empty);
  change('something else');
  writeFileSync(feedback, 'a person is at it');
  await create({ title: 'c' });
  expect(await ids()).toEqual(['T-1', 'T-2', 'T-3']);
  expect(readFileSync(feedback, 'utf8')).toBe('a person is at it');
  // What a project brings along is nothing that was begun here, and reaches no other file.
  writeFileSync(
    note,
    JSON.stringify({
      format: 'skywalker.studio-change/1',
      files: [{ path: 'tools/x', before: null, after: 'x' }],
    }),
  );
  await create({ title: 'd' });
  expect(existsSync(join(world.folder, 'tools/x'))).toBe(false);
  expect(existsSync(note)).toBe(false);
});
