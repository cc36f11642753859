/** kill −9 at any point: a process with a real engine is killed again and again, in the middle of what it does. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEntry, type BuiltEntry } from '../../testkit/built-entry';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isTemporaryName } from '../project/files';
import { newSceneData } from '../scene/default-scene';
import { formatScene, parseScene, type ParsedScene } from '../scene/scene-file';
import { Scene } from '../scene/scene';
import { autosaveFolder, FILE, newProject, OpenEngine } from './open-engine.fixture';

const ROUNDS = 25;
/** Enough that a write takes a while. */
const BALLAST = 1_500;

let engine: BuiltEntry;
let child: ChildProcess | undefined;

beforeAll(async () => {
  engine = await buildEntry('src-main/engine/recovery/killed-engine.fixture.ts');
}, 120_000);

afterEach(() => child?.kill('SIGKILL'));
afterAll(() => engine.remove());

function ballast(): string {
  const scene = new Scene({ seed: 1 });
  const tx = scene.begin();
  tx.replaceAll(newSceneData({ name: 'Main', seed: 1, empty: true }));
  tx.create({ name: 'Counter', vars: { count: 0 } });
  for (let index = 0; index < BALLAST; index += 1)
    tx.create({ name: `Tree ${index}`, position: [index, 0, 0] });
  tx.commit();
  return formatScene(scene);
}

function countOf(scene: ParsedScene): number {
  expect(scene.entities).toHaveLength(BALLAST + 1);
  return Number(scene.entities[0]?.vars['count']);
}

function countInFile(folder: string): number {
  const parsed = parseScene(readFileSync(join(folder, FILE), 'utf8'));
  if (!parsed.ok) throw new Error(`the scene file is not whole: ${parsed.error.message}`);
  return countOf(parsed.value);
}

interface Said {
  /** The newest number of each kind of line; 0 where there was none. */
  last(what: string): number;
  readonly lines: number;
}

/** Runs the process until it has said it is open and `enough` holds, and kills it at that moment. */
async function runUntilKilled(folder: string, first: number, enough: (said: Said) => boolean): Promise<Said> {
  const running = spawn(process.execPath, [engine.script, folder, String(first)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = running;
  let out = '';
  let err = '';
  running.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const said: Said = {
    last: (what) => Number([...out.matchAll(new RegExp(`^${what} (\\d+)\\n`, 'gm'))].at(-1)?.[1] ?? 0),
    get lines() {
      return out.split('\n').length - 1;
    },
  };
  const ended = new Promise<void>((resolvePromise) => running.once('close', () => resolvePromise()));
  await new Promise<void>((resolvePromise, reject) => {
    const look = (): void => {
      if (running.exitCode !== null) reject(new Error(`the engine ended by itself: ${err}`));
      else if (out === '' || !enough(said)) setImmediate(look);
      else resolvePromise();
    };
    running.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    look();
  });
  running.kill('SIGKILL');
  await ended;
  return said;
}

function isWriting(folder: string): boolean {
  try {
    return readdirSync(folder).some(isTemporaryName);
  } catch {
    return false;
  }
}

/** When to kill: after so much was done; in the middle of a save; in the middle of an autosave. */
function momentOf(round: number, folder: string): (said: Said) => boolean {
  // Differs from round to round, and is the same in each run of the test.
  const lines = 3 + ((round * 7919) % 61);
  if (round % 3 === 1) return (said) => said.lines >= lines / 3 && isWriting(join(folder, 'scenes'));
  if (round % 3 === 2) return (said) => said.lines >= lines / 3 && isWriting(autosaveFolder(folder));
  return (said) => said.lines >= lines;
}

test(`killed ${ROUNDS} times, the project always opens, its scene is whole, and newer work is offered`, async () => {
  const folder = await newProject();
  writeFileSync(join(folder, FILE), ballast());
  /** Recoveries that were left unanswered, with what they hold. */
  const waiting = new Map<string, number>();
  const seen = { offered: 0, saved: 0, torn: 0 };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = countInFile(folder);
    const said = await runUntilKilled(folder, round * 1_000_000, momentOf(round, folder));
    if (isWriting(join(folder, 'scenes')) || isWriting(autosaveFolder(folder))) seen.torn += 1;

    // The file is that of the last save, or of one that was under way.
    const inFile = countInFile(folder);
    const possible = [said.last('saved') || before, said.last('saving') || before];
    expect(possible).toContain(inFile);
    if (inFile !== before) seen.saved += 1;

    const e = await OpenEngine.open(folder);
    expect(e.scene.get(1)?.vars['count']).toBe(inFile);
    const found = new Map<string, number>();
    for (const recovery of e.engine.recovery.recoveries) {
      const read = e.engine.recovery.read(recovery);
      if (!read.ok) throw new Error(`an autosave is not whole: ${read.error.message}`);
      found.set(recovery.name, countOf(read.value.data));
    }
    // Nothing that waits for an answer was overwritten or lost.
    for (const [name, count] of waiting) expect([name, found.get(name)]).toEqual([name, count]);
    const fresh = [...found].filter(([name]) => !waiting.has(name));
    expect(fresh.length).toBeLessThanOrEqual(1);
    // What was kept and not saved is offered; what is offered is newer than the file.
    if (said.last('kept') > inFile) expect(fresh).toHaveLength(1);
    for (const [, count] of fresh) {
      expect(count).toBeGreaterThan(inFile);
      expect(count).toBeGreaterThanOrEqual(said.last('kept'));
      expect(count).toBeLessThanOrEqual(said.last('changed') + 1);
    }
    if (found.size > 0) expect(e.sceneEvents('recovery_available').at(-1)?.data['count']).toBe(found.size);
    expect([isWriting(join(folder, 'scenes')), isWriting(autosaveFolder(folder))]).toEqual([false, false]);

    const [newest] = fresh;
    if (newest !== undefined) {
      seen.offered += 1;
      const [recovery, count] = newest;
      switch (seen.offered % 4) {
        case 0:
          waiting.set(recovery, count);
          break;
        case 1:
          await e.ok('scene_recover', { action: 'restore', recovery });
          await e.ok('scene_save');
          expect(countInFile(folder)).toBe(count);
          break;
        case 2:
          await e.ok('scene_recover', { action: 'discard', recovery });
          break;
        default:
          // Restored and left unsaved: it waits for the next time.
          await e.ok('scene_recover', { action: 'restore', recovery });
          waiting.set(recovery, count);
      }
    }
    await e.close();
  }
  // It was no idle run.
  expect(seen.offered).toBeGreaterThan(ROUNDS / 4);
  expect(seen.saved).toBeGreaterThan(ROUNDS / 4);
  expect(seen.torn).toBeGreaterThan(0);
}, 300_000);
