import { expect, test } from 'vitest';
import type { JsonValue } from '../host';
import { loadText, runLoaded, type TextOptions } from '../testkit/run-text';

const options: TextOptions = {
  scene: [
    { name: 'A', position: [1, 2, 3] },
    { name: 'B', position: [1, 5, 7] },
    { name: 'C', position: [1e200, 0, 0], parent: 2 },
  ],
  args: { centre: [1, 2, 3], three: 3, place: { position: [4, 2, 7] } },
};

/** Before the program got copies of its own, and after. */
async function both(source: string): Promise<JsonValue[]> {
  const program = loadText(source);
  const outcomes: JsonValue[] = [];
  for (const units of [0, 10_000_000]) {
    await program.ran(units);
    const outcome = runLoaded(program, options);
    outcomes.push(
      outcome.ok ? outcome.result : `${outcome.error.line}:${outcome.error.column} ${outcome.error.message}`,
    );
  }
  return outcomes;
}

const twice = (value: JsonValue): JsonValue[] => [value, value];

test('a distance from or to the position of an entity, of a map, or both', async () => {
  const source = (call: string): string =>
    `fn run(args)\n  let a = find("A")\n  let b = find("B")\n  let m = args.place\n  return ${call}\nend`;
  expect(await both(source('distance(b.position, args.centre)'))).toEqual(twice(5));
  expect(await both(source('distance(args.centre, b.position)'))).toEqual(twice(5));
  expect(await both(source('distance(a.position, b.position)'))).toEqual(twice(5));
  expect(await both(source('distance(a.position, b)'))).toEqual(twice(5));
  expect(await both(source('distance(m.position, a.position)'))).toEqual(twice(5));
  expect(await both(source('distance(a.position, m.position)'))).toEqual(twice(5));
});

test('what is wrong with such a distance is told where it stands', async () => {
  expect(await both('fn run(args)\n  let e = none\n  return distance(e.position, args.centre)\nend')).toEqual(
    twice('3:21 none has no "position"'),
  );
  expect(await both('fn run(args)\n  return distance(find("A").position, args.three)\nend')).toEqual(
    twice('2:10 distance: b must be a vector or an entity, not a number'),
  );
  expect(await both('fn run()\n  return distance(find("C").position, (0, 0, 0))\nend')).toEqual(
    twice('2:10 the result is too large to be a number'),
  );
  expect(await both('fn run(args)\n  return distance(args.centre, {}.position)\nend')).toEqual(
    twice('2:10 distance: b must be a vector or an entity, not none'),
  );
});

test('it costs the same as with the vector in a variable, but for the statement', () => {
  const near = runLoaded(
    loadText('fn run()\n  return distance(find("A").position, (0, 0, 0))\nend'),
    options,
  );
  const far = runLoaded(
    loadText('fn run()\n  let p = find("A").position\n  return distance(p, (0, 0, 0))\nend'),
    options,
  );
  // A statement, and the name that is read.
  expect(far.instructions - near.instructions).toBe(2);
});
