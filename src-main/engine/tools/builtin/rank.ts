/** Ranks tools by how well they fit a few words. */
import { editDistance } from '../../text/suggest';
import type { ToolDefinition } from '../definition';

/** Words that say nothing about what is wanted. */
const FILLER: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'the',
  'to',
  'of',
  'in',
  'on',
  'for',
  'with',
  'how',
  'do',
  'i',
  'tool',
]);

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
  ['move', ['transform']],
  ['rotate', ['transform', 'turn']],
  ['resize', ['scale']],
  ['search', ['find', 'query']],
  ['list', ['overview']],
  ['screenshot', ['picture', 'capture']],
  ['render', ['picture', 'capture']],
  ['image', ['picture']],
  ['revert', ['undo', 'history']],
  ['undo', ['history']],
  ['redo', ['history']],
  ['open', ['load']],
  ['clone', ['duplicate', 'copy']],
]);

interface Text {
  readonly tool: ToolDefinition;
  readonly name: readonly string[];
  readonly title: readonly string[];
  readonly description: ReadonlySet<string>;
}

/** Tools that fit, the best first; of equally good ones, active ones and then by name. */
export function rankTools(tools: readonly ToolDefinition[], query: string): readonly ToolDefinition[] {
  const words = wordsOf(query).filter((word) => !FILLER.has(word));
  const texts = tools.map((tool): Text => ({
    tool,
    name: tool.name.split('_'),
    title: wordsOf(tool.title),
    description: new Set(wordsOf(tool.description)),
  }));
  const totals = new Map<Text, { points: number; fitting: number }>();
  for (const word of words) {
    const found = texts.map((text) =>
      Math.max(points(word, text), ...(SYNONYMS.get(word) ?? []).map((other) => 0.7 * points(other, text))),
    );
    const fitting = found.filter((value) => value > 0).length;
    // A word that most tools have says little about which is meant.
    const weight = fitting === 0 ? 0 : Math.log(tools.length / fitting) + 0.1;
    for (const [index, text] of texts.entries()) {
      const value = found[index] ?? 0;
      if (value === 0) continue;
      const before = totals.get(text) ?? { points: 0, fitting: 0 };
      totals.set(text, { points: before.points + value * weight, fitting: before.fitting + 1 });
    }
  }
  const exact = query.trim().toLowerCase();
  // A tool that fits all words is better than one that fits one of them very well.
  const score = (text: Text): number => {
    const total = totals.get(text);
    const named = text.tool.name === exact ? 1_000 : 0;
    return named + (total === undefined ? 0 : total.points * (0.4 + (0.6 * total.fitting) / words.length));
  };
  return texts
    .map((text) => ({ tool: text.tool, score: score(text) }))
    .filter((entry) => entry.score > 0)
    .sort(
      (a, b) =>
        b.score - a.score || inactive(a.tool) - inactive(b.tool) || (a.tool.name < b.tool.name ? -1 : 1),
    )
    .map((entry) => entry.tool);
}

function points(word: string, { tool: { category }, name, title, description }: Text): number {
  let found = 0;
  // The category's own name is in the name and title of most of its tools: it tells them from others, not from each other.
  if (word === category) found += 4;
  else if (name.includes(word)) found += 8;
  else if (
    name.some(
      (part) => part.startsWith(word) || (word.length > 3 && part.length > 3 && word.startsWith(part)),
    )
  )
    found += 5;
  else if (word.length > 4 && name.some((part) => part.length > 4 && editDistance(word, part, 1) <= 1))
    found += 4;
  if (word !== category && title.includes(word)) found += 4;
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
