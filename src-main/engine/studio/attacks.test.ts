/** Places, sizes and names that somebody chose to do harm: an error says what is wrong, nothing is lost, and nothing hangs. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agent, PERSON, RosterWorld } from '../agents/world.fixture';
import type { JsonObject } from '../json';

let world: RosterWorld;

beforeEach(async () => {
  world = await RosterWorld.open({ mira: { discipline: 'direction' } });
});
afterEach(() => world.close());

const WRITES: readonly (readonly [string, JsonObject])[] = [
  ['studio_message_send', { text: 'x' }],
  ['studio_task_create', { title: 'x' }],
  ['studio_feedback_submit', { category: 'bug', summary: 'x' }],
  ['studio_loop_define', { template: 'bug_bash' }],
];
const READS = [
  'studio_overview',
  'studio_inbox',
  'studio_task_list',
  'studio_feedback_list',
  'studio_loop_status',
];

async function allRefused(code: string): Promise<void> {
  for (const [tool, args] of WRITES)
    expect(await world.error(PERSON, tool, args)).toMatch(new RegExp(`^${code}: `));
  for (const tool of READS) expect((await world.call(PERSON, tool)).ok).toBe(true);
}

test('a studio that is a link out of the project is neither read nor written', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'sky-outside-'));
  writeFileSync(join(outside, 'board.json'), '{"format": "skywalker.board/1", "tasks": []}');
  symlinkSync(outside, join(world.folder, 'studio'));
  await allRefused('permission_denied|invalid_settings');
  expect(readFileSync(join(outside, 'board.json'), 'utf8')).toBe(
    '{"format": "skywalker.board/1", "tasks": []}',
  );
  expect(existsSync(join(outside, 'messages.jsonl'))).toBe(false);
  expect((await world.ok(PERSON, 'studio_overview')).problems).not.toEqual([]);
});

test('files that are folders or pipes are shown as broken, and nobody waits for them', async () => {
  const studio = join(world.folder, 'studio');
  mkdirSync(join(studio, 'board.json'), { recursive: true });
  mkdirSync(join(studio, 'loops'));
  mkdirSync(join(studio, 'loops/bug_bash.loop.json'));
  for (const name of ['messages.jsonl', 'feedback.json']) execFileSync('mkfifo', [join(studio, name)]);
  await allRefused('io_error|invalid_settings');
  for (const name of ['messages.jsonl', 'feedback.json']) rmSync(join(studio, name));
  expect(await world.ok(PERSON, 'studio_message_send', { text: 'x' })).toMatchObject({
    message: { id: 'M-1' },
  });
});

test('a studio that is a file is an error', async () => {
  writeFileSync(join(world.folder, 'studio'), '');
  await allRefused('io_error|invalid_settings|not_found');
});

test('names that JavaScript gives a meaning are names like others', async () => {
  const odd = JSON.parse('{"constructor": 1, "toString": "x"}') as JsonObject;
  const { message } = await world.ok(PERSON, 'studio_message_send', {
    text: '@__proto__ @constructor',
    data: odd,
  });
  expect(message).not.toHaveProperty('mentions');
  await world.ok(PERSON, 'studio_feedback_submit', {
    category: 'bug',
    summary: 'x',
    evidence: odd,
    fingerprint: '__proto__',
  });
  const again = { category: 'bug', summary: 'x', fingerprint: '__proto__' };
  expect(await world.ok(PERSON, 'studio_feedback_submit', again)).toMatchObject({ created: false });
  await world.ok(PERSON, 'studio_loop_define', {
    name: 'constructor',
    stages: [{ id: 'constructor', assignees: ['mira'], instruction: '{constructor} {__proto__} {goal}' }],
    stop: { max_iterations: 1, metric_targets: JSON.parse('{"constructor": {"min": 1}}') as JsonObject },
  });
  const { assignments } = await world.ok(PERSON, 'studio_loop_start', {
    loop: 'constructor',
    goal: '$& {agent}',
  });
  expect((assignments as unknown as readonly { prompt: string }[])[0]?.prompt).toContain(
    '{constructor} {__proto__} $& {agent}',
  );
  const metrics = JSON.parse('{"constructor": 1, "toString": 2}') as JsonObject;
  expect(
    (
      await world.call(agent('mira'), 'studio_loop_advance', {
        loop: 'constructor',
        reports: [{ report: 'x', metrics }],
      })
    ).ok,
  ).toBe(true);
  expect(await world.error(PERSON, 'studio_loop_status', { loop: '__proto__' })).toContain('not_found');
  expect(await world.error(PERSON, 'studio_message_send', { text: 'x', to: ['constructor'] })).toContain(
    'not_found',
  );
  expect(await world.error(PERSON, 'studio_loop_define', { template: 'toString' })).toContain(
    'invalid_arguments',
  );
});

test('a full board is an error, and what is on it can still be changed', async () => {
  const tasks = Array.from({ length: 5_000 }, (_, index) => ({
    id: `T-${index + 1}`,
    title: 'x'.repeat(200),
    status: 'todo',
    priority: 'normal',
    description: '',
    acceptance: [],
    depends_on: index === 0 ? [] : [`T-${index}`],
    links: {},
    comments: [],
    created_by: 'user',
    created_at: '',
    updated_at: '',
  }));
  mkdirSync(join(world.folder, 'studio'));
  writeFileSync(
    join(world.folder, 'studio/board.json'),
    JSON.stringify({ format: 'skywalker.board/1', tasks }),
  );
  expect(await world.error(PERSON, 'studio_task_create', { title: 'x' })).toContain('5000 entries');
  expect((await world.ok(PERSON, 'studio_task_update', { task: 'T-1', status: 'done' })).task).toMatchObject({
    status: 'done',
  });
  // A chain of 5,000 is followed to its end.
  expect(await world.error(PERSON, 'studio_task_update', { task: 'T-1', depends_on: ['T-5000'] })).toContain(
    'would wait for itself',
  );
});

test('a circle that was written into the file by hand hangs nothing', async () => {
  const base = {
    status: 'todo',
    priority: 'normal',
    description: '',
    acceptance: [],
    links: {},
    comments: [],
    created_by: 'u',
    created_at: '',
    updated_at: '',
  };
  const tasks = [
    { ...base, id: 'T-1', title: 'a', depends_on: ['T-2'] },
    { ...base, id: 'T-2', title: 'b', depends_on: ['T-1'] },
    { ...base, id: 'T-3', title: 'c', depends_on: [] },
  ];
  mkdirSync(join(world.folder, 'studio'));
  writeFileSync(
    join(world.folder, 'studio/board.json'),
    JSON.stringify({ format: 'skywalker.board/1', tasks }),
  );
  expect(await world.error(PERSON, 'studio_task_claim', { task: 'T-1' })).toContain('before T-2 is done');
  expect(await world.ok(PERSON, 'studio_task_update', { task: 'T-3', depends_on: ['T-1'] })).toMatchObject({
    task: { id: 'T-3' },
  });
  expect(await world.ok(PERSON, 'studio_task_update', { task: 'T-1', depends_on: [] })).toMatchObject({
    task: { depends_on: [] },
  });
});
