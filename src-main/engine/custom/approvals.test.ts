import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approve, decide, HASH, OTHER, setUp, signing } from './approvals.fixture';
import { UserKeys } from './keys';

test('a decision is written signed, counts after a restart, and for its hash only', async () => {
  const { open, read, file } = setUp();
  expect(open().verdict('user_a', HASH)).toEqual({ kind: 'none' });
  await approve(open());
  const [entry] = read().approvals;
  expect(entry).toMatchObject({
    name: 'user_a',
    hash: HASH,
    status: 'approved',
    by: 'user',
    at: '2026-03-01T10:00:00.000Z',
  });
  expect(entry?.key).toMatch(/^ed25519:[A-Za-z0-9_-]{43}$/);
  expect(readFileSync(file, 'utf8').endsWith('}\n')).toBe(true);
  expect(open().verdict('user_a', HASH)).toEqual({
    kind: 'approved',
    by: 'user',
    at: '2026-03-01T10:00:00.000Z',
  });
  expect(open().verdict('user_a', OTHER)).toEqual({
    kind: 'none',
    why: 'It has changed since user approved it on 2026-03-01 (then aaaaaaaaaaaa, now bbbbbbbbbbbb).',
  });
});

test('S-21: an approval of one tool is none of another', async () => {
  const { open } = setUp();
  await approve(open());
  expect(open().verdict('user_b', HASH)).toEqual({ kind: 'none' });
});

test('S-23: an approval copied to another project does not count there', async () => {
  const one = setUp('p1');
  await approve(one.open());
  const two = setUp('p2', one.folder, one.user);
  two.write(one.read());
  expect(two.open().verdict('user_a', HASH)).toMatchObject({
    kind: 'none',
    why: expect.stringContaining('copied from another project') as string,
  });
});

test('an approval that is not signed, changed, or by an unknown key counts as none and says why', async () => {
  const { open, read, write } = setUp();
  await approve(open());
  const { approvals } = read();
  const why = (change: object): string => {
    write({ approvals: approvals.map((entry) => ({ ...entry, ...change })) });
    const verdict = open().verdict('user_a', HASH);
    return verdict.kind === 'none' ? (verdict.why ?? '') : verdict.kind;
  };
  expect(why({ signature: undefined })).toContain('is not signed');
  expect(why({ by: 'cli' })).toContain('was changed');
  expect(why({ at: '2027-01-01T00:00:00.000Z' })).toContain('was changed');
  expect(why({ reason: 'fine' })).toContain('was changed');
  expect(why({ key: 'ed25519:nonsense' })).toContain('was changed');
  expect(why({ signature: 'AAAA' })).toContain('was changed');
  expect(why({})).toBe('approved');
});

test('a teammate’s approval counts once a person has trusted the key', async () => {
  const mine = setUp();
  const theirs = setUp('p1', mine.folder, join(mine.folder, 'teammate'));
  await approve(theirs.open());
  const verdict = mine.open().verdict('user_a', HASH);
  expect(verdict).toMatchObject({
    kind: 'none',
    why: expect.stringContaining('key that is not trusted here') as string,
  });
  mine.keys.trust(theirs.keys.own ?? '', 'Mira', '2026-03-01T00:00:00.000Z');
  expect(mine.open().verdict('user_a', HASH).kind).toBe('approved');
  expect(mine.keys.distrust(theirs.keys.own ?? '')).toBe(true);
  expect(mine.open().verdict('user_a', HASH).kind).toBe('none');
});

test('S-01: an older approval that is put back does not count, whatever it approved', async () => {
  const { open, read, write } = setUp();
  await approve(open(), 'user_a', HASH, new Date('2026-03-01T10:00:00Z'));
  const old = read();
  await approve(open(), 'user_a', OTHER, new Date('2026-03-02T10:00:00Z'));
  expect(open().verdict('user_a', HASH)).toMatchObject({ kind: 'none' });
  write(old);
  expect(open().verdict('user_a', HASH)).toMatchObject({
    kind: 'none',
    why: expect.stringContaining('An older approval') as string,
  });
});

test('a rejection that is deleted from the file, or overwritten with an older approval, still holds', async () => {
  const { open, read, write } = setUp();
  await approve(open());
  const old = read();
  await decide(open(), {
    name: 'user_a',
    hash: HASH,
    status: 'rejected',
    by: 'user',
    at: new Date('2026-03-02T00:00:00Z'),
    reason: 'no',
  });
  for (const content of [{ approvals: [] }, old]) {
    write(content);
    expect(open().verdict('user_a', HASH)).toMatchObject({ kind: 'rejected', reason: 'no' });
  }
});

test('a withdrawn approval does not come back by putting the file back', async () => {
  const { open, read, write, keys } = setUp();
  await approve(open());
  const old = read();
  const taken = open().withdraw('user_a', 'mcp:x', new Date('2026-03-03T00:00:00Z'));
  expect(open().verdict('user_a', HASH)).toEqual({ kind: 'none' });
  write(old);
  expect(open().verdict('user_a', HASH)).toMatchObject({ kind: 'none' });
  write({ approvals: [] });
  if (taken === undefined) throw new Error('the approval counted');
  expect(open().restore(taken, 'user', new Date('2026-03-03T00:00:01Z'), await signing(keys)).ok).toBe(true);
  expect(open().verdict('user_a', HASH).kind).toBe('approved');
});

test('S-24: what did not count before it was withdrawn is not handed on, so that restoring it can not make it count', () => {
  const { open, write } = setUp();
  const forged = {
    name: 'user_a',
    hash: HASH,
    status: 'approved',
    by: 'user',
    at: '2026-03-01T00:00:00.000Z',
  };
  write({ approvals: [forged, { ...forged, hash: 'f'.repeat(64), signature: 'AA', key: 'ed25519:AA' }] });
  expect(open().withdraw('user_a', 'mcp:x', new Date('2026-03-03T00:00:00Z'))).toBeUndefined();
  expect(open().all()).toEqual([]);
});

test('a rejection outlives the removal of the tool, also when only the file had it', async () => {
  const { open, write } = setUp();
  const rejected = { name: 'user_a', hash: HASH, status: 'rejected', by: 'user', reason: 'no' } as const;
  await decide(open(), { ...rejected, at: new Date('2026-03-01T00:00:00Z') });
  open().withdraw('user_a', 'mcp:x', new Date('2026-03-03T00:00:00Z'));
  expect(open().verdict('user_a', HASH)).toMatchObject({ kind: 'rejected', by: 'user', reason: 'no' });
  write({ approvals: [] });
  expect(open().verdict('user_a', HASH)).toMatchObject({ kind: 'rejected' });
});

test('a decision made with a clock that was set back still is the last one', async () => {
  const { open } = setUp();
  await approve(open(), 'user_a', HASH, new Date('2026-03-05T00:00:00Z'));
  await decide(open(), {
    name: 'user_a',
    hash: HASH,
    status: 'rejected',
    by: 'user',
    at: new Date('2026-03-01T00:00:00Z'),
  });
  expect(open().verdict('user_a', HASH).kind).toBe('rejected');
});

test('a file that does not parse approves nothing, says its line, and is not overwritten', async () => {
  const { open, file } = setUp();
  await approve(open());
  writeFileSync(file, '{"approvals": [\n  oops\n]}');
  expect(open().verdict('user_a', HASH)).toMatchObject({
    kind: 'none',
    why: expect.stringContaining('line 2') as string,
  });
  const outcome = await approve(open(), 'user_b');
  expect(outcome).toMatchObject({ ok: false, error: { code: 'io_error' } });
  expect(readFileSync(file, 'utf8')).toContain('oops');
});

test('entries of others and unknown fields survive, in the order of names', async () => {
  const { open, read, write } = setUp();
  write({ approvals: [{ name: 'user_z', note: 'keep' }, 'odd'] });
  await approve(open());
  expect(read().approvals.map((entry) => (typeof entry === 'string' ? entry : entry.name))).toEqual([
    'odd',
    'user_a',
    'user_z',
  ]);
  expect(read().approvals[2]).toEqual({ name: 'user_z', note: 'keep' });
});

test('S-50: a tool called constructor has approvals of its own', async () => {
  const { open } = setUp();
  expect(open().verdict('constructor', HASH)).toEqual({ kind: 'none' });
  await approve(open(), 'user_constructor');
  expect(open().verdict('user_constructor', HASH).kind).toBe('approved');
});

test('the private key is made once, for its owner only, and nothing is written before it is needed', async () => {
  const { user, keys } = setUp();
  expect(keys.own).toBeUndefined();
  expect(existsSync(user)).toBe(false);
  const { key, signature } = (await signing(keys))('text');
  if (process.platform !== 'win32')
    expect(statSync(join(user, 'keys', 'approval.key')).mode & 0o777).toBe(0o600);
  expect(new UserKeys(user).own).toBe(key);
  expect(keys.verify('text', key, signature)).toBe(true);
  expect(keys.verify('texts', key, signature)).toBe(false);
});

test('what can’t be read counts as no approval, is not overwritten, and nothing fails because of it', async () => {
  const { open, user, file, keys } = setUp();
  await approve(open());
  const ledger = join(user, 'projects', 'p1.json');
  const kept = readFileSync(ledger, 'utf8');
  writeFileSync(ledger, 'oops');
  expect(open().verdict('user_a', HASH)).toMatchObject({
    kind: 'none',
    why: expect.stringContaining("can't be read") as string,
  });
  expect(await approve(open(), 'user_b')).toMatchObject({ ok: false, error: { code: 'io_error' } });
  expect(readFileSync(ledger, 'utf8')).toBe('oops');
  writeFileSync(ledger, kept);
  expect(open().verdict('user_a', HASH).kind).toBe('approved');

  rmSync(file);
  mkdirSync(file);
  expect(open().verdict('user_a', HASH)).toMatchObject({
    kind: 'none',
    why: expect.stringContaining('folder') as string,
  });
  rmSync(file, { recursive: true });

  writeFileSync(join(user, 'keys', 'approval.key'), 'oops');
  const broken = new UserKeys(user);
  expect(broken.own).toBeUndefined();
  expect(await broken.signer()).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("key can't be read") as string },
  });
  writeFileSync(join(user, 'keys', 'trusted.json'), 'oops');
  expect(keys.trusted()).toEqual([]);
  expect(() => {
    keys.trust(`ed25519:${'a'.repeat(43)}`, undefined, '');
  }).toThrow("can't be read");
});
