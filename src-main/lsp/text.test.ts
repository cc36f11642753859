import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseEncoding, type Encoding } from './encoding';
import { LspText } from './text';

const at = (text: string, encoding: Encoding, offset: number): readonly number[] => {
  const { line, character } = new LspText(text, encoding).position(offset);
  return [line, character];
};

test('characters are counted as the client does: ä is one unit and two bytes, 😀 is two units, four bytes, one code point', () => {
  const text = 'a\nä😀b';
  expect(at(text, 'utf-16', 5)).toEqual([1, 3]);
  expect(at(text, 'utf-8', 5)).toEqual([1, 6]);
  expect(at(text, 'utf-32', 5)).toEqual([1, 2]);
});

test('lines end with \\n, \\r\\n or \\r, and a position behind a line’s end is its end', () => {
  const text = new LspText('one\r\ntwo\rthree\n', 'utf-16');
  expect([0, 5, 9, 15].map((offset) => text.position(offset).line)).toEqual([0, 1, 2, 3]);
  expect(text.offset({ line: 0, character: 99 })).toBe(3);
  expect(text.offset({ line: 1, character: 99 })).toBe(8);
  expect(text.offset({ line: 99, character: 0 })).toBe(15);
  expect(text.offset({ line: -1, character: 5 })).toBe(0);
});

test('a position within a character is that character’s start', () => {
  expect(new LspText('😀b', 'utf-8').offset({ line: 0, character: 2 })).toBe(0);
  expect(new LspText('😀b', 'utf-8').offset({ line: 0, character: 4 })).toBe(2);
});

test('a change replaces its range, wherever that begins and ends', () => {
  const text = new LspText('let ä = 1\nlog ä', 'utf-8');
  const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 6 } };
  expect(text.changed({ range, text: 'b' }).text).toBe('let b = 1\nlog ä');
  const backwards = { start: range.end, end: range.start };
  expect(text.changed({ range: backwards, text: 'b' }).text).toBe('let b = 1\nlog ä');
  expect(text.changed({ text: 'all' }).text).toBe('all');
});

test('the first known encoding that a client names is taken, else UTF-16', () => {
  expect(chooseEncoding(undefined)).toBe('utf-16');
  expect(chooseEncoding(['utf-8', 'utf-16'])).toBe('utf-8');
  expect(chooseEncoding(['utf-7', 'utf-32'])).toBe('utf-32');
  expect(chooseEncoding(['ebcdic'])).toBe('utf-16');
});

test('positions of character boundaries lead back to their offsets in every encoding', () => {
  const encodings = fc.constantFrom<Encoding>('utf-8', 'utf-16', 'utf-32');
  const piece = fc.constantFrom('a', 'ä', '€', '😀', '\n', '\r', '\r\n', ' ');
  fc.assert(
    fc.property(encodings, fc.array(piece), (encoding, pieces) => {
      const text = new LspText(pieces.join(''), encoding);
      let offset = 0;
      for (const one of [...pieces, '']) {
        // Between the two of a `\r\n` that came about by chance there is no position of its own.
        const isWithinPair = text.text.charCodeAt(offset - 1) === 13 && text.text.charCodeAt(offset) === 10;
        if (!isWithinPair) expect(text.offset(text.position(offset))).toBe(offset);
        offset += one.length;
      }
    }),
    { numRuns: 200 },
  );
});
