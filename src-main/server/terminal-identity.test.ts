/** A command in a terminal becomes `cli` by the person's own key, and by nothing else. */
import type { Client as ClientV2 } from '@modelcontextprotocol/client';
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { startServer, type ServerHandle } from './host';
import { proveTerminal } from './terminal-client';
import { BEGIN_METHOD, newNonce, PROVE_METHOD, TerminalChallenge, TerminalKey } from './terminal-identity';
import { clientV2 } from './testkit/clients';
import { newFolder, SmallEngine } from './testkit/small-engine';

let engine: SmallEngine;
let home: string;
let server: ServerHandle;
const clients: ClientV2[] = [];
const ANYTHING = z.looseObject({});

beforeEach(async () => {
  engine = new SmallEngine();
  home = newFolder();
  server = await startServer({ engine, http: { port: 0 }, userFolder: home });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
});

async function dial(
  name = 'skywalker-cli',
  way: 'http' | 'socket' = 'socket',
  modern = false,
): Promise<ClientV2> {
  const client = await clientV2(server, way, modern, name);
  clients.push(client);
  return client;
}

async function whoami(client: ClientV2): Promise<unknown> {
  return (await client.callTool({ name: 'whoami', arguments: {} })).structuredContent;
}

const place = (): { socket: string; project: string } => ({
  socket: server.socket,
  project: engine.project.folder,
});
const human = { actor: 'cli', kind: 'human' };
const script = { actor: 'mcp:skywalker-cli', kind: 'agent' };

test('with the key and from a terminal a connection is cli, a human; others beside it are not', async () => {
  for (const modern of [false, true]) {
    const client = await dial('skywalker-cli', 'socket', modern);
    const other = await dial('skywalker-cli', 'socket', modern);
    expect(await proveTerminal(client, await TerminalKey.load(home), place(), true)).toEqual({
      ok: true,
      actor: 'cli',
      human: true,
    });
    expect(await whoami(client)).toEqual(human);
    expect(await whoami(other)).toEqual(script);
  }
});

test('with the key and without a terminal it is the command of a script, no human', async () => {
  const client = await dial();
  expect(await proveTerminal(client, await TerminalKey.load(home), place(), false)).toEqual({
    ok: true,
    actor: 'mcp:skywalker-cli',
    human: false,
  });
  expect(await whoami(client)).toEqual(script);
});

test('names that only people and the editor have are not given to a client', async () => {
  for (const name of [
    'cli',
    'user',
    'CLI',
    'agent:mira',
    'system',
    'user\u0000',
    ' cli ',
    'cli/x',
    'ｃｌｉ',
  ]) {
    const { actor, kind } = (await whoami(await dial(name))) as { actor: string; kind: string };
    expect(actor).toMatch(/^mcp:client-/);
    expect(kind).toBe('agent');
  }
});

test('over HTTP there is no such proof', async () => {
  for (const modern of [false, true]) {
    const client = await dial('skywalker-cli', 'http', modern);
    await expect(
      client.request({ method: BEGIN_METHOD, params: { nonce: newNonce() } }, ANYTHING),
    ).rejects.toThrow('Method not found');
  }
});

test('a client without the key that invents a proof stays what it is, and gets three tries', async () => {
  const client = await dial('clever');
  const cheat = await TerminalKey.load(newFolder());
  for (let i = 0; i < 3; i += 1) {
    const begun = await client.request(
      { method: BEGIN_METHOD, params: { nonce: newNonce() } },
      z.object({ nonce: z.string(), proof: z.string() }),
    );
    const proof = i === 0 ? begun.proof : cheat.commandProof(place(), newNonce(), begun.nonce, true);
    await expect(
      client.request({ method: PROVE_METHOD, params: { proof, interactive: true } }, ANYTHING),
    ).rejects.toMatchObject({ code: -32600 });
  }
  await expect(
    client.request({ method: BEGIN_METHOD, params: { nonce: newNonce() } }, ANYTHING),
  ).rejects.toThrow('too many failed proofs');
  expect(await whoami(client)).toEqual({ actor: 'mcp:clever', kind: 'agent' });
});

test('a proof of a script can not be sent as that of a person', async () => {
  const client = await dial();
  const key = await TerminalKey.load(home);
  const nonce = newNonce();
  const begun = await client.request(
    { method: BEGIN_METHOD, params: { nonce } },
    z.object({ nonce: z.string(), proof: z.string() }),
  );
  const proof = key.commandProof(place(), nonce, begun.nonce, false);
  await expect(
    client.request({ method: PROVE_METHOD, params: { proof, interactive: true } }, ANYTHING),
  ).rejects.toMatchObject({ code: -32600 });
  expect(await whoami(client)).not.toEqual(human);
});

test('a proof is good once, for its own challenge, and for thirty seconds', async () => {
  const key = await TerminalKey.load(home);
  let now = 0;
  const challenge = new TerminalChallenge(key, place(), () => now);
  const begin = (nonce: string): string => {
    const begun = challenge.begin(nonce);
    if ('reason' in begun) throw new Error(begun.reason);
    return begun.nonce;
  };
  const mine = newNonce();
  const first = key.commandProof(place(), mine, begin(mine), true);
  expect(challenge.prove(first, true)).toEqual({ ok: true, interactive: true });
  expect(challenge.prove(first, true)).toMatchObject({ ok: false });
  begin(mine);
  expect(challenge.prove(first, true)).toMatchObject({ ok: false });
  const late = key.commandProof(place(), mine, begin(mine), true);
  now = 30_001;
  expect(challenge.prove(late, true)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('expired'),
  });
});

test('a socket that somebody else has put up can not pass the proof on to the true one', async () => {
  const client = await dial();
  const key = await TerminalKey.load(home);
  // The command believes that it talks to the squatter's socket; what it signs there is worth nothing here.
  const outcome = await proveTerminal(client, key, { ...place(), socket: '/tmp/squatter.sock' }, true);
  expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining('does not know') });
  expect(await whoami(client)).not.toEqual(human);
});

test('a command sends no proof to a listener that does not know the key', async () => {
  const other = await startServer({ engine: new SmallEngine(), http: false, userFolder: newFolder() });
  const client = await clientV2(other, 'socket', false, 'skywalker-cli');
  const outcome = await proveTerminal(
    client,
    await TerminalKey.load(home),
    { socket: other.socket, project: engine.project.folder },
    true,
  );
  expect(outcome).toMatchObject({ ok: false });
  await client.close();
  await other.close();
});

test('the key file is private, the same for all processes, and made anew when others could read it', async () => {
  const path = join(home, 'terminal.key');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, 'utf8');
  await Promise.all([TerminalKey.load(home), TerminalKey.load(home)]);
  expect(readFileSync(path, 'utf8')).toBe(text);
  chmodSync(path, 0o644);
  await TerminalKey.load(home);
  expect(readFileSync(path, 'utf8')).not.toBe(text);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('of many that make the key at once all get the same', async () => {
  const fresh = newFolder();
  const keys = await Promise.all(Array.from({ length: 10 }, () => TerminalKey.load(fresh)));
  const proofs = keys.map((key) => key.editorProof(place(), 'a', 'b'));
  expect(new Set(proofs).size).toBe(1);
  rmSync(join(fresh, 'terminal.key'));
  writeFileSync(join(fresh, 'terminal.key'), 'short', { mode: 0o600 });
  const renewed = (await TerminalKey.load(fresh)).editorProof(place(), 'a', 'b');
  expect(proofs).not.toContain(renewed);
});
