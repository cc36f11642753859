/** Differences of two texts by lines, as `diff -u` shows them. */

const CONTEXT = 3;

/** More lines than this on a side are shown as removed and added whole: the table below would grow too large. */
const MOST = 3000;

interface Edit {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

/** Lines that begin with `+`, `-` or a space, with three lines around each change; nothing where the texts are equal. */
export function diffLines(before: string, after: string): string[] {
  if (before === after) return [];
  const edits = editsOf(splitLines(before), splitLines(after));
  const near = edits.map((_, index) =>
    edits.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((edit) => edit.mark !== ' '),
  );
  const shown: string[] = [];
  for (const [index, edit] of edits.entries()) {
    if (near[index] === true) shown.push(`${edit.mark} ${edit.line}`);
    else if (near[index - 1] === true) shown.push('  …');
  }
  return shown;
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/);
}

function editsOf(before: readonly string[], after: readonly string[]): Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: ' ', line }));
  return [
    ...same(before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

/** By the longest common subsequence. */
function middle(before: readonly string[], after: readonly string[]): Edit[] {
  const removed = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: '-', line }));
  const added = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: '+', line }));
  if (before.length > MOST || after.length > MOST) return [...removed(before), ...added(after)];
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const edits: Edit[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      edits.push({ mark: ' ', line: before[i] ?? '' });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) edits.push({ mark: '-', line: before[i++] ?? '' });
    else edits.push({ mark: '+', line: after[j++] ?? '' });
  }
  return [...edits, ...removed(before.slice(i)), ...added(after.slice(j))];
}
