/**
 * The text of templates: `{{path ?? default}}` inside JSON strings. A path starts at a root and goes on with `.field`,
 * `[n]`, `["any key"]` or `.length`; what stands after `??` is used where the path before it is missing or null.
 */
import { fail, succeed, type Outcome } from '../../errors';
import type { Json } from '../../json';

export type PathSegment = string | number;

export type Term =
  | { readonly kind: 'literal'; readonly value: Json }
  | {
      readonly kind: 'path';
      readonly root: string;
      readonly segments: readonly PathSegment[];
      readonly text: string;
    };

/** Alternatives, tried from left to right. */
export interface Expression {
  readonly text: string;
  readonly terms: readonly Term[];
}

/** Text and expressions in turn. One expression and no text keeps the value's type. */
export type Piece = string | Expression;

class Reader {
  at = 0;
  constructor(readonly text: string) {}

  get rest(): string {
    return this.text.slice(this.at);
  }

  skipSpace(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  take(expression: RegExp): string | undefined {
    const match = expression.exec(this.rest);
    if (match === null || match.index !== 0) return undefined;
    this.at += match[0].length;
    return match[0];
  }
}

const WORDS: Readonly<Record<string, Json>> = { true: true, false: false, null: null, none: null };

function readString(reader: Reader, quote: string): string | undefined {
  let value = '';
  reader.at++;
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at] ?? '';
    if (character === quote) {
      reader.at++;
      return value;
    }
    if (character === '\\') {
      const next = reader.text[reader.at + 1] ?? '';
      value += next === 'n' ? '\n' : next === 't' ? '\t' : next;
      reader.at += 2;
    } else {
      value += character;
      reader.at++;
    }
  }
  return undefined;
}

function readPath(reader: Reader, root: string, start: number): Outcome<Term> {
  const segments: PathSegment[] = [];
  for (;;) {
    if (reader.take(/\./)) {
      const name = reader.take(/[A-Za-z0-9_$][\w$-]*/);
      if (name === undefined) return fail('template_error', 'a field name is missing after "."');
      segments.push(name);
    } else if (reader.text[reader.at] === '[') {
      reader.at++;
      reader.skipSpace();
      const quote = reader.text[reader.at] ?? '';
      if (quote === '"' || quote === "'") {
        const key = readString(reader, quote);
        if (key === undefined) return fail('template_error', 'a quote is not closed');
        segments.push(key);
      } else {
        const index = reader.take(/-?\d+/);
        if (index === undefined) {
          return fail('template_error', 'only a whole number or a quoted key may stand in [ ]');
        }
        segments.push(Number(index));
      }
      reader.skipSpace();
      if (!reader.take(/\]/)) return fail('template_error', '"]" is missing');
    } else break;
  }
  return succeed({ kind: 'path', root, segments, text: reader.text.slice(start, reader.at) });
}

function readTerm(reader: Reader): Outcome<Term> {
  reader.skipSpace();
  const start = reader.at;
  const quote = reader.text[reader.at] ?? '';
  if (quote === '"' || quote === "'") {
    const value = readString(reader, quote);
    return value === undefined
      ? fail('template_error', 'a quote is not closed')
      : succeed({ kind: 'literal', value });
  }
  const number = reader.take(/-?\d+(\.\d+)?([eE][+-]?\d+)?/);
  if (number !== undefined) {
    const value = Number(number);
    return Number.isFinite(value)
      ? succeed({ kind: 'literal', value })
      : fail('template_error', `${number} is too large a number`);
  }
  if (reader.take(/\[\s*\]/)) return succeed({ kind: 'literal', value: [] });
  if (reader.take(/\{\s*\}/)) return succeed({ kind: 'literal', value: {} });
  const word = reader.take(/[A-Za-z_$][\w$]*/);
  if (word === undefined) {
    return fail(
      'template_error',
      'a path such as args.name is missing',
      'Templates read paths and literals only; compute in a Wander tool.',
    );
  }
  const next = reader.text[reader.at] ?? '';
  if (Object.hasOwn(WORDS, word) && next !== '.' && next !== '[')
    return succeed({ kind: 'literal', value: WORDS[word] ?? null });
  return readPath(reader, word, start);
}

/** Parses what stands between the braces, up to and including the closing ones. */
function readExpression(reader: Reader): Outcome<Expression> {
  const start = reader.at;
  const terms: Term[] = [];
  for (;;) {
    const term = readTerm(reader);
    if (!term.ok) return term;
    terms.push(term.value);
    reader.skipSpace();
    if (reader.take(/\?\?/)) continue;
    const end = reader.at;
    if (reader.take(/\}\}/)) return succeed({ text: reader.text.slice(start, end).trim(), terms });
    const shown = reader.rest.slice(0, 20);
    return shown === ''
      ? fail('template_error', '"}}" is missing')
      : fail(
          'template_error',
          `${JSON.stringify(shown)} is not understood here`,
          'Templates have paths, [n], .length and ?? only; compute in a Wander tool.',
        );
  }
}

/**
 * Splits a string into text and expressions. `\{{` stands for `{{` itself.
 * Errors: `template_error`, which quotes the template.
 */
export function parseTemplate(text: string): Outcome<readonly Piece[]> {
  const pieces: Piece[] = [];
  let plain = '';
  const reader = new Reader(text);
  while (reader.at < text.length) {
    const open = text.indexOf('{{', reader.at);
    if (open < 0) {
      plain += text.slice(reader.at);
      break;
    }
    if (text[open - 1] === '\\') {
      plain += `${text.slice(reader.at, open - 1)}{{`;
      reader.at = open + 2;
      continue;
    }
    plain += text.slice(reader.at, open);
    reader.at = open + 2;
    const expression = readExpression(reader);
    if (!expression.ok) {
      const { message, hint } = expression.error;
      return fail(
        'template_error',
        `${JSON.stringify(text.length > 120 ? `${text.slice(0, 117)}…` : text)}: ${message}.`,
        hint,
      );
    }
    if (plain !== '') pieces.push(plain);
    plain = '';
    pieces.push(expression.value);
  }
  if (plain !== '') pieces.push(plain);
  return succeed(pieces);
}
