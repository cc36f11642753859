/** Feedback and decisions: what may follow what, who may say so, and what follows for tasks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agent, PERSON, RosterWorld, STRANGER } from '../agents/world.fixture';
import type { JsonObject } from '../json';

let world: RosterWorld;

beforeEach(async () => {
  world = await RosterWorld.open({
    dora: { name: 'Dora', role: 'creative_director', discipline: 'direction' },
    pia: { name: 'Pia', role: 'producer' },
    mira: { name: 'Mira', role: 'level_designer', discipline: 'design' },
    arty: { name: 'Arty', role: 'art_director', discipline: 'art' },
  });
});
afterEach(() => world.close());

const GAP = { category: 'difficulty', summary: 'The second jump can’t be made', fingerprint: 'jump-2' };

async function submit(args: JsonObject = GAP, caller = agent('mira')): Promise<JsonObject> {
  return (await world.ok(caller, 'studio_feedback_submit', args)).feedback as JsonObject;
}
async function status(id: string): Promise<unknown> {
  const { feedback } = await world.ok(PERSON, 'studio_feedback_list', { feedback: id });
  return (feedback as unknown as readonly JsonObject[])[0]?.status;
}
async function taskStatus(id: string): Promise<unknown> {
  const { tasks } = await world.ok(PERSON, 'studio_task_list', { task: id });
  return (tasks as unknown as readonly JsonObject[])[0]?.status;
}
const act = (more: JsonObject = {}): JsonObject => ({
  feedback: 'F-1',
  verdict: 'act',
  rationale: 'Half of the players stop there',
  ...more,
});
const move = (id: string, to: string, caller = agent('mira')): Promise<string> =>
  world
    .call(caller, 'studio_feedback_update', { feedback: id, status: to })
    .then((result) => (result.ok ? 'ok' : result.error.code));

test('from feedback by a decision and its task to verified, each step following the one before', async () => {
  expect(await submit({ ...GAP, severity: 'high', evidence: { repro: 'jump' } })).toMatchObject({
    id: 'F-1',
    status: 'open',
    severity: 'high',
    occurrences: 1,
    by: 'mira',
    evidence: { repro: 'jump' },
  });
  const { decision, feedback } = await world.ok(
    agent('dora'),
    'studio_decide',
    act({
      tasks: [{ title: 'Shorten the gap', assignee: '@level_designer' }],
      targets: { falls: { max: 2 } },
    }),
  );
  expect(decision).toMatchObject({
    id: 'D-1',
    verdict: 'act',
    by: 'dora',
    tasks: ['T-1'],
    targets: { falls: { max: 2 } },
  });
  expect(feedback).toMatchObject({ status: 'accepted', decision: 'D-1' });
  expect(await world.ok(PERSON, 'studio_task_list', { task: 'T-1' })).toMatchObject({
    tasks: [{ assignee: 'mira', links: { feedback: ['F-1'] } }],
  });
  await world.ok(agent('mira'), 'studio_task_claim');
  expect(await status('F-1')).toBe('in_progress');
  await world.ok(agent('mira'), 'studio_task_update', { task: 'T-1', status: 'done' });
  expect(await status('F-1')).toBe('fixed');
  expect(await move('F-1', 'verified')).toBe('ok');
  expect(world.events('studio').map(({ kind, data }) => [kind, data.action, data.id])).toEqual([
    ['feedback', 'submitted', 'F-1'],
    ['decision', 'made', 'D-1'],
    ['feedback', 'updated', 'F-1'],
    ['task', 'created', 'T-1'],
    ['task', 'claimed', 'T-1'],
    ['feedback', 'updated', 'F-1'],
    ['task', 'updated', 'T-1'],
    ['feedback', 'updated', 'F-1'],
    ['feedback', 'updated', 'F-1'],
  ]);
});

test('feedback is fixed when the last of its tasks is closed and one of them was done, not sooner', async () => {
  await submit();
  await world.ok(PERSON, 'studio_task_create', { title: 'there already' });
  await world.ok(
    PERSON,
    'studio_decide',
    act({ tasks: [{ title: 'a' }, { title: 'b' }], task_ids: ['T-1'] }),
  );
  const close = (task: string, to: string): Promise<JsonObject> =>
    world.ok(PERSON, 'studio_task_update', { task, status: to });
  await close('T-1', 'dropped');
  await close('T-2', 'done');
  expect(await status('F-1')).toBe('accepted');
  await close('T-3', 'dropped');
  expect(await status('F-1')).toBe('fixed');
});

test('what was fixed and comes again is regressed, and its tasks are to be done again', async () => {
  await submit();
  await world.ok(PERSON, 'studio_decide', act({ tasks: [{ title: 'a' }] }));
  await world.ok(PERSON, 'studio_task_update', { task: 'T-1', status: 'done' });
  expect(await submit({ ...GAP, severity: 'critical' })).toMatchObject({
    id: 'F-1',
    status: 'regressed',
    occurrences: 2,
    severity: 'critical',
  });
  expect(await taskStatus('T-1')).toBe('todo');
  expect(await world.ok(PERSON, 'studio_feedback_list', { status: 'needs_decision' })).toMatchObject({
    total: 1,
  });
  // It may be decided anew without more, and the decision that held is named.
  const { decision } = await world.ok(PERSON, 'studio_decide', act({ verdict: 'defer' }));
  expect(decision).toMatchObject({ id: 'D-2', replaces: 'D-1' });
  expect(await submit()).toMatchObject({ status: 'deferred', occurrences: 3 });
});

test('direction, production and the person decide; others, and custom tools whoever runs them, do not', async () => {
  await submit();
  for (const id of ['mira', 'arty'])
    expect(await world.error(agent(id), 'studio_decide', act())).toBe(
      `permission_denied: ${id} can't decide about feedback: direction and production do, or the person.`,
    );
  expect(await world.error(STRANGER, 'studio_decide', act({ as: 'mira' }))).toContain('permission_denied');
  await world.ok(PERSON, 'tool_define', {
    name: 'sly',
    description: 'Decides about feedback in the name of whoever runs it.',
    capabilities: { mutate: true, calls: ['studio_decide'] },
    wander:
      'fn run(args)\n  return call_tool("studio_decide", {feedback: "F-1", verdict: "drop", rationale: "no"})\nend',
  });
  await world.ok(PERSON, 'tool_approve', { name: 'sly' });
  expect(await world.error(PERSON, 'user_sly')).toContain("can't decide");
  expect(await status('F-1')).toBe('open');
  for (const caller of [agent('dora'), agent('pia'), STRANGER, PERSON])
    expect(await world.ok(caller, 'studio_decide', act({ redecide: true }))).toMatchObject({
      feedback: { status: 'accepted' },
    });
});

test('what follows a status by itself anybody may say, what is a decision only who decides', async () => {
  await submit();
  expect(await move('F-1', 'accepted')).toBe('permission_denied');
  expect(await move('F-1', 'in_progress')).toBe('permission_denied');
  expect(await move('F-1', 'verified')).toBe('conflict');
  expect(await move('F-1', 'regressed', PERSON)).toBe('conflict');
  expect(await move('F-1', 'accepted', agent('dora'))).toBe('ok');
  expect(await move('F-1', 'in_progress')).toBe('ok');
  expect(await move('F-1', 'fixed')).toBe('ok');
  expect(await move('F-1', 'dropped')).toBe('permission_denied');
  expect(await move('F-1', 'verified')).toBe('ok');
  expect(await move('F-1', 'regressed')).toBe('ok');
  expect(await move('F-1', 'dropped', agent('pia'))).toBe('ok');
  expect(await move('F-1', 'fixed')).toBe('permission_denied');
});

test('a decision that does not fit changes nothing', async () => {
  await submit();
  await submit({ category: 'bug', summary: 'Other' });
  const refused = async (more: JsonObject): Promise<string> =>
    world.error(PERSON, 'studio_decide', act(more));
  expect(await refused({ rationale: ' ' })).toContain('The rationale is empty');
  expect(await refused({ verdict: 'drop', tasks: [{ title: 'a' }] })).toContain('"drop" has no tasks');
  expect(await refused({ verdict: 'merge_into' })).toContain('"merge_into" is missing');
  expect(await refused({ verdict: 'merge_into', merge_into: 'F-1' })).toContain('merged into itself');
  expect(await refused({ targets: { falls: { min: 3, max: 2 } } })).toContain(
    '"min" (3) above its "max" (2)',
  );
  expect(await refused({ targets: { falls: {} } })).toContain('neither');
  expect(await refused({ targets: { falls: 3 } })).toContain('"targets" has to hold');
  expect(await refused({ task_ids: ['T-1'] })).toContain('no task "T-1"');
  expect(await refused({ tasks: [{ title: 'fine' }, { title: 'bad', assignee: 'nobody' }] })).toContain(
    'not_found',
  );
  expect(await world.ok(PERSON, 'studio_task_list')).toMatchObject({ total: 0 });
  expect(await status('F-1')).toBe('open');
  await world.ok(PERSON, 'studio_decide', act());
  expect(await refused({})).toBe('conflict: F-1 is decided already (D-1, accepted).');
});

test('merged feedback counts to the other, and so does what is found again', async () => {
  await submit();
  await submit();
  await submit({ category: 'bug', summary: 'Other' });
  await world.ok(PERSON, 'studio_decide', act({ verdict: 'merge_into', merge_into: 'F-2' }));
  expect(await submit()).toMatchObject({ id: 'F-2', occurrences: 4 });
  const { feedback } = await world.ok(PERSON, 'studio_feedback_list');
  expect(feedback).toMatchObject([
    { id: 'F-2', occurrences: 4, tasks: [] },
    { id: 'F-1', status: 'dropped', merged_into: 'F-2', decided: { id: 'D-1', merge_into: 'F-2' } },
  ]);
  expect(
    await world.error(PERSON, 'studio_decide', {
      ...act({ verdict: 'merge_into', merge_into: 'F-1' }),
      feedback: 'F-2',
    }),
  ).toContain('merged into itself: F-2, F-1, F-2');
});

test('a decision writes all its files or none: where one is broken, the others stay as they were', async () => {
  await submit();
  const path = join(world.folder, 'studio/board.json');
  writeFileSync(path, 'broken');
  const before = readFileSync(join(world.folder, 'studio/feedback.json'), 'utf8');
  expect(await world.error(PERSON, 'studio_decide', act({ tasks: [{ title: 'a' }] }))).toContain(
    'studio/board.json',
  );
  expect(readFileSync(join(world.folder, 'studio/feedback.json'), 'utf8')).toBe(before);
  expect(readFileSync(path, 'utf8')).toBe('broken');
  // What does not touch that file goes on.
  expect(await world.ok(PERSON, 'studio_decide', act())).toMatchObject({ decision: { tasks: [] } });
});

test('a batch that fails takes a decision back whole; a dry run tells what it would be', async () => {
  await submit();
  const args = act({ tasks: [{ title: 'a' }] });
  const dry = await world.call(PERSON, 'studio_decide', args, { dryRun: true });
  expect(dry.ok && dry.structured).toMatchObject({
    decision: { id: 'D-1', tasks: ['T-1'] },
    feedback: { status: 'accepted' },
  });
  const operations: JsonObject[] = [
    { tool: 'studio_decide', args },
    { tool: 'entity_delete', args: { entity: 'nobody' } },
  ];
  expect((await world.call(PERSON, 'batch', { operations })).ok).toBe(false);
  expect(await status('F-1')).toBe('open');
  expect(await world.ok(PERSON, 'studio_task_list')).toMatchObject({ total: 0 });
  expect(JSON.parse(readFileSync(join(world.folder, 'studio/decisions.json'), 'utf8'))).toMatchObject({
    decisions: [],
  });
});
