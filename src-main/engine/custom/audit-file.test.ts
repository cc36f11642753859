import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuditFile, type AuditFileOptions } from './audit-file';
import { auditPath, verifyAudit } from './audit-verify';
import { Ledger } from './ledger';
import { until } from './world.fixture';

function setUp(options: Partial<AuditFileOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sky-audit-'));
  const path = auditPath(folder);
  const open = (): AuditFile =>
    new AuditFile({ path, now: () => new Date('2026-03-01T10:00:00Z'), ...options });
  const lines = (): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
  return { folder, path, open, lines };
}

function filled(count: number, options: Partial<AuditFileOptions> = {}) {
  const parts = setUp(options);
  const file = parts.open();
  for (let index = 1; index <= count; index++) file.append({ event: 'call', number: index });
  file.flush();
  return parts;
}

test('lines are numbered, dated and carry the hash of the line before', () => {
  const { lines, folder, path } = filled(3);
  const [first, second] = lines().map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toEqual({
    seq: 1,
    at: '2026-03-01T10:00:00.000Z',
    event: 'call',
    number: 1,
    prev: '0'.repeat(64),
  });
  expect(second?.prev).toMatch(/^[0-9a-f]{64}$/);
  expect(verifyAudit(folder)).toEqual({ ok: true, files: ['custom_tools.jsonl'], lines: 3, problems: [] });
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('what is queued is written soon, in order', async () => {
  const { open, lines, path } = setUp();
  const file = open();
  file.append({ event: 'a' });
  file.append({ event: 'b' });
  await until(() => existsSync(path) && statSync(path).size > 0, 'the lines');
  expect(lines().map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['a', 'b']);
});

test('the chain goes on after a restart', () => {
  const { open, folder } = filled(2);
  const file = open();
  file.append({ event: 'later' });
  file.flush();
  expect(verifyAudit(folder)).toMatchObject({ ok: true, lines: 3 });
});

test('an edited, a removed and a reordered line are found, with the place', () => {
  const edit = (change: (lines: string[]) => string[]): string[] => {
    const { folder, path, lines } = filled(5);
    writeFileSync(path, `${change(lines()).join('\n')}\n`);
    return verifyAudit(folder).problems.map((problem) => `${problem.line}: ${problem.message}`);
  };
  expect(edit((lines) => lines)).toEqual([]);
  expect(
    edit((lines) =>
      lines.map((line, index) => (index === 1 ? line.replace('"number":2', '"number":9') : line)),
    ),
  ).toEqual(['3: The line before (custom_tools.jsonl:2) was edited.']);
  expect(edit((lines) => lines.filter((_, index) => index !== 2))).toEqual([
    '3: 1 line was removed before this one.',
  ]);
  expect(edit((lines) => lines.slice(1))).toEqual([
    '1: The log begins with line 2 of the chain: what was before it is gone.',
  ]);
  expect(edit(([a, b, c, ...rest]) => [a ?? '', c ?? '', b ?? '', ...rest]).length).toBeGreaterThan(0);
  expect(edit((lines) => lines.map((line, index) => (index === 3 ? 'oops' : line)))[0]).toContain(
    '4: The line is no audit line',
  );
});

test('a log that was cut at its end or made anew is found by what the user’s folder remembers', () => {
  const { folder, path, lines, open } = filled(5);
  writeFileSync(join(folder, 'game.json'), '{"id": "p1"}');
  const user = join(folder, 'user');
  const file = open();
  file.append({ event: 'last' });
  file.flush();
  new Ledger(user, 'p1').setAudit(folder, file.last.hash, file.last.seq);
  expect(verifyAudit(folder, { userFolder: user }).ok).toBe(true);
  writeFileSync(path, `${lines().slice(0, 4).join('\n')}\n`);
  expect(verifyAudit(folder).ok).toBe(true);
  expect(verifyAudit(folder, { userFolder: user }).problems[0]?.message).toContain('Line 6 of the chain');
});

test('S-68: a record cut in its middle is repaired and noted, no good record is lost and the chain is whole', () => {
  const { open, path, folder, lines } = filled(4);
  truncateSync(path, statSync(path).size - 20);
  const file = open();
  file.append({ event: 'after' });
  file.flush();
  const events = lines().map((line) => JSON.parse(line) as { event: string; number?: number; torn?: string });
  expect(events.map((entry) => entry.event)).toEqual(['call', 'call', 'call', 'repaired', 'after']);
  expect(events[3]?.torn).toContain('"number":4');
  expect(verifyAudit(folder)).toMatchObject({ ok: true, lines: 5 });
});

test('S-68: a record cut just before its line end is kept whole', () => {
  const { open, path, folder, lines } = filled(4);
  truncateSync(path, statSync(path).size - 1);
  const file = open();
  file.append({ event: 'after' });
  file.flush();
  expect(lines().length).toBe(5);
  expect(verifyAudit(folder)).toMatchObject({ ok: true, lines: 5 });
});

test('S-68: a file that holds nothing but a torn line starts again', () => {
  const { open, path, folder } = setUp();
  mkdirSync(join(folder, '.skywalker', 'logs'), { recursive: true });
  writeFileSync(path, '{"seq":1,"at":');
  const file = open();
  file.append({ event: 'after' });
  file.flush();
  expect(verifyAudit(folder)).toMatchObject({ ok: true, lines: 2 });
});

test('a large file is put aside, the oldest is deleted and that is noted; the chain runs on across files', () => {
  const { folder, open } = setUp({ maxBytes: 1000, keep: 2 });
  const file = open();
  for (let index = 0; index < 40; index++) {
    file.append({ event: 'call', index });
    file.flush();
  }
  const report = verifyAudit(folder);
  expect(report).toMatchObject({
    ok: true,
    files: ['custom_tools.2.jsonl', 'custom_tools.1.jsonl', 'custom_tools.jsonl'],
  });
  const again = open();
  again.append({ event: 'later' });
  again.flush();
  expect(verifyAudit(folder).ok).toBe(true);
  writeFileSync(join(folder, '.skywalker/logs/custom_tools.1.jsonl'), '');
  expect(verifyAudit(folder).ok).toBe(false);
});

test('two programs that write to one log in turn keep one chain', () => {
  const { open, folder } = setUp();
  const [one, two] = [open(), open()];
  for (let round = 0; round < 5; round++) {
    one.append({ event: 'one' });
    one.flush();
    two.append({ event: 'two' });
    two.append({ event: 'two' });
    two.flush();
  }
  expect(verifyAudit(folder)).toMatchObject({ ok: true, lines: 15 });
});

test('a lock that a dead program left behind is taken over', () => {
  const { open, path, folder } = filled(1);
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(`${path}.lock`, String(dead));
  const file = open();
  file.append({ event: 'after' });
  file.flush();
  expect(verifyAudit(folder)).toMatchObject({ ok: true, lines: 2 });
});

test('S-17: nothing in a record can break its line, hide, or steer a terminal', () => {
  const { open, lines } = setUp();
  const file = open();
  const nasty = 'a\u2028b\u2029c\u202ed\u2066e\u200bf\u001b[2Jg\u009b2Jh\r\napproved by user\ufeff';
  file.append({ event: 'call', args: { text: nasty } });
  file.flush();
  expect(lines().length).toBe(1);
  // eslint-disable-next-line no-control-regex
  expect(lines()[0]).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/);
  expect((JSON.parse(lines()[0] ?? '') as { args: { text: string } }).args.text).toBe(nasty);
});

test('lines that can’t be written wait, and are written when it works again', () => {
  const { open, folder, path } = setUp();
  mkdirSync(join(folder, '.skywalker'));
  writeFileSync(join(folder, '.skywalker', 'logs'), 'a file where the folder should be');
  const file = open();
  file.append({ event: 'first' });
  file.flush();
  expect(file.problem).toBeDefined();
  writeFileSync(join(folder, '.skywalker', 'x'), '');
  spawnSync('rm', [join(folder, '.skywalker', 'logs')]);
  file.append({ event: 'second' });
  file.flush();
  expect(file.problem).toBeUndefined();
  expect(verifyAudit(folder)).toMatchObject({ ok: true, lines: 2 });
  appendFileSync(path, '');
});
