/** A line profile as data and as a table. */
import type { JsonObject } from '../json';
import { anyObject, list } from '../tools/builtin/define';
import type { ProfileLine } from '../../wander/profile';
import { LineTable } from '../../wander/positions';
import type { TextOf } from './diagnostics';

/** Of the table; the data has every line. */
const MAX_LINES = 40;

export const PROFILE: JsonObject = list(
  anyObject('`file`, `line`, `runs` (how often it was begun), `instructions`, `share` (from 0 to 1).'),
  'With profile: the lines that ran, by file and place.',
);

/** `profile` and `outside`; together they are all that was used. */
export function profileJson(lines: readonly ProfileLine[], used: number): JsonObject {
  return {
    profile: lines.map((line): JsonObject => ({ ...line, share: share(line, used) })),
    outside: outside(lines, used),
  };
}

/** The lines that used most, first. */
export function profileLines(lines: readonly ProfileLine[], used: number, textOf: TextOf): string[] {
  const tables = new Map<string | undefined, { text: string; table: LineTable }>();
  const sourceOf = ({ file, line }: ProfileLine): string => {
    const text = textOf(file) ?? '';
    const known = tables.get(file) ?? { text, table: new LineTable(text) };
    tables.set(file, known);
    return text.slice(known.table.startOfLine(line), known.table.endOfLine(line)).trim();
  };
  const sorted = [...lines].sort((a, b) => b.instructions - a.instructions);
  return [
    'instructions  share   runs  line',
    ...sorted.slice(0, MAX_LINES).map((line) => {
      const percent = `${(share(line, used) * 100).toFixed(1)} %`;
      const place = line.file === undefined ? String(line.line) : `${line.file}:${line.line}`;
      const numbers = `${String(line.instructions).padStart(12)} ${percent.padStart(7)} ${String(line.runs).padStart(6)}`;
      return `${numbers}  ${place}: ${sourceOf(line).slice(0, 100)}`;
    }),
    ...(sorted.length > MAX_LINES ? [`… and ${sorted.length - MAX_LINES} more lines`] : []),
    `${String(outside(lines, used)).padStart(12)} outside of all lines: the arguments and the result`,
  ];
}

function share({ instructions }: ProfileLine, used: number): number {
  return used === 0 ? 0 : Math.round((instructions / used) * 10_000) / 10_000;
}

function outside(lines: readonly ProfileLine[], used: number): number {
  return lines.reduce((left, line) => left - line.instructions, used);
}
