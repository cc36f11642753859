/** Expressions, by precedence climbing. */
import type {
  BinaryOperator,
  Block,
  Expression,
  LambdaExpression,
  MapExpression,
  Name,
  Parameter,
  Span,
  TypeNode,
} from '../ast';
import type { Token } from '../lexer';
import { CALLABLE_WORDS, RESERVED_WORDS, STATEMENT_WORDS, VALUE_WORDS } from '../words';
import { treeDepth } from '../walk';
import { Cursor, LIMITS, span } from './cursor';

/** Binding strength, loosest first. */
const LEVEL = { coalesce: 1, or: 2, and: 3, not: 4, compare: 5, add: 7, multiply: 8 } as const;

const SYMBOL_OPERATORS: ReadonlyMap<string, readonly [BinaryOperator, number]> = new Map([
  ['??', ['??', LEVEL.coalesce]],
  ['==', ['==', LEVEL.compare]],
  ['!=', ['!=', LEVEL.compare]],
  ['<', ['<', LEVEL.compare]],
  ['<=', ['<=', LEVEL.compare]],
  ['>', ['>', LEVEL.compare]],
  ['>=', ['>=', LEVEL.compare]],
  ['+', ['+', LEVEL.add]],
  ['-', ['-', LEVEL.add]],
  ['*', ['*', LEVEL.multiply]],
  ['/', ['/', LEVEL.multiply]],
  ['%', ['%', LEVEL.multiply]],
]);

interface FoundOperator {
  readonly operator: BinaryOperator;
  readonly level: number;
  readonly words: number;
}

/** Words that end what an expression may be part of. */
const CLOSING_WORDS: ReadonlySet<string> = new Set('end else elif then do'.split(' '));

export abstract class ExpressionParser extends Cursor {
  private outermostExpression = true;

  /** A block up to and with its `end`. */
  protected abstract closedBlock(opener: Token): Block;

  /** An expression; `noIn` leaves a top-level `in` alone. What is missing becomes a `bad-expression` with an error. */
  protected expression(noIn = false): Expression {
    if (this.depth >= LIMITS.nesting) {
      const at = this.token;
      this.tooDeep(
        `This is nested more than ${LIMITS.nesting} deep.`,
        at,
        'Give parts of it names with "let", or move them to functions.',
      );
      return { kind: 'bad-expression', start: at.start, end: at.start };
    }
    const outermost = this.outermostExpression;
    const firstToken = this.index;
    this.outermostExpression = false;
    this.depth += 1;
    const found =
      this.arrow() ?? (this.isWord('if') ? this.conditional() : this.binary(LEVEL.coalesce, noIn));
    this.depth -= 1;
    this.outermostExpression = outermost;
    // Only an expression of many tokens can be deep: the others need no look.
    if (outermost && this.index - firstToken > 150 && treeDepth(found) > LIMITS.treeDepth) {
      this.tooDeep(
        'This expression is too large.',
        found,
        'Give parts of it names with "let", or move them to functions.',
      );
    }
    return found;
  }

  /** `x => e` and `(a, b) => e`. */
  private arrow(): Expression | undefined {
    const token = this.token;
    if (token.kind === 'word' && this.isSymbol('=>', this.peek(1)) && !RESERVED_WORDS.has(token.text)) {
      const name = this.name('a parameter');
      return this.arrowBody(token, [{ name, start: name.start, end: name.end }]);
    }
    if (!this.isSymbol('(')) return undefined;
    const close = this.closingOf(this.index);
    const after = close < 0 ? undefined : this.tokens[close + 1];
    if (after === undefined || !this.isSymbol('=>', after)) return undefined;
    return this.arrowBody(token, this.parameters());
  }

  private arrowBody(start: Token, parameters: readonly Parameter[]): LambdaExpression {
    this.take();
    const value = this.expression();
    const body: Block = {
      start: value.start,
      end: value.end,
      statements: [{ kind: 'return', value, start: value.start, end: value.end }],
    };
    return {
      kind: 'lambda',
      parameters,
      body,
      frame: { slots: 0, expressionDepth: 0 },
      start: start.start,
      end: this.lastEnd,
    };
  }

  /** `(a, b: number = 1)`. */
  protected parameters(): Parameter[] {
    const found: Parameter[] = [];
    const open = this.index;
    if (!this.expectSymbol('(', 'before the parameters')) return found;
    this.sequence(open, ')', 'parameters', () => {
      const name = this.name('a parameter');
      const type: TypeNode | undefined = this.takeSymbol(':') ? this.typeNode() : undefined;
      const preset = this.takeSymbol('=') ? this.expression() : undefined;
      found.push({
        name,
        start: name.start,
        end: this.lastEnd,
        ...(type && { type }),
        ...(preset && { default: preset }),
      });
    });
    return found;
  }

  /** `fn(x) … end` where a value is expected. */
  private lambda(): Expression {
    const start = this.take();
    if (this.token.kind === 'word' && !this.token.newline && this.isSymbol('(', this.peek(1))) {
      const name = this.take();
      this.error('unexpected_token', 'A function that is a value has no name.', name, {
        fix: { title: 'Remove the name', span: span(name), replacement: '' },
      });
    }
    const parameters = this.parameters();
    const returns = this.takeSymbol('->') || this.takeSymbol(':') ? this.typeNode() : undefined;
    const body = this.closedBlock(start);
    const frame = { slots: 0, expressionDepth: 0 };
    return {
      kind: 'lambda',
      parameters,
      body,
      frame,
      start: start.start,
      end: this.lastEnd,
      ...(returns && { returns }),
    };
  }

  /** `if a then b else c`. */
  private conditional(): Expression {
    const start = this.take();
    const condition = this.expression();
    this.expectWord('then', 'after the condition of an "if" that gives a value');
    const yes = this.expression();
    let no: Expression;
    if (
      this.isWord('elif') ||
      (this.isWord('else') && this.isWord('if', this.peek(1)) && !this.peek(1).newline)
    ) {
      if (this.isWord('else')) this.take();
      no = this.expressionAtElif();
    } else if (this.takeWord('else')) {
      no = this.expression();
    } else {
      this.error(
        'expected_keyword',
        `An "if" that gives a value needs an "else"; found ${this.describe()}.`,
        this.gap(),
        {
          hint: 'Write "if a then b else c", or use "if" as a statement.',
        },
      );
      no = { kind: 'bad-expression', start: this.lastEnd, end: this.lastEnd };
    }
    return { kind: 'conditional', condition, yes, no, start: start.start, end: this.lastEnd };
  }

  /** The rest of an `if` behind `elif`, which reads as `else if` does. */
  private expressionAtElif(): Expression {
    if (this.depth >= LIMITS.nesting) return this.expression();
    this.depth += 1;
    const found = this.conditional();
    this.depth -= 1;
    return found;
  }

  /* ---- operators ------------------------------------------------------------------------------------------------ */

  private binary(least: number, noIn: boolean): Expression {
    const start = this.token.start;
    let left = this.prefix(least, noIn);
    let links = 0;
    let compared = false;
    for (;;) {
      const found = this.operatorHere(noIn);
      if (found === undefined || found.level < least) return left;
      const operatorToken = this.token;
      for (let word = 0; word < found.words; word += 1) this.take();
      const operatorSpan = { start: operatorToken.start, end: this.lastEnd };
      links += 1;
      if (links > LIMITS.chain) {
        this.tooDeep(
          `This chain has more than ${LIMITS.chain} operators.`,
          operatorSpan,
          'Give parts of it names with "let".',
        );
        return left;
      }
      const isComparison =
        found.level === LEVEL.compare && found.operator !== 'in' && found.operator !== 'not in';
      if (isComparison && compared) this.warnOfChain(operatorSpan);
      compared = isComparison;
      const right = this.binary(found.level + 1, noIn);
      left = {
        kind: 'binary',
        operator: found.operator,
        left,
        right,
        operatorSpan,
        start,
        end: this.lastEnd,
      };
    }
  }

  private warnOfChain(at: Span): void {
    if (this.aborted) return;
    this.problems.warning(
      'chained_comparison',
      'This compares a bool: "a < b < c" means "(a < b) < c".',
      at,
      {
        hint: 'Write "a < b and b < c".',
      },
    );
  }

  private operatorHere(noIn: boolean): FoundOperator | undefined {
    const token = this.token;
    if (token.kind === 'symbol') {
      const found = SYMBOL_OPERATORS.get(token.text);
      return found && { operator: found[0], level: found[1], words: 1 };
    }
    if (token.kind !== 'word') return undefined;
    if (token.text === 'and') return { operator: 'and', level: LEVEL.and, words: 1 };
    if (token.text === 'or') return { operator: 'or', level: LEVEL.or, words: 1 };
    if (token.text === 'in' && !noIn) return { operator: 'in', level: LEVEL.compare, words: 1 };
    if (token.text === 'not' && !noIn && this.isWord('in', this.peek(1))) {
      return { operator: 'not in', level: LEVEL.compare, words: 2 };
    }
    // `is` is no reserved word, so on a new line it begins a statement.
    if (token.text === 'is' && !token.newline) {
      const negative = this.isWord('not', this.peek(1));
      return { operator: negative ? '!=' : '==', level: LEVEL.compare, words: negative ? 2 : 1 };
    }
    return undefined;
  }

  private prefix(least: number, noIn: boolean): Expression {
    const token = this.token;
    if (this.isWord('not') || this.isSymbol('!')) {
      if (least > LEVEL.not) {
        this.error(
          'unexpected_keyword',
          `"${token.text}" binds more loosely than the operator before it.`,
          token,
          {
            hint: 'Put it in parentheses: "a == (not b)".',
          },
        );
      }
      return this.unary('not', noIn);
    }
    return this.isSymbol('-') ? this.unary('-', noIn) : this.postfix();
  }

  private unary(operator: '-' | 'not', noIn: boolean): Expression {
    const token = this.take();
    if (this.depth >= LIMITS.nesting) {
      this.tooDeep(
        `This is nested more than ${LIMITS.nesting} deep.`,
        token,
        'Remove some of the operators.',
      );
      return { kind: 'bad-expression', start: token.start, end: token.end };
    }
    this.depth += 1;
    let operand: Expression;
    if (operator === 'not') operand = this.binary(LEVEL.not, noIn);
    else if (this.isWord('not') || this.isSymbol('!')) operand = this.prefix(LEVEL.multiply, noIn);
    else operand = this.isSymbol('-') ? this.unary('-', noIn) : this.postfix();
    this.depth -= 1;
    return {
      kind: 'unary',
      operator,
      operand,
      operatorSpan: span(token),
      start: token.start,
      end: this.lastEnd,
    };
  }

  /* ---- calls, members, indexes ---------------------------------------------------------------------------------- */

  private postfix(): Expression {
    const start = this.token.start;
    let subject = this.primary();
    for (let links = 0; ; links += 1) {
      const token = this.token;
      if (links > LIMITS.chain) {
        this.tooDeep(
          `This chain has more than ${LIMITS.chain} links.`,
          token,
          'Give parts of it names with "let".',
        );
        return subject;
      }
      if (this.isSymbol('.')) {
        subject = this.member(subject, start);
      } else if (this.isSymbol('(') && !token.newline && subject.kind !== 'bad-expression') {
        const callArguments = this.callArguments();
        subject = { kind: 'call', callee: subject, arguments: callArguments, start, end: this.lastEnd };
      } else if (this.isSymbol('[') && !token.newline) {
        subject = this.indexed(subject, start);
      } else return subject;
    }
  }

  private member(subject: Expression, start: number): Expression {
    this.take();
    const word = this.token;
    const name = this.memberName(word);
    if (this.isSymbol('(') && !this.token.newline && name.text !== '') {
      const callArguments = this.callArguments();
      return { kind: 'method', subject, name, arguments: callArguments, start, end: this.lastEnd };
    }
    return { kind: 'member', subject, name, start, end: this.lastEnd };
  }

  private memberName(word: Token): Name {
    const begins = word.newline && (RESERVED_WORDS.has(word.text) || this.isSymbol('=', this.peek(1)));
    if (word.kind === 'word' && !begins) {
      this.take();
      return { text: word.text, start: word.start, end: word.end };
    }
    this.error('expected_name', `Expected a name after ".", found ${this.describe()}.`, this.gap());
    return { text: '', start: this.lastEnd, end: this.lastEnd };
  }

  private indexed(subject: Expression, start: number): Expression {
    const open = this.index;
    const bracket = this.take();
    const index = this.expression();
    if (!this.takeSymbol(']')) {
      if (this.isSymbol(':') || this.isSymbol('..')) {
        this.error('unexpected_token', 'A part of a list is not taken with an index.', this.token, {
          hint: 'Write "items.slice(from, to)".',
        });
      } else
        this.error('expected_symbol', `Expected "]" after the index, found ${this.describe()}.`, this.gap());
      this.skipTo(open);
    }
    return { kind: 'index', subject, index, bracket: span(bracket), start, end: this.lastEnd };
  }

  private callArguments(): Expression[] {
    const found: Expression[] = [];
    const open = this.index;
    this.take();
    this.sequence(open, ')', 'arguments', () => {
      const next = this.peek(1);
      if (this.token.kind === 'word' && (this.isSymbol(':', next) || this.isSymbol('=', next))) {
        this.error('unexpected_token', 'Arguments have no names.', this.token, {
          hint: 'Give them in the order of the parameters, or pass one map: f({name: value}).',
        });
        this.take();
        this.take();
      }
      found.push(this.expression());
    });
    return found;
  }

  /**
   * Items between an opening bracket, already taken, and its closer, parted by commas; a comma may stand behind the last. A
   * broken item is left at the next comma, or the closer.
   */
  private sequence(open: number, closer: string, what: string, item: () => void): void {
    while (!this.takeSymbol(closer)) {
      if (this.atEnd || this.beginsStatement()) {
        this.missingCloser(open, closer, what);
        return;
      }
      const before = this.index;
      item();
      if (this.takeSymbol(',')) continue;
      if (this.takeSymbol(closer)) return;
      if (this.beginsStatement() || this.atEnd) {
        this.missingCloser(open, closer, what);
        return;
      }
      this.error(
        'expected_symbol',
        `Expected "," or "${closer}" in the ${what}, found ${this.describe()}.`,
        this.gap(),
      );
      if (!this.skipToComma(open)) return;
      if (this.index === before) this.take();
    }
  }

  private missingCloser(open: number, closer: string, what: string): void {
    const opener = this.tokens[open];
    const line = opener === undefined ? 1 : this.lines.lineOf(opener.start);
    const hint = `It was opened on line ${line}.`;
    this.error(
      'expected_symbol',
      `Expected "${closer}" after the ${what}, found ${this.describe()}.`,
      this.gap(),
      { hint },
    );
  }

  /** After a broken item: to behind the next comma of this bracket, or onto its closer. False when the bracket never closes. */
  private skipToComma(open: number): boolean {
    const close = this.closingOf(open);
    while (!this.atEnd && (close < 0 || this.index < close)) {
      if (close < 0 && this.beginsStatement()) return false;
      if (this.takeSymbol(',')) return true;
      const inner = this.closingOf(this.index);
      if (inner > this.index) this.index = inner;
      this.take();
    }
    return close >= 0;
  }

  /** To behind the closer of a bracket, where it has one. */
  private skipTo(open: number): void {
    const close = this.closingOf(open);
    if (close >= this.index) this.index = close + 1;
  }

  /** A word on a new line that can only begin a statement: what is open before it was left open. */
  protected beginsStatement(): boolean {
    const token = this.token;
    if (token.kind !== 'word' || !token.newline) return false;
    if (CLOSING_WORDS.has(token.text)) return true;
    if (token.text === 'fn') return this.peek(1).kind === 'word';
    if (token.text === 'if' || !RESERVED_WORDS.has(token.text)) return false;
    const next = this.peek(1);
    return STATEMENT_WORDS.includes(token.text) && !this.isSymbol(':', next) && !this.isSymbol('(', next);
  }

  /* ---- primaries ------------------------------------------------------------------------------------------------ */

  private primary(): Expression {
    const token = this.token;
    const at = span(token);
    switch (token.kind) {
      case 'number':
        this.take();
        return { kind: 'number', value: Number(token.text), ...at };
      case 'string':
        this.take();
        return { kind: 'string', value: token.text, ...at };
      case 'string-start':
        return this.interpolation();
      case 'color':
        this.take();
        return { kind: 'color', ...colorChannels(token.text), ...at };
      case 'word':
        return this.primaryWord(token);
      case 'symbol':
        if (token.text === '(') return this.parenthesised();
        if (token.text === '[') return this.list();
        if (token.text === '{') return this.map();
    }
    return this.missingExpression();
  }

  private primaryWord(token: Token): Expression {
    const at = span(token);
    switch (token.text) {
      case 'true':
      case 'false':
        this.take();
        return { kind: 'bool', value: token.text === 'true', ...at };
      case 'none':
      case 'nothing':
        this.take();
        return { kind: 'none', ...at };
      case 'fn':
        return token.newline && this.peek(1).kind === 'word' ? this.missingExpression() : this.lambda();
      case 'if':
        return token.newline ? this.missingExpression() : this.conditional();
    }
    const next = this.peek(1);
    const calls = CALLABLE_WORDS.has(token.text) && this.isSymbol('(', next) && !next.newline;
    if (!RESERVED_WORDS.has(token.text) || VALUE_WORDS.has(token.text) || calls) {
      this.take();
      return { kind: 'name', text: token.text, ...at };
    }
    return this.missingExpression();
  }

  /** Says that a value is missing here. A token that can't belong to anything else is taken along. */
  private missingExpression(): Expression {
    const token = this.token;
    const at = this.gap();
    const comment = this.colorLikeComment();
    if (comment !== undefined) {
      this.error(
        'invalid_color',
        'A colour has 3, 4, 6 or 8 hex digits; with another number this is a comment.',
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
      this.error(code, `Expected a value, found ${this.describe()}.`, at);
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

  /** `#12345` where a value is expected. */
  private colorLikeComment(): Span | undefined {
    const from = this.lastEnd;
    const found = /^[ \t]*(#[0-9a-fA-F]{1,9})(?=[\s,)\]}]|$)/.exec(this.source.slice(from, from + 40));
    if (found === null || found[1] === undefined || this.token.start < from + found[0].length)
      return undefined;
    const start = from + found[0].length - found[1].length;
    return { start, end: start + found[1].length };
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
            hint: 'Write a value there, or "\\{" for a brace that is part of the text.',
          },
        );
        continue;
      }
      parts.push(this.expression());
      const after = this.token;
      if (after.kind === 'string-middle' || after.kind === 'string-end') continue;
      this.error(
        'unexpected_token',
        `Expected "}" after the value in the text, found ${this.describe()}.`,
        this.gap(),
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
    this.sequence(open, ')', 'parentheses', () => parts.push(this.expression()));
    const at = { start: start.start, end: this.lastEnd };
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
        : `A vector has 2 or 3 parts and a colour 4; this has ${parts.length}.`;
    this.error('invalid_vector', message, at, { hint: 'A list is written with brackets: [1, 2, 3].' });
    return { kind: 'bad-expression', ...at };
  }

  private list(): Expression {
    const open = this.index;
    const start = this.take();
    const items: Expression[] = [];
    this.sequence(open, ']', 'list', () => items.push(this.expression()));
    return { kind: 'list', items, start: start.start, end: this.lastEnd };
  }

  private map(): Expression {
    const open = this.index;
    const start = this.take();
    const entries: MapExpression['entries'][number][] = [];
    this.sequence(open, '}', 'map', () => {
      const entry = this.mapEntry();
      if (entry !== undefined) entries.push(entry);
    });
    const seen = new Set<string>();
    for (const { key, keySpan } of entries) {
      if (typeof key !== 'string') continue;
      if (seen.has(key)) this.error('duplicate_name', `The key "${key}" stands twice in this map.`, keySpan);
      seen.add(key);
    }
    return { kind: 'map', entries, start: start.start, end: this.lastEnd };
  }

  private mapEntry(): MapExpression['entries'][number] | undefined {
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
      const hint = 'A key is a name, a text, or a value in brackets: {hp: 3, "max hp": 5, [name]: 1}.';
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
        typeof key === 'string' && token.kind === 'word' ? { hint: `Write "${key}: ${key}".` } : {};
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
