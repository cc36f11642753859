/** Texts that match the pattern of a schema, made from its syntax tree. */
import { parsePattern, PatternError, type PatternNode } from '../../tools/regex-parser';
import type { Dice } from './dice';

/** Repetitions beyond the least. */
const MAX_MORE = 4;
const MAX_LENGTH = 2_000;
/** Places of the pattern that are gone through, repetitions of nothing included. */
const MAX_STEPS = 20_000;

/** Tried first where a place accepts many characters. */
const LIKELY = Array.from('abcxyzABCXYZ0159_-. /:@#éß💡~!"\'%&+=,;()[]{}<>|*?^$\\\t\n');

/**
 * A text that the pattern matches somewhere, or undefined where none was found: of `length` `least`, the shortest; otherwise of a
 * random one. Anchors in the middle of a pattern are not understood, so whoever takes the text checks it.
 */
export function textOfPattern(source: string, dice: Dice, length: 'least' | 'any'): string | undefined {
  let tree: PatternNode;
  try {
    tree = parsePattern(source);
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
  const text: Text = { parts: [], steps: 0 };
  return write(tree, dice, length === 'least', text) ? text.parts.join('') : undefined;
}

interface Text {
  readonly parts: string[];
  steps: number;
}

function write(node: PatternNode, dice: Dice, least: boolean, into: Text): boolean {
  into.steps += 1;
  if (into.parts.length > MAX_LENGTH || into.steps > MAX_STEPS) return false;
  switch (node.type) {
    case 'one': {
      const character = characterOf(node.accepts, dice, least);
      if (character === undefined) return false;
      into.parts.push(character);
      return true;
    }
    case 'assert':
      return true;
    case 'sequence':
      return node.items.every((item) => write(item, dice, least, into));
    case 'choice': {
      const branch = least ? node.branches[0] : dice.pick(node.branches);
      return branch !== undefined && write(branch, dice, least, into);
    }
    case 'repeat': {
      const most = Math.min(node.max, node.min + MAX_MORE);
      const times = least ? node.min : dice.whole(node.min, most);
      for (let count = 0; count < times; count += 1) if (!write(node.item, dice, least, into)) return false;
      return true;
    }
  }
}

function characterOf(accepts: (code: number) => boolean, dice: Dice, least: boolean): string | undefined {
  const likely = LIKELY.filter((character) => accepts(character.codePointAt(0) ?? 0));
  if (likely.length > 0) return least ? likely[0] : dice.pick(likely);
  for (let code = 32; code < 0x3000; code += 1) if (accepts(code)) return String.fromCodePoint(code);
  return undefined;
}
