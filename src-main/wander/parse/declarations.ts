/** What stands at the top of a file. */
import type { ConstDeclaration, File, FnDeclaration, Name, Span, UseDeclaration } from '../ast';
import type { BehaviorDeclaration, TestDeclaration } from '../ast-behaviors';
import type { Chunk, ParseMode, TopDeclaration } from '../chunk';
import { isModulePath, moduleStem } from '../module-path';
import { nearestWord } from '../suggest';
import { BEHAVIOR_WORDS, DECLARATION_WORDS, MAIN_BEHAVIOR } from '../words';
import { span } from './cursor';
import { FOREIGN_WORDS } from './foreign';
import { BehaviorParser, Members } from './behaviors';

/** What other languages write before the word for a function. */
const LEADING_WORDS: ReadonlySet<string> = new Set(['local', 'async', 'export', 'pub', 'static']);

/** Gives what is known of the declaration that begins at a token; undefined where nothing is. */
export type KnownChunks = (index: number) => Chunk | undefined;

export class FileParser extends BehaviorParser {
  /** The declarations in the order of the text. */
  readonly chunks: Chunk[] = [];

  file(mode: ParseMode, knownAt: KnownChunks = () => undefined): File {
    this.careful = mode === 'careful';
    const uses: UseDeclaration[] = [];
    const constants: ConstDeclaration[] = [];
    const functions: FnDeclaration[] = [];
    const behaviors: BehaviorDeclaration[] = [];
    const tests: TestDeclaration[] = [];
    const bare = new Members();
    let first: Span | undefined;
    let last = 0;
    const add = (node: TopDeclaration | undefined): void => {
      switch (node?.kind) {
        case 'use':
          return void uses.push(node);
        case 'const-declaration':
          return void constants.push(node);
        case 'fn-declaration':
          return void functions.push(node);
        case 'behavior':
          return void behaviors.push(node);
        case 'test':
          return void tests.push(node);
        case undefined:
      }
    };
    while (!this.atEnd) {
      const errors = this.problems.errorCount;
      const { complaints, index, token } = this;
      const next = this.peek(1);
      this.layout.declarations.push(this.index);
      const known = knownAt(index);
      let node: TopDeclaration | undefined;
      if (known?.sound[mode] === true) {
        this.index += known.count;
        this.chunks.push(known);
        add(known.node);
        continue;
      }
      if (this.isWord('use')) node = this.useDeclaration();
      else if (this.isWord('const')) node = this.constDeclaration();
      else if (this.isWord('fn') && !this.isSymbol('(', next)) node = this.fnDeclaration();
      else if (this.isWord('behavior')) node = this.behaviorDeclaration();
      else if (this.isWord('test')) node = this.testDeclaration();
      else if (
        BEHAVIOR_WORDS.has(token.text) &&
        !this.isSymbol('.', next) &&
        !this.isSymbol('=', next) &&
        this.readMember(token, bare)
      ) {
        first ??= span(token);
        last = this.lastEnd;
      } else if (this.isForeignFunction(this.index)) node = this.foreignFunction();
      else this.misplaced();
      const isSound = this.complaints === complaints;
      if (this.problems.errorCount > errors) this.toDeclaration();
      this.chunks.push(this.chunk(index, node, isSound, mode, known));
      add(this.chunks.at(-1)?.node);
    }
    if (first !== undefined) {
      const name = { text: MAIN_BEHAVIOR, ...first };
      behaviors.push(bare.complete(name, true, { start: first.start, end: last }));
    }
    return { uses, constants, functions, behaviors, tests, start: 0, end: this.source.length };
  }

  /** What was read from a token on; or what is known of it, where that turns out to be the same in this mode. */
  private chunk(
    first: number,
    node: TopDeclaration | undefined,
    isSound: boolean,
    mode: ParseMode,
    known: Chunk | undefined,
  ): Chunk {
    const count = this.index - first;
    const isKept = node !== undefined && isSound;
    if (known !== undefined) {
      known.sound[mode] = isKept && count === known.count;
      if (known.sound[mode]) return known;
    }
    let balance = 0;
    for (let at = first; at < this.index; at += 1) {
      const kind = this.tokens[at]?.kind;
      if (kind === 'string-start') balance += 1;
      else if (kind === 'string-end') balance -= 1;
    }
    const end = node?.kind === 'fn-declaration' ? node.body.start : (node?.end ?? 0);
    const head = node === undefined ? '' : this.source.slice(node.start, end);
    return { first, count, node, sound: { [mode]: isKept }, balance, head, walks: new Map() };
  }

  /** The blocks don't add up, so that only a careful parse can explain. */
  get isUnbalanced(): boolean {
    return this.isInVain;
  }

  private useDeclaration(): UseDeclaration {
    const start = this.take();
    const path = this.token;
    if (path.kind === 'string') this.take();
    else
      this.error(
        'expected_string',
        `Expected the module's path in quotes, found ${this.describe()}.`,
        this.gap(),
      );
    const text = path.kind === 'string' ? path.text : '';
    const pathSpan = path.kind === 'string' ? span(path) : { start: this.lastEnd, end: this.lastEnd };
    const stem = moduleStem(text);
    let name: Name = { text: stem, ...pathSpan };
    if (this.isWord('as') && !this.token.newline) {
      this.take();
      name = this.name('the module');
    } else if (path.kind === 'string' && isModulePath(text) && !/^[A-Za-z_]\w*$/.test(stem)) {
      this.error('expected_name', `"${stem}" can't be a name; say what the module is called here.`, path, {
        hint: `Write use "${text}" as name.`,
      });
      name = { text: '', ...pathSpan };
    }
    return { kind: 'use', path: text, pathSpan, name, start: start.start, end: this.lastEnd };
  }

  /* ---- what may not stand here ---------------------------------------------------------------------------------- */

  private misplaced(): void {
    const token = this.token;
    if (this.isWord('end')) {
      this.notBalanced();
      this.error('unexpected_end', 'This "end" closes nothing.', token, {
        fix: { title: 'Remove it', span: span(token), replacement: '' },
      });
    } else if (this.isWord('fn')) {
      const hint = 'Write "fn name(a, b) … end".';
      const found = this.describe(this.peek(1));
      this.error('expected_name', `Expected the name of the function, found ${found}.`, token, { hint });
    } else if (this.isWord('let') && this.peek(1).kind === 'word') {
      this.error(
        'unexpected_keyword',
        'A variable stands inside a function; at the top of a file write "const".',
        token,
        {
          fix: { title: 'Change to "const"', span: span(token), replacement: 'const' },
        },
      );
    } else {
      this.notBalanced();
      const foreign = token.kind === 'word' ? FOREIGN_WORDS.get(token.text)?.use : undefined;
      const next = this.peek(1);
      const startsDeclaration =
        token.kind === 'word' && (next.kind === 'word' || next.kind === 'string') && !next.newline;
      const near = startsDeclaration ? (foreign ?? nearestWord(token.text, DECLARATION_WORDS)) : undefined;
      const isWord = near !== undefined && DECLARATION_WORDS.includes(near);
      this.error(
        'unexpected_token',
        `Only "use", "const" and "fn" stand at the top of a file; found ${this.describeHere(token)}.`,
        token,
        {
          hint: isWord
            ? `Did you mean "${near}"?`
            : 'Statements stand inside "fn run(args) … end". Is an "end" above it one too many?',
          ...(isWord && { fix: { title: `Change to "${near}"`, span: span(token), replacement: near } }),
        },
      );
    }
    this.take();
  }

  /** `function f(x)`, `def f(x)`, `local function f(x)`. */
  private isForeignFunction(index: number): boolean {
    const [word, next] = [this.tokens[index], this.tokens[index + 1]];
    if (word?.kind !== 'word' || next?.kind !== 'word' || next.newline) return false;
    if (LEADING_WORDS.has(word.text)) return this.isForeignFunction(index + 1);
    return FOREIGN_WORDS.get(word.text)?.use === 'fn';
  }

  /** Told once, and read as a function, so that what it says is checked too. */
  private foreignFunction(): FnDeclaration {
    const start = this.token;
    while (LEADING_WORDS.has(this.token.text)) this.take();
    const at = { start: start.start, end: this.token.end };
    const written = this.source.slice(at.start, at.end);
    this.error('unexpected_keyword', `A function is declared with "fn", not "${written}".`, at, {
      fix: { title: 'Change to "fn"', span: at, replacement: 'fn' },
    });
    return this.fnDeclaration();
  }

  /** To the next line that begins a declaration. */
  private toDeclaration(): void {
    while (!this.atEnd) {
      const token = this.token;
      const isNamed = this.peek(1).kind !== 'symbol';
      const begins = DECLARATION_WORDS.includes(token.text) || BEHAVIOR_WORDS.has(token.text);
      if (token.kind === 'word' && token.newline && begins && isNamed) return;
      if (token.newline && this.isForeignFunction(this.index)) return;
      this.take();
    }
  }
}
