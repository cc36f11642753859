import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KeyVault, nameOfKey, type KeyStore } from './key-vault';

/** A key store in memory, whose lock and honesty a test decides about. */
class PretendedStore implements KeyStore {
  readonly name = 'the pretended store';
  why: string | undefined;
  broken = false;
  echo = false;
  sealed = 0;

  problem(): Promise<string | undefined> {
    return Promise.resolve(this.why);
  }

  seal(text: string): Promise<Uint8Array> {
    this.sealed += 1;
    if (this.broken) return Promise.reject(new Error('the store is locked'));
    return Promise.resolve(this.echo ? Buffer.from(text) : turned(Buffer.from(text)));
  }

  unseal(bytes: Uint8Array): Promise<string> {
    if (this.broken) return Promise.reject(new Error('the store is locked'));
    return Promise.resolve(Buffer.from(this.echo ? bytes : turned(bytes)).toString());
  }
}

function turned(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => byte ^ 0xff);
}

function setUp() {
  const user = mkdtempSync(join(tmpdir(), 'sky-vault-'));
  return {
    user,
    store: new PretendedStore(),
    file: join(user, 'keys', 'approval.key'),
    sealed: join(user, 'keys', 'approval.sealed.json'),
    /** As a terminal has it. */
    terminal: () => new KeyVault(user),
  };
}

async function keyOf(vault: KeyVault): Promise<string> {
  return nameOfKey(await vault.open());
}

test('without a key store the key is in a file for its owner only, which a careless copy does not leave open', async () => {
  const { file, terminal, user } = setUp();
  expect(terminal().state).toEqual({ kept: 'nowhere' });
  expect(existsSync(join(user, 'keys'))).toBe(false);
  const key = await keyOf(terminal());
  expect(terminal().state).toEqual({ kept: 'file', key });
  expect(readdirSync(join(user, 'keys'))).toEqual(['approval.key']);
  chmodSync(file, 0o644);
  expect(await keyOf(terminal())).toBe(key);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('with a key store a new key is sealed, and no file holds it; a terminal knows it and says where it signs', async () => {
  const { store, user, file, sealed, terminal } = setUp();
  const key = await keyOf(new KeyVault(user, store));
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(sealed, 'utf8')).not.toContain('PRIVATE');
  expect(await keyOf(new KeyVault(user, store))).toBe(key);
  expect(terminal().state).toEqual({ kept: 'key_store', key, store: 'the pretended store' });
  await expect(terminal().open()).rejects.toMatchObject({
    error: { code: 'io_error', message: expect.stringContaining('only the application reaches') as string },
  });
  // No second key beside the sealed one.
  expect(existsSync(file)).toBe(false);
});

test('a key that was made in the terminal is the window’s too, and stays in its file until a person seals it', async () => {
  const { store, user, file, terminal } = setUp();
  const key = await keyOf(terminal());
  const window = new KeyVault(user, store);
  expect(await keyOf(window)).toBe(key);
  expect(store.sealed).toBe(0);
  expect(await window.seal()).toMatchObject({ ok: true, value: { kept: 'key_store', key } });
  expect(existsSync(file)).toBe(false);
  expect(await keyOf(new KeyVault(user, store))).toBe(key);
  expect(await window.seal()).toMatchObject({ ok: false, error: { code: 'conflict' } });
});

test('a key store that is away, locked or of another account makes no new key and takes none out', async () => {
  const { store, user, file, sealed } = setUp();
  const key = await keyOf(new KeyVault(user, store));
  const kept = readFileSync(sealed, 'utf8');
  const refused = async (words: string): Promise<void> => {
    const vault = new KeyVault(user, store);
    await expect(vault.open()).rejects.toMatchObject({
      error: { message: expect.stringContaining(words) as string },
    });
    // Its approvals go on counting: the public part is known.
    expect(vault.state.key).toBe(key);
    expect([existsSync(file), readFileSync(sealed, 'utf8')]).toEqual([false, kept]);
  };
  store.why = 'no keyring is running here';
  await refused('because no keyring is running here');
  store.why = undefined;
  store.broken = true;
  await refused('the store is locked');
  store.broken = false;
  expect(await keyOf(new KeyVault(user, store))).toBe(key);
});

test('a key store that refuses a new key, or gives back what it was given, is not got round with a file', async () => {
  const { store, user, file, sealed } = setUp();
  store.broken = true;
  await expect(new KeyVault(user, store).open()).rejects.toMatchObject({
    error: { message: expect.stringContaining('did not take') as string },
  });
  store.broken = false;
  store.echo = true;
  await expect(new KeyVault(user, store).open()).rejects.toMatchObject({
    error: { message: expect.stringContaining('as it was') as string },
  });
  expect([existsSync(file), existsSync(sealed)]).toEqual([false, false]);
});

test('sealing that fails leaves the key in its file, and one that was cut short goes on from there', async () => {
  const { store, user, file, sealed, terminal } = setUp();
  const key = await keyOf(terminal());
  store.broken = true;
  const window = new KeyVault(user, store);
  expect(await window.seal()).toMatchObject({ ok: false, error: { code: 'io_error' } });
  expect([existsSync(file), existsSync(sealed)]).toEqual([true, false]);
  store.broken = false;
  const pem = readFileSync(file, 'utf8');
  await window.seal();
  // As a crash between the two would leave it.
  writeFileSync(file, pem, { mode: 0o600 });
  expect(terminal().state).toMatchObject({
    kept: 'file',
    key,
    note: expect.stringContaining('too') as string,
  });
  expect(await keyOf(terminal())).toBe(key);
  expect(await window.seal()).toMatchObject({ ok: true });
  expect(existsSync(file)).toBe(false);
});

test('another key in the file beside a sealed one is not used', async () => {
  const { store, user, file, terminal } = setUp();
  const other = setUp();
  await other.terminal().open();
  const key = await keyOf(new KeyVault(user, store));
  writeFileSync(file, readFileSync(other.file));
  expect(terminal().state).toMatchObject({ kept: 'key_store', key });
  expect(await keyOf(new KeyVault(user, store))).toBe(key);
});

test('a key file or sealed file that can’t be read is told and not written over', async () => {
  const { store, user, file, sealed, terminal } = setUp();
  mkdirSync(join(user, 'keys'));
  writeFileSync(file, 'oops', { mode: 0o600 });
  expect(terminal().state.problem).toContain('approval.key');
  await expect(terminal().open()).rejects.toMatchObject({ error: { code: 'io_error' } });
  await expect(new KeyVault(user, store).open()).rejects.toMatchObject({ error: { code: 'io_error' } });
  expect(await new KeyVault(user, store).seal()).toMatchObject({ ok: false });
  writeFileSync(sealed, '{"format": "skywalker.sealed-key/1", "key":');
  await expect(new KeyVault(user, store).open()).rejects.toMatchObject({ error: { code: 'io_error' } });
  expect([readFileSync(file, 'utf8'), readFileSync(sealed, 'utf8').length]).toEqual(['oops', 43]);
});

test('a sealed file that names another key than it holds signs nothing', async () => {
  const { store, user, sealed } = setUp();
  await new KeyVault(user, store).open();
  const other = setUp();
  const stranger = await keyOf(other.terminal());
  const text = readFileSync(sealed, 'utf8').replace(/ed25519:[\w-]+/, stranger);
  writeFileSync(sealed, text);
  await expect(new KeyVault(user, store).open()).rejects.toMatchObject({
    error: { message: expect.stringContaining('names another key') as string },
  });
});

test('of many who make the first key at once, all have the same', async () => {
  const { user, store } = setUp();
  const keys = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      keyOf(new KeyVault(user, index % 2 === 0 ? store : undefined)).catch(() => ''),
    ),
  );
  // A terminal that comes after the window can't open what is sealed; none has a key of its own.
  expect(new Set(keys.filter((key) => key !== '')).size).toBe(1);
});
