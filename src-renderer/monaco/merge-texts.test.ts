import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeTexts } from './merge-texts';

const base = 'one\ntwo\nthree\nfour\nfive\n';

test('changes that are lines apart are joined', () => {
  expect(mergeTexts(base, base.replace('one', 'ONE'), base.replace('five', 'FIVE'))).toBe(
    'ONE\ntwo\nthree\nfour\nFIVE\n',
  );
  expect(mergeTexts(base, `${base}mine\n`, base.replace('one\n', ''))).toBe('two\nthree\nfour\nfive\nmine\n');
});

test('changes of one line, or of lines next to each other, are not', () => {
  expect(mergeTexts(base, base.replace('two', 'TWO'), base.replace('two', '2'))).toBeUndefined();
  expect(mergeTexts(base, base.replace('two', 'TWO'), base.replace('three', '3'))).toBeUndefined();
  expect(mergeTexts(base, base.replace('two\n', ''), base.replace('two', '2'))).toBeUndefined();
  expect(mergeTexts(base, `${base}mine`, `${base}theirs`)).toBeUndefined();
});

test('what both did alike is done once', () => {
  const both = base.replace('two', 'TWO');
  expect(mergeTexts(base, both, both.replace('five', 'FIVE'))).toBe('one\nTWO\nthree\nfour\nFIVE\n');
  expect(mergeTexts(base, both, both)).toBe(both);
});

test('which of the two is mine makes no difference, and a change of one alone is that change', () => {
  const texts = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(texts, texts, texts, (from, one, other) => {
      expect(mergeTexts(from, one, other)).toBe(mergeTexts(from, other, one));
      expect(mergeTexts(from, one, from)).toBe(one);
    }),
  );
});
