/** The examples as processes, against `skywalker serve` as a process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Engine } from '../../clients/typescript/src/main';
import { Project } from '../../src-main/engine/project/project';
import { newFolder, until } from '../../src-main/server/testkit/small-engine';
import { buildEntry, type BuiltEntry } from '../../src-main/testkit/built-entry';

const built = new Map<string, BuiltEntry>();
const children: ChildProcess[] = [];
const engines: Engine[] = [];
let project: string;
let home: string;

beforeAll(async () => {
  for (const source of [
    'src-main/cli/main.ts',
    'examples/typescript/memory-host.ts',
    'examples/typescript/watcher.ts',
  ])
    built.set(source, await buildEntry(source));
});

afterAll(() => {
  for (const entry of built.values()) entry.remove();
});

beforeEach(async () => {
  home = newFolder();
  project = join(newFolder(), 'meadow');
  const created = await Project.create(project, { name: 'Meadow' });
  expect(created.ok).toBe(true);
});

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  await Promise.all(
    children
      .splice(0)
      .reverse()
      .map((child) => ended(child, 'SIGTERM')),
  );
});

interface Running {
  readonly child: ChildProcess;
  readonly lines: string[];
}

function start(source: string, args: readonly string[]): Running {
  const script = built.get(source)?.script ?? '';
  const env = { ...process.env, SKYWALKER_HOME: home, SKYWALKER_PROJECT: '', SKYWALKER_SOCKET: '' };
  const child = spawn(process.execPath, [script, ...args], { cwd: newFolder(), env });
  children.push(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    });
  }
  return { child, lines };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}

async function serve(): Promise<Running> {
  const engine = start('src-main/cli/main.ts', ['serve', '--project', project, '--no-http', '--quiet']);
  await until(() => engine.lines.some((line) => line.startsWith('{"socket"')), 'the engine is up');
  return engine;
}

const memory = (): Running =>
  start('examples/typescript/memory-host.ts', ['--project', project, '--file', join(home, 'memory.jsonl')]);

async function attach(name: string): Promise<Engine> {
  const engine = await Engine.attach({ project, name });
  engines.push(engine);
  return engine;
}

test('agents share a memory, which outlives its host and the engine', async () => {
  const engine = await serve();
  let host = memory();
  await until(() => host.lines.length === 2, 'it serves');
  expect(host.lines).toEqual(['ext_memory_note: active', 'ext_memory_recall: active']);
  const nimbus = await attach('crew/nimbus');
  const aurora = await attach('crew/aurora');
  await nimbus.call('ext_memory_note', { text: 'Doors are 1.2 m wide', tags: ['level'] }, { check: true });
  await nimbus.call('ext_memory_note', { text: 'The level ends at the door of the tower' }, { check: true });
  await nimbus.call('ext_memory_note', { text: 'Lights flicker' }, { check: true });
  const found = await aurora.call('ext_memory_recall', { query: 'level door' }, { check: true });
  expect(found.data).toMatchObject({
    notes: [
      { text: 'Doors are 1.2 m wide', tags: ['level'], by: 'mcp:crew/nimbus' },
      { text: 'The level ends at the door of the tower', tags: [] },
    ],
    of: 3,
  });
  // A dry run, as the reviewer's page makes them, keeps nothing.
  const tried = await aurora.call('tool_test', { name: 'ext_memory_note', args: { text: 'Never' } });
  expect(tried.data).toMatchObject({ tests: [{ ok: true, result: { noted: { text: 'Never' } } }] });
  expect(readFileSync(join(home, 'memory.jsonl'), 'utf8').trim().split('\n').length).toBe(3);

  expect(await ended(host.child, 'SIGTERM')).toBe(0);
  await until(() => host.child.exitCode === 0, 'it has gone');
  expect((await aurora.call('ext_memory_recall', { query: 'level' })).errorCode).toBe('not_found');
  host = memory();
  await until(() => host.lines.length === 2, 'it serves again');
  expect((await aurora.call('ext_memory_recall', { query: 'flicker' })).data).toMatchObject({ of: 3 });

  await ended(engine.child, 'SIGTERM');
  await serve();
  const served = async (): Promise<boolean> =>
    (await aurora.listTools()).some(({ name }) => name === 'ext_memory_recall');
  await expect.poll(served, { timeout: 10_000 }).toBe(true);
  expect((await aurora.call('ext_memory_recall', { query: 'flicker' })).data).toMatchObject({ of: 3 });
});

test('the watcher says who did what, across a restart of the engine and one of its own', async () => {
  const cursor = join(home, 'watcher.cursor');
  const watch = (): Running =>
    start('examples/typescript/watcher.ts', ['--project', project, '--types', 'tool', '--cursor', cursor]);
  const told = ({ lines }: Running, name: string): boolean =>
    lines.some((line) => line.includes('mcp:crew/nimbus  tool  ') && line.includes(name));
  const engine = await serve();
  let watcher = watch();
  await until(() => watcher.lines.some((line) => line.startsWith('Watching')), 'it watches');
  const nimbus = await attach('crew/nimbus');
  await nimbus.tools.entity_create({ name: 'Lamp' }, { check: true });
  await until(() => told(watcher, 'Lamp'), 'the lamp is told of');
  await ended(engine.child, 'SIGTERM');
  await serve();
  await nimbus.tools.entity_create({ name: 'Door' }, { check: true });
  await until(() => told(watcher, 'Door'), 'the door is told of');
  expect(await ended(watcher.child, 'SIGTERM')).toBe(0);
  expect(existsSync(cursor)).toBe(true);
  await nimbus.tools.entity_create({ name: 'Tower' }, { check: true });
  watcher = watch();
  await until(() => told(watcher, 'Tower'), 'what happened meanwhile is told of');
  expect(watcher.lines.some((line) => line.includes('Door'))).toBe(false);
});

test('a program starts an engine of its own where none is open, ends it with itself, and meets it where one is', async () => {
  const command = [process.execPath, built.get('src-main/cli/main.ts')?.script ?? ''];
  const env = { ...process.env, SKYWALKER_HOME: home };
  const own = await Engine.auto(project, { name: 'maker', command, env });
  await own.tools.entity_create({ name: 'Lamp' }, { check: true });
  const met = await Engine.auto(project, { name: 'visitor', command, env });
  expect((await met.tools.entity_get({ entity: 'Lamp' })).ok).toBe(true);
  await met.close();
  expect((await own.tools.scene_overview()).ok).toBe(true);
  await own.close();
  await expect(Engine.attach({ project })).rejects.toThrow('skywalker serve');
  const nowhere = Engine.spawn(join(home, 'nowhere'), { command, env });
  await expect(nowhere).rejects.toThrow(/ended with code 3 before it was ready: .*nowhere/s);
  await expect(Engine.spawn(project, { command: ['no-such-command'], env })).rejects.toThrow(
    "can't be started",
  );
});
