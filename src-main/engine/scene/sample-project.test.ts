/** The sample project is a scene like any other, and its file is as the engine would write it. */
import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Project } from '../project/project';
import { Scene } from './scene';
import { formatScene, parseScene } from './scene-file';

const sample = join(import.meta.dirname, '../../../resources/sample-project');

test('the sample project opens, and its scene is written as it stands in the file', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'sky-sample-')), 'Sky Garden');
  await cp(sample, folder, { recursive: true });
  const project = await Project.open(folder);
  if (!project.ok) throw new Error(project.error.message);
  expect(project.value.settings).toMatchObject({ name: 'Sky Garden', customTools: { policy: 'auto' } });
  const path = project.value.resolve(project.value.settings.main_scene);
  const text = await readFile(path.ok ? path.value : '', 'utf8');
  const parsed = parseScene(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(formatScene(parsed.value)).toBe(text);
});

test('five of its twelve enemies are within 8 m of the origin, none near the edge of that', async () => {
  const parsed = parseScene(await readFile(join(sample, 'scenes/main.sky.json'), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  const scene = new Scene();
  const tx = scene.begin();
  tx.replaceAll(parsed.value);
  tx.commit();
  const enemies = scene.withTag('enemy');
  const near = (radius: number): string[] =>
    scene
      .within([0, 0, 0], radius)
      .filter((id) => enemies.includes(id))
      .map((id) => scene.get(id)!.name);
  expect(enemies).toHaveLength(12);
  expect(near(8)).toEqual(['Thornling 1', 'Thornling 2', 'Thornling 3', 'Mossback 1', 'Ember Wisp 1']);
  expect(near(9.5)).toEqual(near(8));
  expect(near(6)).toEqual(near(8));
  for (const id of enemies) expect(scene.get(id)?.vars.hp).toBeGreaterThan(0);
  for (const rarity of ['common', 'rare', 'epic']) expect(scene.withTag(rarity).length).toBeGreaterThan(1);
});
