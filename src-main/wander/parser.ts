/** Text to tree. Never throws: what can't be understood becomes a `bad` node and an error, and the rest is still read. */
import type { File } from './ast';
import { lex, type Lexed } from './lexer';
import { LIMITS } from './parse/cursor';
import { FileParser } from './parse/declarations';
import { Layout } from './parse/layout';
import { Problems } from './problem';

export interface Parsed {
  readonly file: File;
  readonly lexed: Lexed;
  readonly problems: Problems;
  readonly layout: Layout;
}

/** Parses a whole file. At most about thirty errors are given; a text above 512 KiB is not read at all. */
export function parse(source: string): Parsed {
  const isTooLarge = isLongerInBytes(source, LIMITS.sourceBytes);
  const lexed = lex(isTooLarge ? '' : source);
  if (isTooLarge) {
    const problems = new Problems();
    const message = `The text is larger than ${LIMITS.sourceBytes / 1024} KiB.`;
    problems.error(
      'too_large',
      message,
      { start: 0, end: 0 },
      { hint: 'Part it into modules, read with "use".' },
    );
    return {
      file: { uses: [], constants: [], functions: [], behaviors: [], tests: [], start: 0, end: 0 },
      lexed,
      problems,
      layout: new Layout(),
    };
  }
  const first = parseOnce(source, lexed, false);
  if (!first.unbalanced) return { ...first, lexed };
  // The blocks don't add up: go by indentation too, to find the one that lacks its end.
  return { ...parseOnce(source, lexed, true), lexed };
}

function parseOnce(
  source: string,
  lexed: Lexed,
  careful: boolean,
): { file: File; problems: Problems; layout: Layout; unbalanced: boolean } {
  const problems = lexed.problems.copy();
  const parser = new FileParser(source, [...lexed.tokens], problems);
  const file = parser.file(careful);
  return { file, problems, layout: parser.layout, unbalanced: parser.isUnbalanced };
}

/** Whether a text takes more bytes in UTF-8. */
function isLongerInBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  // No unit takes more than three.
  if (text.length * 3 <= limit) return false;
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7ff) bytes += code >= 0xd800 && code <= 0xdfff ? 1 : 2;
    else if (code > 0x7f) bytes += 1;
  }
  return bytes > limit;
}
