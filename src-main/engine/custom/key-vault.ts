/**
 * Where a person's private key is kept: sealed by the operating system's key store where this process reaches one, else in
 * a file that only its owner may read. There is one key for the window and the terminal. It is never made a second time
 * while one is there, never overwritten, and never taken out of a key store into a file.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { fail, succeed, ToolFailure, toolError, type Outcome } from '../errors';
import { fileStamp } from '../project/files';
import { withFileLock } from '../project/file-lock';
import { isSystemError } from '../project/system-error';
import { readTextIfThere, writePrivateFile } from './private-files';

/** The operating system's key store, as far as this process reaches it. What it does may throw. */
export interface KeyStore {
  /** For people: "the macOS Keychain". */
  readonly name: string;
  /** Why it can't be used at present, in words that follow "because"; undefined where it can. */
  problem(): Promise<string | undefined>;
  seal(text: string): Promise<Uint8Array>;
  unseal(bytes: Uint8Array): Promise<string>;
}

/** Where the key is, as far as can be told without opening anything. */
export interface KeyState {
  readonly kept: 'nowhere' | 'file' | 'key_store';
  /** `ed25519:` and 43 characters. */
  readonly key?: string;
  /** The key store that sealed it. */
  readonly store?: string;
  /** What a person should know of it. */
  readonly note?: string;
  /** Why it can't be used; then no other is made. */
  readonly problem?: string;
}

const sealedFile = z.object({
  format: z.literal('skywalker.sealed-key/1'),
  key: z.string(),
  /** Base64. */
  sealed: z.string(),
  store: z.string(),
});

type Sealed = z.infer<typeof sealedFile>;

/** The name of a key: its public part. */
export function nameOfKey(key: KeyObject): string {
  const { x } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('not an Ed25519 key');
  return `ed25519:${x}`;
}

export class KeyVault {
  private readonly file: string;
  private readonly sealed: string;
  private known: { readonly stamp: string; readonly state: KeyState } | undefined;
  private opened: KeyObject | undefined;

  /** `folder` is the user's own one. Nothing is written before a key is made. */
  constructor(
    folder: string,
    private readonly store?: KeyStore,
  ) {
    this.file = join(folder, 'keys', 'approval.key');
    this.sealed = join(folder, 'keys', 'approval.sealed.json');
  }

  get state(): KeyState {
    const stamp = `${fileStamp(this.file)} ${fileStamp(this.sealed)}`;
    if (this.known?.stamp !== stamp) this.known = { stamp, state: this.look() };
    return this.known.state;
  }

  /** Why no key store can be used here and now, in words that follow "because"; undefined where one can. */
  async storeProblem(): Promise<string | undefined> {
    return this.store === undefined ? 'only the application reaches one' : await this.store.problem();
  }

  /** The private key, made where there is none. Throws a `ToolFailure` where there is one that can't be used. */
  async open(): Promise<KeyObject> {
    const { state } = this;
    if (this.opened === undefined || nameOfKey(this.opened) !== state.key)
      this.opened = state.kept === 'nowhere' ? await this.make() : await this.read();
    return this.opened;
  }

  /** Moves the key from its file into the key store. `conflict` where it is in none, or is there already. */
  async seal(): Promise<Outcome<KeyState>> {
    const { state, store } = this;
    if (state.problem !== undefined) return fail('io_error', state.problem);
    if (state.kept !== 'file')
      return fail(
        'conflict',
        state.kept === 'nowhere'
          ? 'There is no key yet.'
          : `The key is in ${state.store ?? 'a key store'} already.`,
      );
    const why = await this.storeProblem();
    if (store === undefined || why !== undefined)
      return fail('conflict', `The key can't be put into the key store, because ${why ?? ''}.`);
    const pem = readTextIfThere(this.file) ?? '';
    try {
      const sealed = await sealedBy(store, createPrivateKey(pem), pem);
      return withFileLock(this.file, () => {
        if (readTextIfThere(this.file) !== pem)
          return fail('conflict', 'The key file changed meanwhile.', 'Try again: the new key is read then.');
        this.writeSealed(sealed);
        unlinkSync(this.file);
        return succeed(this.state);
      });
    } catch (error) {
      return fail('io_error', `${store.name} did not take the key: ${wordsOf(error)}. It stays in its file.`);
    }
  }

  private look(): KeyState {
    let sealed: Sealed | undefined;
    try {
      const text = readTextIfThere(this.sealed);
      if (text !== undefined) sealed = sealedFile.parse(JSON.parse(text));
    } catch {
      return { kept: 'key_store', problem: `${this.sealed} can't be read.` };
    }
    let plain: string | undefined;
    try {
      const pem = readTextIfThere(this.file);
      if (pem !== undefined) plain = nameOfKey(createPrivateKey(pem));
    } catch (error) {
      if (sealed === undefined) return { kept: 'file', problem: `${this.file}: ${wordsOf(error)}` };
    }
    if (sealed === undefined) return plain === undefined ? { kept: 'nowhere' } : { kept: 'file', key: plain };
    const state: KeyState = { kept: 'key_store', key: sealed.key, store: sealed.store };
    if (plain === undefined) return state;
    // Sealing was cut short by a crash: the file still does.
    if (plain === sealed.key)
      return { kept: 'file', key: plain, note: `It is in ${sealed.store} too, and still in its file.` };
    return { ...state, note: `${this.file} holds another key, which is not used.` };
  }

  private async read(): Promise<KeyObject> {
    const { state, store } = this;
    if (state.problem !== undefined) {
      throw failure(
        `The user's key can't be read: ${state.problem}`,
        'Put back the key file, or remove it to make a new key; approvals by the old one then count no longer.',
      );
    }
    if (state.kept === 'file') {
      // A copy or a careless restore may have opened it to others.
      if (process.platform !== 'win32' && (statSync(this.file).mode & 0o077) !== 0)
        chmodSync(this.file, 0o600);
      return createPrivateKey(readTextIfThere(this.file) ?? '');
    }
    const name = state.store ?? 'the key store';
    if (store === undefined) {
      throw failure(
        `The user's key is sealed in ${name}, which only the application reaches.`,
        'Open the project there (skywalker open) and run the command again: it is then signed in the application. Or decide in Studio > Tools.',
      );
    }
    const again = `Decide once ${name} can be reached again: the key is not taken out of it, and no other is made. Should it be lost for good, remove ${this.sealed}: the next approval makes a new key, and the old approvals count no longer.`;
    const why = await store.problem();
    if (why !== undefined)
      throw failure(`The user's key is sealed in ${name} and can't be opened, because ${why}.`, again);
    let key: KeyObject;
    try {
      const { sealed } = sealedFile.parse(JSON.parse(readTextIfThere(this.sealed) ?? ''));
      key = createPrivateKey(await store.unseal(Buffer.from(sealed, 'base64')));
    } catch (error) {
      throw failure(`The user's key is sealed in ${name} and can't be opened: ${wordsOf(error)}.`, again);
    }
    if (nameOfKey(key) !== state.key)
      throw failure(`${this.sealed} names another key than the one that it holds.`, 'Put back the file.');
    return key;
  }

  private async make(): Promise<KeyObject> {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    let sealed: Sealed | undefined;
    if (this.store !== undefined && (await this.store.problem()) === undefined) {
      try {
        sealed = await sealedBy(this.store, privateKey, pem);
      } catch (error) {
        // A key store that is there and refuses is not got round with a file.
        throw failure(
          `${this.store.name} did not take the user's new key: ${wordsOf(error)}.`,
          'Unlock it, and decide again.',
        );
      }
    }
    const made = withFileLock(this.file, () => {
      // Another process may have been quicker: its key is the user's key.
      if (this.state.kept !== 'nowhere') return false;
      if (sealed !== undefined) this.writeSealed(sealed);
      else createFile(this.file, pem);
      return true;
    });
    return made ? privateKey : await this.read();
  }

  private writeSealed(sealed: Sealed): void {
    writePrivateFile(this.sealed, `${JSON.stringify(sealed, null, 2)}\n`);
  }
}

/** Seals a key, and opens it again before anybody relies on it. */
async function sealedBy(store: KeyStore, key: KeyObject, pem: string): Promise<Sealed> {
  const sealed = Buffer.from(await store.seal(pem));
  if (sealed.includes(Buffer.from(pem.split('\n')[1] ?? pem)))
    throw new Error('it gave the key back as it was');
  if ((await store.unseal(sealed)) !== pem) throw new Error('it gave back another text');
  return {
    format: 'skywalker.sealed-key/1',
    key: nameOfKey(key),
    sealed: sealed.toString('base64'),
    store: store.name,
  };
}

/** Makes a file that only its owner may read, whole or not at all. Throws where there is one already. */
function createFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Named so that one which a kill leaves behind is cleared away.
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    // Unlike renaming, linking never replaces a file.
    linkSync(temporary, path);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) throw error;
    // A disk without hard links.
    writePrivateFile(path, text);
  } finally {
    unlinkSync(temporary);
  }
}

function failure(message: string, hint: string): ToolFailure {
  return new ToolFailure(toolError('io_error', message, hint));
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.replace(/\.$/, '') ?? '';
}
