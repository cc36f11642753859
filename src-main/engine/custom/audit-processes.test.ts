/** Several processes that append to one audit at the same time, one of them killed in it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEntry, type BuiltEntry } from '../../testkit/built-entry';
import { auditFiles, auditPath, verifyAudit } from './audit-verify';

let writer: BuiltEntry;

beforeAll(async () => {
  writer = await buildEntry('src-main/engine/custom/audit-writer.fixture.ts');
}, 60_000);

afterAll(() => writer.remove());

test('processes that write at once keep one chain across files, and one that is killed loses only its own last lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sky-audit-'));
  const path = auditPath(folder);
  const written = (name: string): number[] =>
    auditFiles(path)
      .flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
      .map((line) => JSON.parse(line) as { writer?: string; number?: number })
      .flatMap((line) => (line.writer === name ? [line.number ?? 0] : []));
  const start = (name: string, count: number) => {
    const child = spawn(process.execPath, [writer.script, path, name, String(count)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { child, ended: new Promise((done) => child.once('exit', done)) };
  };
  const [one, two, killed] = [start('one', 150), start('two', 150), start('killed', 100_000)];
  await Promise.all([one.ended, two.ended]);
  killed.child.kill('SIGKILL');
  await killed.ended;
  // Whoever comes next finds what the killed one left, its lock too.
  await start('last', 3).ended;
  expect(verifyAudit(folder).problems).toEqual([]);
  expect(auditFiles(path).length).toBeGreaterThan(1);
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
  expect(written('one')).toEqual(upTo(150));
  expect(written('two')).toEqual(upTo(150));
  expect(written('last')).toEqual([1, 2, 3]);
  expect(written('killed')).toEqual(upTo(written('killed').length));
}, 60_000);
