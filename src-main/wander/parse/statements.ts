/** Statements: which one begins here, and those that declare, assign or work a value out. */
import type { AssignOperator, AssignStatement, Expression, Name, Statement } from '../ast';
import type { Token } from '../lexer';
import { nearestWord } from '../suggest';
import { RESERVED_WORDS, STATEMENT_WORDS } from '../words';
import { span } from './cursor';
import { FOREIGN_WORDS } from './foreign';
import { BehaviorStatementParser } from './behavior-statements';

/** Reserved words that begin a member of a behaviour, or one. */
const MISPLACED_WORDS: ReadonlySet<string> = new Set('on param test behavior intent'.split(' '));

/** Words that end the statement before them. */
const ENDING_WORDS: ReadonlySet<string> = new Set('end else elif when'.split(' '));

export abstract class StatementParser extends BehaviorStatementParser {
  /** Reads a member of a behaviour that stands among statements, with one diagnostic. */
  protected abstract misplacedMember(token: Token): Statement;

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
        return this.peek(1).newline ? this.repeatUntil(token) : this.repeatStatement(token);
      case 'do':
        return this.doStatement(token);
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
        const value = this.loggedValue(token);
        return { kind: 'log', value, start: token.start, end: this.lastEnd };
      }
      case 'destroy':
        return this.destroyStatement(token);
      case 'move':
        return this.moveStatement(token);
      case 'rotate':
        return this.rotateStatement(token);
      case 'look':
        return this.lookStatement(token);
      case 'emit':
        return this.emitStatement(token);
      case 'fn':
        if (this.peek(1).kind === 'word') return this.nestedFunction(token);
        return this.expressionStatement();
      case 'match':
        return this.beginsMatch() ? this.matchStatement(token) : this.expressionStatement();
    }
    if (token.text === 'foreach' && !this.peek(1).newline && !this.isAssignment(this.peek(1))) {
      const fix = { title: 'Change to "for"', span: span(token), replacement: 'for' };
      this.error('not_a_statement', 'A loop is written with "for", not "foreach".', token, { fix });
      return this.forStatement(token);
    }
    if (token.text === 'pass' && this.standsAlone()) return this.passStatement(token);
    if (token.text === 'try' && this.beginsTry()) return this.tryStatement(token);
    if (this.isForeignLet(token)) return this.foreignLet(token);
    if (this.isMisplacedMember(token)) return this.misplacedMember(token);
    return this.behaviorStatement(token) ?? this.expressionStatement();
  }

  /** Nothing of its statement is behind the word at the cursor. */
  private standsAlone(): boolean {
    const next = this.peek(1);
    return next.newline || next.kind === 'end' || (next.kind === 'word' && ENDING_WORDS.has(next.text));
  }

  /** `log("a", b)` is no vector with a string in it. */
  private loggedValue(word: Token): Expression {
    const isCall = this.isSymbol('(') && this.token.glued;
    const value = this.expression();
    if (!isCall || (value.kind !== 'vector' && value.kind !== 'color-parts')) return value;
    const parts = value.kind === 'vector' ? [value.x, value.y, value.z] : value.parts;
    if (!parts.some((part) => part?.kind === 'string' || part?.kind === 'interpolation')) return value;
    this.error('unexpected_token', `"${word.text}" writes one value.`, value, {
      hint: 'Put them into a string: log "{a} {b}".',
    });
    return { kind: 'list', items: parts.filter((part) => part !== undefined), ...span(value) };
  }

  private isMisplacedMember(token: Token): boolean {
    if (MISPLACED_WORDS.has(token.text)) return true;
    const next = this.peek(1);
    return token.text === 'state' && !next.newline && next.kind === 'word' && !RESERVED_WORDS.has(next.text);
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
    const pattern = this.token.kind === 'symbol' ? this.letPattern() : undefined;
    if (pattern !== undefined) return pattern;
    const name = this.name('a variable');
    const type = this.takeSymbol(':') ? this.typeNode() : undefined;
    const value = this.initialValue(name);
    this.otherNames();
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
  protected initialValue(name: Name, noIn = false): Expression {
    if (this.takeSymbol('=')) return this.expression(noIn);
    if (name.text !== '') {
      const isComma = this.isSymbol(',');
      const details = isComma
        ? { hint: `Write "let ${name.text} = …" first, then the next "let".` }
        : this.token.newline || this.atEnd
          ? { hint: `Write "${name.text} = none" for a variable without a value yet.` }
          : {};
      const message = isComma
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

  private returnStatement(start: Token): Statement {
    this.take();
    const next = this.token;
    const bare = next.newline || next.kind === 'end' || (next.kind === 'word' && ENDING_WORDS.has(next.text));
    const value = bare ? undefined : this.expression();
    return { kind: 'return', start: start.start, end: this.lastEnd, ...(value && { value }) };
  }

  /** `fn name(…) … end` inside a function: kept as `let name = fn(…) … end`, so that what it says is still checked. */
  private nestedFunction(start: Token): Statement {
    this.notBalanced();
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
    const declares = next.kind === 'word' && this.isSymbol('=', this.peek(1));
    const foreign = declares ? undefined : FOREIGN_WORDS.get(text);
    const close = declares ? 'let' : nearestWord(text, STATEMENT_WORDS);
    const near = foreign === undefined ? close : foreign.use;
    this.error('not_a_statement', `"${text}" begins no statement.`, word, {
      hint: foreign?.hint ?? (near === undefined ? undefined : `Did you mean "${near}"?`),
      ...(near !== undefined && {
        fix: { title: `Change to "${near}"`, span: span(word), replacement: near },
      }),
    });
  }
}
