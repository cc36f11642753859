/** Reads only what an edit has touched; the tokens before and behind it are those of the text before. */
import type { Chunk } from '../chunk';
import type { Edit } from '../edit';
import { lexBetween, type Lexed, type Token } from '../lexer';
import { Problems, ownProblem } from '../problem';
import { MAX_REWINDS } from './strings';

export interface Relexed {
  readonly lexed: Lexed;
  /** Chunks all of whose tokens, and the next few, are as they were. */
  readonly before: readonly Chunk[];
  /** Chunks behind the edit, and how far their tokens have moved in the list. */
  readonly behind: readonly Chunk[];
  readonly moved: number;
}

/** The parser looks at most at so many tokens behind a declaration to see that it has ended. */
const LOOKAHEAD = 4;

/** `undefined` where nothing of the tokens before is of use. Tokens that are kept are moved in place. */
export function relex(
  source: string,
  old: { readonly source: string; readonly lexed: Lexed; readonly chunks: readonly Chunk[] },
  edit: Edit,
): Relexed | undefined {
  const { lexed, chunks } = old;
  if (lexed.broken.length >= MAX_REWINDS) return undefined;
  const distance = edit.newEnd - edit.oldEnd;
  const starts = cleanStarts(lexed, chunks);
  // What is behind a string that never ends may change with what is further down.
  const limit = Math.min(edit.start, lexed.broken[0] ?? Infinity);
  const anchor = starts.findLast(({ token }) => token.start <= limit);
  const from = anchor?.token.start ?? 0;
  const behind = starts.filter(({ token }) => lineBegins(old.source, token.start) > edit.oldEnd);
  const found = lexBetween(
    source,
    from,
    behind.map(({ token }) => token.start + distance),
  );
  const kept = found.stop === undefined ? undefined : found.stop - distance;
  const brokenBehind = kept === undefined ? [] : lexed.broken.filter((quote) => quote >= kept);
  if (found.rewinds + brokenBehind.length > MAX_REWINDS) return undefined;
  const all = indexFrom(lexed.all, from);
  const tokens = indexFrom(lexed.tokens, from);
  const firstOfAll = kept === undefined ? lexed.all.length : indexFrom(lexed.all, kept);
  const firstBehind = kept === undefined ? lexed.tokens.length : indexFrom(lexed.tokens, kept);
  const problems = [
    ...lexed.problems.list.filter(({ span }) => span.start < from),
    ...found.problems.list,
    ...(kept === undefined ? [] : lexed.problems.list.filter(({ span }) => span.start >= kept)).map(
      (problem) => ownProblem(problem, distance),
    ),
  ];
  const untouched = chunks.filter(
    ({ first, count }) =>
      (lexed.tokens[first + count + LOOKAHEAD]?.end ?? Infinity) < edit.start && first + count <= tokens,
  );
  const moved = tokens + found.tokens.length - firstBehind;
  const chunksBehind = kept === undefined ? [] : chunks.filter(({ first }) => first >= firstBehind);
  if (distance !== 0) {
    for (let index = firstOfAll; index < lexed.all.length; index += 1) {
      const token = lexed.all[index];
      if (token !== undefined) move(token, distance);
    }
  }
  return {
    lexed: {
      all: replaced(lexed.all, all, firstOfAll, found.all),
      tokens: replaced(lexed.tokens, tokens, firstBehind, found.tokens),
      problems: Problems.of(problems),
      broken: [...found.broken, ...brokenBehind.map((quote) => quote + distance)],
    },
    before: untouched,
    behind: chunksBehind,
    moved,
  };
}

/** The first tokens of chunks that begin a line outside of all strings. */
function cleanStarts(lexed: Lexed, chunks: readonly Chunk[]): readonly { readonly token: Token }[] {
  let open = 0;
  return chunks.flatMap(({ first, balance }) => {
    const token = lexed.tokens[first];
    const isClean = open === 0 && token?.newline === true;
    open += balance;
    return isClean ? [{ token }] : [];
  });
}

const lineBegins = (source: string, offset: number): number => source.lastIndexOf('\n', offset - 1) + 1;

/** Index of the first token that begins at an offset or behind it. */
function indexFrom(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Most of a list stays, so that the rest is put into it: a copy of all would be the most that an edit costs. */
function replaced(list: Token[], from: number, to: number, by: readonly Token[]): Token[] {
  if (by.length > 10_000) return [...list.slice(0, from), ...by, ...list.slice(to)];
  list.splice(from, to - from, ...by);
  return list;
}

function move(token: { start: number; end: number }, distance: number): void {
  token.start += distance;
  token.end += distance;
}
