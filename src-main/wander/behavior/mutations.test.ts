/** The examples with pieces cut out, doubled and moved: whatever a person is in the middle of typing, nothing throws. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { format } from '../format';
import { complete } from '../service/completion';
import { hover } from '../service/hover';
import { semanticTokens } from '../service/semantic-tokens';
import { folding, symbols } from '../service/structure';
import { MemoryScene } from '../testkit/memory-scene';
import { listBehaviors } from './list';
import { loadBehaviors } from './load';
import { runTests } from './tests';
import { on, play } from './trace.fixture';

const folder = join(import.meta.dirname, 'corpus');
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.wander'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

const PIECES = [
  'end',
  'on tick',
  'state A',
  'go to A',
  'wait 1',
  'test "t"',
  '"',
  '{',
  ')',
  '\n',
  'every 1',
  'var x = 1',
  'fn f()',
  '#',
  'behavior B',
];

const mutated = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(fc.tuple(fc.nat(), fc.nat(30), fc.option(fc.constantFrom(...PIECES))), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([text, edits]) =>
    edits.reduce((now, [place, length, piece]) => {
      const at = place % (now.length + 1);
      return now.slice(0, at) + (piece ?? '') + now.slice(piece === null ? at + length : at);
    }, text),
  );

test('changed examples are read, listed, formatted, asked about and played without an exception', () => {
  const facts = { mode: 'script' as const };
  let played = 0;
  fc.assert(
    fc.property(mutated, fc.nat(), (text, place) => {
      const at = place % (text.length + 1);
      listBehaviors(text);
      symbols(text, facts);
      folding(text);
      semanticTokens(text, facts);
      complete(text, at, facts);
      hover(text, at, facts);
      const formatted = format(text);
      expect(format(formatted)).toBe(formatted);
      if (loadBehaviors(text, {}).program === undefined) return;
      played += 1;
      play({ scripts: [on(text)], steps: 10, instructions: 2000 });
      const scene = () => ({ scene: new MemoryScene([{ name: 'One' }]), entity: 1 });
      runTests(text, { scene, instructions: 2000, maxSeconds: 1 });
    }),
    { seed: 3, numRuns: 300 },
  );
  expect(played).toBeGreaterThan(5);
});
