/** Text to tree. Never throws: what can't be understood becomes a `bad` node and an error, and the rest is still read. */
import type { File } from './ast';
import { moveChunk, type Chunk, type ParseMode } from './chunk';
import { editBetween } from './edit';
import { relex } from './lex/relex';
import { lex, type Lexed } from './lexer';
import { LIMITS } from './parse/cursor';
import { FileParser, type KnownChunks } from './parse/declarations';
import { Layout } from './parse/layout';
import { Problems } from './problem';

export interface Parsed {
  readonly source: string;
  readonly file: File;
  readonly lexed: Lexed;
  readonly problems: Problems;
  readonly layout: Layout;
  /** What stands at the top of the file, in order, with errors and all. */
  readonly chunks: readonly Chunk[];
}

/** Parses a whole file. At most about thirty errors are given; a text above 512 KiB is not read at all. */
export function parse(source: string): Parsed {
  if (!isLongerInBytes(source, LIMITS.sourceBytes)) return parseTokens(source, lex(source));
  const problems = new Problems();
  const message = `The text is larger than ${LIMITS.sourceBytes / 1024} KiB.`;
  problems.error(
    'too_large',
    message,
    { start: 0, end: 0 },
    { hint: 'Part it into modules, read with "use".' },
  );
  const file: File = { uses: [], constants: [], functions: [], behaviors: [], tests: [], start: 0, end: 0 };
  return { source: '', file, lexed: lex(''), problems, layout: new Layout(), chunks: [] };
}

/**
 * Parses a text that came from another by an edit. Declarations that the edit does not touch are taken over, with their trees,
 * which are moved to where they stand now: what the text before was parsed to is used up. The layout is that of the rest only.
 */
export function parseChanged(source: string, before: Parsed): Parsed {
  if (isLongerInBytes(source, LIMITS.sourceBytes)) return parse(source);
  const known = new Map<number, Chunk>();
  const knownAt: KnownChunks = (index) => {
    const chunk = known.get(index);
    return chunk !== undefined && isKnownSound(chunk) ? chunk : undefined;
  };
  if (source === before.source) {
    for (const chunk of before.chunks) known.set(chunk.first, chunk);
    return parseTokens(source, before.lexed, knownAt);
  }
  const edit = editBetween(before.source, source);
  const changed = relex(source, before, edit);
  if (changed === undefined) return parse(source);
  const distance = edit.newEnd - edit.oldEnd;
  for (const chunk of changed.before) known.set(chunk.first, chunk);
  for (const chunk of changed.behind) {
    chunk.first += changed.moved;
    if (distance !== 0) moveChunk(chunk, distance);
    known.set(chunk.first, chunk);
  }
  return parseTokens(source, changed.lexed, knownAt);
}

const isKnownSound = ({ sound }: Chunk): boolean => sound.plain === true || sound.careful === true;

function parseTokens(source: string, lexed: Lexed, knownAt?: KnownChunks): Parsed {
  const plain = parseOnce(source, lexed, 'plain', knownAt);
  // The blocks don't add up: go by indentation too, to find the one that lacks its end.
  return plain ?? parseOnce(source, lexed, 'careful', knownAt) ?? parse('');
}

/** `undefined` where the blocks don't add up and nobody knows why. */
function parseOnce(source: string, lexed: Lexed, mode: ParseMode, knownAt?: KnownChunks): Parsed | undefined {
  const problems = lexed.problems.copy();
  const parser = new FileParser(source, [...lexed.tokens], problems);
  const file = parser.file(mode, knownAt);
  if (parser.isUnbalanced) return undefined;
  return { source, file, lexed, problems, layout: parser.layout, chunks: parser.chunks };
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
