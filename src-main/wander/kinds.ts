/** The kinds of values that there are. */

/** One bit for each kind, to test several at once. */
export const KINDS = {
  none: 1,
  bool: 2,
  number: 4,
  string: 8,
  vec: 16,
  color: 32,
  entity: 64,
  list: 128,
  map: 256,
  function: 512,
} as const;

export type Kind = keyof typeof KINDS;

const ALL_KINDS = Object.keys(KINDS) as readonly Kind[];

/** Every bit. */
export const ANY_KIND = 1023;

/** With its article, as messages name a value of the kind. */
export const KIND_WORDS: { readonly [kind in Kind]: string } = {
  none: 'none',
  bool: 'a bool',
  number: 'a number',
  string: 'a string',
  vec: 'a vector',
  color: 'a color',
  entity: 'an entity',
  list: 'a list',
  map: 'a map',
  function: 'a function',
};

/** By their bits; filled as they are asked for, which is all the time. */
const KINDS_BY_BITS: (readonly Kind[] | undefined)[] = [];

/** The kinds that some bits stand for. */
export function kindsIn(bits: number): readonly Kind[] {
  return (KINDS_BY_BITS[bits & ANY_KIND] ??= ALL_KINDS.filter((kind) => (bits & KINDS[kind]) !== 0));
}

/** `a`, `a or b`, `a, b or c`, with the word between the last two. */
export function joinedBy(word: 'or' | 'and', parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1) ?? ''}`;
}
