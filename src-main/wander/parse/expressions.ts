/** Expressions as a whole, and how deep they may be. */
import type { Expression } from '../ast';
import { treeDepth } from '../walk';
import { LIMITS } from './cursor';
import { FunctionParser } from './functions';
import { LEVEL } from './operators';

export abstract class ExpressionParser extends FunctionParser {
  private outermostExpression = true;
  /** Where the last `if` that gives a value ended. */
  protected conditionalEnd = -1;

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
}
