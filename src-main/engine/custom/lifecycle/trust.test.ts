/** Teams: approvals that come with a pull, keys that are trusted and are no longer, on real projects with a door around them. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../json';
import { fingerprintOf, UserKeys } from '../keys';
import { AGENT, PERSON, TAG_BY_TAG, until, World, type WorldOptions } from '../world.fixture';

const ARGS = { from: 'enemy', add: 'hostile' };
const CLI = { actor: 'cli', kind: 'human' } as const;
const open: World[] = [];

async function world(options: WorldOptions = {}): Promise<World> {
  const made = await World.open(options);
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Mira approves a tool; this user gets the project as a clone has it, without what git ignores. */
async function pulled(options: WorldOptions = {}): Promise<{ mine: World; mira: World; key: string }> {
  const mira = await world();
  await mira.ok('tool_define', TAG_BY_TAG);
  await mira.approve('tag_by_tag');
  const folder = join(mkdtempSync(join(tmpdir(), 'sky-clone-')), 'project');
  pull(mira, folder);
  const mine = await world({ folder, ...options });
  return { mine, mira, key: textOf((await mira.ok('tool_trust')).own) };
}

function pull(from: World, folder: string): void {
  cpSync(from.folder, folder, { recursive: true, filter: (path) => !path.includes('.skywalker') });
}

test('a pulled approval waits with its signer and fingerprint, counts once a person trusts the key, and no longer when the trust is taken back', async () => {
  const { mine, key } = await pulled();
  const fingerprint = fingerprintOf(key);
  expect(await mine.error('user_tag_by_tag', ARGS)).toContain(`fingerprint ${fingerprint}`);
  expect((await mine.inspect('tag_by_tag')).untrusted_signer).toMatchObject({
    key,
    fingerprint,
    status: 'approved',
  });
  expect((await mine.ok('tool_trust')).untrusted).toEqual([
    {
      key,
      fingerprint,
      decisions: [
        expect.objectContaining({
          name: 'user_tag_by_tag',
          status: 'approved',
          by: 'user',
          current: true,
        }) as unknown,
      ],
    },
  ]);
  await mine.ok('tool_trust', { key, label: 'Mira' }, PERSON);
  await mine.ok('user_tag_by_tag', ARGS);
  const inspection = await mine.inspect('tag_by_tag');
  expect(inspection.untrusted_signer).toBeUndefined();
  expect(inspection.approval).toMatchObject({ by: 'user', signed_by: 'Mira' });
  await mine.ok('tool_trust', { key, trust: false }, CLI);
  expect(await mine.error('user_tag_by_tag', ARGS)).toContain('approval_required');
  expect((await mine.ok('tool_trust')).trusted).toEqual([]);
  const events = mine.events
    .read({ since: 0, limit: 500 })
    .events.filter((event) => event.kind?.startsWith('key_'));
  expect(events.map(({ kind, actor, summary }) => [kind, actor, summary])).toEqual([
    ['key_trusted', 'user', `Trusts the key of Mira with the fingerprint ${fingerprint}`],
    ['key_distrusted', 'cli', `No longer trusts the key with the fingerprint ${fingerprint}`],
  ]);
  const audited = mine.audit().filter((line) => textOf(line.event).startsWith('key_'));
  expect(audited).toMatchObject([
    { event: 'key_trusted', actor: 'user', key, fingerprint, label: 'Mira' },
    { event: 'key_distrusted', actor: 'cli', key, fingerprint },
  ]);
});

test('S-24: only a person trusts, takes trust back, or moves the key: by the tool, in a batch, with flags of an agent', async () => {
  const { mine, key } = await pulled();
  const attempts: [string, JsonObject][] = [
    ['tool_trust', { key }],
    ['tool_trust', { key, trust: false }],
    ['tool_seal_key', {}],
  ];
  for (const [tool, args] of attempts) {
    expect(await mine.error(tool, args)).toContain('approval_requires_human');
    expect(await mine.error(tool, args, { actor: 'user', kind: 'agent' })).toContain(
      'approval_requires_human',
    );
    const batch = await mine.call('batch', { operations: [{ tool, args }] });
    expect(JSON.stringify(batch)).toMatch(
      /approval_requires_human|can't be part of a batch|capability_denied/,
    );
  }
  expect(await mine.error('tool_trust', { key, human: true })).toContain('approval_requires_human');
  expect(await mine.statusOf('user_tag_by_tag')).toBe('pending_approval');
  // What an agent may: see whom the person would have to trust.
  expect((await mine.ok('tool_trust', {}, AGENT)).untrusted).toHaveLength(1);
});

test('S-22, S-57: a key that another process stops trusting stops its tools at the next call, and a trusted one starts them', async () => {
  const { mine, key } = await pulled();
  await mine.ok('tool_trust', { key, label: 'Mira' }, PERSON);
  await mine.ok('user_tag_by_tag', ARGS);
  const elsewhere = new UserKeys(mine.userFolder);
  elsewhere.distrust(key);
  expect(await mine.error('user_tag_by_tag', ARGS)).toContain('not trusted here');
  elsewhere.trust(key, 'Mira', '2026-03-01T00:00:00.000Z');
  await mine.ok('user_tag_by_tag', ARGS);
});

test('S-57: trust and decisions outlive a restart', async () => {
  const { mine, key } = await pulled();
  await mine.ok('tool_trust', { key, label: 'Mira' }, PERSON);
  const again = await mine.reopen();
  open.push(again);
  expect(await again.statusOf('user_tag_by_tag')).toBe('active');
});

test('S-01: of a teammate’s tool that changes after a pull, what was approved is shown as a difference, also where nothing was called', async () => {
  const { mine, mira, key } = await pulled();
  await mine.ok('tool_trust', { key, label: 'Mira' }, PERSON);
  await until(() => existsSync(join(mine.folder, '.skywalker/approved')), 'the kept definition');
  const kept = readdirSync(join(mine.folder, '.skywalker/approved'));
  expect(kept).toEqual([`${(await mira.inspect('tag_by_tag')).hash}.json`]);
  await mira.ok('tool_define', { name: 'tag_by_tag', limits: { max_calls: 500 } });
  pull(mira, mine.folder);
  const inspection = await mine.inspect('tag_by_tag');
  expect(inspection.status).toBe('pending_approval');
  expect(inspection.reason).toContain('changed since Mira approved it');
  expect(inspection.approved?.approval).toMatchObject({ signed_by: 'Mira' });
  expect(inspection.capability_changes?.join(' ')).toContain('500');
});

test('S-13: a kept definition that is edited shows nothing: it does not hash to its name', async () => {
  const { mine, mira, key } = await pulled();
  await mine.ok('tool_trust', { key, label: 'Mira' }, PERSON);
  const folder = join(mine.folder, '.skywalker/approved');
  await until(
    () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json')),
    'it is kept',
  );
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), mine.read(`.skywalker/approved/${name}`).replace('another tag', 'a tag'));
  await mira.ok('tool_define', { name: 'tag_by_tag', limits: { max_calls: 500 } });
  const again = await mine.reopen();
  open.push(again);
  pull(mira, again.folder);
  const inspection = await again.inspect('tag_by_tag');
  expect([inspection.status, inspection.approved]).toEqual(['pending_approval', undefined]);
});

test('S-06, S-23: a project from somebody else starts nothing: not its tools, its policy, its approvals, or its own trusted keys', async () => {
  const { mine, mira, key } = await pulled();
  mine.write('game.json', mine.read('game.json').replace('"auto"', '"trust"'));
  // What would be trusted if projects could say so.
  for (const path of ['keys', 'tools/keys', '.skywalker/keys'])
    cpSync(join(mira.userFolder, 'keys'), join(mine.folder, path), { recursive: true });
  const again = await mine.reopen();
  open.push(again);
  const listing = await again.list();
  expect(listing.policy).toBe('auto');
  expect(listing.tools.map(({ name, status }) => [name, status])).toEqual([
    ['user_tag_by_tag', 'pending_approval'],
  ]);
  expect(again.offered()).not.toContain('user_tag_by_tag');
  expect((await again.ok('tool_trust')).trusted).toEqual([]);
  expect(JSON.stringify((await again.ok('tool_trust')).untrusted)).toContain(key);
});

test('S-56: whoever approves is told to call again: the call that waited was not run', async () => {
  const mine = await world();
  await mine.ok('tool_define', TAG_BY_TAG);
  expect(await mine.error('user_tag_by_tag', ARGS)).toContain(
    'call user_tag_by_tag again once it is approved',
  );
  const approved = await mine.call('tool_approve', { name: 'tag_by_tag' }, PERSON);
  expect(approved.ok ? approved.text : '').toContain('a call that was refused before was not run');
  expect(mine.history.steps()).toHaveLength(0);
});

test('S-57: an approval that can’t be written is none, also not in memory, and says why', async () => {
  const mine = await world();
  await mine.ok('tool_define', TAG_BY_TAG);
  rmSync(join(mine.folder, 'tools/approvals.json'), { force: true });
  writeFileSync(join(mine.folder, 'tools/approvals.json'), '{"approvals": "none"}');
  expect(await mine.error('tool_approve', { name: 'tag_by_tag' }, PERSON)).toContain(
    'does not hold a list of approvals',
  );
  expect(await mine.statusOf('user_tag_by_tag')).toBe('pending_approval');
  expect(await mine.error('user_tag_by_tag', ARGS)).toContain('approval_required');
});

test('S-58: approvals that are formatted anew, in another order, or with line ends of Windows count as before', async () => {
  const mine = await world();
  await mine.ok('tool_define', TAG_BY_TAG);
  await mine.approve('tag_by_tag');
  const { approvals } = mine.json('tools/approvals.json');
  const [entry] = approvals as JsonObject[];
  const turned = Object.fromEntries(Object.entries(entry ?? {}).reverse());
  mine.write('tools/approvals.json', JSON.stringify([turned], null, 7).replaceAll('\n', '\r\n'));
  await mine.ok('user_tag_by_tag', ARGS);
});

test('what is no key, is the own one, or has a label that hides something is refused, with what to do', async () => {
  const { mine, mira, key } = await pulled();
  const refused = (args: JsonObject): Promise<string> => mine.error('tool_trust', args, PERSON);
  expect(await refused({ key: 'ed25519:short' })).toContain('is no public key');
  // The same 32 bytes, spelt in another way.
  expect(await refused({ key: `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(50) + 1)}` })).toMatch(
    /is no public key|own key/,
  );
  expect(await refused({ key, label: 'Mi\u202era' })).toContain('bidirectional override');
  expect(await refused({ key, label: 'Mira\napproved' })).toContain('more than one line');
  expect(await refused({ key, trust: false })).toContain('not_found');
  expect(await mira.error('tool_trust', { key }, PERSON)).toContain('your own key');
});

test('the terminal says that the key store is reached by the application only', async () => {
  const mine = await world();
  expect(await mine.error('tool_seal_key', {}, CLI)).toContain('There is no key yet');
  await mine.ok('tool_define', TAG_BY_TAG);
  await mine.approve('tag_by_tag');
  expect(await mine.error('tool_seal_key', {}, CLI)).toContain('only the application reaches one');
  expect((await mine.ok('tool_trust')).own_key).toMatchObject({
    kept: 'file',
    store_problem: 'only the application reaches one',
  });
});
