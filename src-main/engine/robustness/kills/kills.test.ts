/** kill −9 between any two accesses to the disk of a define/approve/call/save cycle. `SKYWALKER_KILLS` makes more of them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KillRounds } from './rounds';

const ROUNDS = Number(process.env.SKYWALKER_KILLS ?? 25);
const SEED = Number(process.env.SKYWALKER_SEED ?? 1);

let output: string;

beforeAll(async () => {
  const root = resolve(import.meta.dirname, '../../../..');
  mkdirSync(join(root, 'test-results'), { recursive: true });
  output = mkdtempSync(join(root, 'test-results', 'killed-definer-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: 'src-main/engine/robustness/kills/child.ts',
      outDir: output,
      target: 'node20.18',
      rollupOptions: { output: { entryFileNames: 'definer.js', format: 'es' } },
    },
  });
  writeFileSync(join(output, 'package.json'), '{"type": "module"}');
}, 120_000);

afterAll(() => rmSync(output, { recursive: true, force: true }));

test(
  `killed ${ROUNDS} times, the project always opens, no definition or approval is half-written, and the audit's chain is whole`,
  async () => {
    const rounds = await KillRounds.start({
      command: [process.execPath, join(output, 'definer.js')],
      seed: SEED,
    });
    const summary = await rounds.run(ROUNDS);
    expect(summary.problems).toEqual([]);
    expect(summary.opened).toBe(ROUNDS);
    // It was no idle run.
    expect(summary.cycles).toBeGreaterThan(ROUNDS / 3);
    expect(Object.keys(summary.kills)).toHaveLength(4);
    expect(Object.keys(summary.within).length).toBeGreaterThan(1);
  },
  60_000 + ROUNDS * 6_000,
);
