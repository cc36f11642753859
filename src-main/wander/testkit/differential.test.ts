import { expect, test } from 'vitest';
import { analyse } from '../analyse';
import { compileProgram } from '../compile/program';
import type { RunOutcome } from '../run';
import { ProgramGenerator } from './generator';
import { MemoryScene, type EntityDraft } from './memory-scene';
import { oracleProgram } from './oracle-program';
import { runLoaded } from './run-text';

const COUNT = 2000;
const SEED = 20_240_601;

const SCENE: readonly EntityDraft[] = [
  {
    name: 'Crate A',
    position: [1, 0, 0],
    tags: ['crate'],
    vars: { hp: 3, items: [1, [2]], home: [1, 2, 3] },
  },
  {
    name: 'Crate B',
    position: [0, 0, 8],
    tags: ['crate'],
    components: { light: { intensity: 2, color: '#ff0000' } },
  },
  { name: 'Lamp', position: [0, 5, 0], tags: ['light'], parent: 1 },
];

/** What the two ways of holding lists may differ in: only what it costs to copy. */
const LIMIT_CODES = new Set(['budget_exceeded', 'output_too_large']);

interface Trial {
  readonly outcome: RunOutcome;
  readonly scene: unknown;
}

function attempt(program: Parameters<typeof runLoaded>[0], instructions: number): Trial {
  const scene = new MemoryScene(SCENE);
  const outcome = runLoaded(program, { scene, instructions, args: { a: [1, [2, 3]], hp: 5 } });
  return { outcome, scene: scene.dump() };
}

const withoutCounts = ({ outcome, scene }: Trial): unknown => ({ ...outcome, instructions: 0, scene });

test(`${COUNT} random programs give the same compiled and walked: result, error, place, scene, instructions`, () => {
  const endings = new Map<string, number>();
  for (let index = 0; index < COUNT; index += 1) {
    const source = new ProgramGenerator(SEED + index).program();
    const { unit, modules, diagnostics } = analyse(source, { mode: 'tool' });
    const refused = diagnostics.filter(({ code }) =>
      /missing|unexpected|unknown_(name|function)|duplicate/.test(code),
    );
    expect(refused, source).toEqual([]);
    const instructions = index % 5 === 0 ? 200 : 20_000;
    const compiled = attempt(compileProgram(unit, modules), instructions);
    const walked = attempt(oracleProgram(unit, modules, false), instructions);
    expect(compiled, source).toEqual(walked);
    const { outcome } = compiled;
    const ending = outcome.ok ? 'ok' : outcome.error.code;
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
    if (LIMIT_CODES.has(ending)) continue;
    // Where copying costs more, it may be what goes beyond the budget.
    const copied = attempt(oracleProgram(unit, modules, true), 200_000);
    expect(withoutCounts(compiled), source).toEqual(withoutCounts(copied));
  }
  // The programs are worth comparing: many end well, many fail, some run out of budget.
  expect(endings.get('ok')).toBeGreaterThan(COUNT / 5);
  expect(endings.get('runtime_error')).toBeGreaterThan(COUNT / 5);
  expect(endings.get('budget_exceeded')).toBeGreaterThan(COUNT / 100);
}, 60_000);
