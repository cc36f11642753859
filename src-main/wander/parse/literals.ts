/** Values that stand on their own: literals, names, vectors, lists, maps, texts with values in them. */
import type { Expression, MapExpression, Span } from '../ast';
import type { Token } from '../lexer';
import { CALLABLE_WORDS, RESERVED_WORDS, STATEMENT_WORDS, VALUE_WORDS } from '../words';
import { BracketParser, CLOSING_WORDS } from './brackets';
import { span } from './cursor';

/** What other languages write before a string: f"hi {name}", r"a.b". */
const STRING_PREFIX = /^(?:[fFrRbBuU]|fr|rf)$/;

export abstract class LiteralParser extends BracketParser {
  /** `fn(x) … end` where a value is expected. */
  protected abstract lambda(): Expression;
  /** `if a then b else c`. */
  protected abstract conditional(): Expression;

  protected primary(): Expression {
    const token = this.token;
    const { start, end } = token;
    switch (token.kind) {
      case 'number':
        this.take();
        return { kind: 'number', value: Number(token.text), start, end };
      case 'string':
        this.take();
        return { kind: 'string', value: token.text, start, end };
      case 'string-start':
        return this.interpolation();
      case 'color':
        this.take();
        return { kind: 'color', ...colorChannels(token.text), start, end };
      case 'word':
        return this.primaryWord(token);
      case 'symbol':
        if (this.takeSpread()) return this.primary();
        if (token.text === '(') return this.parenthesised();
        if (token.text === '[') return this.list();
        return token.text === '{' ? this.map() : this.missingExpression();
      default:
        return this.missingExpression();
    }
  }

  private primaryWord(token: Token): Expression {
    const { start, end } = token;
    switch (token.text) {
      case 'true':
      case 'false':
        this.take();
        return { kind: 'bool', value: token.text === 'true', start, end };
      case 'none':
      case 'nothing':
        this.take();
        return { kind: 'none', start, end };
      case 'fn':
        return token.newline && this.peek(1).kind === 'word' ? this.missingExpression() : this.lambda();
      case 'if':
        return token.newline ? this.missingExpression() : this.conditional();
    }
    const next = this.peek(1);
    if (
      STRING_PREFIX.test(token.text) &&
      next.glued &&
      (next.kind === 'string' || next.kind === 'string-start')
    ) {
      this.error('unexpected_token', `A string has no "${token.text}" before it.`, token, {
        hint: 'Every string in double quotes has values in braces: "hi {name}".',
        fix: { title: `Remove "${token.text}"`, span: span(token), replacement: '' },
      });
      this.take();
      return this.primary();
    }
    const foreign = this.foreignLambda(token, next);
    if (foreign !== undefined) return foreign;
    const calls = CALLABLE_WORDS.has(token.text) && this.isSymbol('(', next) && !next.newline;
    if (!RESERVED_WORDS.has(token.text) || VALUE_WORDS.has(token.text) || calls) {
      this.take();
      return { kind: 'name', text: token.text, start, end };
    }
    return this.missingExpression();
  }

  /** `function(x) … end` and `lambda x: value`, told once and read as what they mean. */
  private foreignLambda(token: Token, next: Token): Expression | undefined {
    const at = span(token);
    if (token.text === 'function' && this.isSymbol('(', next) && !next.newline) {
      const fix = { title: 'Change to "fn"', span: at, replacement: 'fn' };
      this.error('unexpected_keyword', 'A function is written with "fn", not "function".', token, { fix });
      return this.lambda();
    }
    if (token.text !== 'lambda' || next.kind !== 'word' || next.newline) return undefined;
    this.take();
    const parameters = [this.name('a parameter')];
    while (this.takeSymbol(',')) parameters.push(this.name('a parameter'));
    const names = parameters.map(({ text }) => text);
    const list = names.length === 1 ? names.join() : `(${names.join(', ')})`;
    const head = { start: at.start, end: this.isSymbol(':') ? this.token.end : this.lastEnd };
    this.error('unexpected_keyword', 'A function as a value is written with "=>", not "lambda".', token, {
      hint: `Write "${list} => value".`,
      fix: { title: `Change to "${list} =>"`, span: head, replacement: `${list} =>` },
    });
    this.takeSymbol(':');
    const value = this.expression();
    return {
      kind: 'lambda',
      parameters: parameters.map((name) => ({ name, ...span(name) })),
      body: { start: value.start, end: value.end, statements: [{ kind: 'return', value, ...span(value) }] },
      frame: { slots: 0, expressionDepth: 0 },
      start: at.start,
      end: this.lastEnd,
    };
  }

  /** Says that a value is missing here. A token that can't belong to anything else is taken along. */
  private missingExpression(): Expression {
    const token = this.token;
    const at = this.gap();
    const comment = this.colorLikeComment();
    const length = this.lengthLikeComment();
    if (length !== undefined) {
      this.error('unexpected_end', 'A "#" begins a comment; a value is missing before it.', length, {
        hint: `The length of a list or string is ".length": ${this.source.slice(length.start + 1, length.end)}.length.`,
      });
    } else if (comment !== undefined) {
      this.error(
        'invalid_color',
        'A color has 3, 4, 6 or 8 hex digits; with another number this is a comment.',
        comment,
      );
    } else if (
      token.kind === 'word' &&
      RESERVED_WORDS.has(token.text) &&
      !token.newline &&
      !CLOSING_WORDS.has(token.text)
    ) {
      this.error('unexpected_keyword', `Expected a value, found the word "${token.text}".`, token, {
        hint: `"${token.text}" is a word of the language; choose another name, or read it as a key: args["${token.text}"].`,
      });
      this.take();
    } else {
      const code = token.kind === 'end' || token.newline ? 'unexpected_end' : 'unexpected_token';
      this.error(code, `Expected a value, found ${this.describe()}.`, at, { hint: this.foreignOperator() });
      const stays =
        token.newline ||
        token.kind === 'word' ||
        token.kind.startsWith('string') ||
        '),]}:='.includes(token.text);
      if (!stays) this.take();
    }
    const start = Math.max(this.lastEnd, 0);
    return { kind: 'bad-expression', start, end: start };
  }

  /** `x++`, `a ** b`: operators that there are not. */
  private foreignOperator(): string | undefined {
    const token = this.token;
    const before = this.tokens[this.index - 1];
    if (token.kind !== 'symbol' || before?.text !== token.text || !token.glued) return undefined;
    if (token.text === '+') return 'Write "x += 1".';
    return token.text === '*' ? 'Write pow(a, b).' : undefined;
  }

  /** `#12345` where a value is expected. */
  private colorLikeComment(): Span | undefined {
    const from = this.lastEnd;
    const found = /^[ \t]*(#[0-9a-fA-F]{1,9})(?=[\s,)\]}]|$)/.exec(this.source.slice(from, from + 40));
    if (found === null || found[1] === undefined || this.token.start < from + found[0].length)
      return undefined;
    const start = from + found[0].length - found[1].length;
    return { start, end: start + found[1].length };
  }

  /** `#items`, which other languages read as a length. */
  private lengthLikeComment(): Span | undefined {
    const from = this.lastEnd;
    const found = /^[ \t]*(#[A-Za-z_][\w.]*)/.exec(this.source.slice(from, from + 80));
    const start = found === null ? from : from + found[0].length - (found[1]?.length ?? 0);
    if (found === null || this.token.start < start || /^#(?:[0-9a-fA-F]+)$/.test(found[1] ?? ''))
      return undefined;
    return { start, end: from + found[0].length };
  }

  private interpolation(): Expression {
    const start = this.token.start;
    const parts: (string | Expression)[] = [];
    for (;;) {
      const open = this.index;
      const piece = this.take();
      if (piece.text !== '') parts.push(piece.text);
      if (piece.kind === 'string-end' || piece.kind === 'end') break;
      const next = this.token;
      if (next.kind === 'string-middle' || next.kind === 'string-end') {
        this.error(
          'empty_interpolation',
          'There is nothing between "{" and "}".',
          { start: piece.end - 1, end: next.start + 1 },
          {
            hint: 'Write a value there, or "\\{" for a brace that is part of the string.',
          },
        );
        continue;
      }
      parts.push(this.expression());
      const after = this.token;
      if (after.kind === 'string-middle' || after.kind === 'string-end') continue;
      this.error(
        'unexpected_token',
        `Expected "}" after the value in the string, found ${this.describe()}.`,
        this.gap(),
        { hint: this.isSymbol(':') ? 'A number with digits is written {format(x, 2)}.' : undefined },
      );
      const close = this.closingOf(open);
      if (close < this.index) break;
      this.index = close;
    }
    return { kind: 'interpolation', parts, start, end: this.lastEnd };
  }

  /** A group, a vector or a colour. */
  private parenthesised(): Expression {
    const open = this.index;
    const start = this.take();
    const parts: Expression[] = [];
    const isForeign = this.sequence(open, ')', 'parentheses', () => parts.push(this.expression()));
    const at = { start: start.start, end: this.lastEnd };
    if (isForeign) return { kind: 'bad-expression', ...at };
    const [x, y, z, a] = parts;
    if (x !== undefined && y === undefined) return x;
    if (x !== undefined && y !== undefined && parts.length <= 4) {
      if (z === undefined) return { kind: 'vector', x, y, ...at };
      return a === undefined
        ? { kind: 'vector', x, y, z, ...at }
        : { kind: 'color-parts', parts: [x, y, z, a], ...at };
    }
    const message =
      parts.length === 0
        ? 'There is nothing in these parentheses.'
        : `A vector has 2 or 3 parts and a color 4; this has ${parts.length}.`;
    this.error('invalid_vector', message, at, { hint: 'A list is written with brackets: [1, 2, 3].' });
    return { kind: 'bad-expression', ...at };
  }

  private list(): Expression {
    const open = this.index;
    const start = this.take();
    const items: Expression[] = [];
    const isForeign = this.sequence(open, ']', 'list', () => items.push(this.expression()));
    const at = { start: start.start, end: this.lastEnd };
    return isForeign ? { kind: 'bad-expression', ...at } : { kind: 'list', items, ...at };
  }

  private map(): Expression {
    const open = this.index;
    const start = this.take();
    const entries: MapExpression['entries'][number][] = [];
    const isForeign = this.sequence(open, '}', 'map', () => {
      const entry = this.mapEntry();
      if (entry !== undefined) entries.push(entry);
    });
    const seen = new Set<string>();
    for (const { key, keySpan } of entries) {
      if (typeof key !== 'string') continue;
      if (seen.has(key)) this.error('duplicate_name', `The key "${key}" stands twice in this map.`, keySpan);
      seen.add(key);
    }
    const at = { start: start.start, end: this.lastEnd };
    return isForeign ? { kind: 'bad-expression', ...at } : { kind: 'map', entries, ...at };
  }

  /** `...items`, of which the lexer has told. */
  private takeSpread(): boolean {
    const { start, end } = this.token;
    return end - start === 3 && this.takeSymbol('..');
  }

  private mapEntry(): MapExpression['entries'][number] | undefined {
    if (this.takeSpread()) {
      this.expression();
      return undefined;
    }
    const token = this.token;
    let key: string | Expression;
    let keySpan = span(token);
    if (token.kind === 'word' || token.kind === 'string') {
      this.take();
      key = token.text;
    } else if (this.isSymbol('[')) {
      const open = this.index;
      this.take();
      key = this.expression();
      if (!this.expectSymbol(']', 'after the key')) this.skipTo(open);
      keySpan = { start: token.start, end: this.lastEnd };
    } else {
      const hint = 'A key is a name, a string, or a value in brackets: {hp: 3, "max hp": 5, [name]: 1}.';
      this.error('expected_name', `Expected a key, found ${this.describe()}.`, this.gap(), { hint });
      if (token.kind !== 'string-start') return undefined;
      key = this.interpolation();
    }
    if (this.isSymbol('=')) {
      this.error('expected_symbol', 'A key is followed by ":".', this.token, {
        fix: { title: 'Change to ":"', span: span(this.token), replacement: ':' },
      });
      this.take();
    } else if (!this.takeSymbol(':')) {
      const short =
        typeof key !== 'string' || token.kind !== 'word'
          ? {}
          : STATEMENT_WORDS.includes(key)
            ? { hint: 'Braces make a map; a function with statements is written "fn(x) … end".' }
            : { hint: `Write "${key}: ${key}".` };
      this.error(
        'expected_symbol',
        `Expected ":" after the key, found ${this.describe()}.`,
        this.gap(),
        short,
      );
      return undefined;
    }
    return { key, keySpan, value: this.expression() };
  }
}

function colorChannels(digits: string): { r: number; g: number; b: number; a: number } {
  const wide = digits.length > 4 ? digits : [...digits].map((digit) => digit + digit).join('');
  const channel = (index: number): number => Number.parseInt(wide.slice(index * 2, index * 2 + 2), 16) / 255;
  return { r: channel(0), g: channel(1), b: channel(2), a: wide.length === 8 ? channel(3) : 1 };
}
