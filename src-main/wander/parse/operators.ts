/** Operators, by precedence climbing. */
import type { BinaryOperator, Expression, Span } from '../ast';
import { LIMITS, span } from './cursor';
import { PostfixParser } from './postfix';

/** Binding strength, loosest first. */
export const LEVEL = { coalesce: 1, or: 2, and: 3, not: 4, compare: 5, add: 7, multiply: 8 } as const;

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

export abstract class OperatorParser extends PostfixParser {
  protected binary(least: number, noIn: boolean): Expression {
    const first = this.token.start;
    let left = this.prefix(least, noIn);
    // In parentheses the value begins later, and a missing one earlier.
    const start = Math.min(first, left.start);
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
    this.complaints += 1;
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
    if (!this.isWord('not')) this.layout.unary.add(this.index);
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
}
