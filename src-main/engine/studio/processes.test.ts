/** Several processes at the studio of one project at the same time, one of them killed in it. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEntry, type BuiltEntry } from '../../testkit/built-entry';
import { isTemporaryName } from '../project/files';
import { Project } from '../project/project';
import { MessageLog } from './message-log';
import { StudioStore } from './store';

interface Round {
  readonly message: string;
  readonly task: string;
  readonly claimed: string;
  readonly decision: string;
  readonly feedback: string;
  readonly answers: readonly string[];
}

let writer: BuiltEntry;

beforeAll(async () => {
  writer = await buildEntry('src-main/engine/studio/studio-writer.fixture.ts');
}, 60_000);
afterAll(() => writer.remove());

test('of what processes write at once nothing is lost, no number is given twice, and no task is claimed by two', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'sky-studio-')), 'project');
  const made = await Project.create(folder, { name: 'Studio' });
  if (!made.ok) throw new Error(made.error.message);
  const start = (name: string, rounds: number) => {
    const child = spawn(process.execPath, [writer.script, folder, name, String(rounds)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    let isFirst: () => void = () => undefined;
    const first = new Promise<void>((done) => (isFirst = done));
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString('utf8');
      isFirst();
    });
    const ended = new Promise<void>((done) => child.once('close', () => done()));
    const rounds_ = (): Round[] =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Round);
    return { child, first, ended, rounds: rounds_ };
  };
  const [one, two, killed] = [start('one', 12), start('two', 12), start('killed', 100_000)];
  await Promise.all([killed.first, one.ended, two.ended]);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const last = start('last', 2);
  await last.ended;

  const store = new StudioStore(made.value);
  const messages = new MessageLog(made.value).read();
  const [tasks, feedback, decisions] = [
    store.tables.tasks,
    store.tables.feedback,
    store.tables.decisions,
  ].map((table) => table.read());
  for (const state of [messages, tasks, feedback, decisions]) expect(state?.problem).toBeUndefined();
  const all = [one, two, killed, last].map(({ rounds }) => rounds());
  expect(all.map(({ length }) => length).filter((_length, index) => index !== 2)).toEqual([12, 12, 2]);
  const rounds = all.flat();
  const distinct = (ids: readonly string[]): void => expect(new Set(ids).size).toBe(ids.length);
  distinct(rounds.map(({ message }) => message));
  distinct(rounds.flatMap(({ task, answers }) => [task, ...answers]));
  distinct(rounds.map(({ claimed }) => claimed));
  distinct(rounds.map(({ decision }) => decision));
  for (const [index, name] of ['one', 'two', 'killed', 'last'].entries()) {
    for (const round of all[index] ?? []) {
      expect(messages.messages.get(Number(round.message.slice(2)))?.from).toBe(name);
      expect(tasks?.records.get(round.task)).toMatchObject({ created_by: name });
      expect(tasks?.records.get(round.claimed)).toMatchObject({ assignee: name, status: 'doing' });
    }
  }
  // A decision is whole or not there: also that in which the process was killed.
  for (const decision of store.tables.decisions.read().records.values()) {
    expect(feedback?.records.get(decision.feedback)).toMatchObject({
      status: 'accepted',
      decision: decision.id,
    });
    for (const id of decision.tasks)
      expect(tasks?.records.get(id)).toMatchObject({ links: { feedback: [decision.feedback] } });
  }
  for (const each of store.tables.feedback.read().records.values())
    expect(decisions?.records.has(each.decision ?? '')).toBe(true);
  expect(existsSync(join(folder, '.skywalker/studio-change.json'))).toBe(false);
  expect(
    readdirSync(join(folder, 'studio'))
      .filter((name) => !isTemporaryName(name))
      .sort(),
  ).toEqual(['board.json', 'decisions.json', 'feedback.json', 'messages.jsonl']);
}, 60_000);
