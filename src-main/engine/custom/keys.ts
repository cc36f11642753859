/**
 * Whose decisions count: the Ed25519 key pair of this user, and the public keys of others that this user trusts. They
 * live in the user's own folder, outside every project, so that no tool can reach them.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ToolFailure, toolError } from '../errors';
import { isSystemError, readTextIfThere, writePrivateFile } from './private-files';

/** Keeps the private key. The operating system's key store can stand in for the file. */
export interface KeyVault {
  /** PKCS#8 in PEM, or undefined where there is none yet. */
  read(): string | undefined;
  /** Stores a new key, unless there is one by now; gives the one that is there. */
  create(pem: string): string;
}

/** A file that only its owner may read. */
export class FileVault implements KeyVault {
  constructor(private readonly path: string) {}

  read(): string | undefined {
    const pem = readTextIfThere(this.path);
    // A copy or a careless restore may have opened it to others.
    if (pem !== undefined && process.platform !== 'win32' && (statSync(this.path).mode & 0o077) !== 0) {
      chmodSync(this.path, 0o600);
    }
    return pem;
  }

  create(pem: string): string {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    try {
      const file = openSync(this.path, 'wx', 0o600);
      try {
        writeSync(file, pem);
      } finally {
        closeSync(file);
      }
      return pem;
    } catch (error) {
      // Another process was quicker: its key is the user's key.
      const existing = isSystemError(error, 'EEXIST') ? this.read() : undefined;
      if (existing === undefined) throw error;
      return existing;
    }
  }
}

const trustedFile = z.object({
  format: z.literal('skywalker.keys/1'),
  keys: z.array(z.object({ key: z.string(), label: z.string().optional(), added_at: z.string() })),
});

export type TrustedKey = z.infer<typeof trustedFile>['keys'][number];

const KEY = /^ed25519:[A-Za-z0-9_-]{43}$/;

/** Whether a text has the form of a public key: `ed25519:` and 43 characters. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

function publicKeyOf(key: string): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.slice('ed25519:'.length) },
    format: 'jwk',
  });
}

function nameOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('not an Ed25519 key');
  return `ed25519:${x}`;
}

export class UserKeys {
  private privateKey: KeyObject | undefined;
  private failure: string | undefined;
  private readonly file: string;

  /** Nothing is written until the first signature or the first trusted key. */
  constructor(
    userFolder: string,
    private readonly vault: KeyVault = new FileVault(join(userFolder, 'keys', 'approval.key')),
  ) {
    this.file = join(userFolder, 'keys', 'trusted.json');
  }

  /** This user's public key, or undefined where none has been made. */
  get own(): string | undefined {
    const key = this.load();
    return key === undefined ? undefined : nameOf(key);
  }

  /** Signs as this user; makes the key pair at the first use. */
  sign(text: string): { key: string; signature: string } {
    const key = this.load() ?? this.make();
    if (key === undefined) {
      throw new ToolFailure(
        toolError(
          'io_error',
          `The user's key can't be read: ${this.failure ?? ''}`,
          'Put back the key file, or remove it to make a new key; approvals by the old one then count no longer.',
        ),
      );
    }
    return { key: nameOf(key), signature: sign(null, Buffer.from(text), key).toString('base64url') };
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

  /** Why the key can't be read, or undefined. */
  get problem(): string | undefined {
    return this.failure;
  }

  /** Keys of others, in the order in which they were trusted. */
  trusted(): readonly TrustedKey[] {
    try {
      const text = readTextIfThere(this.file);
      return text === undefined ? [] : trustedFile.parse(JSON.parse(text)).keys;
    } catch {
      // A file that can't be read trusts nobody.
      return [];
    }
  }

  /** Throws a `ToolFailure` where the file can't be read or written. */
  trust(key: string, label: string | undefined, at: string): void {
    if (readTextIfThere(this.file) !== undefined && this.isBroken()) {
      throw new ToolFailure(toolError('io_error', `${this.file} can't be read.`, 'Mend or remove it first.'));
    }
    const others = this.trusted().filter((known) => known.key !== key);
    this.save([...others, { key, ...(label === undefined ? {} : { label }), added_at: at }]);
  }

  /** True where the key was trusted. */
  distrust(key: string): boolean {
    const keys = this.trusted();
    const left = keys.filter((known) => known.key !== key);
    if (left.length === keys.length) return false;
    this.save(left);
    return true;
  }

  private isBroken(): boolean {
    try {
      trustedFile.parse(JSON.parse(readTextIfThere(this.file) ?? ''));
      return false;
    } catch {
      return true;
    }
  }

  private save(keys: readonly TrustedKey[]): void {
    writePrivateFile(this.file, `${JSON.stringify({ format: 'skywalker.keys/1', keys }, null, 2)}\n`);
  }

  private load(): KeyObject | undefined {
    if (this.privateKey) return this.privateKey;
    try {
      const pem = this.vault.read();
      if (pem !== undefined) this.privateKey = createPrivateKey(pem);
      this.failure = undefined;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
    return this.privateKey;
  }

  /** Undefined where there is a key that can't be read: it is not overwritten. */
  private make(): KeyObject | undefined {
    if (this.failure !== undefined) return undefined;
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = this.vault.create(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    this.privateKey = createPrivateKey(pem);
    return this.privateKey;
  }
}
