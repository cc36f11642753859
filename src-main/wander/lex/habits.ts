/** What other languages write where Wander reads something else. */
import { RESERVED_WORDS, VALUE_WORDS } from '../words';
import type { Token } from './token';

/** `:.2f` before the `}` of a value in a string. */
const FORMAT = /:(?!\})[<>=^]?[-+ ]?0?\d*,?(?:\.(\d+))?[bcdeEfFgGnosxX%]?(?=\})/y;

export interface ForeignFormat {
  readonly length: number;
  /** Of a number, where nothing else is asked for. */
  readonly digits: string | undefined;
}

export function foreignFormatAt(source: string, at: number): ForeignFormat | undefined {
  FORMAT.lastIndex = at;
  const found = FORMAT.exec(source);
  if (found === null) return undefined;
  const [text, digits] = found;
  return { length: text.length, digits: /^:\.\d+f?$/.test(text) ? digits : undefined };
}

/** What may go on behind the second of two that are divided. */
const TAIL = String.raw`\s*(?:[-+*/%)\]},"].*)?$`;
const OPERAND = new RegExp(
  String.raw`^(?:\d[\d_.]*|[A-Za-z_]\w*(?:\.\w+|\(.*?\)|\[.*?\])+|\(\s*[\w.]+\s+[-+*/%]\s+[\w.]+\s*\))${TAIL}`,
);
const PROSE = /[A-Za-z_]\w*\s+[A-Za-z_]/;

/** Whether a comment behind a value on its line looks like what a whole division goes on with: `7 // 2`, `n //= 2`. */
export function looksDivided(before: Token | undefined, comment: string): boolean {
  if (before === undefined || !endsValue(before)) return false;
  const text = comment.slice('//'.length);
  if (PROSE.test(text)) return false;
  return OPERAND.test(text.trim().replace(/^=\s*(?=[\w(])/, ''));
}

function endsValue({ kind, text }: Token): boolean {
  if (kind === 'symbol') return text === ')' || text === ']';
  return kind === 'number' || (kind === 'word' && (!RESERVED_WORDS.has(text) || VALUE_WORDS.has(text)));
}
