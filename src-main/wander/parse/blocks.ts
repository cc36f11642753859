/** Blocks and their `end`, and how parsing goes on after an error in one. */
import type { Block, Statement } from '../ast';
import type { Token } from '../lexer';
import { STATEMENT_WORDS } from '../words';
import { LIMITS } from './cursor';
import { ExpressionParser } from './expressions';
import type { BlockLayout } from './layout';

const ASSIGN_OPERATORS: ReadonlySet<string> = new Set(['=', '+=', '-=', '*=', '/=', '%=']);

/** A block that waits for its `end`. */
interface OpenBlock {
  readonly opener: Token;
  readonly takesElse: boolean;
  readonly takesWhen: boolean;
}

export abstract class BlockParser extends ExpressionParser {
  private readonly open: OpenBlock[] = [];
  /** Something about the blocks is wrong: an `end` is missing, or one too many. */
  protected unbalanced = false;
  /** Whether to go by indentation where that tells which block lacks its `end`. */
  protected careful = false;

  protected closedBlock(opener: Token): Block {
    const body = this.block(opener);
    this.close(opener);
    return body;
  }

  /** Statements up to a word that ends the block, which is left. */
  protected block(opener: Token, takes: 'else' | 'when' | 'nothing' = 'nothing'): Block {
    const start = this.lastEnd;
    const statements: Statement[] = [];
    if (this.depth >= LIMITS.nesting) {
      this.tooDeep(
        `Blocks are nested more than ${LIMITS.nesting} deep.`,
        opener,
        'Move parts of it to functions.',
      );
      return { statements, start, end: start };
    }
    this.open.push({ opener, takesElse: takes !== 'nothing', takesWhen: takes === 'when' });
    this.depth += 1;
    const layout: BlockLayout = {
      opener: opener.start,
      first: this.index,
      close: this.index,
      statements: [],
    };
    this.layout.blocks.push(layout);
    while (!this.endsBlock()) {
      const before = this.index;
      layout.statements.push(before);
      const errors = this.problems.errorCount;
      statements.push(this.statement());
      if (this.problems.errorCount === errors) this.checkLeftover();
      if (this.problems.errorCount > errors || this.index === before) this.resume(before);
    }
    layout.close = this.index;
    this.depth -= 1;
    this.open.pop();
    return { statements, start, end: this.lastEnd };
  }

  private endsBlock(): boolean {
    const token = this.token;
    if (token.kind === 'end') return true;
    if (token.kind !== 'word') return this.isDedented(token);
    if (this.isDedented(token)) return true;
    switch (token.text) {
      case 'end':
        return true;
      case 'else':
      case 'elif':
        return this.endsAtWord(token, (block) => block.takesElse);
      case 'when':
        if (this.isAssignment(this.peek(1))) return false;
        return (
          this.open.some((block) => block.takesWhen) && this.endsAtWord(token, (block) => block.takesWhen)
        );
      default:
        return false;
    }
  }

  /** An `else` or `when`: ends this block if it, or one around it, may have it; a stray one is skipped. */
  private endsAtWord(token: Token, may: (block: OpenBlock) => boolean): boolean {
    if (this.open.some(may)) return true;
    this.unbalanced = true;
    this.error('unexpected_keyword', `"${token.text}" belongs to no "if" or "match" here.`, token);
    this.take();
    return this.endsBlock();
  }

  /** A statement begins with a word or on a new line: anything else behind one is left over. */
  private checkLeftover(): void {
    const token = this.token;
    if (token.newline || token.kind === 'end' || token.kind === 'word') return;
    if (!this.checkRange()) {
      this.error('unexpected_token', `Did not expect ${this.describe()} here.`, token);
    }
  }

  /** In careful mode: a line that begins left of the line on which this block was opened. */
  private isDedented(token: Token): boolean {
    const block = this.open.at(-1);
    if (!this.careful || !token.newline || block === undefined) return false;
    const indentation = this.indentation(token);
    if (indentation < this.indentation(block.opener)) return true;
    // Functions with names don't nest.
    const outermost = this.open[0];
    const isFunction = this.isWord('fn', token) && this.peek(1).kind === 'word';
    return isFunction && outermost !== undefined && indentation <= this.indentation(outermost.opener);
  }

  /** Takes the `end` of a block. */
  protected close(opener: Token): void {
    const token = this.token;
    const isDedented = this.careful && token.newline && this.indentation(token) < this.indentation(opener);
    if (!isDedented && this.takeWord('end')) return;
    this.unbalanced = true;
    const indent = ' '.repeat(this.indentation(opener));
    const line = this.lines.lineOf(token.start);
    const at = token.newline ? this.lines.startOfLine(line) : this.lastEnd;
    const atEnd = token.kind === 'end';
    const replacement = token.newline && !atEnd ? `${indent}end\n` : `\n${indent}end`;
    this.error('missing_end', `This "${opener.text}" has no "end".`, opener, {
      hint: atEnd ? 'Add "end" at the end of the file.' : `Add "end" before line ${line}.`,
      fix: {
        title: 'Add "end"',
        span: atEnd ? { start: this.lastEnd, end: this.lastEnd } : { start: at, end: at },
        replacement,
      },
    });
  }

  /** After an error: to the next line, or to a word that begins a statement or ends the block. Always moves on. */
  private resume(before: number): void {
    if (this.index === before) this.take();
    while (!this.atEnd && !this.token.newline) {
      const token = this.token;
      if (
        token.kind === 'word' &&
        (STATEMENT_WORDS.includes(token.text) || token.text === 'end' || token.text === 'else')
      )
        return;
      const close = this.closingOf(this.index);
      if (close > this.index) this.index = close;
      this.take();
    }
  }

  protected abstract statement(): Statement;

  /** In careful mode: what follows belongs to a block around, by its indentation. */
  protected isBehindDedent(opener: Token): boolean {
    return this.careful && this.token.newline && this.indentation(this.token) < this.indentation(opener);
  }

  protected isAssignment(token: Token): boolean {
    return token.kind === 'symbol' && ASSIGN_OPERATORS.has(token.text);
  }
}
