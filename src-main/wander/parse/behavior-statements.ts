/** Statements that only handlers and tests have. Where they stand is for the resolver to judge. */
import type { Statement } from '../ast';
import type { Token } from '../lexer';
import { RESERVED_WORDS } from '../words';
import { span } from './cursor';
import { SceneStatementParser } from './scene-statements';

const SECONDS: ReadonlySet<string> = new Set(['seconds', 'second', 's']);
const FRAMES: ReadonlySet<string> = new Set(['frames', 'frame']);
/** Begin a statement of a test where a text follows: they are no reserved words. */
const INPUT_WORDS: ReadonlySet<string> = new Set(['press', 'hold', 'release']);
/** Words of a value with which what is clicked may begin. */
const VALUE_STARTS: ReadonlySet<string> = new Set(['self', 'other', 'true', 'false', 'none']);

export abstract class BehaviorStatementParser extends SceneStatementParser {
  /** The cursor is within a `test`. */
  protected inTest = false;

  /** The statement of a handler or test that begins here, if one does. */
  protected behaviorStatement(token: Token): Statement | undefined {
    switch (token.text) {
      case 'wait':
        return this.waitStatement(token);
      case 'every':
      case 'after':
        return this.timerStatement(token, token.text);
      case 'go':
      case 'goto':
        return this.goStatement(token);
      case 'expect':
        return this.expectStatement(token);
    }
    const next = this.peek(1);
    if (next.newline) return undefined;
    const isInput = INPUT_WORDS.has(token.text) && next.kind.startsWith('string');
    if (!isInput && !(token.text === 'click' && this.beginsClicked(next))) return undefined;
    this.take();
    const value = this.expression();
    const kind = token.text as 'press' | 'hold' | 'release' | 'click';
    return { kind, value, start: token.start, end: this.lastEnd };
  }

  private beginsClicked(next: Token): boolean {
    if (next.kind === 'word') return !RESERVED_WORDS.has(next.text) || VALUE_STARTS.has(next.text);
    return this.inTest && this.isSymbol('(', next);
  }

  private waitStatement(start: Token): Statement {
    this.take();
    const at = { kind: 'wait' as const, start: start.start };
    if (this.takeWord('until')) {
      return { ...at, unit: 'until', value: this.condition(), end: this.lastEnd };
    }
    if (this.beginsFrames()) {
      this.take();
      return { ...at, unit: 'frames', value: this.expression(), end: this.lastEnd };
    }
    const value = this.expression();
    const isFrames = this.isUnit(FRAMES);
    if (isFrames || this.isUnit(SECONDS)) this.take();
    return { ...at, unit: isFrames ? 'frames' : 'seconds', value, end: this.lastEnd };
  }

  /** `frames n`, and not a variable that is called so. */
  private beginsFrames(): boolean {
    if (!FRAMES.has(this.token.text) || this.token.kind !== 'word') return false;
    const next = this.peek(1);
    if (next.newline) return false;
    if (next.kind === 'symbol') return next.text === '(' && !next.glued;
    return next.kind === 'number' || (next.kind === 'word' && !this.isOperatorWord(next.text));
  }

  private isOperatorWord(text: string): boolean {
    return ['and', 'or', 'in', 'is', 'end', 'else', 'elif', 'when', 'frames', 'frame', 's'].includes(text);
  }

  private isUnit(units: ReadonlySet<string>): boolean {
    return this.token.kind === 'word' && !this.token.newline && units.has(this.token.text);
  }

  private timerStatement(start: Token, kind: 'every' | 'after'): Statement {
    this.take();
    const seconds = this.expression();
    if (this.isUnit(SECONDS)) this.take();
    else if (this.isUnit(FRAMES)) {
      this.error('unexpected_token', `"${kind}" counts seconds.`, this.token, {
        hint: 'A step is 1/60 of a second; "wait frames n" counts steps.',
      });
      this.take();
    }
    this.takeWord('do');
    const body = this.closedBlock(start);
    return { kind, seconds, body, start: start.start, end: this.lastEnd };
  }

  private goStatement(start: Token): Statement {
    this.take();
    if (start.text === 'go') this.expectWord('to', 'and the name of a state after "go"');
    const target = this.name('the state to go to');
    return { kind: 'go', target, start: start.start, end: this.lastEnd };
  }

  private expectStatement(start: Token): Statement {
    this.take();
    const condition = this.condition();
    const at = { kind: 'expect' as const, condition, start: start.start };
    const hasComma = !this.token.newline && this.takeSymbol(',');
    const text = this.token;
    if (text.newline || !text.kind.startsWith('string')) {
      if (hasComma)
        this.error('expected_string', `Expected a text behind ",", found ${this.describe()}.`, this.gap());
      return { ...at, end: this.lastEnd };
    }
    if (text.kind !== 'string') {
      this.error('expected_string', 'The text of an "expect" has no values in it.', text, {
        hint: "Write it in single quotes, '…', if its braces are meant as they stand.",
      });
      this.expression();
      return { ...at, end: this.lastEnd };
    }
    this.take();
    return { ...at, message: text.text, end: this.lastEnd };
  }

  /** A text in quotes without values in it; a missing one is an error. */
  protected plainText(
    what: string,
    fix?: boolean,
  ): { readonly text: string; readonly at: Token } | undefined {
    const token = this.token;
    if (token.kind === 'string' && !token.newline) {
      this.take();
      return { text: token.text, at: token };
    }
    const isWord = fix === true && token.kind === 'word' && !token.newline;
    const replacement = `"${token.text}"`;
    this.error('expected_string', `Expected ${what} in quotes, found ${this.describe()}.`, this.gap(), {
      ...(isWord && { fix: { title: `Change to ${replacement}`, span: span(token), replacement } }),
    });
    if (isWord) this.take();
    else if (token.kind === 'string-start' && !token.newline) this.expression();
    return undefined;
  }
}
