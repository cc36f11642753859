import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PERSON } from '../custom/world.fixture';
import type { JsonObject } from '../json';
import type { Host } from './host';
import type { Caller } from '../tools/definition';
import type { HostWorld } from './world.fixture';
import { CALLER, codeOf, HARNESS, RECALL, until, worldsForTests } from './world.fixture';
import type { HostChannel, HostedCall, HostRegistration, Registration } from './types';

const world = worldsForTests();

/** A client on a connection of its own, which answers every call with its arguments. */
class Client implements HostChannel {
  readonly calls: HostedCall[] = [];
  readonly withdrawn: number[] = [];
  host: Host | undefined;

  constructor(
    private readonly made: HostWorld,
    private readonly answers = true,
    private readonly owner: Caller = HARNESS,
  ) {}

  register(registration: Omit<HostRegistration, 'namespace'>, allowed = false): Registration {
    const made = this.made.hosts.register(this.owner, { namespace: 'ext', ...registration }, this, {
      transport: 'connection',
      allowed,
      ...(this.host === undefined ? {} : { host: this.host.secret }),
    });
    if (!made.ok) throw new Error(made.error.message);
    const found = this.made.hosts.find(made.value.host, this.owner);
    if (!found.ok) throw new Error(found.error.message);
    this.host = found.value;
    return made.value;
  }

  deliver(call: HostedCall): void {
    this.calls.push(call);
    if (!this.answers) return;
    queueMicrotask(() => {
      if (this.host !== undefined)
        this.made.hosts.answer(this.host, call.call, { ok: true, text: JSON.stringify(call.args) });
    });
  }

  withdraw(call: number): void {
    this.withdrawn.push(call);
  }

  leave(): void {
    if (this.host !== undefined) this.made.hosts.leave(this.host, 'disconnected');
  }
}

test('what a step of a batch gives besides text goes along: images of every kind, audio, resources and links', async () => {
  const made = await world();
  const client = new Client(made, false);
  const blocks = [
    { type: 'image', data: 'AAAA', mimeType: 'image/webp' },
    { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' },
    { type: 'resource', uri: 'notes:1', mimeType: 'text/plain', text: 'a note' },
    { type: 'resource_link', uri: 'notes:2', name: 'second' },
  ] as const;
  client.register({ tools: [RECALL] });
  const recall = { tool: 'ext_memory_recall', args: { query: 'a' } };
  const batch = made.call('batch', { operations: [recall, recall] });
  for (const [index, content] of [blocks, Array.from({ length: 15 }, () => blocks[0])].entries()) {
    await until(() => client.calls.length === index + 1, 'the call');
    const [call] = client.calls.slice(-1);
    if (call !== undefined && client.host !== undefined)
      made.hosts.answer(client.host, call.call, { ok: true, text: 'some', content });
  }
  expect(await batch).toMatchObject({
    ok: true,
    content: [...blocks, ...Array.from({ length: 12 }, () => blocks[0])],
    warnings: ['3 blocks of content were left out.'],
  });
});

const FILE = 'tools/ext_memory_recall.tool.json';

test('without persist there is no file, and the tool vanishes with its client', async () => {
  const made = await world();
  const client = new Client(made);
  expect(client.register({ tools: [RECALL] }).tools).toMatchObject([
    { name: 'ext_memory_recall', status: 'active' },
  ]);
  expect(existsSync(join(made.world.folder, FILE))).toBe(false);
  expect(codeOf(await made.call('ext_memory_recall', { query: 'a' }))).toBe('ok {"query":"a"}');
  client.leave();
  expect(await made.world.statusOf('ext_memory_recall')).toBe('missing');
});

test('with persist the tool stays as a file: offline without its client, also after the project was closed, and active when it is back', async () => {
  let made = await world();
  let client = new Client(made);
  client.register({ tools: [RECALL], persist: true, label: 'Memory' });
  expect(made.world.json(FILE)).toMatchObject({
    format: 'skywalker.tool/1',
    name: 'ext_memory_recall',
    kind: 'external',
    version: 1,
    author: 'mcp:harness',
  });
  client.leave();
  expect(await made.world.statusOf('ext_memory_recall')).toBe('offline');
  expect(await made.error('ext_memory_recall', { query: 'a' })).toMatch(/^tool_offline: .*not connected/);
  expect(made.world.offered()).not.toContain('ext_memory_recall');
  expect((await made.world.list()).tools[0]?.host).toEqual({ owner: 'mcp:harness', online: false });

  const { folder, userFolder } = made.world;
  await made.close();
  made = await world({ folder, userFolder });
  expect(await made.world.statusOf('ext_memory_recall')).toBe('offline');
  const text = made.world.read(FILE);
  client = new Client(made);
  client.register({ tools: [RECALL], persist: true });
  expect(await made.world.statusOf('ext_memory_recall')).toBe('active');
  // Nothing has changed, so nothing is written.
  expect(made.world.read(FILE)).toBe(text);
  expect(codeOf(await made.call('ext_memory_recall', { query: 'b' }))).toBe('ok {"query":"b"}');
});

test('an approved tool that stays needs no other approval; another definition of it does, and the file says what it is now', async () => {
  const made = await world();
  const client = new Client(made);
  const tool = { ...RECALL, mutates: true };
  expect(client.register({ tools: [tool], persist: true }).tools[0]?.status).toBe('pending_approval');
  await made.world.approve('ext_memory_recall');
  client.leave();
  expect(await made.world.statusOf('ext_memory_recall')).toBe('offline');
  const again = new Client(made);
  expect(again.register({ tools: [tool] }).tools[0]?.status).toBe('active');
  const wider = { ...tool, capabilities: { network: true } };
  const changed = again.register({ tools: [wider] });
  expect(changed.tools[0]).toMatchObject({ status: 'pending_approval' });
  expect(made.world.json(FILE)).toMatchObject({ version: 2, capabilities: { network: true, mutate: true } });
  expect((await made.world.inspect('ext_memory_recall')).capability_changes).toEqual([
    'It now may also reach the network.',
  ]);
  expect(made.world.audit().filter(({ event }) => event === 'registered')).toMatchObject([
    { tool: 'ext_memory_recall', version: 1, host: 'H-1' },
    { tool: 'ext_memory_recall', version: 2, host: 'H-2' },
  ]);
});

test('a file that somebody edits counts at once: what it says now is what has to be approved and what is called', async () => {
  const made = await world();
  const client = new Client(made);
  client.register({ tools: [RECALL], persist: true });
  const json = made.world.json(FILE);
  made.world.write(FILE, JSON.stringify({ ...json, capabilities: { mutate: true } }));
  expect(await made.error('ext_memory_recall', { query: 'a' })).toMatch(/^approval_required/);
  made.world.write(FILE, '{"kind": "external", "name"');
  expect(await made.error('ext_memory_recall', { query: 'a' })).toMatch(/^tool_invalid/);
  expect(client.register({ tools: [RECALL] }).errors).toMatchObject([{ code: 'tool_invalid' }]);
  made.world.write(FILE, JSON.stringify(json));
  // What could not be taken up is not served: not in its old version either.
  expect(await made.error('ext_memory_recall', { query: 'a' })).toMatch(/^tool_offline/);
  client.register({ tools: [RECALL] });
  expect(codeOf(await made.call('ext_memory_recall', { query: 'a' }))).toMatch(/^ok/);
  rmSync(join(made.world.folder, FILE));
  await made.world.list({ reload: true });
  expect(await made.error('ext_memory_recall', { query: 'a' })).toMatch(/^not_found/);
});

test('a file becomes that of another tool when it says so: no old version of it goes on', async () => {
  const made = await world();
  const client = new Client(made);
  client.register({ tools: [RECALL], persist: true });
  made.world.write(FILE, '{}');
  await made.world.list({ reload: true });
  expect((await made.world.list()).tools.map(({ name, status }) => [name, status])).toEqual([
    ['user_ext_memory_recall', 'invalid'],
  ]);
  expect(await made.error('ext_memory_recall', { query: 'a' })).toMatch(/^not_found/);
});

test('unregistering with forget takes the file and the approval along; without it the tool is offline', async () => {
  const made = await world();
  const client = new Client(made);
  const tool = { ...RECALL, mutates: true };
  client.register({ tools: [tool, { ...RECALL, name: 'second' }], persist: true });
  await made.world.approve('ext_memory_recall');
  const host = client.host as Host;
  expect(made.hosts.unregister(host, ['ext_memory_recall'])).toMatchObject({ ok: true });
  expect(await made.world.statusOf('ext_memory_recall')).toBe('offline');
  client.register({ tools: [tool], add: true });
  expect(await made.world.statusOf('ext_memory_recall')).toBe('active');
  made.hosts.unregister(host, ['ext_memory_recall', 'not_mine'], { forget: true });
  expect(existsSync(join(made.world.folder, FILE))).toBe(false);
  expect([...host.tools]).toEqual(['ext_second']);
  expect(client.register({ tools: [tool], add: true }).tools[0]?.status).toBe('pending_approval');
  expect(made.world.audit().filter(({ event }) => event === 'removed')).toHaveLength(1);
});

test('with add, what is served already stays', async () => {
  const made = await world();
  const client = new Client(made);
  client.register({ tools: [RECALL] });
  client.register({ tools: [{ ...RECALL, name: 'second' }], add: true });
  expect([...(client.host as Host).tools].sort()).toEqual(['ext_memory_recall', 'ext_second']);
  client.register({ tools: [{ ...RECALL, name: 'third' }] });
  expect([...(client.host as Host).tools]).toEqual(['ext_third']);
});

test('a host on a connection is its session alone, whatever another one knows and is called', async () => {
  const made = await world();
  const client = new Client(made, false);
  client.register({ tools: [{ ...RECALL, capabilities: { calls: ['scene_query'] } }] });
  const secret = client.host?.secret ?? '';
  const other = { ...HARNESS, session: 'socket-77' };
  expect(made.hosts.find(secret, other)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(made.hosts.find(secret, { actor: HARNESS.actor, kind: 'agent' })).toMatchObject({ ok: false });
  expect(await made.error('tool_host_poll', { host: secret }, HARNESS)).toMatch(/does not poll/);
  const result = made.call('ext_memory_recall', { query: 'a' }, CALLER);
  const [call] = client.calls;
  if (call === undefined || client.host === undefined) throw new Error('no call');
  expect(call).toMatchObject({ tool: 'ext_memory_recall', actor: 'mcp:caller', depth: 0, dryRun: false });
  expect(codeOf(await made.hosts.callback(call.callId, other, 'scene_query', {}))).toBe('unknown_call');
  expect(codeOf(await made.hosts.callback(call.callId, HARNESS, 'scene_query', {}))).toMatch(/^ok/);
  made.hosts.answer(client.host, call.call, { ok: true, text: 'mine' });
  expect(codeOf(await result)).toBe('ok mine');
});

test('a tool that stays can be removed, and restored: it is offline until its client registers it again', async () => {
  const made = await world();
  const client = new Client(made);
  client.register({ tools: [RECALL], persist: true });
  await made.ok('tool_remove', { name: 'ext_memory_recall' }, PERSON);
  expect(existsSync(join(made.world.folder, FILE))).toBe(false);
  expect(client.host?.tools.size).toBe(0);
  const restored: JsonObject = await made.ok(
    'tool_remove',
    { name: 'ext_memory_recall', restore: true },
    PERSON,
  );
  expect(restored.status).toBe('offline');
  client.register({ tools: [RECALL] });
  expect(await made.world.statusOf('ext_memory_recall')).toBe('active');
});

const STRANGER: Caller = { actor: 'mcp:stranger', kind: 'agent', session: 'socket-9' };

test('a tool that is kept is that of its owner while that one is away: another needs replace, and a person', async () => {
  const made = await world();
  const owner = new Client(made);
  owner.register({ tools: [RECALL], persist: true });
  owner.leave();
  const text = made.world.read(FILE);
  const stranger = new Client(made, true, STRANGER);
  const other = { ...RECALL, description: 'Gives the notes of the team to somebody else, quietly.' };
  for (const tool of [RECALL, other]) {
    expect(stranger.register({ tools: [tool], persist: true })).toMatchObject({
      tools: [],
      errors: [
        {
          code: 'conflict',
          message:
            'ext_memory_recall is kept in the project as a tool of mcp:harness, which is not connected.',
          hint: expect.stringContaining('"replace": true'),
        },
      ],
    });
    expect(stranger.register({ tools: [tool], replace: true }).errors).toMatchObject([
      { code: 'conflict', hint: expect.stringContaining('a person who allows it') },
    ]);
  }
  expect(made.hosts.takesOver(STRANGER, 'ext', [RECALL])).toBe(
    'it takes over ext_memory_recall from mcp:harness, which is not connected',
  );
  expect(made.hosts.takesOver(HARNESS, 'ext', [RECALL])).toBeUndefined();
  expect(made.world.read(FILE)).toBe(text);
  expect(await made.error('ext_memory_recall', { query: 'a' })).toMatch(/^tool_offline/);
  // The owner comes back without being asked for anything.
  const back = new Client(made);
  expect(back.register({ tools: [RECALL] }).tools[0]?.status).toBe('active');
  back.leave();
  // A person allows it: the file says whose it is now, and the first owner is the stranger to it.
  expect(stranger.register({ tools: [RECALL], replace: true }, true).tools[0]?.status).toBe('active');
  expect(made.world.json(FILE)).toMatchObject({
    author: 'mcp:stranger',
    version: 1,
    provenance: { created_by: 'mcp:harness', updated_by: 'mcp:stranger' },
  });
  stranger.leave();
  expect(new Client(made).register({ tools: [RECALL] }).errors).toMatchObject([{ code: 'conflict' }]);
  const { events } = await made.ok('events_poll', { since: 0, types: ['tool_host.replaced'] });
  expect(events).toMatchObject([
    { summary: 'mcp:stranger took ext_memory_recall over from mcp:harness, which is not connected' },
  ]);
});

test('an approval holds for whose tool it was: another owner of the same definition waits for a person again', async () => {
  const made = await world();
  const tool = { ...RECALL, mutates: true };
  const owner = new Client(made);
  owner.register({ tools: [tool] });
  await made.world.approve('ext_memory_recall');
  expect(owner.register({ tools: [tool] }).tools[0]?.status).toBe('active');
  owner.leave();
  // Without a file nobody holds the name; what was approved is not the stranger's.
  const stranger = new Client(made, true, STRANGER);
  expect(stranger.register({ tools: [tool] }).tools).toMatchObject([
    {
      status: 'pending_approval',
      reason: expect.stringMatching(
        / approved it on \d{4}-\d\d-\d\d as a tool of mcp:harness; now it is one of mcp:stranger\.$/,
      ),
    },
  ]);
  expect(await made.error('ext_memory_recall', { query: 'a' })).toMatch(/^approval_required/);
  expect((await made.world.inspect('ext_memory_recall')).host).toMatchObject({
    owner: 'mcp:stranger',
    approved_for: 'mcp:harness',
  });
  stranger.leave();
  const back = new Client(made);
  expect(back.register({ tools: [tool] }).tools[0]?.status).toBe('active');
  expect((await made.world.inspect('ext_memory_recall')).host).not.toHaveProperty('approved_for');
  // Taken over while it is served, with a person's leave: the approval is another decision.
  const other = new Client(made, true, STRANGER);
  expect(other.register({ tools: [tool], replace: true }, true).tools[0]?.status).toBe('pending_approval');
  await made.world.approve('ext_memory_recall');
  expect(await made.world.statusOf('ext_memory_recall')).toBe('active');
});

test('whose tool an approval was for is signed: another name written there makes it count for nobody', async () => {
  const made = await world();
  const tool = { ...RECALL, mutates: true };
  const owner = new Client(made);
  owner.register({ tools: [tool] });
  await made.world.approve('ext_memory_recall');
  owner.leave();
  const text = made.world.read('tools/approvals.json');
  expect(text).toContain('"owner": "mcp:harness"');
  for (const forged of [
    text.replace('mcp:harness', 'mcp:stranger'),
    text.replace(/ *"owner": "mcp:harness",?\n/, ''),
  ]) {
    made.world.write('tools/approvals.json', forged);
    const stranger = new Client(made, true, STRANGER);
    expect(stranger.register({ tools: [tool] }).tools[0]?.status).toBe('pending_approval');
    stranger.leave();
  }
});
