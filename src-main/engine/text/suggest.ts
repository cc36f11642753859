/** Finds the name that somebody probably meant. */

/**
 * The number of single edits (insert, delete, replace, swap of neighbours) between two words, or `limit + 1` when it is
 * more than `limit`. Case counts for nothing.
 */
export function editDistance(left: string, right: string, limit: number): number {
  const a = left.toLowerCase();
  const b = right.toLowerCase();
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[b.length] ?? 0, limit + 1);
}

/**
 * The candidate closest to `word`, at most `max` edits away and never more than half of the word; undefined where there
 * is none. Of equally close ones the first wins.
 */
export function nearest(word: string, candidates: Iterable<string>, max = 3): string | undefined {
  // Long words come from mistakes in the caller's data, not from typing; they would only cost time.
  if (word.length === 0 || word.length > 100) return undefined;
  let limit = Math.min(max, Math.max(1, Math.floor(word.length / 2)));
  let found: string | undefined;
  for (const candidate of candidates) {
    if (candidate === word) return candidate;
    const distance = editDistance(word, candidate, limit);
    if (distance > limit) continue;
    found = candidate;
    if (distance === 0) return candidate;
    limit = distance - 1;
  }
  return found;
}

/** The hint `Did you mean "radius"?`, or undefined where nothing is close. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(word, candidates);
  return found === undefined ? undefined : `Did you mean "${found}"?`;
}

/** Names for a sentence: `a, b, c and 4 more`. */
export function listNames(names: readonly string[], limit = 12): string {
  if (names.length <= limit) return names.join(', ');
  return `${names.slice(0, limit).join(', ')} and ${names.length - limit} more`;
}
