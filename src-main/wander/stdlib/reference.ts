/** The reference of the standard library as Markdown, made from the registry, so that it can't be out of date. */
import type { EntryGroup, StdlibSignature } from './entry';
import { EXAMPLE_RESULTS } from './example-results';
import { STDLIB } from './registry';
import { entryName } from './signature';

export const TITLES: Readonly<Record<EntryGroup, string>> = {
  math: 'Numbers',
  vector: 'Vectors',
  color: 'Colours',
  random: 'Randomness',
  text: 'Text',
  list: 'Lists',
  map: 'Maps',
  scene: 'Reading the scene',
  change: 'Changing the scene',
  general: 'General',
  game: 'Inside a running game',
  tool: 'Inside tools',
};

/** One name as it is called: `clamp(x: number, low: number, high: number) -> number`. */
export function signatureOf(entry: StdlibSignature): string {
  const name = entryName(entry);
  const result = entry.result === 'none' ? '' : ` -> ${entry.result}`;
  if (entry.constant === true) return `${name}: ${entry.result}`;
  const parameters = entry.parameters.map((parameter) => {
    const mark = parameter.rest === true ? '…' : parameter.optional === true ? '?' : '';
    return `${parameter.name}${mark}: ${parameter.type}`;
  });
  return `${name}(${parameters.join(', ')})${result}`;
}

/** The whole reference. */
export function referenceMarkdown(): string {
  const lines = [
    '# The standard library of Wander',
    '',
    'Made from the registry of the language by `npm run docs`. The language itself: [wander.md](wander.md).',
    '',
    'A parameter with `?` may be left out, one with `…` takes any number of arguments. In the examples `items` is `[3, 1, 2]` and',
    '`stats` is `{hp: 3}`; the scene has a "Lamp" with the tag light, a light and the var hp = 1, and a "Crate" at (1, 0, 0). What they',
    'give is as a text shows it, with strings in quotes; random numbers are those of seed 1.',
  ];
  const groups = Object.keys(TITLES).filter((group): group is EntryGroup => group in TITLES);
  for (const group of groups) {
    const entries = STDLIB.filter((entry) => entry.group === group);
    lines.push('', `## ${TITLES[group]}`, '', '| | | example | gives |', '|---|---|---|---|');
    for (const entry of entries) {
      const notes = entry.mutates === true ? ' Needs `mutate` or `files.write`.' : '';
      lines.push(
        `| \`${cell(signatureOf(entry))}\` | ${cell(entry.doc)}${notes} | \`${cell(entry.example)}\` | ${resultOf(entry)} |`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** What an example gives and changes: `3`, or `2`, and items is `[3, 1]`. */
function resultOf(entry: StdlibSignature): string {
  const { gives, look, then, fails } = EXAMPLE_RESULTS[entryName(entry)] ?? {};
  if (fails !== undefined) return `the run ends: ${cell(fails)}`;
  const value = gives === undefined ? [] : [`\`${cell(gives)}\``];
  const change = look === undefined ? [] : [`\`${cell(look)}\` is \`${cell(then ?? '')}\``];
  return [...value, ...change].join('; then ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
