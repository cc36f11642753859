import { expect, test } from 'vitest';
import { loadText, runLoaded } from '../testkit/run-text';

const NAMES = ['id', 'name', 'position', 'length', 'x', 'y', 'z', 'other'];

test('maps are read by names that other values have as well, one shape after the other, and as tables too', async () => {
  const program = loadText(`fn parts(m) return [${NAMES.map((name) => `m.${name}`).join(', ')}] end
fn run(args) return args.maps.map(m => parts(m)) end`);
  const all = Object.fromEntries(NAMES.map((name, index) => [name, index]));
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, index]));
  const reversed = Object.fromEntries(NAMES.toReversed().map((name, index) => [name, index]));
  const options = { args: { maps: [all, reversed, all, {}, { ...many, ...all }, many] } };
  const none = NAMES.map(() => null);
  const before = runLoaded(program, options);
  expect(before).toMatchObject({
    ok: true,
    result: [
      [0, 1, 2, 3, 4, 5, 6, 7],
      [7, 6, 5, 4, 3, 2, 1, 0],
      [0, 1, 2, 3, 4, 5, 6, 7],
      none,
      [0, 1, 2, 3, 4, 5, 6, 7],
      none,
    ],
  });
  await program.ran(10_000_000);
  expect(runLoaded(program, options)).toEqual(before);
});

test('one place reads entities, vectors, lists and maps', async () => {
  const program = loadText(`fn name(v) return v.name end
fn length(v) return v.length end
fn x(v) return v.x end
fn id(v) return v.id end
fn run(args)
  let e = find("A")
  let m = args.map
  return [name(e), name(m), length([7, 8]), length(m), length("abc"), x((1, 2, 3)), x(m), id(m), id(e), name(e)]
end`);
  const options = { scene: [{ name: 'A' }], args: { map: { name: 'm', length: 5, x: 6, id: 7 } } };
  const before = runLoaded(program, options);
  expect(before).toMatchObject({ ok: true, result: ['A', 'm', 2, 5, 3, 1, 6, 7, 1, 'A'] });
  await program.ran(10_000_000);
  expect(runLoaded(program, options)).toEqual(before);
});
