/** Words of other languages, and what to write for them. */

export interface ForeignWord {
  /** What takes its place, where one word does. */
  readonly use?: string;
  readonly hint: string;
}

export const FOREIGN_WORDS: ReadonlyMap<string, ForeignWord> = new Map<string, ForeignWord>([
  ['local', { use: 'let', hint: 'A variable is declared with "let".' }],
  ['auto', { use: 'let', hint: 'A variable is declared with "let".' }],
  ['def', { use: 'fn', hint: 'A function is declared with "fn".' }],
  ['func', { use: 'fn', hint: 'A function is declared with "fn".' }],
  ['function', { use: 'fn', hint: 'A function is declared with "fn".' }],
  ['foreach', { use: 'for', hint: 'Write "for x in list … end".' }],
  ['elseif', { use: 'elif', hint: 'Write "elif".' }],
  ['elsif', { use: 'elif', hint: 'Write "elif".' }],
  ['switch', { use: 'match', hint: 'Write "match value when 1 then … else … end".' }],
  ['case', { use: 'when', hint: 'Write "match value when 1 then … else … end".' }],
  ['import', { use: 'use', hint: 'Write use "path" as name at the top of the file.' }],
  ['require', { use: 'use', hint: 'Write use "path" as name at the top of the file.' }],
  ['echo', { use: 'log', hint: 'Write "log value".' }],
  ['throw', { hint: 'Write tool_fail("what is wrong", "what to do").' }],
  ['raise', { hint: 'Write tool_fail("what is wrong", "what to do").' }],
  ['try', { hint: 'There is no "try"; try_tool("name", {…}) gives a failure of a tool as a value.' }],
  ['delete', { use: 'destroy', hint: 'An entity goes with "destroy e", a key with m.remove("key").' }],
  ['null', { use: 'none', hint: 'Write "none".' }],
  ['nil', { use: 'none', hint: 'Write "none".' }],
  ['undefined', { use: 'none', hint: 'Write "none".' }],
  ['None', { use: 'none', hint: 'Write "none".' }],
  ['True', { use: 'true', hint: 'Write "true".' }],
  ['False', { use: 'false', hint: 'Write "false".' }],
  ['this', { hint: 'A tool has no entity of its own; find one with find("Name").' }],
  ['len', { hint: 'Write items.length.' }],
  ['println', { use: 'log', hint: 'Write "log value".' }],
  ['console', { hint: 'Write "log value".' }],
  ['Math', { hint: 'Functions of mathematics have no prefix: sqrt(x), pi.' }],
  ['math', { hint: 'Functions of mathematics have no prefix: sqrt(x), pi.' }],
]);
