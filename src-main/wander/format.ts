/**
 * The canonical form of a text. Lines stay as they were broken where the language leaves that open; everything else is
 * decided here: two spaces of indentation for each level, one statement a line, one space between tokens or none, at most one
 * blank line, one between functions. Comments stay where they are. Formatting twice is formatting once.
 */
import type { Token } from './lexer';
import { parse, type Parsed } from './parser';
import type { BlockLayout } from './parse/layout';
import { LineTable } from './positions';
import { treeText } from './tree-text';
import { needsSpace } from './spacing';

const INDENT = '  ';

/** Words that begin what stands apart from its neighbours. */
const SEPARATED: ReadonlySet<string> = new Set('fn behavior on state test'.split(' '));

/** The formatted text; the text itself where it has errors, since it is not known then what was meant. */
export function format(source: string): string {
  const parsed = parse(source);
  if (parsed.problems.errorCount > 0) return source;
  const formatted = new Formatter(source, parsed).run();
  // Whatever goes wrong here must not reach the file.
  const again = parse(formatted);
  const isSame = again.problems.errorCount === 0 && treeText(again.file) === treeText(parsed.file);
  return isSame ? formatted : source;
}

/** Something that is open around the place being printed. */
interface Context {
  readonly kind: 'block' | 'bracket';
  /** Indentation of the line on which it was opened. */
  readonly base: number;
  /** Index of the token that closes it. */
  readonly close: number;
}

class Formatter {
  private readonly out: string[] = [];
  private readonly tokens: readonly Token[];
  private readonly lines: LineTable;
  /** Tokens that begin a line whatever the text had. */
  private readonly breaks = new Set<number>();
  private readonly statements = new Set<number>();
  private readonly firstWhens: ReadonlySet<number>;
  private readonly blocksAt = new Map<number, BlockLayout[]>();
  private readonly closeOfBracket = new Map<number, number>();
  /** The declaration, or member of a behaviour, before another. */
  private readonly before = new Map<number, number>();
  private readonly contexts: Context[] = [];
  /** Indentation of the line on which a token was printed, by the token's offset. */
  private readonly indentAt = new Map<number, number>();
  private lineIndent = 0;
  /** Nothing has been printed on this line. */
  private fresh = true;
  /** The last thing printed opens something, so that no blank line follows. */
  private opened = true;

  constructor(
    private readonly source: string,
    private readonly parsed: Parsed,
  ) {
    this.tokens = parsed.lexed.tokens;
    this.lines = new LineTable(source);
    this.firstWhens = new Set(parsed.layout.firstWhen.values());
    this.prepare();
  }

  run(): string {
    let end = 0;
    let index = 0;
    let previous: Token | undefined;
    for (const token of this.parsed.lexed.all) {
      if (token.kind === 'end') break;
      const blank = token.newline && this.isBlank(end, token.start);
      end = token.end;
      if (token.kind === 'comment') {
        this.comment(token, index, blank);
        continue;
      }
      this.token(token, index, previous, blank);
      previous = token;
      index += 1;
    }
    const eol = this.source.includes('\r\n') ? '\r\n' : '\n';
    const text = this.out.join('').trimEnd();
    return text === '' ? '' : `${text}\n`.replaceAll('\n', eol);
  }

  /** Whether there is an empty line in the space between. */
  private isBlank(from: number, to: number): boolean {
    const text = this.source.slice(from, to);
    return text.indexOf('\n') !== text.lastIndexOf('\n');
  }

  /* ---- structure ------------------------------------------------------------------------------------------------ */

  private prepare(): void {
    const { layout } = this.parsed;
    for (const index of layout.declarations) this.breaks.add(index);
    this.follow(layout.declarations);
    const groups = new Map<number, BlockLayout[]>();
    for (const block of layout.blocks) {
      groups.set(block.opener, [...(groups.get(block.opener) ?? []), block]);
      this.blocksAt.set(block.first, [...(this.blocksAt.get(block.first) ?? []), block]);
      for (const index of block.statements) this.statements.add(index);
      if (block.members === true) this.follow(block.statements);
    }
    // Inner blocks first: one that is broken breaks those around it.
    const inOrder = [...groups.values()].sort((a, b) => (b[0]?.opener ?? 0) - (a[0]?.opener ?? 0));
    for (const group of inOrder) {
      if (this.staysOnLine(group)) continue;
      for (const { statements, close } of group) {
        for (const index of statements) this.breaks.add(index);
        this.breaks.add(close);
      }
      const when = layout.firstWhen.get(group[0]?.opener ?? -1);
      if (when !== undefined) this.breaks.add(when);
    }
    this.matchBrackets();
  }

  private follow(members: readonly number[]): void {
    members.slice(1).forEach((index, place) => this.before.set(index, members[place] ?? 0));
  }

  /** `if x then y() end`: on one line in the text, and short. */
  private staysOnLine(group: readonly BlockLayout[]): boolean {
    const opener = group[0]?.opener ?? 0;
    const close = this.tokens[group.at(-1)?.close ?? 0];
    if (close === undefined || this.lines.lineOf(opener) !== this.lines.lineOf(close.start)) return false;
    if (group.some(({ statements, members }) => members === true || statements.length > 1)) return false;
    // The header too: a function in a condition may have been broken.
    for (let index = group.at(-1)?.close ?? 0; index >= 0; index -= 1) {
      if ((this.tokens[index]?.start ?? 0) <= opener) return true;
      if (this.breaks.has(index)) return false;
    }
    return true;
  }

  private matchBrackets(): void {
    const open: number[] = [];
    this.tokens.forEach((token, index) => {
      const isSymbol = token.kind === 'symbol';
      if (
        token.kind === 'string-middle' ||
        token.kind === 'string-end' ||
        (isSymbol && ')]}'.includes(token.text))
      ) {
        const opener = open.pop();
        if (opener !== undefined) this.closeOfBracket.set(opener, index);
      }
      if (
        token.kind === 'string-start' ||
        token.kind === 'string-middle' ||
        (isSymbol && '([{'.includes(token.text))
      )
        open.push(index);
    });
  }

  /* ---- printing ------------------------------------------------------------------------------------------------- */

  private token(token: Token, index: number, previous: Token | undefined, blank: boolean): void {
    const top = this.contexts.at(-1);
    const closes = top?.close === index;
    if (closes) this.contexts.pop();
    const breaks = this.breaks.has(index) || (token.newline && previous !== undefined) || this.fresh;
    if (breaks) {
      const isStatement = this.statements.has(index);
      const indent = closes && top !== undefined ? top.base : this.indentFor(index, isStatement);
      this.newLine(indent, blank && !closes, index);
    } else if (previous !== undefined && needsSpace(previous, token, index, this.parsed.layout))
      this.out.push(' ');
    this.out.push(this.textOf(token, index));
    this.indentAt.set(token.start, this.lineIndent);
    this.fresh = false;
    this.opened = false;
    this.enter(index);
  }

  private textOf(token: Token, index: number): string {
    if (this.parsed.layout.splitAngles.has(index)) return '> =';
    return this.source.slice(token.start, token.end).replaceAll('\r\n', '\n');
  }

  /** Opens what begins behind a token. */
  private enter(index: number): void {
    const close = this.closeOfBracket.get(index);
    if (close !== undefined) {
      this.contexts.push({ kind: 'bracket', base: this.lineIndent, close });
      this.opened = true;
    }
    for (const block of this.blocksAt.get(index + 1) ?? []) {
      this.contexts.push({ kind: 'block', base: this.indentAt.get(block.opener) ?? 0, close: block.close });
      this.opened = true;
    }
  }

  /** Indentation of a line that begins with this token, or with a comment before it. */
  private indentFor(index: number, isStatement: boolean): number {
    const top = this.contexts.at(-1);
    if (top === undefined) return this.breaks.has(index) || this.tokens[index]?.kind === 'end' ? 0 : 1;
    // What goes on from the line above stands further in; the first `when` stands under its `match`.
    const goesOn = top.kind === 'block' && !isStatement && !this.firstWhens.has(index);
    return top.base + (goesOn ? 2 : 1);
  }

  private newLine(indent: number, blank: boolean, index: number): void {
    if (this.out.length > 0) {
      const wantsBlank = this.separates(index) || (blank && !this.opened);
      this.out.push(wantsBlank ? '\n\n' : '\n');
    }
    this.lineIndent = indent;
    this.out.push(INDENT.repeat(indent));
  }

  /** Between a function, or another declaration with a block, and what stands before and behind it there is a blank line. */
  private separates(index: number): boolean {
    const before = this.before.get(index);
    if (before === undefined || !this.breaks.has(index) || this.separated === index) return false;
    this.separated = index;
    return [index, before].some((at) => SEPARATED.has(this.tokens[at]?.text ?? ''));
  }

  /** The declaration before which a blank line was printed, or judged to be needless. */
  private separated = -1;

  private comment(token: Token, next: number, blank: boolean): void {
    const text = token.text.trimEnd();
    if (!token.newline && !this.fresh) {
      this.out.push(' ', text);
      this.markComment();
      return;
    }
    // A comment before what closes a block still belongs to the block.
    const closes = this.contexts.at(-1)?.close === next;
    this.newLine(this.indentFor(next, closes || this.statements.has(next)), blank, next);
    this.out.push(text);
    this.markComment();
  }

  private markComment(): void {
    this.fresh = true;
    this.opened = false;
  }
}
