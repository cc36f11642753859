/** Messages: who gets them, what counts as read, and what the file holds. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agent, PERSON, RosterWorld, STRANGER, TERMINAL } from '../agents/world.fixture';
import type { JsonObject } from '../json';

let world: RosterWorld;

beforeEach(async () => {
  world = await RosterWorld.open({
    mira: { name: 'Mira', role: 'level_designer', discipline: 'design' },
    nimbus: { name: 'Nimbus', role: 'lighting_artist', discipline: 'art' },
    watcher: { name: 'Watcher', role: 'critic', autonomy: 'observe' },
  });
});
afterEach(() => world.close());

async function send(caller: typeof PERSON, text: string, more: JsonObject = {}): Promise<JsonObject> {
  const { message } = await world.ok(caller, 'studio_message_send', { text, ...more });
  return message as JsonObject;
}

async function texts(caller: typeof PERSON, args: JsonObject = {}): Promise<readonly string[]> {
  const { messages } = await world.ok(caller, 'studio_inbox', args);
  return (messages as unknown as readonly { text: string }[]).map(({ text }) => text);
}

const lines = (): readonly JsonObject[] =>
  readFileSync(join(world.folder, 'studio/messages.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);

test('a message is one line of the file, with its number, its writer and whom it names', async () => {
  const sent = await send(agent('mira'), 'Is the bridge lit, @lighting_artist and @nobody?', {
    to: ['@all'],
    kind: 'question',
  });
  expect(sent).toMatchObject({
    id: 'M-1',
    from: 'mira',
    channel: 'general',
    to: ['@all'],
    mentions: ['lighting_artist'],
    kind: 'question',
  });
  expect(sent).not.toHaveProperty('via');
  expect(lines()).toEqual([sent]);
  expect(world.events('studio.message')).toMatchObject([
    {
      actor: 'mcp:test/mira',
      summary: 'mira in #general: Is the bridge lit, @lighting_artist and @nobody?',
      data: { action: 'sent', id: 'M-1', by: 'mira', channel: 'general', to: ['@all'], message: sent },
    },
  ]);
});

test('a reply stays in the channel and the thread, and goes to who wrote before', async () => {
  await send(agent('mira'), 'Lamps?', { channel: '#art' });
  await send(agent('nimbus'), 'Done', { reply_to: 'M-1' });
  const third = await send(PERSON, 'Fine', { reply_to: 'M-2', to: ['mira'] });
  expect(third).toMatchObject({ channel: 'art', thread: 'M-1', reply_to: 'M-2', to: ['mira', 'nimbus'] });
  expect(await texts(agent('watcher'), { thread: 'M-2' })).toEqual(['Lamps?', 'Done', 'Fine']);
});

test('an inbox holds what is to its owner: by name, role, discipline, mention, thread, and what is to nobody in #general', async () => {
  await send(PERSON, 'to nobody');
  await send(PERSON, 'to nobody, elsewhere', { channel: 'art' });
  await send(PERSON, 'by name', { channel: 'x', to: ['mira'] });
  await send(PERSON, 'by role', { channel: 'x', to: ['@level_designer'] });
  await send(PERSON, 'by discipline', { channel: 'x', to: ['@design'] });
  await send(PERSON, 'by mention, @Mira', { channel: 'x' });
  await send(PERSON, 'to another', { to: ['nimbus'] });
  await send(agent('mira'), 'my own', { channel: 'y' });
  await send(PERSON, 'in the thread', { reply_to: 'M-8' });
  await send(PERSON, 'to all', { channel: 'x', to: ['@all'] });
  expect(await texts(agent('mira'))).toEqual([
    'to nobody',
    'by name',
    'by role',
    'by discipline',
    'by mention, @Mira',
    'in the thread',
    'to all',
  ]);
  expect(await texts(agent('mira'))).toEqual([]);
  expect(await texts(agent('mira'), { channel: '*' })).toEqual(['to nobody, elsewhere', 'to another']);
});

test('messages count as read for whoever read them, in pages and out of order; a look marks nothing', async () => {
  for (const n of [1, 2, 3, 4, 5]) await send(PERSON, `m${n}`, { channel: n % 2 === 0 ? 'even' : 'odd' });
  expect(await texts(agent('mira'), { channel: 'even' })).toEqual(['m2', 'm4']);
  expect(await texts(agent('nimbus'), { agent: 'mira', channel: '*' })).toEqual(['m1', 'm3', 'm5']);
  expect(await texts(agent('mira'), { channel: '*', limit: 2 })).toEqual(['m1', 'm3']);
  const dry = await world.call(agent('mira'), 'studio_inbox', { channel: '*' }, { dryRun: true });
  expect(dry.ok && dry.structured).toMatchObject({ unread: 1 });
  expect(await texts(agent('mira'), { channel: '*', unread_only: false, limit: 2 })).toEqual(['m4', 'm5']);
  expect(await texts(agent('mira'), { channel: '*' })).toEqual(['m5']);
  expect(await texts(agent('nimbus'), { channel: '*' })).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  const all = await world.ok(PERSON, 'studio_inbox', { unread_only: false, after: 'M-1', before: 'M-4' });
  expect(all).toMatchObject({ messages: [{ id: 'M-2' }, { id: 'M-3' }], total: 2, next: 'M-3' });
  expect(all.channels).toEqual([
    { channel: 'even', messages: 2, unread: 0, last: 'M-4' },
    { channel: 'odd', messages: 3, unread: 0, last: 'M-5' },
  ]);
});

test('who speaks for no agent may act as one, which is told; an agent acts for itself alone', async () => {
  expect(await send(STRANGER, 'hi', { as: 'mira' })).toMatchObject({ from: 'mira', via: 'mcp:test' });
  expect(await send(STRANGER, 'hi')).toMatchObject({ from: 'mcp:test' });
  expect(await send(TERMINAL, 'hi')).toMatchObject({ from: 'user', via: 'cli' });
  expect(await send(agent('mira'), 'hi', { as: 'mira' })).not.toHaveProperty('via');
  const args = { text: 'hi', as: 'nimbus' };
  expect(await world.error(agent('mira'), 'studio_message_send', args)).toBe(
    'permission_denied: mira can\'t act as "nimbus".',
  );
  expect(await world.error(STRANGER, 'studio_message_send', { text: 'hi', as: 'mirra' })).toBe(
    'not_found: There is no agent "mirra" in the roster.',
  );
  world.write('nimbus', { permissions: { studio: 'off' } });
  expect(await world.error(STRANGER, 'studio_message_send', args)).toContain('"studio" is "off"');
  expect(await world.error(agent('nimbus'), 'studio_message_send', { text: 'hi' })).toContain(
    'permission_denied',
  );
  // An agent that may only read still talks.
  expect(await send(agent('watcher'), 'I see a lamp')).toMatchObject({ from: 'watcher' });
});

test('an agent whose id is that of the person can’t write in the person’s name', async () => {
  world.write('user', { name: 'Somebody' });
  expect(await world.error(agent('user'), 'studio_message_send', { text: 'approved' })).toContain(
    'permission_denied',
  );
  expect(await world.error(STRANGER, 'studio_message_send', { text: 'approved', as: 'user' })).toContain(
    'not_found',
  );
});

test('what would not be seen, is too large or means nobody is refused, and nothing is written', async () => {
  const refused = async (args: JsonObject): Promise<string> =>
    world.error(PERSON, 'studio_message_send', args);
  expect(await refused({ text: 'a\u202eb' })).toBe(
    'invalid_arguments: "text" holds a bidirectional override (U+202E) at line 1, column 2, which a reader would not see.',
  );
  expect(await refused({ text: 'x', data: { a: { '\u200b': 1 } } })).toContain('a name in data.a');
  expect(await refused({ text: ' \n ' })).toBe('invalid_arguments: The text is empty.');
  expect(await refused({ text: 'x', data: { a: 'y'.repeat(17_000) } })).toContain('more than 16384');
  expect(await refused({ text: 'x'.repeat(8_001) })).toContain('invalid_arguments');
  expect(await refused({ text: 'x', to: ['@levle_designer'] })).toBe(
    'not_found: Nobody in the roster is "@levle_designer".',
  );
  expect(await refused({ text: 'x', reply_to: 'M-9' })).toContain('no message "M-9"');
  expect(await refused({ text: 'x', task: 'T-1' })).toContain('no task "T-1"');
  expect(await refused({ text: 'x', channel: 'a b' })).toContain('invalid_arguments');
  expect(await world.ok(PERSON, 'studio_inbox')).toMatchObject({ messages: [], total: 0 });
});

test('a dry run and a batch that fails send nothing; the number of a message that was taken back is not used again', async () => {
  const dry = await world.call(PERSON, 'studio_message_send', { text: 'dry' }, { dryRun: true });
  expect(dry.ok && dry.structured).toMatchObject({ message: { id: 'M-1', text: 'dry' } });
  const operations: JsonObject[] = [
    { tool: 'studio_message_send', args: { text: 'too soon' } },
    { tool: 'entity_delete', args: { entity: 'nobody' } },
  ];
  expect((await world.call(PERSON, 'batch', { operations })).ok).toBe(false);
  expect(world.events('studio')).toEqual([]);
  expect(await texts(PERSON, { unread_only: false })).toEqual([]);
  expect(await send(PERSON, 'now')).toMatchObject({ id: 'M-2' });
  expect(lines().map(({ id, retracts }) => id ?? retracts)).toEqual(['M-1', 'M-1', 'M-2']);
});

test('lines that something else adds are read, also without a last line end; what is none is shown and stays', async () => {
  await send(PERSON, 'one');
  const path = join(world.folder, 'studio/messages.jsonl');
  const line = JSON.stringify({
    id: 'M-2',
    at: 'now',
    from: 'ada',
    channel: 'general',
    text: 'two',
    extra: 1,
  });
  appendFileSync(path, `${line}\n{"id": "M-3", "te`);
  expect(await texts(PERSON, { unread_only: false })).toEqual(['one', 'two']);
  const before = readFileSync(path, 'utf8');
  expect(await send(PERSON, 'four')).toMatchObject({ id: 'M-3' });
  const after = readFileSync(path, 'utf8');
  expect(after.startsWith(`${before}\n`)).toBe(true);
  const shown = await world.ok(PERSON, 'studio_inbox', { unread_only: false });
  expect(shown).toMatchObject({
    total: 3,
    problem: 'studio/messages.jsonl, line 3: it is no message, and was left out',
  });
  appendFileSync(path, JSON.stringify({ id: 'M-5', at: '', from: 'ada', channel: 'general', text: 'five' }));
  expect(await texts(PERSON, { unread_only: false })).toEqual(['one', 'two', 'four', 'five']);
  expect(await send(PERSON, 'six')).toMatchObject({ id: 'M-6' });
  expect(await texts(PERSON, { unread_only: false })).toEqual(['one', 'two', 'four', 'five', 'six']);
  // Rewritten in place, longer than before, by somebody who does not append.
  writeFileSync(
    path,
    `${JSON.stringify({ id: 'M-7', at: '', from: 'x', channel: 'general', text: 'y'.repeat(900) })}\n`,
  );
  expect(await world.ok(PERSON, 'studio_inbox', { unread_only: false })).toMatchObject({ total: 1 });
  expect(await send(PERSON, 'next')).toMatchObject({ id: 'M-8' });
});

test('the highest number that can be is an error that says so, not a fault', async () => {
  await send(PERSON, 'one');
  const huge = JSON.stringify({ id: 'M-999999999', at: '', from: 'x', channel: 'general', text: 'y' });
  appendFileSync(join(world.folder, 'studio/messages.jsonl'), `${huge}\n`);
  expect(await texts(PERSON)).toEqual(['y']);
  expect(await world.error(PERSON, 'studio_message_send', { text: 'x' })).toContain(
    'conflict: studio/messages.jsonl',
  );
});

test('reading is quiet', async () => {
  await send(PERSON, 'one');
  const { last } = world.engine.events;
  await texts(agent('mira'));
  expect(world.engine.events.last).toBe(last);
});
