/** The parser's hands: the tokens, one place among them, and what every part of the grammar needs to take and to complain. */
import type { Name, Span, TypeNode } from '../ast';
import type { Token } from '../lexer';
import { LineTable } from '../positions';
import type { ProblemDetails, Problems } from '../problem';
import { RESERVED_WORDS } from '../words';
import { Layout } from './layout';

/** Bounds on a source text. Deeper or longer is an error with its place, so that no pass over the tree can run out of stack. */
export const LIMITS = {
  sourceBytes: 512 * 1024,
  nesting: 100,
  chain: 250,
  /** Of a whole expression's tree, chains and nesting together. */
  treeDepth: 400,
  elifs: 200,
  locals: 200,
  errors: 30,
} as const;

const OPENERS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const CLOSERS: ReadonlySet<string> = new Set(OPENERS.values());

export class Cursor {
  protected index = 0;
  /** Blocks and expressions open around the cursor. */
  protected depth = 0;
  /** How often something was wrong, told or not. */
  protected complaints = 0;
  /** Set when parsing gave up: no more problems are written down. */
  protected aborted = false;
  private lineTable: LineTable | undefined;
  readonly layout = new Layout();
  /** For each opening bracket or string piece, the index of what closes it, or -1. */
  private readonly closing: Int32Array;

  constructor(
    protected readonly source: string,
    protected readonly tokens: Token[],
    protected readonly problems: Problems,
  ) {
    this.closing = matchBrackets(tokens);
  }

  /** Made when it is first asked for: most texts have no need of it. */
  protected get lines(): LineTable {
    return (this.lineTable ??= new LineTable(this.source));
  }

  /* ---- looking -------------------------------------------------------------------------------------------------- */

  protected get token(): Token {
    return this.tokens[this.index] ?? this.peek(0);
  }

  /** The token `ahead` places on; past the end it is the end. */
  protected peek(ahead: number): Token {
    const token = this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)];
    if (token === undefined) throw new Error('a token list without an end');
    return token;
  }

  /** Where the token before the cursor ends. */
  protected get lastEnd(): number {
    return this.index === 0 ? 0 : (this.tokens[this.index - 1]?.end ?? 0);
  }

  protected isWord(text: string, token = this.token): boolean {
    return token.kind === 'word' && token.text === text;
  }

  protected isSymbol(text: string, token = this.token): boolean {
    return token.kind === 'symbol' && token.text === text;
  }

  protected get atEnd(): boolean {
    return this.token.kind === 'end';
  }

  /** Index of the token that closes the bracket at the cursor, or -1. */
  protected closingOf(index: number): number {
    return this.closing[index] ?? -1;
  }

  /* ---- taking --------------------------------------------------------------------------------------------------- */

  protected take(): Token {
    const token = this.token;
    if (token.kind !== 'end') this.index += 1;
    return token;
  }

  protected takeWord(text: string): boolean {
    if (!this.isWord(text)) return false;
    this.index += 1;
    return true;
  }

  protected takeSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.index += 1;
    return true;
  }

  /** Takes a symbol or says that it is missing, right behind what stands before. */
  protected expectSymbol(text: string, where: string): boolean {
    if (this.takeSymbol(text)) return true;
    this.error('expected_symbol', `Expected "${text}" ${where}, found ${this.describe()}.`, this.gap());
    return false;
  }

  protected expectWord(text: string, where: string): boolean {
    if (this.takeWord(text)) return true;
    this.error('expected_keyword', `Expected "${text}" ${where}, found ${this.describe()}.`, this.gap());
    return false;
  }

  /** A name that is being declared. A missing one gives an empty name and an error. */
  protected name(what: string): Name {
    const token = this.token;
    const reserved = token.kind === 'word' && RESERVED_WORDS.has(token.text);
    if (token.kind === 'word' && !(reserved && token.newline)) {
      this.take();
      if (reserved) {
        this.error(
          'reserved_word',
          `"${token.text}" is a word of the language and can't name ${what}.`,
          token,
          {
            fix: { title: `Rename to "${token.text}_"`, span: span(token), replacement: `${token.text}_` },
            hint: `Choose another name, such as "${token.text}_".`,
          },
        );
      }
      return { text: token.text, start: token.start, end: token.end };
    }
    this.error('expected_name', `Expected the name of ${what}, found ${this.describe()}.`, this.gap());
    return { text: '', start: this.lastEnd, end: this.lastEnd };
  }

  /* ---- types as written ----------------------------------------------------------------------------------------- */

  /** `number`, `list<number>`, `a|b`, `T?`. */
  protected typeNode(): TypeNode {
    const start = this.token.start;
    const alternatives: { name: string; argument?: TypeNode; span: Span }[] = [];
    this.depth += 1;
    do {
      const token = this.token;
      const isName =
        token.kind === 'word' &&
        (!RESERVED_WORDS.has(token.text) || token.text === 'none' || token.text === 'fn');
      if (!isName) {
        this.error('expected_type', `Expected a type, found ${this.describe()}.`, this.gap(), {
          hint: 'Types are number, string, bool, vec, color, entity, list, map, function, any and none.',
        });
        break;
      }
      this.take();
      let argument: TypeNode | undefined;
      if (this.isSymbol('<') && this.depth < LIMITS.nesting) {
        this.layout.typeSymbols.add(this.index);
        this.take();
        argument = this.typeNode();
        this.closeAngle();
      }
      const found = {
        name: token.text,
        span: { start: token.start, end: this.lastEnd },
        ...(argument && { argument }),
      };
      alternatives.push(this.arrayBrackets(found) ?? found);
    } while (this.takeTypeSymbol('|'));
    this.depth -= 1;
    const optional = this.takeTypeSymbol('?');
    return { start, end: Math.max(start, this.lastEnd), alternatives, optional };
  }

  /** `string[]`, which is a list here. */
  private arrayBrackets(item: TypeNode['alternatives'][number]): typeof item | undefined {
    if (!this.isSymbol('[') || !this.isSymbol(']', this.peek(1))) return undefined;
    const at = { start: item.span.start, end: this.peek(1).end };
    const replacement = `list<${this.source.slice(item.span.start, item.span.end)}>`;
    const fix = { title: `Change to "${replacement}"`, span: at, replacement };
    this.error('expected_type', `A list of these is written "${replacement}".`, at, { fix });
    this.index += 2;
    return { name: 'list', span: at, argument: { ...item.span, alternatives: [item], optional: false } };
  }

  /** The `>` of `list<number>`, which may be glued to a `=`. */
  private closeAngle(): void {
    const token = this.token;
    if (this.isSymbol('>=')) {
      this.layout.splitAngles.add(this.index);
      this.tokens[this.index] = { ...token, text: '=', start: token.start + 1 };
      return;
    }
    if (!this.takeTypeSymbol('>')) this.expectSymbol('>', 'after the type');
  }

  private takeTypeSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.layout.typeSymbols.add(this.index);
    this.index += 1;
    return true;
  }

  /* ---- complaining ---------------------------------------------------------------------------------------------- */

  protected error(code: string, message: string, at: Span, details?: ProblemDetails): void {
    this.complaints += 1;
    if (this.aborted) return;
    this.problems.error(code, message, span(at), details);
    if (this.problems.errorCount > LIMITS.errors) this.abort();
  }

  /** Gives up: what is left of the text is not looked at. */
  protected abort(): void {
    this.aborted = true;
    this.index = this.tokens.length - 1;
  }

  protected tooDeep(message: string, at: Span, hint: string): void {
    this.error('too_deep', message, at, { hint });
    this.abort();
  }

  /** Where something is missing: the token at the cursor, or behind the last one when that stands on an earlier line. */
  protected gap(): Span {
    const token = this.token;
    if (token.kind !== 'end' && !token.newline) return span(token);
    return { start: Math.max(0, this.lastEnd - 1), end: Math.max(this.lastEnd, 0) };
  }

  protected describe(token = this.token): string {
    if (token.kind === 'end') return 'the end of the file';
    if (token.newline && this.index > 0) return 'the end of the line';
    if (token.kind === 'string' || token.kind === 'string-start') return 'a string';
    if (token.kind === 'number')
      return `the number ${this.source.slice(token.start, Math.min(token.end, token.start + 30))}`;
    const text = this.source.slice(token.start, Math.min(token.end, token.start + 30));
    return `"${text}"`;
  }

  /** Width of the white space before the first token of a token's line; a tab counts as four. */
  protected indentation(token: Token): number {
    let width = 0;
    for (let at = this.lines.startOfLine(this.lines.lineOf(token.start)); ; at += 1) {
      const code = this.source.charCodeAt(at);
      if (code === 32) width += 1;
      else if (code === 9) width += 4;
      else return width;
    }
  }
}

export function span({ start, end }: Span): Span {
  return { start, end };
}

function matchBrackets(tokens: readonly Token[]): Int32Array {
  const closing = new Int32Array(tokens.length).fill(-1);
  const open: { readonly index: number; readonly closer: string }[] = [];
  const close = (closer: string, index: number): void => {
    // Deeper than this the parser gives up anyway, and a bound keeps the search linear.
    for (let at = open.length - 1; at >= 0 && at >= open.length - 2 * LIMITS.nesting; at -= 1) {
      const entry = open[at];
      if (entry?.closer === closer) {
        closing[entry.index] = index;
        open.length = at;
        return;
      }
      // An interpolation is never closed by a bracket outside of it.
      if (entry?.closer === '"') return;
    }
  };
  tokens.forEach(({ kind, text }, index) => {
    if (kind === 'symbol') {
      if (text.length > 1) return;
      const closer = OPENERS.get(text);
      if (closer !== undefined) open.push({ index, closer });
      else if (CLOSERS.has(text)) close(text, index);
      return;
    }
    if (kind === 'string-middle' || kind === 'string-end') {
      while (open.length > 0 && open.at(-1)?.closer !== '"') open.pop();
      close('"', index);
    }
    if (kind === 'string-start' || kind === 'string-middle') open.push({ index, closer: '"' });
  });
  return closing;
}
