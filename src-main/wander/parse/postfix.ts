/** What stands behind a value: calls, members, indexes. */
import type { Expression, Name } from '../ast';
import type { Token } from '../lexer';
import { RESERVED_WORDS } from '../words';
import { LIMITS, span } from './cursor';
import { LiteralParser } from './literals';

export abstract class PostfixParser extends LiteralParser {
  protected postfix(): Expression {
    const first = this.token.start;
    let subject = this.primary();
    const start = Math.min(first, subject.start);
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
        const at = { start, end: this.lastEnd };
        subject =
          callArguments === undefined
            ? { kind: 'bad-expression', ...at }
            : { kind: 'call', callee: subject, arguments: callArguments, ...at };
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
      const at = { start, end: this.lastEnd };
      if (callArguments === undefined) return { kind: 'bad-expression', ...at };
      return { kind: 'method', subject, name, arguments: callArguments, ...at };
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
    this.layout.tight.add(open);
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

  /** Undefined for a comprehension, of which has been told. */
  private callArguments(): Expression[] | undefined {
    const found: Expression[] = [];
    const open = this.index;
    this.layout.tight.add(open);
    this.take();
    const isForeign = this.sequence(open, ')', 'arguments', () => {
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
    return isForeign ? undefined : found;
  }
}
