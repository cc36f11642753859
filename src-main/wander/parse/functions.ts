/** Functions: their parameters, the type of what they give, and those that are values. */
import type { Block, Expression, LambdaExpression, Parameter, TypeNode } from '../ast';
import type { Token } from '../lexer';
import { RESERVED_WORDS } from '../words';
import { span } from './cursor';
import { OperatorParser } from './operators';

export abstract class FunctionParser extends OperatorParser {
  /** A block up to and with its `end`. */
  protected abstract closedBlock(opener: Token): Block;

  /** `x => e` and `(a, b) => e`. */
  protected arrow(): Expression | undefined {
    const token = this.token;
    if (token.kind === 'word' && this.isSymbol('=>', this.peek(1)) && !RESERVED_WORDS.has(token.text)) {
      const name = this.name('a parameter');
      this.take();
      return { kind: 'lambda', ...this.arrowBody(token, [{ name, start: name.start, end: name.end }]) };
    }
    if (this.isSymbol('|')) return this.barred();
    if (!this.isSymbol('(')) return undefined;
    const close = this.closingOf(this.index);
    const after = close < 0 ? undefined : this.tokens[close + 1];
    if (after === undefined || !(this.isSymbol('=>', after) || this.isSymbol('->', after))) return undefined;
    const parameters = this.parameters();
    if (this.isSymbol('->')) {
      const fix = { title: 'Change to "=>"', span: span(after), replacement: '=>' };
      this.error('unexpected_token', 'A function as a value is written with "=>".', after, { fix });
    }
    this.take();
    return { kind: 'lambda', ...this.arrowBody(token, parameters) };
  }

  /** `|a, b| value`: told once, and read as what it means. */
  private barred(): Expression | undefined {
    const start = this.token;
    let close = this.index + 1;
    while (this.isParameterPart(this.tokens[close])) close += 1;
    const closer = this.tokens[close];
    if (closer === undefined || !this.isSymbol('|', closer) || closer.newline) return undefined;
    const names = this.tokens.slice(this.index + 1, close).filter(({ kind }) => kind === 'word');
    const list = names.map(({ text }) => text).join(', ');
    const replacement = names.length === 1 ? `${list} =>` : `(${list}) =>`;
    const at = { start: start.start, end: closer.end };
    this.error('unexpected_token', 'A function as a value is written with "=>", not between bars.', at, {
      fix: { title: `Change to "${replacement}"`, span: at, replacement },
    });
    this.index = close + 1;
    const parameters = names.map(({ text, ...name }) => ({ name: { text, ...span(name) }, ...span(name) }));
    return { kind: 'lambda', ...this.arrowBody(start, parameters) };
  }

  private isParameterPart(token: Token | undefined): boolean {
    if (token === undefined || token.newline) return false;
    return this.isSymbol(',', token) || (token.kind === 'word' && !RESERVED_WORDS.has(token.text));
  }

  private arrowBody(
    start: Token,
    parameters: readonly Parameter[],
    returns?: TypeNode,
  ): Omit<LambdaExpression, 'kind'> {
    const value = this.expression();
    const body: Block = {
      start: value.start,
      end: value.end,
      statements: [{ kind: 'return', value, start: value.start, end: value.end }],
    };
    return {
      parameters,
      body,
      frame: { slots: 0, expressionDepth: 0 },
      start: start.start,
      end: this.lastEnd,
      ...(returns && { returns }),
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
    if (this.isSymbol('=>') && !this.token.newline) {
      const arrow = this.take();
      const fix = {
        title: `Remove "${start.text}"`,
        span: { start: start.start, end: start.end },
        replacement: '',
      };
      this.error('unexpected_token', 'A function written with "=>" has no word before it.', arrow, {
        hint: 'Write "(a, b) => value", or "fn(a, b) return value end".',
        ...(start.text === 'fn' && this.tokens[this.tokens.indexOf(start) + 1]?.text === '(' && { fix }),
      });
      return this.arrowBody(start, parameters, returns);
    }
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
}
