/** Reads the pattern of a schema (see safe-regex.ts). By code points, as with the `u` flag. */

export type Assertion = 'start' | 'end' | 'edge' | 'inside';

export type PatternNode =
  | { readonly type: 'one'; readonly accepts: (code: number) => boolean }
  | { readonly type: 'assert'; readonly kind: Assertion }
  | { readonly type: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly branches: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number };

export class PatternError extends Error {}

/** Longest pattern, in characters. */
const MAX_PATTERN = 1_000;

const MAX_NESTING = 50;
const MAX_COUNT = 1_000;

type Accepts = (code: number) => boolean;

export function parsePattern(source: string): PatternNode {
  if (source.length > MAX_PATTERN) {
    throw new PatternError(`It has ${source.length} characters; at most ${MAX_PATTERN} are allowed.`);
  }
  const parser = new Parser(Array.from(source));
  return parser.parse();
}

class Parser {
  private at = 0;
  private nesting = 0;

  constructor(private readonly text: readonly string[]) {}

  parse(): PatternNode {
    const node = this.choice();
    if (this.at < this.text.length) throw new PatternError(`")" at character ${this.at + 1} closes nothing.`);
    return node;
  }

  private choice(): PatternNode {
    const branches = [this.sequence()];
    while (this.take('|')) branches.push(this.sequence());
    const only = branches[0];
    return branches.length === 1 && only !== undefined ? only : { type: 'choice', branches };
  }

  private sequence(): PatternNode {
    const items: PatternNode[] = [];
    for (
      let next = this.text[this.at];
      next !== undefined && next !== '|' && next !== ')';
      next = this.text[this.at]
    ) {
      items.push(this.quantified(this.atom()));
    }
    return { type: 'sequence', items };
  }

  private quantified(item: PatternNode): PatternNode {
    const range = this.quantifier();
    if (range === undefined) return item;
    if (item.type === 'assert') throw new PatternError("An anchor can't be repeated.");
    // Lazy or greedy makes no difference to whether there is a match.
    this.take('?');
    if (this.quantifier() !== undefined) throw new PatternError('Two quantifiers follow each other.');
    return { type: 'repeat', item, ...range };
  }

  private quantifier(): { min: number; max: number } | undefined {
    if (this.take('*')) return { min: 0, max: Infinity };
    if (this.take('+')) return { min: 1, max: Infinity };
    if (this.take('?')) return { min: 0, max: 1 };
    if (this.text[this.at] !== '{') return undefined;
    const found = /^\{(\d{1,6})(?:(,)(\d{0,6}))?\}/.exec(this.text.slice(this.at, this.at + 20).join(''));
    if (found === null)
      throw new PatternError('A "{" has to be part of a count such as {2,5}, or be written \\{.');
    this.at += found[0].length;
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === '' ? Infinity : Number(found[3]);
    if (min > max) throw new PatternError(`The count ${found[0]} is out of order.`);
    if (min > MAX_COUNT || (max !== Infinity && max > MAX_COUNT)) {
      throw new PatternError(`The count ${found[0]} is too large; at most ${MAX_COUNT}.`);
    }
    return { min, max };
  }

  private atom(): PatternNode {
    const character = this.text[this.at];
    this.at += 1;
    switch (character) {
      case '.':
        return one((code) => code !== 10 && code !== 13 && code !== 0x2028 && code !== 0x2029);
      case '^':
        return { type: 'assert', kind: 'start' };
      case '$':
        return { type: 'assert', kind: 'end' };
      case '(':
        return this.group();
      case '[':
        return one(this.characterClass());
      case '\\':
        return this.escape();
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternError(`"${character}" at character ${this.at} has nothing to repeat.`);
      case undefined:
        throw new PatternError('It ends too soon.');
      default:
        return one(exactly(character.codePointAt(0) ?? 0));
    }
  }

  private group(): PatternNode {
    this.nesting += 1;
    if (this.nesting > MAX_NESTING)
      throw new PatternError(`Its groups are nested more than ${MAX_NESTING} deep.`);
    if (this.take('?')) {
      const opener = this.text.slice(this.at, this.at + 2).join('');
      if (/^(?:=|!|<=|<!)/.test(opener)) {
        throw new PatternError(
          'Look-ahead and look-behind are not supported: they can take exponential time.',
        );
      }
      if (this.take('<')) while (this.at < this.text.length && !this.take('>')) this.at += 1;
      else if (!this.take(':')) throw new PatternError(`"(?${this.text[this.at] ?? ''}" is not supported.`);
    }
    const node = this.choice();
    if (!this.take(')')) throw new PatternError('A ")" is missing.');
    this.nesting -= 1;
    return node;
  }

  private escape(): PatternNode {
    if (this.take('b')) return { type: 'assert', kind: 'edge' };
    if (this.take('B')) return { type: 'assert', kind: 'inside' };
    const next = this.text[this.at];
    if (next === 'k' || (next !== undefined && /[1-9]/.test(next))) {
      throw new PatternError('Back-references are not supported: they can take exponential time.');
    }
    const set = this.classEscape();
    return one(typeof set === 'number' ? exactly(set) : set);
  }

  /** After a backslash: one character's code, or a set of them. */
  private classEscape(): number | Accepts {
    const character = this.text[this.at];
    this.at += 1;
    switch (character) {
      case undefined:
        throw new PatternError('It ends with a single "\\".');
      case 'd':
        return isDigit;
      case 'D':
        return (code) => !isDigit(code);
      case 'w':
        return isWord;
      case 'W':
        return (code) => !isWord(code);
      case 's':
        return isSpace;
      case 'S':
        return (code) => !isSpace(code);
      case 'p':
      case 'P':
        return this.property(character);
      case 't':
        return 9;
      case 'n':
        return 10;
      case 'v':
        return 11;
      case 'f':
        return 12;
      case 'r':
        return 13;
      case '0':
        return 0;
      case 'x':
        return this.hex(2);
      case 'u':
        return this.unicode();
      default:
        if (/[A-Za-z0-9]/.test(character)) throw new PatternError(`"\\${character}" means nothing.`);
        return character.codePointAt(0) ?? 0;
    }
  }

  private property(letter: string): Accepts {
    const rest = this.text.slice(this.at, this.at + 60).join('');
    const found = /^\{([A-Za-z_]{1,40}(?:=[A-Za-z_]{1,40})?)\}/.exec(rest);
    if (found === null)
      throw new PatternError(`"\\${letter}" needs a property in braces, such as \\${letter}{L}.`);
    this.at += found[0].length;
    let single: RegExp;
    try {
      // One character at a time: nothing here can repeat, so the platform's own matcher is safe.
      single = new RegExp(`^\\${letter}${found[0]}$`, 'u');
    } catch {
      throw new PatternError(`There is no Unicode property "${found[1] ?? ''}".`);
    }
    return (code) => single.test(String.fromCodePoint(code));
  }

  private unicode(): number {
    if (!this.take('{')) return this.surrogates(this.hex(4));
    let digits = '';
    while (this.at < this.text.length && !this.take('}')) {
      digits += this.text[this.at] ?? '';
      this.at += 1;
    }
    const code = /^[0-9a-fA-F]{1,6}$/.test(digits) ? Number.parseInt(digits, 16) : NaN;
    if (!(code <= 0x10ffff)) throw new PatternError(`"\\u{${digits}}" is no character.`);
    return code;
  }

  /** Two \u escapes that make up one character. */
  private surrogates(high: number): number {
    const low = /^\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(this.text.slice(this.at, this.at + 6).join(''))?.[1];
    if (high < 0xd800 || high > 0xdbff || low === undefined) return high;
    this.at += 6;
    return 0x10000 + ((high - 0xd800) << 10) + (Number.parseInt(low, 16) - 0xdc00);
  }

  private hex(digits: number): number {
    const text = this.text.slice(this.at, this.at + digits).join('');
    if (text.length !== digits || !/^[0-9a-fA-F]+$/.test(text))
      throw new PatternError(`${digits} hexadecimal digits are missing.`);
    this.at += digits;
    return Number.parseInt(text, 16);
  }

  private characterClass(): Accepts {
    const negated = this.take('^');
    const sets: Accepts[] = [];
    while (!this.take(']')) {
      const low = this.classItem();
      if (typeof low !== 'number') {
        sets.push(low);
      } else if (this.text[this.at] === '-' && this.text[this.at + 1] !== ']') {
        this.at += 1;
        const high = this.classItem();
        if (typeof high !== 'number')
          throw new PatternError('A range in [ ] needs a character at both ends.');
        if (high < low) throw new PatternError('A range in [ ] is out of order.');
        sets.push((code) => code >= low && code <= high);
      } else {
        sets.push(exactly(low));
      }
    }
    return (code) => sets.some((set) => set(code)) !== negated;
  }

  private classItem(): number | Accepts {
    const character = this.text[this.at];
    if (character === undefined) throw new PatternError('A "]" is missing.');
    this.at += 1;
    if (character !== '\\') return character.codePointAt(0) ?? 0;
    if (this.take('b')) return 8;
    if (this.take('-')) return 45;
    return this.classEscape();
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}

function one(accepts: Accepts): PatternNode {
  return { type: 'one', accepts };
}

function exactly(expected: number): Accepts {
  return (code) => code === expected;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isWord(code: number): boolean {
  return code === 95 || isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isSpace(code: number): boolean {
  return /\s/.test(String.fromCodePoint(code));
}
