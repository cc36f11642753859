/** Branches and loops. */
import type { Block, Expression, IfStatement, MatchStatement, Name, Statement } from '../ast';
import type { Token } from '../lexer';
import { BlockParser } from './blocks';
import { RESERVED_WORDS } from '../words';
import { LIMITS, span } from './cursor';

/** What other languages write between the first number of a loop, its last, and its step. */
const LIMIT_MARKS: ReadonlySet<string> = new Set([',', 'to', 'step', '..', '..=']);

export abstract class ControlFlowParser extends BlockParser {
  protected ifStatement(start: Token): Statement {
    const arms: IfStatement['arms'][number][] = [];
    let otherwise: Block | undefined;
    let armStart = this.take();
    for (;;) {
      const condition = this.condition();
      this.takeWord('then');
      const body = this.block(start, 'else');
      arms.push({ condition, body, span: { start: armStart.start, end: this.lastEnd } });
      if (arms.length > LIMITS.elifs) {
        this.tooDeep(
          `This "if" has more than ${LIMITS.elifs} branches.`,
          start,
          'Use a map from values to results, or "match".',
        );
      }
      armStart = this.token;
      if (this.isBehindDedent(start)) break;
      if (this.takeWord('elif')) continue;
      const next = this.peek(1);
      // On one line only: on the next, the second `if` is a statement with an `end` of its own.
      if (this.isWord('else') && this.isWord('if', next) && !next.newline) {
        this.take();
        this.take();
        continue;
      }
      if (this.takeWord('else')) otherwise = this.block(start);
      break;
    }
    this.close(start);
    return { kind: 'if', arms, start: start.start, end: this.lastEnd, ...(otherwise && { otherwise }) };
  }

  /** A condition, in which `=` is a mistake for `==`. */
  protected condition(): Expression {
    const found = this.expression();
    if (!this.isSymbol('=') || this.token.newline) return found;
    const operator = this.take();
    this.error('assignment_in_condition', 'A condition compares with "==".', operator, {
      fix: { title: 'Change to "=="', span: span(operator), replacement: '==' },
    });
    const right = this.expression();
    return {
      kind: 'binary',
      operator: '==',
      left: found,
      right,
      operatorSpan: span(operator),
      start: found.start,
      end: this.lastEnd,
    };
  }

  protected whileStatement(start: Token): Statement {
    this.take();
    const condition = this.condition();
    this.takeWord('do');
    const body = this.closedBlock(start);
    return { kind: 'while', condition, body, start: start.start, end: this.lastEnd };
  }

  protected repeatStatement(start: Token): Statement {
    this.take();
    const times = this.expression();
    this.expectWord('times', 'after the number of repetitions');
    this.takeWord('do');
    const body = this.closedBlock(start);
    return { kind: 'repeat', times, body, start: start.start, end: this.lastEnd };
  }

  protected forStatement(start: Token): Statement {
    this.take();
    if (this.isSymbol('(') && !this.token.newline) return this.foreignFor(start);
    const first = this.name('the loop variable');
    const second = this.takeSymbol(',') ? this.name('the second loop variable') : undefined;
    if (this.isSymbol('=') && !this.token.newline) return this.numericFor(start, first);
    if (this.isWord('of')) this.foreignIn();
    else this.expectWord('in', 'after the loop variable');
    const subject = this.expression(true);
    const at = { start: start.start };
    if (!this.isSymbol('..') && !this.isSymbol('..=')) {
      this.takeWord('do');
      const body = this.closedBlock(start);
      return { kind: 'for-each', first, subject, body, ...at, end: this.lastEnd, ...(second && { second }) };
    }
    const inclusive = this.take().text === '..=';
    const to = this.expression(true);
    if (second !== undefined) this.error('invalid_for', 'A loop over numbers has one variable.', second);
    const step =
      this.isWord('step') && !this.isSymbol('=', this.peek(1)) && this.take() ? this.expression() : undefined;
    this.takeWord('do');
    const body = this.closedBlock(start);
    return {
      kind: 'for-range',
      name: first,
      from: subject,
      to,
      inclusive,
      body,
      ...at,
      end: this.lastEnd,
      ...(step && { step }),
    };
  }

  /** `for i = 1, 10, 2` and `for i = 1 to 10`, which go to the last number and with it. */
  private numericFor(start: Token, name: Name): Statement {
    const operator = this.take();
    const limits = [this.expression(true)];
    let range = '..=';
    while (limits.length < 3 && !this.token.newline && LIMIT_MARKS.has(this.token.text)) {
      const mark = this.take().text;
      if (limits.length === 1 && mark === '..') range = mark;
      limits.push(this.expression());
    }
    const [from, to, step] = limits;
    const text = (part: Expression | undefined): string =>
      part === undefined ? '' : this.source.slice(part.start, part.end);
    const isWhole = from !== undefined && to !== undefined;
    const by = step === undefined ? '' : ` step ${text(step)}`;
    const replacement = `in ${text(from)}${range}${text(to)}${by}`;
    const at = { start: operator.start, end: this.lastEnd };
    this.error('expected_keyword', 'A loop over numbers is written with "in".', operator, {
      hint: isWhole
        ? `Write "for ${name.text} ${replacement}"; ".." leaves the last one out, "..=" has it.`
        : 'Write "for i in 0..10": 0 to 9.',
      ...(isWhole && { fix: { title: `Change to "${replacement}"`, span: at, replacement } }),
    });
    return this.restOfForeignFor(start, name, from ?? this.nothing(), to ?? this.nothing());
  }

  /** `for (let i = 0; i < n; i++)` and `for (const x of list)`: told once, and read as a loop, so that the body is checked. */
  private foreignFor(start: Token): Statement {
    const open = this.index;
    this.take();
    if (['let', 'const', 'var', 'local', 'auto', 'int'].includes(this.token.text)) this.take();
    const isNamed = this.token.kind === 'word' && !RESERVED_WORDS.has(this.token.text);
    const name = isNamed ? this.name('the loop variable') : { text: '', ...span(this.token) };
    const isEach = this.isWord('of') || this.isWord('in') || this.isSymbol(':');
    const close = this.closingOf(open);
    const list = this.tokens[this.index + 1];
    const last = this.tokens[close - 1];
    const subject =
      isEach && close > this.index + 1 && list !== undefined && last !== undefined
        ? this.source.slice(list.start, last.end)
        : 'list';
    this.error('unexpected_token', 'The head of a loop has no parentheses.', this.tokens[open] ?? start, {
      hint: isEach ? `Write "for ${name.text} in ${subject}".` : 'Write "for i in 0..n": 0 to n - 1.',
    });
    let from: Expression = this.nothing();
    if (isEach && close > 0) {
      this.take();
      from = this.expression();
    }
    if (close >= this.index) this.index = close + 1;
    return this.restOfForeignFor(start, name, from, isEach ? undefined : this.nothing());
  }

  private restOfForeignFor(start: Token, first: Name, from: Expression, to?: Expression): Statement {
    this.takeWord('do');
    const body = this.closedBlock(start);
    const at = { start: start.start, end: this.lastEnd };
    return to === undefined
      ? { kind: 'for-each', first, subject: from, body, ...at }
      : { kind: 'for-range', name: first, from, to, inclusive: true, body, ...at };
  }

  /** `for x of list`. */
  private foreignIn(): void {
    const message = `Expected "in" after the loop variable, found ${this.describe()}.`;
    const fix = { title: 'Change to "in"', span: span(this.token), replacement: 'in' };
    this.error('expected_keyword', message, this.token, { fix });
    this.take();
  }

  protected nothing(): Expression {
    return { kind: 'bad-expression', start: this.lastEnd, end: this.lastEnd };
  }

  /** `match` is no reserved word: it may also be a variable's or a function's name. */
  protected beginsMatch(): boolean {
    const next = this.peek(1);
    if (next.newline || next.kind === 'end' || this.isAssignment(next) || this.isSymbol('.', next))
      return false;
    if (!next.glued || !(this.isSymbol('(', next) || this.isSymbol('[', next))) return true;
    const close = this.closingOf(this.index + 1);
    const after = close < 0 ? undefined : this.tokens[close + 1];
    return after !== undefined && this.isWord('when', after);
  }

  protected matchStatement(start: Token): Statement {
    this.take();
    const subject = this.expression();
    const arms: MatchStatement['arms'][number][] = [];
    if (!this.isWord('when') && !this.isWord('end')) {
      if (this.isWord('case')) {
        const fix = { title: 'Change to "when"', span: span(this.token), replacement: 'when' };
        this.error('expected_keyword', 'A branch of a "match" begins with "when".', this.token, { fix });
      } else {
        this.error(
          'expected_keyword',
          `Expected "when" and a value after what is matched, found ${this.describe()}.`,
          this.gap(),
          { hint: 'Write "match value when 1, 2 then … else … end".' },
        );
      }
      while (!this.atEnd && !this.isWord('when') && !this.isWord('end')) this.take();
    }
    if (this.isWord('when')) this.layout.firstWhen.set(start.start, this.index);
    while (this.isWord('when') && !this.isBehindDedent(start)) {
      const armStart = this.take();
      const values = [this.expression()];
      while (this.takeSymbol(',')) values.push(this.expression());
      this.takeWord('then');
      const body = this.block(start, 'when');
      arms.push({ values, body, span: { start: armStart.start, end: this.lastEnd } });
    }
    const otherwise = !this.isBehindDedent(start) && this.takeWord('else') ? this.block(start) : undefined;
    this.close(start);
    return {
      kind: 'match',
      subject,
      arms,
      start: start.start,
      end: this.lastEnd,
      ...(otherwise && { otherwise }),
    };
  }
}
