/** Whether a space stands between two tokens of one line. */
import type { Token } from './lexer';
import type { Layout } from './parse/layout';

const CLOSERS = new Set([')', ']', '}']);
const GLUED_STATEMENTS = new Set(['log', 'print', 'destroy']);
const OPENERS = new Set(['(', '[', '{']);

/** `index` is that of `token`, the second of the two. */
export function needsSpace(previous: Token, token: Token, index: number, layout: Layout): boolean {
  if (token.kind === 'string-middle' || token.kind === 'string-end') return false;
  if (previous.kind === 'string-start' || previous.kind === 'string-middle') return false;
  const before = previous.kind === 'symbol' ? previous.text : '';
  const text = token.kind === 'symbol' ? token.text : '';
  // `1.` and what follows would be read together.
  if (previous.kind === 'number' && previous.text.endsWith('.')) return !CLOSERS.has(text) && text !== ',';
  if (layout.typeSymbols.has(index) || layout.splitAngles.has(index)) return false;
  if (layout.typeSymbols.has(index - 1))
    return !OPENERS.has(text) && !CLOSERS.has(text) && text !== ',' && isOutOfType(before, token);
  // Two signs in a row would begin a comment.
  if (layout.unary.has(index - 1)) return before === '-' && text === '-';
  if (OPENERS.has(before) || CLOSERS.has(text) || text === ',' || text === ':') return false;
  if (before === '.' || before === '..' || before === '..=') return text === '-' && before === '.';
  if (text === '.' || text === '..' || text === '..=') return false;
  if (text === '(' || text === '[') return !layout.tight.has(index) && !isGluedStatement(previous, token);
  return true;
}

/** Behind `|` and `<` the type goes on; behind `>` and `?` it has ended. */
function isOutOfType(before: string, token: Token): boolean {
  if (before === '|' || before === '<') return false;
  return !(token.kind === 'symbol' && token.text === ':');
}

/** `log(a)`, which reads as a call though it is a statement, stays as it was written. */
function isGluedStatement(previous: Token, token: Token): boolean {
  return token.glued && previous.kind === 'word' && GLUED_STATEMENTS.has(previous.text);
}
