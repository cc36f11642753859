/** Several processes at one project at the same time, and no lock of the project that keeps them apart. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEntry, type BuiltEntry } from '../../testkit/built-entry';
import { verifyAudit } from './audit-verify';
import { World } from './world.fixture';

const ROUNDS = 4;
const NAMES = ['one', 'two', 'three'] as const;

let process_: BuiltEntry;

beforeAll(async () => {
  process_ = await buildEntry('src-main/engine/custom/processes.fixture.ts');
}, 60_000);

afterAll(() => process_.remove());

interface Said {
  readonly me: string;
  readonly what: string;
  readonly tool?: string;
  readonly code?: string;
  readonly hash?: string | null;
}

async function run(folder: string, userFolder: string, me: string): Promise<readonly Said[]> {
  const child = spawn(process.execPath, [process_.script, folder, userFolder, me, String(ROUNDS)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`${me} ended with ${String(code)}: ${err}`);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Said);
}

test('processes that define, approve and call at once lose no definition, decision or setting, and approve nothing else', async () => {
  const first = await World.open();
  const { folder, userFolder } = first;
  // Makes the key of the person, which is asked for once.
  await first.ok('tool_define', {
    name: 'shared',
    description: 'Gives nothing, at first.',
    wander: 'fn run(args)\nend',
  });
  await first.approve('shared');
  await first.close();
  const said = (await Promise.all(NAMES.map((me) => run(folder, userFolder, me)))).flat();
  expect(said.filter((line) => line.what === 'internal')).toEqual([]);
  const codes = (what: string): Set<unknown> =>
    new Set(said.filter((line) => line.what === what && line.tool !== 'shared').map((line) => line.code));
  for (const what of ['define', 'approve', 'call', 'policy', 'settings'])
    expect([...codes(what)], what).toEqual(['ok']);
  // Of the tool that all of them change, who came second is told so.
  for (const { tool, code } of said)
    if (tool === 'shared') expect(['ok', 'conflict', 'hash_changed']).toContain(code);

  expect(verifyAudit(folder, { userFolder }).problems).toEqual([]);
  const again = await World.open({ folder, userFolder });
  const lines = again.audit();
  const noted = (event: string): string[] =>
    lines.filter((line) => line.event === event).map(({ tool, hash }) => JSON.stringify([tool, hash]));
  const [defined, approved] = [noted('defined'), noted('approved')];
  for (const { what, tool = '', code, hash } of said) {
    const decision = JSON.stringify([`user_${tool}`, hash]);
    if (code === 'ok' && what === 'define') expect(defined).toContain(decision);
    if (code === 'ok' && what === 'approve') expect(approved).toContain(decision);
  }
  // What was approved is what somebody defined as a whole, never half of one and half of another.
  for (const decision of approved) expect(defined).toContain(decision);

  const { tools } = await again.list();
  expect(tools.filter((tool) => tool.status === 'invalid')).toEqual([]);
  for (const me of NAMES) {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const name = `user_${me}_${round}`;
      expect(tools.find((tool) => tool.name === name)?.status, name).toBe('active');
      expect(await again.ok(name)).toMatchObject({ result: `${me}_${round}` });
      expect(again.project.rawSettings[`from_${me}_${round}`]).toBe(round);
    }
  }
  const approvals = JSON.parse(readFileSync(join(folder, 'tools/approvals.json'), 'utf8')) as {
    approvals: { name: string }[];
  };
  const names = approvals.approvals.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(NAMES.length * ROUNDS + 1);
  await again.close();
}, 120_000);
