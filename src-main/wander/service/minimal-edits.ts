/**
 * The smallest edits that turn one text into another, so that a file changed outside reaches an open editor without
 * losing its undo stack, caret, selection or scroll position.
 */

/** Replaces `[start, end)` of the old text, in UTF-16 units, by `text`. */
export interface OffsetEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Above this many changed lines the search for a smallest set stops and the changed middle is replaced as a whole. */
const MAX_DISTANCE = 400;

/**
 * Edits in ascending order that do not overlap; none when the texts are equal. Lines are matched first, then each
 * replaced run is trimmed to the characters that differ.
 */
export function minimalEdits(before: string, after: string): readonly OffsetEdit[] {
  if (before === after) return [];
  const a = splitLines(before);
  const b = splitLines(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail += 1;

  const middleA = a.slice(head, a.length - tail);
  const middleB = b.slice(head, b.length - tail);
  const offsets = lineOffsets(a);
  const edits: OffsetEdit[] = [];
  for (const run of changedRuns(middleA, middleB)) {
    const start = offsets[head + run.fromA] ?? before.length;
    const end = offsets[head + run.toA] ?? before.length;
    const text = middleB.slice(run.fromB, run.toB).join('');
    const edit = trimmed(before.slice(start, end), text, start);
    if (edit) edits.push(edit);
  }
  return edits;
}

/**
 * Lines of `after`, from 1, that differ from `before`, as runs in order. A run of lines that is gone has no line of its
 * own: the line before it stands for it.
 */
export function changedLines(
  before: string,
  after: string,
): readonly { readonly from: number; readonly to: number }[] {
  if (before === after) return [];
  return changedRuns(splitLines(before), splitLines(after)).map((run) =>
    run.toB > run.fromB
      ? { from: run.fromB + 1, to: run.toB }
      : { from: Math.max(1, run.fromB), to: Math.max(1, run.fromB) },
  );
}

/** Applies edits made by `minimalEdits`. */
export function applyEdits(text: string, edits: readonly OffsetEdit[]): string {
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

/** Lines with their line feeds, so that joining them gives the text again. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    lines.push(text.slice(start, at + 1));
    start = at + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

function lineOffsets(lines: readonly string[]): readonly number[] {
  const offsets = [0];
  let at = 0;
  for (const line of lines) offsets.push((at += line.length));
  return offsets;
}

interface Run {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Runs of lines that differ, by Myers' greedy algorithm ("An O(ND) Difference Algorithm", 1986), section 4. */
function changedRuns(a: readonly string[], b: readonly string[]): Run[] {
  const whole: Run = { fromA: 0, toA: a.length, fromB: 0, toB: b.length };
  if (a.length === 0 || b.length === 0) return [whole];
  const trace = shortestTrace(a, b);
  return trace ? runsOf(trace, a.length, b.length) : [whole];
}

/** For each distance, the furthest x on each diagonal; undefined when the texts are further apart than MAX_DISTANCE. */
function shortestTrace(a: readonly string[], b: readonly string[]): readonly Int32Array[] | undefined {
  const limit = Math.min(MAX_DISTANCE, a.length + b.length);
  const size = 2 * limit + 3;
  const middle = limit + 1;
  const furthest = new Int32Array(size);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= limit; d += 1) {
    trace.push(furthest.slice(middle - d - 1, middle + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(furthest, middle + k - 1) < at(furthest, middle + k + 1));
      let x = down ? at(furthest, middle + k + 1) : at(furthest, middle + k - 1) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      furthest[middle + k] = x;
      if (x >= a.length && y >= b.length) return trace;
    }
  }
  return undefined;
}

/** Walks the trace back from the end and joins neighbouring deletions and insertions to runs. */
function runsOf(trace: readonly Int32Array[], lengthA: number, lengthB: number): Run[] {
  const steps: Run[] = [];
  let x = lengthA;
  let y = lengthB;
  for (let d = trace.length - 1; d > 0; d -= 1) {
    const row = trace[d] ?? new Int32Array(0);
    const middle = d + 1;
    const k = x - y;
    const down = k === -d || (k !== d && at(row, middle + k - 1) < at(row, middle + k + 1));
    const previousK = down ? k + 1 : k - 1;
    const previousX = at(row, middle + previousK);
    const previousY = previousX - previousK;
    steps.push(
      down
        ? { fromA: previousX, toA: previousX, fromB: previousY, toB: previousY + 1 }
        : { fromA: previousX, toA: previousX + 1, fromB: previousY, toB: previousY },
    );
    x = previousX;
    y = previousY;
  }
  const runs: Run[] = [];
  for (const step of steps.reverse()) {
    const last = runs.at(-1);
    if (last && last.toA === step.fromA && last.toB === step.fromB)
      runs[runs.length - 1] = { ...last, toA: step.toA, toB: step.toB };
    else runs.push(step);
  }
  return runs;
}

function at(array: Int32Array, index: number): number {
  return array[index] ?? 0;
}

function trimmed(before: string, after: string, offset: number): OffsetEdit | undefined {
  if (before === after) return undefined;
  let head = 0;
  const shorter = Math.min(before.length, after.length);
  while (head < shorter && before[head] === after[head]) head += 1;
  if (splitsPair(before, head) || splitsPair(after, head)) head -= 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  if (splitsPair(before, before.length - tail) || splitsPair(after, after.length - tail)) tail -= 1;
  return {
    start: offset + head,
    end: offset + before.length - tail,
    text: after.slice(head, after.length - tail),
  };
}

/** Whether `index` lies between the halves of a surrogate pair, or of a CR LF. */
function splitsPair(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  const left = text.charCodeAt(index - 1);
  const right = text.charCodeAt(index);
  return (
    (left >= 0xd800 && left <= 0xdbff && right >= 0xdc00 && right <= 0xdfff) || (left === 13 && right === 10)
  );
}
