/** What stands at the top of a file, and what belongs to behaviours, which is skipped. */
import type { ConstDeclaration, File, FnDeclaration, Name, Statement, UseDeclaration } from '../ast';
import type { Token } from '../lexer';
import { isModulePath, moduleStem } from '../module-path';
import { nearestWord } from '../suggest';
import { BEHAVIOR_WORDS, DECLARATION_WORDS } from '../words';
import { span } from './cursor';
import { FOREIGN_WORDS } from './foreign';
import { StatementParser } from './statements';

/** Words that open a block with an `end` wherever a statement may begin. */
const BLOCK_WORDS: ReadonlySet<string> = new Set(
  'behavior test on state fn while for repeat every after if match'.split(' '),
);

export class FileParser extends StatementParser {
  file(careful: boolean): File {
    this.careful = careful;
    const uses: UseDeclaration[] = [];
    const constants: ConstDeclaration[] = [];
    const functions: FnDeclaration[] = [];
    while (!this.atEnd) {
      const errors = this.problems.errorCount;
      const token = this.token;
      const next = this.peek(1);
      this.layout.declarations.push(this.index);
      if (this.isWord('use')) uses.push(this.useDeclaration());
      else if (this.isWord('const')) constants.push(this.constDeclaration());
      else if (this.isWord('fn') && !this.isSymbol('(', next)) functions.push(this.fnDeclaration());
      else if (
        token.kind === 'word' &&
        BEHAVIOR_WORDS.has(token.text) &&
        !this.isSymbol('.', next) &&
        !this.isSymbol('=', next)
      ) {
        this.skipBehavior();
        continue;
      } else this.misplaced();
      if (this.problems.errorCount > errors) this.toDeclaration();
    }
    return { uses, constants, functions, start: 0, end: this.source.length };
  }

  /** Whether a second, careful parse may explain better. */
  get isUnbalanced(): boolean {
    return this.unbalanced && !this.aborted;
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

  private constDeclaration(): ConstDeclaration {
    const start = this.take();
    const name = this.name('the constant');
    const type = this.takeSymbol(':') ? this.typeNode() : undefined;
    const value = this.initialValue(name);
    return {
      kind: 'const-declaration',
      name,
      value,
      start: start.start,
      end: this.lastEnd,
      ...(type && { type }),
    };
  }

  private fnDeclaration(): FnDeclaration {
    const start = this.take();
    const name = this.name('the function');
    return { kind: 'fn-declaration', name, ...this.restOfFunction(start) };
  }

  /* ---- what may not stand here ---------------------------------------------------------------------------------- */

  private misplaced(): void {
    const token = this.token;
    if (this.isWord('end')) {
      this.unbalanced = true;
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
      this.unbalanced = true;
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

  private describeHere(token: Token): string {
    return token.kind === 'string' || token.kind === 'string-start'
      ? 'a string'
      : `"${this.source.slice(token.start, Math.min(token.end, token.start + 30))}"`;
  }

  /** To the next line that begins a declaration. */
  private toDeclaration(): void {
    while (!this.atEnd) {
      const token = this.token;
      const isNamed = this.peek(1).kind !== 'symbol';
      const begins =
        DECLARATION_WORDS.includes(token.text) || token.text === 'behavior' || token.text === 'test';
      if (token.kind === 'word' && token.newline && begins && isNamed) return;
      this.take();
    }
  }

  /* ---- behaviours ----------------------------------------------------------------------------------------------- */

  private skipBehavior(): void {
    const from = this.index;
    const start = this.take();
    const hasEnd = start.text !== 'intent' && start.text !== 'var' && start.text !== 'param';
    if (hasEnd) this.skipToEnd(start);
    else this.skipLine();
    this.layout.verbatim.push({ from, to: this.index - 1 });
    const at = span(start);
    if (start.text === 'behavior' || start.text === 'test') {
      if (!this.aborted) {
        this.problems.warning(
          'behavior_skipped',
          `This "${start.text}" is left out: behaviours run in play mode, not here.`,
          at,
        );
      }
      return;
    }
    this.error(
      'behavior_unsupported',
      `"${start.text}" belongs inside a behavior and can't stand here.`,
      at,
      {
        hint:
          start.text === 'var' || start.text === 'param'
            ? 'Write "const" for a fixed value.'
            : 'A tool starts at "fn run(args) … end".',
      },
    );
  }

  protected skipBehaviorStatement(): Statement {
    const start = this.take();
    const word = start.text;
    if (
      word === 'every' ||
      word === 'after' ||
      word === 'on' ||
      word === 'test' ||
      word === 'behavior' ||
      word === 'state'
    ) {
      this.skipToEnd(start);
    } else this.skipLine();
    const [code, message, hint] = behaviorStatementProblem(word);
    this.error(code, message, start, { hint });
    return { kind: 'bad-statement', start: start.start, end: this.lastEnd };
  }

  private skipLine(): void {
    while (!this.atEnd && !this.token.newline && !this.isWord('end') && !this.isWord('else')) {
      const close = this.closingOf(this.index);
      if (close > this.index) this.index = close;
      this.take();
    }
  }

  /** Skips a block by counting the words that open and close one, from behind its first word. */
  private skipToEnd(opener: Token): void {
    let open = 1;
    while (!this.atEnd) {
      const previous = this.tokens[this.index - 1];
      const token = this.take();
      if (token.kind !== 'word' || this.isKeyOrMember(previous)) continue;
      if (token.text === 'end') open -= 1;
      else if (BLOCK_WORDS.has(token.text) && this.opensBlock(token, previous)) open += 1;
      if (open === 0) return;
    }
    this.unbalanced = true;
    this.error('missing_end', `This "${opener.text}" has no "end".`, opener, {
      hint: 'Add "end" at the end of the file.',
    });
  }

  /** The token just taken is `.name` or `name:` in a map. */
  private isKeyOrMember(previous: Token | undefined): boolean {
    return (previous !== undefined && this.isSymbol('.', previous)) || this.isSymbol(':');
  }

  private opensBlock(token: Token, previous: Token | undefined): boolean {
    switch (token.text) {
      case 'fn':
        return true;
      case 'if':
        return token.newline || beginsStatementBehind(previous);
      case 'match':
        return (
          (token.newline || beginsStatementBehind(previous)) &&
          !this.isSymbol('(') &&
          !this.isSymbol('=') &&
          !this.isSymbol('.')
        );
      case 'on':
      case 'state':
      case 'test':
        return this.token.kind === 'word' || this.token.kind === 'string';
      default:
        return true;
    }
  }
}

/** A statement may begin behind this token on one line: an `if` there is no value. */
function beginsStatementBehind(previous: Token | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.kind === 'symbol')
    return previous.text === ')' || previous.text === ']' || previous.text === '}';
  if (previous.kind !== 'word') return previous.kind !== 'string-start' && previous.kind !== 'string-middle';
  return !'return and or not in is to by at with until toward towards log print else'
    .split(' ')
    .includes(previous.text);
}

function behaviorStatementProblem(word: string): readonly [string, string, string | undefined] {
  switch (word) {
    case 'wait':
      return [
        'wait_outside_handler',
        '"wait" works only in the handlers of a behavior.',
        'A tool runs to its end at once.',
      ];
    case 'every':
    case 'after':
      return [
        'timer_outside_handler',
        `"${word}" works only in the handlers of a behavior.`,
        'A tool runs to its end at once.',
      ];
    case 'go':
    case 'goto':
      return [
        'goto_outside_behavior',
        '"go to" changes the state of a behavior and works only in its handlers.',
        undefined,
      ];
    case 'expect':
    case 'press':
    case 'hold':
    case 'release':
      return [
        'test_only',
        `"${word}" works only in a "test".`,
        'A tool is tested by the "tests" of its definition.',
      ];
    default:
      return [
        'behavior_unsupported',
        `"${word}" belongs to a behavior and can't stand in a function.`,
        undefined,
      ];
  }
}
