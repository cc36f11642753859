/** Versions of what stands between the port and strangers: older ones have holes that were told in public. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const lock = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
};

/** Every copy of a package that is installed. */
function versionsOf(name: string): readonly (readonly number[])[] {
  return Object.entries(lock.packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version }]) => (version ?? '').split('.').map(Number));
}

test.each([
  // The official SDK before it checked hosts by itself, and kept apart the answers of two clients (1.26).
  ['@modelcontextprotocol/sdk', [1, 26, 0]],
  ['@modelcontextprotocol/server', [2, 4, 0]],
  // A command in the address of a server (0.1.16), and an inspector without a password (0.14.1).
  ['mcp-remote', [0, 1, 16]],
  ['@modelcontextprotocol/inspector', [0, 14, 1]],
])('%s is in no version older than %j', (name, least) => {
  for (const version of versionsOf(name)) {
    const older = version.some(
      (part, at) => part < (least[at] ?? 0) && version.slice(0, at).every((before, i) => before === least[i]),
    );
    expect({ name, version, older }).toEqual({ name, version, older: false });
  }
});
