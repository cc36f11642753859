/** Branches and loops. */
import type { Block, Expression, IfStatement, MatchStatement, Statement } from '../ast';
import type { Token } from '../lexer';
import { BlockParser } from './blocks';
import { LIMITS, span } from './cursor';

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
    const first = this.name('the loop variable');
    const second = this.takeSymbol(',') ? this.name('the second loop variable') : undefined;
    if (this.isSymbol('=')) {
      this.error('expected_keyword', 'A loop over numbers is written with "in".', this.token, {
        hint: 'Write "for i in 0..10": 0 to 9.',
      });
      this.take();
    } else this.expectWord('in', 'after the loop variable');
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
