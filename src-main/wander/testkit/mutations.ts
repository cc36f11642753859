/** Texts that once were programs: with bytes changed, tokens moved about, and pieces of others put in. */
import { lex } from '../lexer';
import type { Choices } from './choices';

/** What is worth putting anywhere: beginnings without ends, names of the host, what other languages have, hard numbers. */
const PIECES: readonly string[] = [
  '"',
  "'",
  '{',
  '}',
  '"{',
  '}"',
  '(',
  ')',
  '[',
  ']',
  'end',
  'fn',
  'fn f()',
  'if true then',
  'for x in',
  'match 1 when',
  'let',
  '=>',
  '=',
  '.',
  '..',
  '..=',
  '??',
  '--',
  '#',
  '#fff',
  '@',
  '$',
  '\\',
  '`',
  ';',
  ',',
  ':',
  '|',
  '\n',
  '\r\n',
  '\u2028',
  '\ufeff',
  '\0',
  '\ud800',
  '😀',
  'é',
  '__proto__',
  'constructor',
  'toString',
  '.constructor',
  '["__proto__"]',
  'args',
  'self',
  'none',
  '1e999',
  '0x',
  '1..2',
  '-1',
  '9007199254740993',
  'behavior B',
  'on tick',
  'state S',
  'wait 1',
  'test "t"',
  'expect',
  'use "lib/tools"',
  'const C =',
  'return',
  'break',
  'stop',
  '/*',
  '*/',
  '${1}',
  '//',
];

const place = (choices: Choices, text: string): number =>
  text.length === 0 ? 0 : (choices.below(256) * 256 + choices.below(256)) % (text.length + 1);

const pick = <T>(choices: Choices, items: readonly T[]): T | undefined => items[choices.below(items.length)];

/** One change of the characters. */
function changeText(text: string, choices: Choices): string {
  const at = place(choices, text);
  switch (choices.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + String.fromCharCode(choices.below(128)) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + (pick(choices, PIECES) ?? '') + text.slice(at);
    case 3:
      return text.slice(0, at);
    default: {
      const to = place(choices, text);
      return text.slice(0, Math.min(at, to)) + text.slice(Math.max(at, to));
    }
  }
}

/** One change of the tokens: one left out, doubled, replaced by another of the text, or changed with another. */
function changeTokens(text: string, choices: Choices): string {
  const tokens = lex(text).all.map((token) => text.slice(token.start, token.end));
  if (tokens.length === 0) return text;
  const at = place(choices, text) % tokens.length;
  const other = place(choices, text) % tokens.length;
  const [one = '', two = ''] = [tokens[at], tokens[other]];
  switch (choices.below(5)) {
    case 0:
      tokens[at] = '';
      break;
    case 1:
      tokens[at] = `${one} ${one}`;
      break;
    case 2:
      tokens[at] = two;
      break;
    case 3:
      tokens[at] = ` ${pick(choices, PIECES) ?? ''} `;
      break;
    default:
      tokens[at] = two;
      tokens[other] = one;
  }
  return tokens.join('');
}

/** A text after some changes, now and then with the end of another one. */
export function mutate(text: string, others: readonly string[], choices: Choices): string {
  let changed = text;
  const count = 1 + choices.below(4);
  for (let done = 0; done < count; done += 1)
    changed = choices.below(2) === 0 ? changeText(changed, choices) : changeTokens(changed, choices);
  if (choices.below(10) > 0) return changed;
  const other = pick(choices, others) ?? '';
  return changed.slice(0, place(choices, changed)) + other.slice(place(choices, other));
}
