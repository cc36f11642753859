/** Expressions, by precedence climbing. */
import type {
  BinaryOperator,
  Block,
  Expression,
  LambdaExpression,
  Name,
  Parameter,
  Span,
  TypeNode,
} from '../ast';
import type { Token } from '../lexer';
import { RESERVED_WORDS } from '../words';
import { treeDepth } from '../walk';
import { LIMITS, span } from './cursor';
import { LiteralParser } from './literals';

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

export abstract class ExpressionParser extends LiteralParser {
  private outermostExpression = true;
  /** Where the last `if` that gives a value ended. */
  protected conditionalEnd = -1;

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

  /** `-> type` or `: type` behind the parameters. A `:` at the end of its line is no type's. */
  private returnType(): TypeNode | undefined {
    if (this.isSymbol(':') && this.peek(1).newline) return undefined;
    return this.takeSymbol('->') || this.takeSymbol(':') ? this.typeNode() : undefined;
  }

  /** `(a, b: number = 1)`. */
  private parameters(): Parameter[] {
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
  protected lambda(): Expression {
    const start = this.take();
    if (this.token.kind === 'word' && !this.token.newline && this.isSymbol('(', this.peek(1))) {
      const name = this.take();
      this.error('unexpected_token', 'A function that is a value has no name.', name, {
        fix: { title: 'Remove the name', span: span(name), replacement: '' },
      });
    }
    return { kind: 'lambda', ...this.restOfFunction(start) };
  }

  /** Parameters, type and body of a function that begins at `start`, up to and with its `end`. */
  protected restOfFunction(start: Token): Omit<LambdaExpression, 'kind'> {
    // The bracket stands close to what is before it.
    this.layout.tight.add(this.index);
    const parameters = this.parameters();
    const returns = this.returnType();
    const body = this.closedBlock(start);
    return {
      parameters,
      body,
      frame: { slots: 0, expressionDepth: 0 },
      start: start.start,
      end: this.lastEnd,
      ...(returns && { returns }),
    };
  }

  /** `if a then b else c`. */
  protected conditional(): Expression {
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
    this.conditionalEnd = this.lastEnd;
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

  /* ---- calls, members, indexes ---------------------------------------------------------------------------------- */

  private postfix(): Expression {
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

  private callArguments(): Expression[] {
    const found: Expression[] = [];
    const open = this.index;
    this.layout.tight.add(open);
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
}
