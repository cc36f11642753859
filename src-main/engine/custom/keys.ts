/**
 * Whose decisions count: the Ed25519 key of this user, and the public keys of others that this user trusts. They live in
 * the user's own folder, outside every project, so that no tool can reach them.
 */
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, succeed, ToolFailure, toolError, type Outcome } from '../errors';
import { fileStamp } from '../project/files';
import { withFileLock } from '../project/file-lock';
import { KeyVault, nameOfKey } from './key-vault';
import { readTextIfThere, writePrivateFile } from './private-files';

const trustedFile = z.object({
  format: z.literal('skywalker.keys/1'),
  keys: z.array(z.object({ key: z.string(), label: z.string().optional(), added_at: z.string() })),
});

export type TrustedKey = z.infer<typeof trustedFile>['keys'][number];

const KEY = /^ed25519:[A-Za-z0-9_-]{43}$/;

/** Whether a text has the form of a public key: `ed25519:` and 43 characters, the only ones for its 32 bytes. */
export function isKey(text: string): boolean {
  return KEY.test(text) && rawOf(text).toString('base64url') === text.slice('ed25519:'.length);
}

function rawOf(key: string): Buffer {
  return Buffer.from(key.slice('ed25519:'.length), 'base64url');
}

/** What two people compare, one reading it to the other: eight groups of four, the first half of the key's SHA-256. */
export function fingerprintOf(key: string): string {
  const digest = createHash('sha256').update(rawOf(key)).digest('hex').slice(0, 32);
  return (digest.match(/.{4}/g) ?? []).join(' ');
}

function publicKeyOf(key: string): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.slice('ed25519:'.length) },
    format: 'jwk',
  });
}

/** Signs a text. */
export type Signing = (text: string) => { readonly key: string; readonly signature: string };

export class UserKeys {
  private readonly file: string;
  private read: { readonly stamp: string; readonly keys: readonly TrustedKey[]; readonly broken: boolean } = {
    stamp: '',
    keys: [],
    broken: false,
  };

  /** Nothing is written until the first signature or the first trusted key. */
  constructor(
    userFolder: string,
    readonly vault: KeyVault = new KeyVault(userFolder),
  ) {
    this.file = join(userFolder, 'keys', 'trusted.json');
  }

  /** This user's public key, or undefined where none has been made or it can't be read. */
  get own(): string | undefined {
    return this.vault.state.key;
  }

  /** Absolute path of the file with the keys of others that count. */
  get trustedFile(): string {
    return this.file;
  }

  /** What signs as this user; the key pair is made at the first use. `io_error` where the key can't be used. */
  async signer(): Promise<Outcome<Signing>> {
    try {
      const key = await this.vault.open();
      const name = nameOfKey(key);
      return succeed((text) => ({
        key: name,
        signature: sign(null, Buffer.from(text), key).toString('base64url'),
      }));
    } catch (error) {
      if (error instanceof ToolFailure) return { ok: false, error: error.error };
      return fail('io_error', `The user's key can't be used: ${error instanceof Error ? error.message : ''}`);
    }
  }

  /** Whether a signature over a text is by the key. */
  verify(text: string, key: string, signature: string): boolean {
    if (!isKey(key)) return false;
    try {
      return verify(null, Buffer.from(text), publicKeyOf(key), Buffer.from(signature, 'base64url'));
    } catch {
      // Not a point of the curve, or not a signature: nothing that could verify.
      return false;
    }
  }

  trusts(key: string): boolean {
    return key === this.own || this.trusted().some((known) => known.key === key);
  }

  /** Why nobody else is trusted at present, or undefined. */
  get problem(): string | undefined {
    return this.look().broken ? `${this.file} can't be read, so nobody else's key is trusted.` : undefined;
  }

  /** Keys of others, in the order in which they were trusted. A file that can't be read trusts nobody. */
  trusted(): readonly TrustedKey[] {
    return this.look().keys;
  }

  /** What a person calls the owner of a key; undefined for the user's own, and where it was not said. */
  labelOf(key: string): string | undefined {
    return key === this.own ? undefined : this.trusted().find((known) => known.key === key)?.label;
  }

  /** Throws a `ToolFailure` where the file can't be read or written. */
  trust(key: string, label: string | undefined, at: string): void {
    this.change((keys) => [
      ...keys.filter((known) => known.key !== key),
      { key, ...(label === undefined ? {} : { label }), added_at: at },
    ]);
  }

  /** True where the key was trusted. Throws as `trust` does. */
  distrust(key: string): boolean {
    if (!this.trusted().some((known) => known.key === key)) return false;
    this.change((keys) => keys.filter((known) => known.key !== key));
    return true;
  }

  private change(edit: (keys: readonly TrustedKey[]) => readonly TrustedKey[]): void {
    withFileLock(this.file, () => {
      if (this.look().broken)
        throw new ToolFailure(
          toolError('io_error', `${this.file} can't be read.`, 'Mend or remove it first.'),
        );
      const content = { format: 'skywalker.keys/1', keys: edit(this.trusted()) };
      writePrivateFile(this.file, `${JSON.stringify(content, null, 2)}\n`);
    });
  }

  private look(): UserKeys['read'] {
    const stamp = fileStamp(this.file);
    if (stamp === this.read.stamp) return this.read;
    try {
      const text = readTextIfThere(this.file);
      const keys = text === undefined ? [] : trustedFile.parse(JSON.parse(text)).keys;
      this.read = { stamp, keys, broken: false };
    } catch {
      this.read = { stamp, keys: [], broken: true };
    }
    return this.read;
  }
}
