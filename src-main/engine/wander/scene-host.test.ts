import { expect, test } from 'vitest';
import { loadProgram } from '../../wander/load';
import { runProgram } from '../../wander/run';
import { Scene } from '../scene/scene';
import { EngineSceneHost } from './scene-host';

/** Forty crates, of which the second stands under the first, and so on: number 40 has 39 above it. */
function sceneOfForty(): Scene {
  const scene = new Scene();
  const tx = scene.begin();
  let parent: number | null = null;
  for (let index = 1; index <= 40; index += 1)
    parent = tx.create({ name: `Crate ${index}`, tags: ['crate'], parent }).id;
  tx.commit();
  return scene;
}

function run(scene: Scene, source: string) {
  const { program } = loadProgram(source, { mode: 'tool', module: () => undefined });
  if (program === undefined) throw new Error('does not load');
  const tx = scene.begin();
  const outcome = runProgram(program, {
    host: { scene: new EngineSceneHost(scene, tx), mutate: true },
    args: {},
    limits: { instructions: 1_000_000, deadline: 1, now: () => 0 },
    seed: 1,
  });
  tx.commit();
  return outcome;
}

const COUNT = 'fn run() return [find_all().length, find_all("crate").length] end';

test('find_all costs the same whether or not the scene was looked through before', () => {
  const scene = sceneOfForty();
  const first = run(scene, COUNT);
  expect(first).toMatchObject({ ok: true, result: [40, 40] });
  expect(run(scene, COUNT)).toEqual(first);
  // Looking at each costs 3, and a step up 2: of those 0 + 1 + … + 39 are taken.
  const empty = run(new Scene(), COUNT);
  expect(first.instructions - empty.instructions).toBe(2 * (40 * 3 + 780 * 2 + 20));
});

test('find_all gives those that are active now: what changed since the last time counts, in the same run too', () => {
  const scene = sceneOfForty();
  expect(run(scene, COUNT)).toMatchObject({ result: [40, 40] });
  const source =
    'fn run()\n  let before = find_all().length\n  let e = find("Crate 31")\n  e.enabled = false\n  let without = find_all().length\n  e.enabled = true\n  return [before, without, find_all().length]\nend';
  expect(run(scene, source)).toMatchObject({ ok: true, result: [40, 30, 40] });
  const tx = scene.begin();
  tx.update(11, { enabled: false });
  tx.commit();
  expect(run(scene, COUNT)).toMatchObject({ result: [10, 10] });
});

test('a list from find_all is its own: what a script does to it is not seen by the next', () => {
  const scene = sceneOfForty();
  const source =
    'fn run()\n  let all = find_all()\n  all.clear()\n  all.push(1)\n  return [all.length, find_all().length]\nend';
  expect(run(scene, source)).toMatchObject({ ok: true, result: [1, 40] });
  expect(run(scene, COUNT)).toMatchObject({ result: [40, 40] });
});
