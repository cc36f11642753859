/** Ranks tools by how well they fit a few words. */
import { editDistance } from '../../text/suggest';
import type { ToolDefinition } from '../definition';

/** Words that say nothing about what is wanted. */
const FILLER: ReadonlySet<string> = new Set(['a', 'an', 'and', 'the', 'to', 'of', 'in', 'on', 'for', 'with', 'how', 'do', 'i', 'tool']);

/** Words that people use for what the tools call otherwise. */
const SYNONYMS = new Map<string, readonly string[]>([
  ['object', ['entity']],
  ['objects', ['entity', 'entities']],
  ['node', ['entity']],
  ['remove', ['delete']],
  ['erase', ['delete']],
  ['add', ['create']],
  ['make', ['create']],
  ['new', ['create']],
  ['spawn', ['create']],
  ['move', ['transform', 'position']],
  ['rotate', ['transform', 'turn']],
  ['resize', ['scale']],
  ['search', ['find', 'query']],
  ['list', ['overview']],
  ['screenshot', ['picture', 'capture']],
  ['render', ['picture', 'capture']],
  ['image', ['picture']],
  ['revert', ['undo', 'history']],
  ['open', ['load']],
  ['clone', ['duplicate', 'copy']],
]);

/** Tools that fit, the best first; of equally good ones, active ones and then by name. */
export function rankTools(tools: readonly ToolDefinition[], query: string): readonly ToolDefinition[] {
  const words = wordsOf(query).filter((word) => !FILLER.has(word));
  const scored = tools.map((tool) => ({ tool, score: score(tool, words, query) })).filter(({ score: points }) => points > 0);
  scored.sort((a, b) => b.score - a.score || inactive(a.tool) - inactive(b.tool) || (a.tool.name < b.tool.name ? -1 : 1));
  return scored.map(({ tool }) => tool);
}

function score(tool: ToolDefinition, words: readonly string[], query: string): number {
  const name = tool.name.split('_');
  const title = wordsOf(tool.title);
  const description = new Set(wordsOf(tool.description));
  let total = tool.name === query.trim().toLowerCase() ? 100 : 0;
  let fitting = 0;
  for (const word of words) {
    const own = points(word, name, title, tool.category, description);
    const others = (SYNONYMS.get(word) ?? []).map((other) => points(other, name, title, tool.category, description) * 0.7);
    const best = Math.max(own, ...others);
    if (best > 0) fitting += 1;
    total += best;
  }
  // A tool that fits all words is better than one that fits one of them very well.
  return words.length === 0 ? total : total * (0.4 + (0.6 * fitting) / words.length);
}

function points(word: string, name: readonly string[], title: readonly string[], category: string, description: ReadonlySet<string>): number {
  let found = 0;
  if (name.includes(word)) found += 8;
  else if (name.some((part) => part.startsWith(word) || (word.length > 3 && word.startsWith(part) && part.length > 3))) found += 5;
  else if (word.length > 4 && name.some((part) => part.length > 4 && editDistance(word, part, 1) <= 1)) found += 4;
  if (title.includes(word)) found += 4;
  if (category === word) found += 2;
  if (description.has(word)) found += 2;
  else if (word.length > 3 && [...description].some((other) => other.startsWith(word))) found += 1;
  return found;
}

function inactive(tool: ToolDefinition): number {
  return tool.custom === undefined || tool.custom.status === 'active' ? 0 : 1;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
