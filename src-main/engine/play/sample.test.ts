/** The sample project's behaviours: their tests pass, and the level plays without an error. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '../engine';
import type { JsonObject } from '../json';

let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sky-sample-'));
  cpSync(join(import.meta.dirname, '../../../resources/sample-project'), join(folder, 'project'), {
    recursive: true,
  });
  const opened = await Engine.open({ folder: join(folder, 'project'), userFolder: join(folder, 'user') });
  if (!opened.ok) throw new Error(opened.error.message);
  engine = opened.value;
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ok(tool: string, args: JsonObject = {}): Promise<JsonObject> {
  const result = await engine.call({ tool, args, caller: { actor: 'cli', kind: 'human' } });
  if (!result.ok) throw new Error(`${tool}: ${result.error.message}`);
  return result.structured ?? {};
}

test('its behaviours pass their tests', async () => {
  const { tests, diagnostics, compiled } = await ok('wander_test');
  expect({ compiled, diagnostics }).toEqual({ compiled: true, diagnostics: [] });
  const failed = (tests as JsonObject[]).filter((one) => one.passed !== true);
  expect(failed).toEqual([]);
  expect((tests as JsonObject[]).length).toBeGreaterThanOrEqual(6);
});

test('nothing is wrong with what stands on its entities', async () => {
  expect((await ok('scene_validate')).problems).toEqual([]);
});

test('it plays: lanterns breathe, and a click on the portal opens it and makes them flare', async () => {
  const light = async (): Promise<unknown> => {
    const { entities } = await ok('sim_state', {
      entities: ['Lantern 1 Lamp'],
      fields: ['components.light.intensity'],
    });
    return (entities as JsonObject[])[0]?.['components.light.intensity'];
  };
  const stateOf = async (behavior: string): Promise<unknown> => {
    const { scripts } = await ok('sim_state', { scripts: true });
    return (scripts as JsonObject[]).find((one) => one.behavior === behavior)?.state;
  };
  await ok('sim_control', { action: 'step', steps: 1 });
  const before = await light();
  await ok('sim_control', { action: 'step', steps: 30 });
  expect(await light()).not.toBe(before);
  expect(await stateOf('Portal')).toBe('Closed');
  await ok('sim_input', { click: 'Portal Veil' });
  await ok('sim_control', { action: 'step', steps: 95 });
  expect(await stateOf('Portal')).toBe('Open');
  expect(await stateOf('Lantern')).toBe('Flaring');
  const { errors } = await ok('sim_control', { action: 'step', steps: 300 });
  expect(errors).toBe(0);
  await ok('sim_control', { action: 'stop' });
});
