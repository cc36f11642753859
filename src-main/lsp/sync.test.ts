/** Whatever is typed in whatever pieces: what the server knows is what a fresh look at the whole text would say. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Diagnostic, Position, SemanticTokens } from 'vscode-languageserver/node';
import { buildEntry, type BuiltEntry } from '../testkit/built-entry';
import { featuresOf } from './client';
import { diagnosticsOf, foldingIn, tokensOf } from './features';
import { CAPABLE, TestClient } from './testkit/client';
import { LspText } from './text';

vi.setConfig({ testTimeout: 60_000 });

let cli: BuiltEntry;

beforeAll(async () => {
  cli = await buildEntry('src-main/cli/main.ts');
}, 60_000);

afterAll(() => cli.remove());

const START = `const SIZE = 3
-- Größe 😀
fn area(w, h = SIZE) -> number
  let text = "ä {w * h} 😀"
  if w > 1 then
    log text
  end
  return w * h + raduis
end
`;

const PIECES = [
  'a', ' ', '\n', '\r\n', '\r', 'end', 'fn g(x)\n', '"', '{', '}', '(', ')', '😀', 'ä', '-- c', 'let y = ', '#fff', '.', 'if w then\n', '1', 'return ', '\ud83d',
]; // prettier-ignore

interface Edit {
  /** Shares of the text's length. */
  readonly at: number;
  readonly length: number;
  readonly piece: string;
}

const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 12 }),
    piece: fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }).map((pieces) => pieces.join('')),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Positions in bytes, worked out apart from what is tested: by cutting the text before the offset into lines. */
function bytePosition(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: Buffer.byteLength(lines.at(-1) ?? '') };
}

/** An offset that is no place inside a character or a line end. */
function boundary(text: string, offset: number): number {
  const isInside =
    (text.charCodeAt(offset - 1) === 13 && text.charCodeAt(offset) === 10) ||
    (/[\ud800-\udbff]/.test(text.charAt(offset - 1)) && /[\udc00-\udfff]/.test(text.charAt(offset)));
  return isInside ? offset - 1 : offset;
}

test('after 300 random edits in random pieces, counted in bytes, text, diagnostics, tokens and folds are those of the whole text', async () => {
  const capabilities = {
    ...CAPABLE,
    general: { positionEncodings: ['utf-8'] },
    textDocument: { ...CAPABLE.textDocument, diagnostic: {} },
  };
  const client = TestClient.start(cli.script);
  try {
    await client.initialize(undefined, capabilities);
    const uri = 'untitled:fuzz';
    const textDocument = { uri };
    let text = START;
    await client.open(uri, text);
    for (const group of fc.sample(edits, { seed: 20261130, numRuns: 300 })) {
      const changes = group.map(({ at, length, piece }: Edit) => {
        const start = boundary(text, Math.floor(at * text.length));
        const end = boundary(text, Math.min(text.length, start + length));
        const range = { start: bytePosition(text, start), end: bytePosition(text, end) };
        // What is sent as JSON in UTF-8 has no lone halves of characters.
        const sent = Buffer.from(piece).toString();
        text = text.slice(0, start) + sent + text.slice(end);
        return { range, text: sent };
      });
      await client.change(uri, ...changes);
      const fresh = {
        uri,
        text: new LspText(text, 'utf-8'),
        facts: { mode: 'script' } as const,
        project: undefined,
      };
      const [pulled, tokens, folds] = await Promise.all([
        client.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument }),
        client.ask<SemanticTokens>('textDocument/semanticTokens/full', { textDocument }),
        client.ask('textDocument/foldingRange', { textDocument }),
      ]);
      expect({ text, found: pulled.items }).toEqual({
        text,
        found: diagnosticsOf(fresh, featuresOf(capabilities)),
      });
      expect(tokens.data).toEqual(tokensOf(fresh));
      expect(folds).toEqual(foldingIn(fresh));
      if (text.length > 3000) {
        text = START;
        await client.change(uri, { text });
      }
    }
    expect(await client.end()).toBe(0);
  } finally {
    client.kill();
  }
});

test('any edits of any text in any encoding leave the text that they describe', () => {
  const encodings = fc.constantFrom('utf-8' as const, 'utf-16' as const, 'utf-32' as const);
  fc.assert(
    fc.property(encodings, edits, (encoding, group) => {
      let text = START;
      let known = new LspText(text, encoding);
      for (const { at, length, piece } of group) {
        const start = boundary(text, Math.floor(at * text.length));
        const end = boundary(text, Math.min(text.length, start + length));
        known = known.changed({ range: known.range({ start, end }), text: piece });
        text = text.slice(0, start) + piece + text.slice(end);
        expect(known.text).toBe(text);
      }
    }),
    { numRuns: 500, seed: 7 },
  );
});
