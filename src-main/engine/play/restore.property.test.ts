/** Stopping a play leaves everything as it was, whatever was played: scene, history, files, selection, ids. */
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatScene } from '../scene/scene-file';
import { openWorld, type World } from './world.fixture';

const STATEMENTS = [
  'move self by (0.1, 0, 0)',
  'rotate self by (0, 5, 0)',
  'self.position = (frame, 0, 0)',
  'self.scale *= 1.01',
  'self.color = #ff0000',
  'self.name = "Renamed {frame}"',
  'self.enabled = frame % 2 == 0',
  'self.counter = (self.counter ?? 0) + 1',
  'self.light.intensity = frame % 7',
  'self.notes = {list: [1, 2, frame]}',
  'spawn("cube", self.position, "Spawned")',
  'spawn("sphere", (0, frame, 0), "Child", {parent: self})',
  'if find("Root") then clone(find("Root"), {name: "Twin"}) end',
  'add_tag(self, "tagged")',
  'remove_tag(self, "fixed")',
  'set_parent(self, find("Root"))',
  'set_parent(self, none)',
  'teleport(self, (1, 2, 3))',
  'add_component(self, "body")',
  'remove_component(self, "mesh")',
  'destroy self',
  'for e in find_all("fixed") destroy e end',
  'emit "ping" with {n: frame}',
  'log "hello {frame}"',
  'let broken = 1 / (frame - frame)',
  'set_var(self, "x", frame)',
  'remove_var(self, "hp")',
] as const;

const program = fc
  .record({
    start: fc.array(fc.constantFrom(...STATEMENTS), { maxLength: 3 }),
    tick: fc.array(fc.constantFrom(...STATEMENTS), { minLength: 1, maxLength: 5 }),
    ping: fc.array(fc.constantFrom(...STATEMENTS), { maxLength: 2 }),
  })
  .map(
    ({ start, tick, ping }) =>
      `behavior Random\n  on start\n    ${start.join('\n    ')}\n  end\n  on tick\n    ${tick.join('\n    ')}\n  end\n  on event "ping"\n    ${ping.join('\n    ')}\n  end\nend\n`,
  );

/** All that a play must not touch. */
function imageOf(w: World): unknown {
  const files = readdirSync(w.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, readFileSync(path, 'latin1')]);
  return {
    scene: formatScene(w.scene.snapshot()),
    records: w.scene.ids().map((id) => w.scene.get(id)),
    nextId: w.scene.nextId,
    revision: w.scene.revision,
    dirty: w.scene.dirty,
    open: w.scene.open,
    history: w.history.steps(),
    undone: w.history.undone(),
    selection: w.selection.get(),
    files,
  };
}

test(
  'whatever behaviours did in a play, stopping it leaves everything as it was',
  { timeout: 60_000 },
  async () => {
    const w = await openWorld();
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(program, { minLength: 1, maxLength: 3 }),
          fc.integer({ min: 1, max: 40 }),
          fc.integer({ min: 0, max: 1000 }),
          async (programs, steps, seed) => {
            await fill(w, programs);
            const before = imageOf(w);
            await w.ok('sim_control', { action: 'step', steps, seed });
            await w.ok('sim_input', { press: ['a'], event: 'ping' });
            await w.ok('sim_control', { action: 'play' });
            w.timers.pass(100);
            expect(imageOf(w)).toEqual(before);
            await w.ok('sim_control', { action: 'stop' });
            expect(imageOf(w)).toEqual(before);
            expect(w.faults).toEqual([]);
          },
        ),
        { numRuns: 25, seed: 20_261_130 },
      );
    } finally {
      w.remove();
    }
  },
);

/** A scene with the programs on entities of it, saved, and then changed. */
async function fill(w: World, programs: readonly string[]): Promise<void> {
  await w.ok('scene_new', { name: 'Random', empty: true, discard: true });
  await w.ok('entity_create', { name: 'Root' });
  for (const [index, source] of programs.entries()) {
    const name = `Actor ${index}`;
    const parent = index === 1 ? 'Root' : null;
    await w.ok('entity_create', { name, mesh: 'cube', parent, tags: ['fixed'], vars: { hp: 3 } });
    await w.ok('behavior_set', { entity: name, name: 'random', source, allow_errors: true });
  }
  await w.ok('selection_set', { entities: ['Actor 0'] });
  await w.ok('scene_save', { path: 'scenes/main.sky.json', overwrite: true });
  await w.ok('entity_update', { entity: 'Root', position: [1, 0, 0] });
}
