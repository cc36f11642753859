/** The reference of the standard library as Markdown, made from the registry, so that it can't be out of date. */
import type { EntryGroup, StdlibSignature } from './entry';
import { STDLIB } from './registry';

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
  const name = entry.receiver === undefined ? entry.name : `${entry.receiver}.${entry.name}`;
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
  ];
  const groups = Object.keys(TITLES).filter((group): group is EntryGroup => group in TITLES);
  for (const group of groups) {
    const entries = STDLIB.filter((entry) => entry.group === group);
    lines.push('', `## ${TITLES[group]}`, '', '| | | example |', '|---|---|---|');
    for (const entry of entries) {
      const notes = entry.mutates === true ? ' Needs `mutate` or `files.write`.' : '';
      lines.push(
        `| \`${cell(signatureOf(entry))}\` | ${cell(entry.doc)}${notes} | \`${cell(entry.example)}\` |`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
