/** Blocks and their `end`, and how parsing goes on after an error in one. */
import type { Block, Statement } from '../ast';
import type { Token } from '../lexer';
import { STATEMENT_WORDS } from '../words';
import { LIMITS, span } from './cursor';
import { ExpressionParser } from './expressions';
import type { BlockLayout } from './layout';

const ASSIGN_OPERATORS: ReadonlySet<string> = new Set(['=', '+=', '-=', '*=', '/=', '%=']);

/** What was probably meant by a symbol that is left over behind a statement. */
const LEFTOVER_HINTS: ReadonlyMap<string, string> = new Map([
  ['?', 'One value or another is written "if a then b else c", a default for none "a ?? b".'],
  ['->', 'A function as a value is written "(a, b) => value".'],
  [',', 'Several values are a list: [a, b].'],
  ['?.', 'A missing key gives none; where the map itself may be missing, write "(a ?? {}).key".'],
]);

const QUOTE_HINT = 'Strings are joined with "+"; a quote that is part of one is written \\".';

/** Words that begin what holds blocks and stands in none, where a name or a text follows. */
const OUTER_WORDS: ReadonlySet<string> = new Set('fn on state test behavior param intent'.split(' '));
const MEMBER_NAMES: ReadonlySet<string> = new Set(['word', 'string']);

/** What others write for `end`. */
const FOREIGN_END = /^end_?(?:if|for|foreach|while|repeat|loop|do|match|switch|fn|func|function)$/;

/** A block that waits for its `end`. */
interface OpenBlock {
  readonly opener: Token;
  readonly takesElse: boolean;
  readonly takesWhen: boolean;
  /** Written with `{` and `}`, as in other languages. */
  readonly braced: boolean;
  /** What else ends it, in a block that other languages have. */
  readonly ends: ((token: Token) => boolean) | undefined;
  /** Its first statement stands further in than its opener. */
  readonly isIndented: boolean;
}

export abstract class BlockParser extends ExpressionParser {
  private readonly open: OpenBlock[] = [];
  /** Something about the blocks is wrong: an `end` is missing, or one too many. */
  protected unbalanced = false;
  /** It is read again, carefully: what this parse finds is not asked for. */
  protected isInVain = false;
  /** Whether to go by indentation where that tells which block lacks its `end`. */
  protected careful = false;

  /** The block read last was closed by its `}`, so that it needs no `end`. */
  protected closedByBrace = false;
  /** In careful mode: the first statement of the block read last that stands no further in than its opener. */
  private sibling: Token | undefined;
  protected toldOfBraces = false;
  /** What a statement declares besides the one that it gives. */
  protected readonly alsoRead: Statement[] = [];

  protected notBalanced(): void {
    this.complaints += 1;
    this.unbalanced = true;
    if (this.careful || this.aborted) return;
    this.isInVain = true;
    this.abort();
  }

  protected closedBlock(opener: Token): Block {
    const body = this.block(opener);
    this.close(opener);
    return body;
  }

  /** Statements up to a word that ends the block, which is left. */
  protected block(
    opener: Token,
    takes: 'else' | 'when' | 'nothing' = 'nothing',
    ends?: (token: Token) => boolean,
  ): Block {
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
    const braced = this.foreignOpening();
    const own = {
      opener,
      takesElse: takes !== 'nothing',
      takesWhen: takes === 'when',
      braced,
      ends,
      isIndented: this.careful && this.token.newline && !this.isBeside(opener),
    };
    this.open.push(own);
    this.depth += 1;
    const layout: BlockLayout = {
      opener: opener.start,
      first: this.index,
      close: this.index,
      statements: [],
    };
    this.layout.blocks.push(layout);
    let sibling: Token | undefined;
    while (!this.endsBlock()) {
      const before = this.index;
      if (sibling === undefined && statements.length > 0 && this.isBeside(opener)) sibling = this.token;
      layout.statements.push(before);
      const errors = this.problems.errorCount;
      statements.push(this.statement());
      statements.push(...this.alsoRead.splice(0));
      if (this.problems.errorCount === errors) this.checkLeftover(opener);
      if (this.problems.errorCount > errors || this.index === before) this.resume(before);
    }
    layout.close = this.index;
    this.depth -= 1;
    this.open.pop();
    this.sibling = sibling;
    this.closedByBrace = braced && this.takeSymbol('}');
    return { statements, start, end: this.lastEnd };
  }

  /** `{` or `:` behind a header, as other languages have them. True for a brace. */
  private foreignOpening(): boolean {
    const token = this.token;
    if (token.newline) return false;
    if (this.isSymbol(':')) {
      this.error('unexpected_token', 'A block has no ":" before it; it ends with "end".', token, {
        fix: { title: 'Remove ":"', span: span(token), replacement: '' },
      });
      this.take();
      return false;
    }
    if (!this.isSymbol('{')) return false;
    if (!this.toldOfBraces) {
      this.error('unexpected_token', 'Blocks have no braces: they end with "end".', token, {
        hint: 'Write "if a then … else … end", "for x in list … end", "fn f(x) … end".',
      });
    }
    this.toldOfBraces = true;
    this.take();
    return true;
  }

  private endsBlock(): boolean {
    const token = this.token;
    if (token.kind === 'end') return true;
    if (this.open.at(-1)?.braced === true && this.isSymbol('}')) return true;
    if (token.kind !== 'word') return this.isDedented(token);
    if (this.isDedented(token) || this.open.at(-1)?.ends?.(token) === true) return true;
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
        return this.isForeignEnd(token);
    }
  }

  /** `endif`, alone on its line. */
  private isForeignEnd(token: Token): boolean {
    const next = this.peek(1);
    return FOREIGN_END.test(token.text) && token.newline && (next.newline || next.kind === 'end');
  }

  /** `end`, `endif` or `end if`. */
  private takeEnd(): boolean {
    const { token } = this;
    const foreign = token.kind === 'word' && this.isForeignEnd(token);
    if (!foreign && !this.takeWord('end')) return false;
    const last = this.token;
    const next = this.peek(1);
    const isDouble =
      !foreign &&
      !last.newline &&
      FOREIGN_END.test(`end${last.text}`) &&
      (next.newline || next.kind === 'end');
    if (!foreign && !isDouble) return true;
    const at = { start: token.start, end: last.end };
    this.take();
    const written = this.source.slice(at.start, at.end);
    this.error('unexpected_keyword', `A block ends with "end", not "${written}".`, at, {
      fix: { title: 'Change to "end"', span: at, replacement: 'end' },
    });
    return true;
  }

  /** An `else` or `when`: ends this block if it, or one around it, may have it; a stray one is skipped. */
  private endsAtWord(token: Token, may: (block: OpenBlock) => boolean): boolean {
    if (this.open.some(may)) return true;
    this.notBalanced();
    this.error('unexpected_keyword', `"${token.text}" belongs to no "if" or "match" here.`, token, {
      hint: 'Is there an "end" above it that closes the "if" too early?',
    });
    this.take();
    if (token.text === 'elif') this.resume(this.index - 1);
    return this.endsBlock();
  }

  /** A statement begins with a word or on a new line: anything else behind one is left over. */
  private checkLeftover(opener: Token): void {
    const token = this.token;
    if (token.newline || token.kind === 'end') return;
    if (this.open.at(-1)?.braced === true && this.isSymbol('}')) return;
    if (token.kind === 'word') {
      this.checkConditionalEnd(opener);
      return;
    }
    if (!this.checkRange()) {
      const next = this.peek(1);
      const hint = token.kind.startsWith('string')
        ? QUOTE_HINT
        : LEFTOVER_HINTS.get(token.text + (next.glued && this.isSymbol('.', next) ? '.' : ''));
      this.error('unexpected_token', `Did not expect ${this.describe()} here.`, token, { hint });
    }
  }

  /** `let x = if a then b else c end`: the `end` is one too many, which shows only where the blocks don't add up. */
  private checkConditionalEnd(opener: Token): void {
    const token = this.token;
    if (!this.careful || !this.isWord('end') || this.conditionalEnd !== this.lastEnd) return;
    if (this.lines.lineOf(opener.start) === this.lines.lineOf(token.start)) return;
    this.error('unexpected_keyword', 'An "if" that gives a value has no "end".', token, {
      fix: { title: 'Remove "end"', span: span(token), replacement: '' },
    });
    this.take();
  }

  /** In careful mode: a line that begins left of the line on which this block was opened. */
  private isDedented(token: Token): boolean {
    const block = this.open.at(-1);
    if (!this.careful || !token.newline || block === undefined) return false;
    const indentation = this.indentation(token);
    if (indentation < this.indentation(block.opener)) return true;
    const outermost = this.open[0];
    if (outermost === undefined || indentation > this.indentation(outermost.opener)) return false;
    // Functions with names and handlers don't nest; a "const" may be a statement, but not one so far out.
    const isNamed = token.kind === 'word' && MEMBER_NAMES.has(this.peek(1).kind);
    return isNamed && (OUTER_WORDS.has(token.text) || (this.isWord('const', token) && outermost.isIndented));
  }

  /** Takes the `end` of a block. */
  protected close(opener: Token): void {
    const { token, sibling } = this;
    this.sibling = undefined;
    if (this.closedByBrace) {
      this.closedByBrace = false;
      return;
    }
    const isDedented = this.careful && token.newline && this.indentation(token) < this.indentation(opener);
    if (!isDedented && this.takeEnd()) return;
    this.notBalanced();
    const next = sibling ?? token;
    const before = next === token ? this.lastEnd : this.endBefore(next);
    // Behind the line's comment, before the comments on the next thing.
    const at = next.newline || next.kind === 'end' ? this.lines.endOfLine(this.lines.lineOf(before)) : before;
    const where =
      next.kind === 'end' ? 'at the end of the file' : `before line ${this.lines.lineOf(next.start)}`;
    this.error('missing_end', `This "${opener.text}" has no "end".`, opener, {
      hint: `Add "end" ${where}.`,
      fix: {
        title: 'Add "end"',
        span: { start: at, end: at },
        replacement: `\n${' '.repeat(this.indentation(opener))}end`,
      },
    });
  }

  /** Where the token before another ends. */
  private endBefore(token: Token): number {
    return this.tokens[this.tokens.indexOf(token) - 1]?.end ?? 0;
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

  /** In careful mode: the statement stands beside the block's opener by its indentation, not inside of the block. */
  private isBeside(opener: Token): boolean {
    return this.careful && this.token.newline && this.indentation(this.token) <= this.indentation(opener);
  }

  /** In careful mode: what follows belongs to a block around, by its indentation. */
  protected isBehindDedent(opener: Token): boolean {
    return this.careful && this.token.newline && this.indentation(this.token) < this.indentation(opener);
  }

  protected isAssignment(token: Token): boolean {
    return token.kind === 'symbol' && ASSIGN_OPERATORS.has(token.text);
  }
}
