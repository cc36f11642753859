/** Statements that only other languages have: told once, and read as something near, so that what is in them is checked. */
import type { Block, Expression, Name, Statement } from '../ast';
import type { Token } from '../lexer';
import { RESERVED_WORDS } from '../words';
import { ControlFlowParser } from './control-flow';
import { span } from './cursor';

const HANDLERS: ReadonlySet<string> = new Set(['catch', 'except', 'rescue', 'finally']);

export abstract class ForeignStatementParser extends ControlFlowParser {
  /** `repeat … until condition`, and a `repeat` that doesn't say how often. */
  protected repeatUntil(start: Token): Statement {
    this.toldOfBraces = true;
    this.take();
    const body = this.block(start, 'nothing', (token) => this.isWord('until', token));
    const braced = this.closedByBrace;
    this.closedByBrace = false;
    if (this.takeWord('until')) {
      const hint = `Write "while true … if ${this.skippedCondition()} then break end end".`;
      this.error('unexpected_keyword', 'There is no "repeat … until".', start, { hint });
    } else {
      const hint = 'Write "repeat 3 times … end", or "while true … end" with a "break".';
      this.error('expected_keyword', 'A "repeat" says how often.', start, { hint });
      if (!braced) this.close(start);
    }
    return this.asLoop(start, body);
  }

  /** `do … while condition`, and a `do` that begins a block of its own. */
  protected doStatement(start: Token): Statement {
    this.toldOfBraces = true;
    this.take();
    const indentation = this.indentation(start);
    const body = this.block(
      start,
      'nothing',
      (token) => this.isWord('while', token) && token.newline && this.indentation(token) <= indentation,
    );
    const braced = this.closedByBrace;
    this.closedByBrace = false;
    if (this.isWord('while') && !(braced && this.token.newline)) {
      this.take();
      const condition = this.skippedCondition();
      const negated = condition.startsWith('(') ? `not ${condition}` : `not (${condition})`;
      const hint = `Write "while true … if ${negated} then break end end".`;
      this.error('unexpected_keyword', 'There is no "do … while".', start, { hint });
    } else {
      const hint = 'Leave out the "do" and its "end", or move the statements to a function.';
      this.error('unexpected_keyword', 'No block stands by itself.', start, { hint });
      if (!braced) this.close(start);
    }
    return this.asLoop(start, body);
  }

  /** `try … catch e … end`. */
  protected tryStatement(start: Token): Statement {
    const hint =
      'try_tool("name", {…}) gives a failure of a tool as a value; else ask before: "if x != none then".';
    this.error('unexpected_keyword', 'Errors are not caught: there is no "try".', start, { hint });
    this.toldOfBraces = true;
    this.take();
    const arms: { condition: Expression; body: Block; span: { start: number; end: number } }[] = [];
    let name: Name | undefined;
    do {
      this.takeSymbol(':');
      const { statements, ...at } = this.block(start, 'nothing', (token) => HANDLERS.has(token.text));
      const caught = name === undefined ? [] : [this.declared(name)];
      arms.push({
        condition: this.nothing(),
        body: { ...at, statements: [...caught, ...statements] },
        span: at,
      });
      if (!HANDLERS.has(this.token.text)) break;
      this.take();
      name = this.caughtName();
    } while (!this.atEnd);
    this.close(start);
    return { kind: 'if', arms, start: start.start, end: this.lastEnd };
  }

  /** A `try` that something of its kind follows. */
  protected beginsTry(): boolean {
    const next = this.peek(1);
    if (!next.newline && !this.isSymbol('{', next) && !this.isSymbol(':', next)) return false;
    for (let index = this.index + 1; index < this.tokens.length; index += 1) {
      const token = this.tokens[index];
      const isOther = token?.text === 'fn' && token.newline && this.tokens[index + 1]?.kind === 'word';
      if (token === undefined || isOther) return false;
      const begins = token.newline || this.tokens[index - 1]?.text === '}';
      if (token.kind === 'word' && begins && HANDLERS.has(token.text)) return true;
    }
    return false;
  }

  /** What is caught, up to the end of the line or what begins the block: `e`, `(Error e)`, `Error as e:`. */
  private caughtName(): Name | undefined {
    let name: Name | undefined;
    while (!this.atEnd && !this.token.newline && !this.isSymbol('{') && !this.isSymbol(':')) {
      const token = this.take();
      if (token.kind === 'word' && !RESERVED_WORDS.has(token.text))
        name = { text: token.text, ...span(token) };
    }
    return name;
  }

  /** `let [a, b] = list`, at its bracket: undefined where it is something else. */
  protected letPattern(): Statement | undefined {
    const open = this.token;
    const close = this.closingOf(this.index);
    const closer = this.tokens[close];
    if (closer === undefined || open.newline || !this.isSymbol('=', this.tokens[close + 1])) return undefined;
    const names = this.tokens
      .slice(this.index + 1, close)
      .filter(({ kind, text }) => kind === 'word' && !RESERVED_WORDS.has(text))
      .map(({ text, ...at }) => ({ text, ...span(at) }));
    this.index = close + 2;
    const value = this.expression();
    const written = this.source.slice(value.start, value.end);
    const subject = /^[\w.]{1,30}$/.test(written) ? written : 'x';
    const lets = names.map(({ text }, index) =>
      open.text === '{' ? `"let ${text} = ${subject}.${text}"` : `"let ${text} = ${subject}[${index}]"`,
    );
    this.error(
      'expected_name',
      'Each variable has a "let" of its own.',
      { start: open.start, end: closer.end },
      {
        hint: `Write ${lets.slice(0, 3).join(', then ')}.`,
      },
    );
    this.alsoRead.push(...names.map((name) => this.declared(name)));
    return { kind: 'expression', expression: value, ...span(value) };
  }

  /** The names behind the first of `let a, b = 1, 2`, of which has been told. */
  protected otherNames(): void {
    while (this.takeSymbol(',')) {
      const { token } = this;
      if (token.kind !== 'word' || token.newline || RESERVED_WORDS.has(token.text)) return;
      this.take();
      this.alsoRead.push(this.declared({ text: token.text, ...span(token) }));
    }
  }

  /** `pass`, by itself. */
  protected passStatement(start: Token): Statement {
    this.take();
    this.error('unexpected_keyword', 'A block may be empty: there is no "pass".', start, {
      hint: 'Leave it out.',
      fix: { title: 'Remove "pass"', span: span(start), replacement: '' },
    });
    return { kind: 'bad-statement', ...span(start) };
  }

  /** A name of which nothing is known but that it is one. */
  private declared(name: Name): Statement {
    return { kind: 'let', constant: false, name, value: this.nothing(), ...span(name) };
  }

  private asLoop(start: Token, body: Block): Statement {
    return { kind: 'while', condition: this.nothing(), body, start: start.start, end: this.lastEnd };
  }

  /** The condition as written. It may use what the body declares, so that it is not checked. */
  private skippedCondition(): string {
    const { start } = this.token;
    this.expression();
    return this.source.slice(start, this.lastEnd);
  }
}
