/** Statements and blocks, and how parsing goes on after an error. */
import type {
  AssignOperator,
  AssignStatement,
  Block,
  Expression,
  IfStatement,
  MatchStatement,
  Name,
  Statement,
} from '../ast';
import type { Token } from '../lexer';
import { nearestWord } from '../suggest';
import { RESERVED_WORDS, STATEMENT_WORDS } from '../words';
import { LIMITS, span } from './cursor';
import { BlockParser } from './blocks';
import { FOREIGN_WORDS } from './foreign';

/** Words that begin a statement which only behaviours and tests have. */
const BEHAVIOR_STATEMENT_WORDS: ReadonlySet<string> = new Set(
  'every after wait go goto expect on param test behavior intent'.split(' '),
);
/** The same, where a text follows: they are no reserved words. */
const INPUT_WORDS: ReadonlySet<string> = new Set(['press', 'hold', 'release']);

export abstract class StatementParser extends BlockParser {
  /** Skips a construct that belongs to behaviours, with one diagnostic. */
  protected abstract skipBehaviorStatement(): Statement;

  /* ---- statements ----------------------------------------------------------------------------------------------- */

  protected statement(): Statement {
    const token = this.token;
    if (token.kind !== 'word') return this.expressionStatement();
    switch (token.text) {
      case 'let':
      case 'const':
        return this.letStatement(token);
      case 'set':
        return this.setStatement(token);
      case 'if':
        return this.ifStatement(token);
      case 'while':
        return this.whileStatement(token);
      case 'for':
        return this.forStatement(token);
      case 'repeat':
        return this.repeatStatement(token);
      case 'break':
      case 'continue':
      case 'stop':
        this.take();
        return { kind: token.text, ...span(token) };
      case 'return':
        return this.returnStatement(token);
      case 'log':
      case 'print': {
        this.take();
        const value = this.expression();
        return { kind: 'log', value, start: token.start, end: this.lastEnd };
      }
      case 'destroy': {
        this.take();
        const target = this.expression();
        return { kind: 'destroy', target, start: token.start, end: this.lastEnd };
      }
      case 'move':
        return this.moveStatement(token);
      case 'rotate': {
        this.take();
        const target = this.expression();
        this.expectWord('by', 'after what is rotated');
        const by = this.expression();
        return { kind: 'rotate', target, by, start: token.start, end: this.lastEnd };
      }
      case 'look': {
        this.take();
        const target = this.expression();
        this.expectWord('at', 'after what looks');
        const at = this.expression();
        return { kind: 'look', target, at, start: token.start, end: this.lastEnd };
      }
      case 'emit':
        return this.emitStatement(token);
      case 'fn':
        if (this.peek(1).kind === 'word') return this.nestedFunction(token);
        return this.expressionStatement();
      case 'match':
        return this.beginsMatch() ? this.matchStatement(token) : this.expressionStatement();
    }
    if (this.isForeignLet(token)) return this.foreignLet(token);
    if (this.isBehaviorStatement(token)) return this.skipBehaviorStatement();
    return this.expressionStatement();
  }

  private isBehaviorStatement(token: Token): boolean {
    if (BEHAVIOR_STATEMENT_WORDS.has(token.text)) return true;
    const next = this.peek(1);
    if (next.newline) return false;
    if (token.text === 'state') return next.kind === 'word' && !RESERVED_WORDS.has(next.text);
    return INPUT_WORDS.has(token.text) && next.kind.startsWith('string');
  }

  /** `var x = 1`, `local x = 1`. */
  private isForeignLet(token: Token): boolean {
    const next = this.peek(1);
    const isWord = token.text === 'var' || FOREIGN_WORDS.get(token.text)?.use === 'let';
    return isWord && next.kind === 'word' && !next.newline;
  }

  private foreignLet(token: Token): Statement {
    const fix = { title: 'Change to "let"', span: span(token), replacement: 'let' };
    const code = token.text === 'var' ? 'unexpected_keyword' : 'not_a_statement';
    this.error(code, `A variable is declared with "let", not "${token.text}".`, token, { fix });
    return this.letStatement(token);
  }

  private letStatement(start: Token): Statement {
    this.take();
    const name = this.name('a variable');
    const type = this.takeSymbol(':') ? this.typeNode() : undefined;
    const value = this.initialValue(name);
    const constant = start.text === 'const';
    return {
      kind: 'let',
      constant,
      name,
      value,
      start: start.start,
      end: this.lastEnd,
      ...(type && { type }),
    };
  }

  /** `= value` behind a name that is declared. */
  protected initialValue(name: Name): Expression {
    if (this.takeSymbol('=')) return this.expression();
    if (name.text !== '') {
      const details =
        this.token.newline || this.atEnd
          ? { hint: `Write "${name.text} = none" for a variable without a value yet.` }
          : {};
      const message = this.isSymbol(',')
        ? 'Each variable has a "let" of its own.'
        : `Expected "=" and a value, found ${this.describe()}.`;
      this.error('expected_symbol', message, this.gap(), details);
    }
    return { kind: 'bad-expression', start: this.lastEnd, end: this.lastEnd };
  }

  private setStatement(start: Token): Statement {
    this.take();
    const target = this.target(this.expression());
    const operator = this.token;
    if (this.isSymbol('=')) {
      this.error('expected_keyword', 'Write "set x to value", or "x = value".', operator, {
        fix: { title: 'Change to "to"', span: span(operator), replacement: 'to' },
      });
      this.take();
    } else if (!this.expectWord('to', 'after what is set')) {
      return { kind: 'bad-statement', start: start.start, end: this.lastEnd };
    }
    const value = this.expression();
    return {
      kind: 'assign',
      target,
      operator: '=',
      operatorSpan: span(operator),
      value,
      start: start.start,
      end: this.lastEnd,
    };
  }

  private target(found: Expression): AssignStatement['target'] {
    if (found.kind === 'name' || found.kind === 'member' || found.kind === 'index') return found;
    if (found.kind !== 'bad-expression') {
      this.error('not_assignable', "This can't be assigned to.", found, {
        hint: 'Only a variable, a property (e.hp) or an element (items[0]) can.',
      });
    }
    return { kind: 'bad-expression', start: found.start, end: found.end };
  }

  private ifStatement(start: Token): Statement {
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
  private condition(): Expression {
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

  private whileStatement(start: Token): Statement {
    this.take();
    const condition = this.condition();
    this.takeWord('do');
    const body = this.closedBlock(start);
    return { kind: 'while', condition, body, start: start.start, end: this.lastEnd };
  }

  private repeatStatement(start: Token): Statement {
    this.take();
    const times = this.expression();
    this.expectWord('times', 'after the number of repetitions');
    this.takeWord('do');
    const body = this.closedBlock(start);
    return { kind: 'repeat', times, body, start: start.start, end: this.lastEnd };
  }

  private forStatement(start: Token): Statement {
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
  private beginsMatch(): boolean {
    const next = this.peek(1);
    if (next.newline || next.kind === 'end' || this.isAssignment(next) || this.isSymbol('.', next))
      return false;
    if (!next.glued || !(this.isSymbol('(', next) || this.isSymbol('[', next))) return true;
    const close = this.closingOf(this.index + 1);
    const after = close < 0 ? undefined : this.tokens[close + 1];
    return after !== undefined && this.isWord('when', after);
  }

  private matchStatement(start: Token): Statement {
    this.take();
    const subject = this.expression();
    const arms: MatchStatement['arms'][number][] = [];
    if (!this.isWord('when') && !this.isWord('end')) {
      this.error(
        'expected_keyword',
        `Expected "when" and a value after what is matched, found ${this.describe()}.`,
        this.gap(),
      );
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

  private returnStatement(start: Token): Statement {
    this.take();
    const next = this.token;
    const bare =
      next.newline ||
      next.kind === 'end' ||
      (next.kind === 'word' && ['end', 'else', 'elif', 'when'].includes(next.text));
    const value = bare ? undefined : this.expression();
    return { kind: 'return', start: start.start, end: this.lastEnd, ...(value && { value }) };
  }

  private moveStatement(start: Token): Statement {
    this.take();
    const target = this.expression();
    const at = { start: start.start };
    if (this.takeWord('toward') || this.takeWord('towards') || this.takeWord('to')) {
      const toward = this.expression();
      this.expectWord('at', 'and a speed after where it moves');
      const speed = this.expression();
      return { kind: 'move', target, toward, speed, ...at, end: this.lastEnd };
    }
    this.expectWord('by', 'or "toward" after what is moved');
    const by = this.expression();
    return { kind: 'move', target, by, ...at, end: this.lastEnd };
  }

  private emitStatement(start: Token): Statement {
    this.take();
    const name = this.token;
    if (name.kind === 'string') this.take();
    else {
      this.error(
        'expected_string',
        `Expected the event's name in quotes, found ${this.describe()}.`,
        this.gap(),
      );
      return { kind: 'bad-statement', start: start.start, end: this.lastEnd };
    }
    let payload: Expression | undefined;
    let target: Expression | undefined;
    for (;;) {
      if (payload === undefined && this.takeWord('with')) payload = this.expression();
      else if (target === undefined && this.takeWord('to')) target = this.expression();
      else break;
    }
    const at = { start: start.start, end: this.lastEnd };
    return { kind: 'emit', event: name.text, ...at, ...(payload && { payload }), ...(target && { target }) };
  }

  /** `fn name(…) … end` inside a function: kept as `let name = fn(…) … end`, so that what it says is still checked. */
  private nestedFunction(start: Token): Statement {
    this.unbalanced = true;
    this.take();
    const name = this.name('the function');
    this.error(
      'unexpected_keyword',
      'A function with a name stands at the top of the file, not inside another.',
      start,
      {
        hint: `Move it out, or write "let ${name.text} = fn(…) … end". If it does stand at the top, an "end" is missing above.`,
      },
    );
    const value: Expression = { kind: 'lambda', ...this.restOfFunction(start) };
    return { kind: 'let', constant: true, name, value, ...span(value) };
  }

  private expressionStatement(): Statement {
    const first = this.token;
    const errors = this.problems.errorCount;
    const found = this.expression();
    const start = Math.min(first.start, found.start);
    const operator = this.token;
    if (this.isAssignment(operator)) {
      this.take();
      const target = this.target(found);
      const value = this.expression();
      const kind = operator.text as AssignOperator;
      const operatorSpan = span(operator);
      return { kind: 'assign', target, operator: kind, operatorSpan, value, start, end: this.lastEnd };
    }
    if (this.problems.errorCount === errors && found.kind === 'name') this.checkLoneWord(first, found.text);
    return { kind: 'expression', expression: found, start, end: this.lastEnd };
  }

  /** `retrun x`: a lone word with something behind it on its line is a misspelt or foreign statement. */
  private checkLoneWord(word: Token, text: string): void {
    const next = this.token;
    if (next.newline || next.kind === 'end' || next.text === '..' || next.text === '..=') return;
    if (next.kind === 'word' && RESERVED_WORDS.has(next.text) && next.text !== 'in') return;
    const foreign = FOREIGN_WORDS.get(text);
    const near = foreign === undefined ? nearestWord(text, STATEMENT_WORDS) : foreign.use;
    this.error('not_a_statement', `"${text}" begins no statement.`, word, {
      hint: foreign?.hint ?? (near === undefined ? undefined : `Did you mean "${near}"?`),
      ...(near !== undefined && {
        fix: { title: `Change to "${near}"`, span: span(word), replacement: near },
      }),
    });
  }
}
