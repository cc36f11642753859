import { expect, test } from 'vitest';
import { analyse } from '../analyse';
import { ProgramGenerator } from '../testkit/generator';
import { loadText, runLoaded } from '../testkit/run-text';
import { CopyCounter, ownCopies, SHARED } from './copies';
import { compileProgram } from './program';

/** Above what makes a program warm. */
const MUCH = 10_000_000;

test('a program that has run little stays as it is; one that has run much gets its copies, once', async () => {
  const program = loadText('fn run()\n  return 1 + 2\nend');
  expect(program.ran(1000)).toBeUndefined();
  await program.ran(MUCH);
  expect(runLoaded(program)).toMatchObject({ ok: true, result: 3 });
  expect(program.ran(MUCH)).toBeUndefined();
});

test('random programs give the same before and after they got copies of their own', async () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const source = new ProgramGenerator(seed).program();
    const { unit, modules } = analyse(source, { mode: 'tool' });
    const program = compileProgram(unit, modules);
    const options = { args: { a: [1, [2, 3]], hp: 5 }, scene: [{ name: 'Crate' }], instructions: 20_000 };
    const before = runLoaded(program, options);
    await program.ran(MUCH);
    expect(runLoaded(program, options), source).toEqual(before);
  }
});

test('no two nodes of programs share a copy, as long as there are enough', async () => {
  const counter = new CopyCounter();
  for (let count = 0; count < 5; count += 1) counter.of('members', 'in this test');
  const copies = await ownCopies(counter);
  const modules = Array.from({ length: 5 }, () => copies.of('members', 'in this test'));
  expect(new Set(modules).size).toBe(5);
  expect(modules).not.toContain(SHARED.of('members', 'in this test'));
});
