/** Behaviours, their members, and tests. */
import type { ConstDeclaration, FnDeclaration, Name, Parameter, Span, Statement } from '../ast';
import type {
  BehaviorDeclaration,
  HandlerDeclaration,
  StateDeclaration,
  TestDeclaration,
  Trigger,
  VarDeclaration,
} from '../ast-behaviors';
import type { Token } from '../lexer';
import { nearestWord } from '../suggest';
import { TRIGGERS, TRIGGER_WORDS } from '../triggers';
import { MEMBER_WORDS, RESERVED_WORDS } from '../words';
import { span } from './cursor';
import type { BlockLayout } from './layout';
import { FOREIGN_TRIGGERS, FOREIGN_WORDS } from './foreign';
import { StatementParser } from './statements';

/** What has been read of a behaviour. */
export class Members {
  intent: string | undefined;
  readonly vars: VarDeclaration[] = [];
  readonly constants: ConstDeclaration[] = [];
  readonly functions: FnDeclaration[] = [];
  readonly handlers: HandlerDeclaration[] = [];
  readonly states: StateDeclaration[] = [];
  readonly tests: TestDeclaration[] = [];

  complete(name: Name, implicit: boolean, at: Span): BehaviorDeclaration {
    const { intent, vars, constants, functions, handlers, states, tests } = this;
    return {
      kind: 'behavior',
      name,
      implicit,
      vars,
      constants,
      functions,
      handlers,
      states,
      tests,
      start: at.start,
      end: at.end,
      ...(intent !== undefined && { intent }),
    };
  }
}

const FRAME = { slots: 0, expressionDepth: 0 };

export abstract class BehaviorParser extends StatementParser {
  protected behaviorDeclaration(): BehaviorDeclaration {
    const start = this.take();
    const token = this.token;
    const isText = token.kind === 'string' && !token.newline;
    if (isText) this.take();
    const name = isText ? { text: token.text, ...span(token) } : this.name('the behavior');
    const members = new Members();
    this.members(start, (word) => this.readMember(word, members));
    return members.complete(name, false, { start: start.start, end: this.lastEnd });
  }

  /** Members up to the `end` of what they stand in, which is taken. */
  private members(opener: Token, read: (token: Token) => boolean): void {
    const layout: BlockLayout = {
      opener: opener.start,
      first: this.index,
      close: 0,
      statements: [],
      members: true,
    };
    this.layout.blocks.push(layout);
    while (!this.atEnd && !this.isWord('end') && !this.leavesMembers(opener, layout.first)) {
      const errors = this.problems.errorCount;
      layout.statements.push(this.index);
      const isMember = this.token.kind === 'word' && read(this.token);
      if (!isMember) this.noMember(opener);
      if (this.problems.errorCount > errors) this.toMember(opener, this.tokens[layout.first] ?? opener);
    }
    layout.close = this.index;
    this.close(opener);
  }

  /** In careful mode: what stands here begins further left than it could. */
  private leavesMembers(opener: Token, first: number): boolean {
    const token = this.token;
    if (!this.careful || !token.newline) return false;
    const [own, outer] = [this.indentation(token), this.indentation(opener)];
    const member = this.tokens[first];
    const isIndented = member?.newline === true && this.indentation(member) > outer;
    return own < outer || (own === outer && isIndented);
  }

  private noMember(opener: Token): void {
    const token = this.token;
    this.notBalanced();
    const words = opener.text === 'state' ? ['on'] : [...MEMBER_WORDS];
    const foreign = FOREIGN_WORDS.get(token.text)?.use;
    const isTrigger = TRIGGERS.has(token.text) && opener.text !== 'state';
    const close = foreign !== undefined && words.includes(foreign) ? foreign : nearestWord(token.text, words);
    const near = token.kind !== 'word' ? undefined : isTrigger ? `on ${token.text}` : close;
    const may =
      opener.text === 'state'
        ? 'Only handlers ("on …") stand in a state'
        : 'Only var, param, const, fn, on, state, test and intent stand in a behavior';
    this.error('unexpected_token', `${may}; found ${this.describeHere(token)}.`, token, {
      hint:
        near === undefined
          ? 'Statements stand inside "on tick … end" and other handlers. Is an "end" above it one too many?'
          : `Did you mean "${near}"?`,
      ...(near !== undefined && {
        fix: { title: `Change to "${near}"`, span: span(token), replacement: near },
      }),
    });
    this.take();
  }

  protected describeHere(token: Token): string {
    return token.kind === 'string' || token.kind === 'string-start'
      ? 'a string'
      : `"${this.source.slice(token.start, Math.min(token.end, token.start + 30))}"`;
  }

  /** After an error: to the next line that begins a member, or ends what it stands in. */
  private toMember(opener: Token, first: Token): void {
    while (!this.atEnd) {
      const token = this.token;
      if (token.newline && token.kind === 'word') {
        const isNamed = this.peek(1).kind !== 'symbol';
        if ((MEMBER_WORDS.has(token.text) || token.text === 'behavior') && isNamed) return;
        if (token.text === 'end' && this.indentation(token) <= this.indentation(opener)) return;
        if (this.isForeignMember(token) && this.indentation(token) <= this.indentation(first)) return;
      }
      this.take();
    }
  }

  /** `let x = 1`, `x = 1` and `function f()`, of which more than one is told. */
  private isForeignMember(token: Token): boolean {
    const isNamed = this.peek(1).kind === 'word' && !this.peek(1).newline;
    if (token.text === 'let' || FOREIGN_WORDS.get(token.text)?.use === 'fn') return isNamed;
    return this.isSymbol('=', this.peek(1)) && !RESERVED_WORDS.has(token.text);
  }

  /** Reads one member; false when none begins here. */
  protected readMember(token: Token, into: Members): boolean {
    const next = this.peek(1);
    switch (token.text) {
      case 'intent':
        this.take();
        into.intent = this.plainText('what the behavior is meant to do')?.text ?? into.intent;
        return true;
      case 'var':
      case 'param':
        into.vars.push(this.varDeclaration(token));
        return true;
      case 'const':
        into.constants.push(this.constDeclaration());
        return true;
      case 'fn':
        if (this.isSymbol('(', next)) return false;
        into.functions.push(this.fnDeclaration());
        return true;
      case 'on':
        into.handlers.push(this.handlerDeclaration());
        return true;
      case 'state':
        into.states.push(this.stateDeclaration());
        return true;
      case 'test':
        into.tests.push(this.testDeclaration());
        return true;
      default:
        if (token.text === 'let' && next.kind === 'word' && this.isSymbol('=', this.peek(2))) {
          const fix = { title: 'Change to "var"', span: span(token), replacement: 'var' };
          this.error('unexpected_keyword', 'A value that a behavior keeps is declared with "var".', token, {
            fix,
          });
          into.vars.push(this.varDeclaration(token));
          return true;
        }
        if (token.kind !== 'word' || !this.isSymbol('=', next) || RESERVED_WORDS.has(token.text))
          return false;
        into.vars.push(this.bareVar(token));
        return true;
    }
  }

  /** `speed = 3` among members. */
  private bareVar(start: Token): VarDeclaration {
    this.error('unexpected_token', 'A value that a behavior keeps is declared with "var".', start, {
      hint: `Write "var ${start.text} = …", or "param ${start.text} = …" to set it in the Inspector.`,
      fix: {
        title: 'Declare it with "var"',
        span: { start: start.start, end: start.start },
        replacement: 'var ',
      },
    });
    const name = this.name('the var');
    const value = this.initialValue(name);
    return { kind: 'var-declaration', name, value, start: start.start, end: this.lastEnd };
  }

  protected constDeclaration(): ConstDeclaration {
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

  protected fnDeclaration(): FnDeclaration {
    const start = this.take();
    const name = this.name('the function');
    return { kind: 'fn-declaration', name, ...this.restOfFunction(start) };
  }

  private varDeclaration(start: Token): VarDeclaration {
    this.take();
    const isParam = start.text === 'param';
    const name = this.name(isParam ? 'the param' : 'the var');
    const type = this.takeSymbol(':') ? this.typeNode() : undefined;
    const value = this.initialValue(name, isParam);
    const range = isParam && this.takeWord('in') ? this.range() : undefined;
    const doc = isParam && this.token.kind === 'string' ? this.take().text : undefined;
    return {
      kind: isParam ? 'param-declaration' : 'var-declaration',
      name,
      value,
      start: start.start,
      end: this.lastEnd,
      ...(type && { type }),
      ...(range && { range }),
      ...(doc !== undefined && { doc }),
    };
  }

  private range(): VarDeclaration['range'] {
    const open = this.index;
    const isBracket = this.isSymbol('[') || this.isSymbol('(');
    const min = this.expression(true);
    const [low, high, more] =
      min.kind === 'list' ? min.items : min.kind === 'vector' ? [min.x, min.y, min.z] : [];
    if (isBracket && low !== undefined && high !== undefined && more === undefined && !this.isSymbol('..')) {
      const replacement = [low, high].map((part) => this.source.slice(part.start, part.end)).join('..');
      this.error(
        'expected_symbol',
        'A range is written with "..", without brackets.',
        this.tokens[open] ?? min,
        {
          hint: `Write "in ${replacement}".`,
          fix: { title: `Change to "${replacement}"`, span: span(min), replacement },
        },
      );
      return { min: low, max: high };
    }
    if (!this.takeSymbol('..=')) this.expectSymbol('..', 'between the ends of the range');
    return { min, max: this.expression(true) };
  }

  protected handlerDeclaration(): HandlerDeclaration {
    const start = this.take();
    const trigger = this.trigger();
    const parameters: Parameter[] = [];
    if (this.isSymbol('(') && !this.token.newline) parameters.push(...this.foreignParameters(trigger.word));
    if (this.isWord('with') && !this.token.newline) {
      this.take();
      const name = this.name('what comes with it');
      parameters.push({ name, start: name.start, end: name.end });
    }
    const body = this.closedBlock(start);
    return {
      kind: 'handler',
      trigger,
      parameters,
      body,
      frame: { ...FRAME },
      start: start.start,
      end: this.lastEnd,
    };
  }

  /** `on tick(dt)`, `on event "hit"(data)`: what comes with an event stands behind `with`. */
  private foreignParameters(trigger: string): Parameter[] {
    const open = this.index;
    const at = { start: this.token.start, end: this.tokens[this.closingOf(open)]?.end ?? this.token.end };
    const name = this.peek(1);
    const takes = trigger === 'event' && name.kind === 'word' && !RESERVED_WORDS.has(name.text);
    const hint = takes
      ? `Write "with ${name.text}".`
      : 'Leave them out: dt, time and self are there, and what comes with an event is named by "with data".';
    const replacement = takes ? ` with ${name.text}` : '';
    const title = takes ? `Change to "with ${name.text}"` : 'Remove the parentheses';
    this.error('unexpected_token', 'A handler has no parentheses.', at, {
      hint,
      fix: { title, span: at, replacement },
    });
    this.take();
    this.skipTo(open);
    return takes ? [{ name: { text: name.text, ...span(name) }, ...span(name) }] : [];
  }

  private trigger(): Trigger {
    const token = this.token;
    if (token.kind !== 'word' || token.newline) {
      this.error(
        'unknown_trigger',
        `Expected what the handler answers to, found ${this.describe()}.`,
        this.gap(),
        {
          hint: `It is one of ${TRIGGER_WORDS.join(', ')}.`,
        },
      );
      return { word: '', start: this.lastEnd, end: this.lastEnd };
    }
    this.take();
    const rule = TRIGGERS.get(token.text);
    if (rule === undefined) {
      const near = FOREIGN_TRIGGERS.get(token.text) ?? nearestWord(token.text, TRIGGER_WORDS);
      this.error('unknown_trigger', `"${token.text}" is nothing that a handler answers to.`, token, {
        hint:
          near === undefined
            ? `It is one of ${TRIGGER_WORDS.join(', ')}; an event of your own is on event "${token.text}".`
            : `Did you mean "${near}"?`,
        ...(near !== undefined && {
          fix: { title: `Change to "${near}"`, span: span(token), replacement: near },
        }),
      });
      if (this.token.kind === 'string' && !this.token.newline) this.take();
      return { word: token.text, start: token.start, end: this.lastEnd };
    }
    const wants =
      rule.argument === 'required' ||
      (rule.argument === 'optional' && this.token.kind.startsWith('string') && !this.token.newline);
    const argument =
      (rule.argument === 'none' ? undefined : this.quotedInParentheses()) ??
      (wants ? this.plainText(`the name behind "on ${token.text}"`, true)?.text : undefined);
    const word = token.text === 'update' ? 'tick' : token.text;
    return { word, start: token.start, end: this.lastEnd, ...(argument !== undefined && { argument }) };
  }

  /** `on key("space")`, told and read. */
  private quotedInParentheses(): string | undefined {
    const text = this.peek(1);
    const close = this.tokens[this.closingOf(this.index)];
    if (!this.isSymbol('(') || text.kind !== 'string' || close !== this.peek(2)) return undefined;
    const at = { start: this.token.start, end: close.end };
    const replacement = ` ${this.source.slice(text.start, text.end)}`;
    this.error('unexpected_token', 'A handler has no parentheses.', at, {
      hint: `Write${replacement} behind a space.`,
      fix: { title: 'Remove the parentheses', span: at, replacement },
    });
    this.index += 3;
    return text.text;
  }

  private stateDeclaration(): StateDeclaration {
    const start = this.take();
    const name = this.name('the state');
    const handlers: HandlerDeclaration[] = [];
    this.members(start, (token) => {
      if (token.text !== 'on') return false;
      handlers.push(this.handlerDeclaration());
      return true;
    });
    return { kind: 'state', name, handlers, start: start.start, end: this.lastEnd };
  }

  protected testDeclaration(): TestDeclaration {
    const start = this.take();
    const name = this.plainText('the name of the test');
    const nameSpan = name === undefined ? { start: this.lastEnd, end: this.lastEnd } : span(name.at);
    this.inTest = true;
    const body = this.closedBlock(start);
    this.inTest = false;
    const at = { start: start.start, end: this.lastEnd };
    return {
      kind: 'test',
      name: name?.text ?? '',
      nameSpan,
      parameters: [],
      body,
      frame: { ...FRAME },
      ...at,
    };
  }

  /** A member among the statements of a block: read, told of, and left out. */
  protected misplacedMember(token: Token): Statement {
    this.notBalanced();
    this.error(
      'misplaced_member',
      `"${token.text}" stands in a behavior, not inside a function or handler.`,
      token,
      {
        hint: 'Is an "end" missing above it?',
      },
    );
    if (token.text === 'behavior') this.behaviorDeclaration();
    else this.readMember(token, new Members());
    return { kind: 'bad-statement', start: token.start, end: this.lastEnd };
  }
}
