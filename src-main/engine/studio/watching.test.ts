/** Files of the studio that something else writes are told of; what the engine writes itself is told of once, as what it is. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PERSON, RosterWorld, until } from '../agents/world.fixture';

let world: RosterWorld;

beforeEach(async () => {
  world = await RosterWorld.open();
});
afterEach(() => world.close());

const told = (): readonly (readonly unknown[])[] =>
  world.events('studio').map(({ kind, actor, data }) => [kind, actor, data.action, data.id]);

test('a file that was changed by hand, and one that was broken, are told of by what they hold', async () => {
  await world.ok(PERSON, 'studio_task_create', { title: 'Lamp' });
  await world.ok(PERSON, 'studio_message_send', { text: 'hi' });
  await world.ok(PERSON, 'studio_loop_define', { template: 'bug_bash' });
  const own = [
    ['task', 'user', 'created', 'T-1'],
    ['message', 'user', 'sent', 'M-1'],
    ['loop', 'user', 'defined', 'bug_bash'],
  ];
  expect(told()).toEqual(own);
  const board = join(world.folder, 'studio/board.json');
  writeFileSync(board, readFileSync(board, 'utf8').replace('Lamp', 'Torch'));
  await until(() => told().length > own.length, 'the board was seen to change');
  // The watcher has seen the engine's own writes by then, and told of none.
  expect(told().slice(own.length)).toEqual([['task', 'system', 'changed_on_disk', 'studio/board.json']]);
  writeFileSync(join(world.folder, 'studio/loops/bug_bash.loop.json'), '{');
  await until(() => told().length > own.length + 1, 'the loop was seen to change');
  expect(told().at(-1)).toEqual(['loop', 'system', 'changed_on_disk', 'bug_bash']);
  expect(world.events('studio').at(-1)?.data.problem).toContain('studio/loops/bug_bash.loop.json, line 1');
});

test('a studio that came with the project is there from the start', async () => {
  await world.close();
  mkdirSync(join(world.folder, 'studio'), { recursive: true });
  writeFileSync(
    join(world.folder, 'studio/messages.jsonl'),
    `${JSON.stringify({ id: 'M-4', at: '', from: 'ada', channel: 'general', text: 'before' })}\n`,
  );
  world = await RosterWorld.reopen(world.folder);
  expect(await world.ok(PERSON, 'studio_inbox')).toMatchObject({ messages: [{ id: 'M-4', unread: true }] });
  expect(await world.ok(PERSON, 'studio_message_send', { text: 'after' })).toMatchObject({
    message: { id: 'M-5' },
  });
  expect(told()).toEqual([['message', 'user', 'sent', 'M-5']]);
});
