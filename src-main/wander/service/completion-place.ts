/** What kind of thing can stand at the cursor. */
import type { Expression, Span } from '../ast';
import type { Token } from '../lexer';
import { bodiesOf } from '../declarations';
import { RESERVED_WORDS, VALUE_WORDS } from '../words';
import type { Document } from './document';
import { nodesAt, tokenBefore } from './locate';

export type Place =
  | {
      /** `members` and `state`: within a behaviour or state, outside of handlers; `trigger`: behind `on`; `go`: behind `go to`. */
      readonly kind:
        'nothing' | 'type' | 'top' | 'statement' | 'value' | 'members' | 'state' | 'trigger' | 'go';
      readonly span: Span;
    }
  /** Behind a dot. */
  | {
      readonly kind: 'member';
      readonly span: Span;
      readonly subject: Expression | undefined;
      readonly subjectText: string;
    }
  /** Inside quotes; the span is what stands between them. `token` is the string's index. */
  | { readonly kind: 'text'; readonly span: Span; readonly token: number };

export function completionAt(document: Document, offset: number): Place {
  const { all, tokens } = document.analysis.unit.lexed;
  const here = { start: offset, end: offset };
  const last = all[tokenBefore(all, offset)];
  if (last?.kind === 'comment' && offset <= last.end) return { kind: 'nothing', span: here };
  const index = tokenBefore(tokens, offset);
  const token = tokens[index];
  if (
    token?.kind === 'string' &&
    offset > token.start &&
    offset <= token.end &&
    isInQuotes(token, offset, document.text)
  ) {
    return { kind: 'text', token: index, span: quoted(token, document.text) };
  }
  if (token !== undefined && isTextPiece(token, offset)) return { kind: 'nothing', span: here };
  // The word under the cursor is replaced; what matters is what stands before it.
  const isWord = token?.kind === 'word' && token.end >= offset;
  if (token?.kind === 'number' && token.end >= offset) return { kind: 'nothing', span: here };
  const span = isWord ? { start: token.start, end: token.end } : here;
  const beforeIndex = isWord ? index - 1 : index;
  return placeBehind(document, beforeIndex, span, isWord ? token : undefined);
}

function isInQuotes(token: Token, offset: number, text: string): boolean {
  const quote = text.charAt(token.start);
  const isClosed = token.end - token.start > 1 && text.charAt(token.end - 1) === quote;
  return offset < token.end || !isClosed;
}

function quoted(token: Token, text: string): Span {
  const quote = text.charAt(token.start);
  const isClosed = token.end - token.start > 1 && text.charAt(token.end - 1) === quote;
  return { start: token.start + 1, end: isClosed ? token.end - 1 : token.end };
}

/** In the text of a string with values in it, but not in one of the values. */
function isTextPiece(token: Token, offset: number): boolean {
  switch (token.kind) {
    case 'string-start':
    case 'string-middle':
      return offset < token.end;
    case 'string-end':
      return offset < token.end && offset > token.start;
    default:
      return false;
  }
}

/** Words behind whose name a type may stand. */
const TYPED_WORDS: ReadonlySet<string> = new Set(['let', 'const', 'var', 'param']);

/** Words behind which a name is made up. */
const NAMING_WORDS: ReadonlySet<string> = new Set(['let', 'const', 'fn', 'for', 'as']);

function placeBehind(document: Document, index: number, span: Span, word: Token | undefined): Place {
  const { tokens } = document.analysis.unit.lexed;
  const before = tokens[index];
  if (before?.kind === 'symbol' && before.text === '.') return memberPlace(document, before, index, span);
  if (before?.kind === 'word' && NAMING_WORDS.has(before.text) && !isMemberName(tokens, index)) {
    const isLambda = before.text === 'fn' && word === undefined;
    if (!isLambda) return { kind: 'nothing', span };
  }
  const special = behaviorPlace(tokens, index, word !== undefined);
  if (special !== undefined) return { kind: special, span };
  if (isTypePlace(tokens, index)) return { kind: 'type', span };
  if (isParameterName(document, index)) return { kind: 'nothing', span };
  const { file } = document.analysis.unit;
  const inFunction = bodiesOf(file).some(
    (declaration) =>
      declaration.start < span.start &&
      span.start <= declaration.end &&
      !isBehind(document, declaration.end, span),
  );
  const startsLine = isLineStart(document.text, span.start);
  if (!inFunction) return { kind: startsLine ? outerPlace(document, span) : 'value', span };
  return { kind: startsLine || isStatementStart(before) ? 'statement' : 'value', span };
}

/** Behind words of behaviours that call for something of their own. */
function behaviorPlace(
  tokens: readonly Token[],
  index: number,
  isTyped: boolean,
): 'nothing' | 'trigger' | 'go' | undefined {
  const before = tokens[index];
  if (before?.kind !== 'word' || isMemberName(tokens, index)) return undefined;
  const two = tokens[index - 1];
  switch (before.text) {
    case 'var':
    case 'param':
    case 'behavior':
      return before.newline || isTyped ? 'nothing' : undefined;
    case 'state':
      return before.newline ? 'nothing' : undefined;
    case 'on':
      return before.newline ? 'trigger' : undefined;
    case 'goto':
      return 'go';
    case 'to':
      return two?.text === 'go' ? 'go' : undefined;
    default:
      return undefined;
  }
}

/** Outside of functions: at the top of the file, or among the members of a behaviour or state. */
function outerPlace(document: Document, span: Span): 'top' | 'members' | 'state' {
  const isIn = ({ start, end }: Span): boolean =>
    start < span.start && span.start <= end && !isBehind(document, end, span);
  const behavior = document.analysis.unit.file.behaviors.find((one) => !one.implicit && isIn(one));
  const states = document.analysis.unit.file.behaviors.flatMap((one) => one.states);
  if (states.some(isIn)) return 'state';
  return behavior === undefined ? 'top' : 'members';
}

/** The declaration ends with an `end` before the place. */
function isBehind(document: Document, end: number, span: Span): boolean {
  return span.start >= end && document.text.slice(end - 3, end) === 'end';
}

function isMemberName(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return before?.kind === 'symbol' && before.text === '.';
}

function isLineStart(text: string, offset: number): boolean {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  return text.slice(from, offset).trim() === '';
}

function isStatementStart(before: Token | undefined): boolean {
  return before?.kind === 'word' && ['then', 'do', 'else', 'times'].includes(before.text);
}

/** Behind `->`, or behind the `:` or `|` of a declaration. */
function isTypePlace(tokens: readonly Token[], index: number): boolean {
  let at = index;
  while (tokens[at]?.kind === 'symbol' && (tokens[at]?.text === '|' || tokens[at]?.text === '<')) at -= 2;
  const token = tokens[at];
  if (token?.kind !== 'symbol') return false;
  if (token.text === '->') return true;
  if (token.text !== ':' || tokens[at - 1]?.kind !== 'word')
    return token.text === ':' && tokens[at - 1]?.text === ')';
  const beforeName = tokens[at - 2];
  if (beforeName?.kind === 'word') return TYPED_WORDS.has(beforeName.text);
  if (beforeName?.kind !== 'symbol' || (beforeName.text !== '(' && beforeName.text !== ',')) return false;
  return isInParameters(tokens, at - 2);
}

/** The nearest open bracket before belongs to the parameters of `fn`. */
function isInParameters(tokens: readonly Token[], index: number): boolean {
  let depth = 0;
  for (let at = index; at >= 0; at -= 1) {
    const token = tokens[at];
    if (token?.kind !== 'symbol') continue;
    if (')]}'.includes(token.text)) depth += 1;
    if (!'([{'.includes(token.text)) continue;
    if (depth > 0) {
      depth -= 1;
      continue;
    }
    const [before, twoBefore] = [tokens[at - 1], tokens[at - 2]];
    return (
      token.text === '(' &&
      ((before?.kind === 'word' && before.text === 'fn') ||
        (twoBefore?.kind === 'word' && twoBefore.text === 'fn'))
    );
  }
  return false;
}

function isParameterName(document: Document, index: number): boolean {
  const { tokens } = document.analysis.unit.lexed;
  const before = tokens[index];
  return (
    before?.kind === 'symbol' && (before.text === '(' || before.text === ',') && isInParameters(tokens, index)
  );
}

function memberPlace(document: Document, dot: Token, index: number, span: Span): Place {
  const { tokens } = document.analysis.unit.lexed;
  let subject: Expression | undefined;
  for (const node of nodesAt(document.analysis.unit.file, dot.start)) {
    if (node.kind !== 'member' && node.kind !== 'method') continue;
    // The parser may have taken a name of the next line; the dot is what counts.
    if (
      node.subject.end <= dot.start &&
      node.name.start >= dot.end &&
      noTokenBetween(tokens, node.subject.end, dot.start)
    )
      subject = node.subject;
  }
  const before = tokens[index - 1];
  const isName =
    before?.kind === 'word' &&
    (!RESERVED_WORDS.has(before.text) || VALUE_WORDS.has(before.text)) &&
    !isMemberName(tokens, index - 1);
  return { kind: 'member', span, subject, subjectText: isName ? before.text : '' };
}

/** Only closing brackets may stand between a value and its dot: those around it. */
function noTokenBetween(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens
    .slice(tokenBefore(tokens, from) + 1, tokenBefore(tokens, to) + 1)
    .every((token) => token.text === ')');
}
