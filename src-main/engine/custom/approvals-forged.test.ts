/** Approvals that are forged, replayed, or of somebody who is not trusted (any more): none of them counts, and each says why. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approve, decide, HASH, OTHER, setUp, signing } from './approvals.fixture';
import { signedText } from './approval-record';
import { Ledger } from './ledger';

type Parts = ReturnType<typeof setUp>;

/** A teammate's view of the same project. */
function teammate(mine: Parts, name = 'mira'): Parts {
  return setUp('p1', mine.folder, join(mine.folder, name));
}

function trust(mine: Parts, theirs: Parts, label = 'Mira'): void {
  mine.keys.trust(theirs.keys.own ?? '', label, '2026-03-01T00:00:00.000Z');
}

function why(parts: Parts, name = 'user_a', hash = HASH): string {
  const verdict = parts.open().verdict(name, hash);
  return verdict.kind === 'none' ? (verdict.why ?? 'never asked') : verdict.kind;
}

const at = (day: number): Date => new Date(`2026-03-0${day}T10:00:00Z`);

test('S-01: an approval is of a name and a hash: neither can be edited, nor its status, time, author or reason', async () => {
  const mine = setUp();
  await approve(mine.open());
  const { approvals } = mine.read();
  const changed = (change: object): string => {
    mine.write({ approvals: approvals.map((entry) => ({ ...entry, ...change })) });
    return why(mine);
  };
  expect(changed({ hash: OTHER })).toContain('was changed, or copied from another project');
  expect(changed({ status: 'rejected' })).toContain('The signature of the rejection');
  expect(changed({ at: '2026-03-01T10:00:00.001Z' })).toContain('was changed');
  expect(changed({ by: 'cli' })).toContain('was changed');
  expect(changed({ reason: 'looked at' })).toContain('was changed');
  mine.write({ approvals: approvals.map((entry) => ({ ...entry, name: 'user_b' })) });
  expect(why(mine, 'user_b')).toContain('was changed');
  expect(why(mine)).toBe('never asked');
  expect(changed({})).toBe('approved');
});

test('a signature by another key than the one it names does not fit, also where both are trusted', async () => {
  const [mine, theirs] = [setUp(), setUp()];
  await approve(mine.open());
  await signing(theirs.keys);
  trust(mine, theirs);
  mine.write({ approvals: mine.read().approvals.map((entry) => ({ ...entry, key: theirs.keys.own })) });
  expect(why(mine)).toContain('does not fit');
});

test('S-23: approvals.json that is copied into another project approves nothing there, whoever signed it', async () => {
  const mine = setUp();
  const theirs = teammate(mine);
  await approve(theirs.open());
  trust(mine, theirs);
  expect(why(mine)).toBe('approved');
  const other = setUp('p2', mine.folder, mine.user);
  other.write(theirs.read());
  expect(why(other)).toContain('copied from another project');
});

test('an entry that is cut short says which part is missing or is not as it should be', async () => {
  const mine = setUp();
  await approve(mine.open());
  const [entry = {}] = mine.read().approvals;
  const cut = (change: object): string => {
    // Undefined fields are not written.
    mine.write({ approvals: [{ ...entry, ...change }] });
    return why(mine);
  };
  expect(cut({ hash: undefined })).toContain('"hash" is missing');
  expect(cut({ at: undefined })).toContain('"at" is missing');
  expect(cut({ hash: HASH.slice(0, 40) })).toContain('"hash" is no SHA-256');
  expect(cut({ status: 'maybe' })).toContain('"status" is not as it should be');
  expect(cut({ at: '2026-03-01' })).toContain('"at" is no moment');
  // It would be later than every other one, for ever.
  expect(cut({ at: 'zzzz' })).toContain('"at" is no moment');
  expect(cut({ at: '+012026-03-01T10:00:00.000Z' })).toContain('"at" is no moment');
  expect(cut({ by: 'user\u202e' })).toContain('"by" is no name of an actor');
  expect(cut({ signature: undefined })).toContain('is not signed');
  expect(cut({ key: undefined })).toContain('is not signed');
  writeFileSync(mine.file, '{"approvals": [{"name": "user_a", "hash": "aaa');
  expect(why(mine)).toContain('does not parse: line 1');
});

test('a merge that was not finished is named, approves nothing, and is not written over', async () => {
  const mine = setUp();
  await approve(mine.open());
  writeFileSync(mine.file, '{"approvals": [\n<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> mira\n]}');
  expect(why(mine)).toContain('marks of a merge');
  expect(await approve(mine.open())).toMatchObject({ ok: false, error: { code: 'io_error' } });
});

test('of several entries on one tool the latest that counts holds; at one moment a rejection does', async () => {
  const mine = setUp();
  const [mira, ada] = [teammate(mine), teammate(mine, 'ada')];
  await approve(mira.open(), 'user_a', HASH, at(1));
  const first = mira.read().approvals;
  mira.write({ approvals: [] });
  const rejected = { name: 'user_a', hash: HASH, status: 'rejected', by: 'user', at: at(1) } as const;
  await decide(ada.open(), rejected);
  const second = ada.read().approvals;
  trust(mine, mira);
  trust(mine, ada, 'Ada');
  for (const approvals of [
    [...first, ...second],
    [...second, ...first],
  ]) {
    mine.write({ approvals });
    expect(mine.open().verdict('user_a', HASH)).toMatchObject({ kind: 'rejected', by: 'Ada' });
  }
  // The same entry twice is as good as once, and a forged one beside it takes nothing away.
  const alone = setUp('p1', setUp().folder, join(mine.folder, 'alone'));
  trust(alone, mira);
  alone.write({ approvals: [...first, ...first, { ...second[0], at: '2026-03-09T10:00:00.000Z' }] });
  expect(why(alone)).toBe('approved');
});

test('S-01: an older approval by a teammate that is put back, with the old tool, does not count once a later one was seen', async () => {
  const mine = setUp();
  const theirs = teammate(mine);
  await approve(theirs.open(), 'user_a', HASH, at(1));
  const old = theirs.read();
  trust(mine, theirs);
  expect(why(mine)).toBe('approved');
  await approve(theirs.open(), 'user_a', OTHER, at(2));
  expect(why(mine, 'user_a', OTHER)).toBe('approved');
  mine.write(old);
  expect(why(mine)).toContain('An older approval (2026-03-01)');
  expect(why(mine)).toContain('of 2026-03-02, was: approved');
});

test('a teammate’s rejection holds when it is taken out of the file, until the teammate is no longer trusted', async () => {
  const mine = setUp();
  const theirs = teammate(mine);
  await approve(theirs.open(), 'user_a', HASH, at(1));
  const old = theirs.read();
  trust(mine, theirs);
  await decide(theirs.open(), {
    name: 'user_a',
    hash: HASH,
    status: 'rejected',
    by: 'cli',
    at: at(2),
    reason: 'deletes too much',
  });
  const verdict = { kind: 'rejected', by: 'Mira', reason: 'deletes too much' };
  expect(mine.open().verdict('user_a', HASH)).toMatchObject(verdict);
  for (const content of [old, { approvals: [] }]) {
    mine.write(content);
    expect(mine.open().verdict('user_a', HASH)).toMatchObject(verdict);
  }
  mine.keys.distrust(theirs.keys.own ?? '');
  expect(why(mine)).toBe('never asked');
  mine.write(old);
  expect(why(mine)).toContain('not trusted here');
});

test('a key that is no longer trusted takes its approvals along; what this user decided since stays', async () => {
  const mine = setUp();
  const theirs = teammate(mine);
  await approve(theirs.open(), 'user_a', HASH, at(1));
  await approve(theirs.open(), 'user_b', HASH, at(1));
  trust(mine, theirs);
  await approve(mine.open(), 'user_b', HASH, at(2));
  expect([why(mine), why(mine, 'user_b')]).toEqual(['approved', 'approved']);
  mine.keys.distrust(theirs.keys.own ?? '');
  expect(why(mine)).toContain('signed with a key that is not trusted here');
  expect(why(mine, 'user_b')).toBe('approved');
});

test('who signed what counts is called as this user calls them, not as the entry calls itself', async () => {
  const mine = setUp();
  const theirs = teammate(mine);
  await approve(theirs.open());
  trust(mine, theirs);
  expect(mine.open().verdict('user_a', HASH)).toMatchObject({ kind: 'approved', by: 'Mira' });
  expect(why(mine, 'user_a', OTHER)).toContain('changed since Mira approved it');
});

test('a key that is not trusted is offered with its fingerprint only where its signature fits', async () => {
  const mine = setUp();
  const theirs = teammate(mine);
  await approve(theirs.open());
  const [found] = mine.open().untrusted();
  expect(found?.signer).toMatchObject({ key: theirs.keys.own, by: 'user', status: 'approved', hash: HASH });
  expect(found?.signer.fingerprint).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  expect(why(mine)).toContain(found?.signer.fingerprint ?? 'a fingerprint');
  mine.write({ approvals: theirs.read().approvals.map((entry) => ({ ...entry, hash: OTHER })) });
  expect(mine.open().untrusted()).toEqual([]);
});

test('a list of trusted keys that can’t be read trusts nobody, and the reason says that', async () => {
  const mine = setUp();
  const theirs = teammate(mine);
  await approve(theirs.open());
  trust(mine, theirs);
  writeFileSync(join(mine.user, 'keys', 'trusted.json'), '{"format": "skywalker.keys/1", "keys": [');
  expect(why(mine)).toContain("trusted.json can't be read, so nobody else's key is trusted");
});

test('a trusted teammate with a clock of the future does not lock this user out', async () => {
  const mine = setUp();
  const theirs = teammate(mine);
  await approve(theirs.open(), 'user_a', HASH, new Date('9998-01-01T00:00:00Z'));
  trust(mine, theirs);
  const rejected = { name: 'user_a', hash: HASH, status: 'rejected', by: 'user', at: at(2) } as const;
  await decide(mine.open(), rejected);
  expect(mine.open().verdict('user_a', HASH).kind).toBe('rejected');
  // The end of time is no time: nothing could come after it.
  const sign = await signing(theirs.keys);
  const last = {
    name: 'user_a',
    hash: HASH,
    status: 'approved',
    by: 'user',
    at: '9999-12-31T23:59:59.999Z',
  } as const;
  mine.write({ approvals: [{ ...last, ...sign(signedText('p1', last)) }] });
  expect(mine.open().verdict('user_a', HASH).kind).toBe('rejected');
});

test('a decision that comes with a pull is remembered, and a user folder that can’t be written costs only that', async () => {
  const mine = setUp();
  const theirs = teammate(mine);
  await approve(theirs.open(), 'user_a', HASH, at(1));
  trust(mine, theirs);
  expect(why(mine)).toBe('approved');
  expect(new Ledger(mine.user, 'p1').seen('user_a')).toMatchObject({ hash: HASH, key: theirs.keys.own });
  writeFileSync(join(mine.user, 'projects', 'p1.json'), 'oops');
  expect(why(mine)).toContain("Approvals can't be read");
});
