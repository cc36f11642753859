/** Did-you-mean. */

/** Edits (insert, delete, replace, swap of neighbours) between two words, or `limit + 1` when there are more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}

/**
 * The candidate nearest to a word, letter case aside, or `undefined` when none is near enough: one edit for words of up to
 * three letters, two up to seven, three for longer ones. Of equally near ones the first wins.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 60) return undefined;
  const lower = word.toLowerCase();
  let limit = word.length <= 3 ? 1 : word.length <= 7 ? 2 : 3;
  let best: string | undefined;
  for (const candidate of candidates) {
    if (candidate === word) continue;
    // A candidate that differs as a whole (`x` for `y`) is no help.
    const allowed = Math.min(limit, Math.max(candidate.length, word.length) - 1);
    const distance = editDistance(lower, candidate.toLowerCase(), allowed);
    if (distance > allowed) continue;
    best = candidate;
    limit = distance - 1;
    if (limit < 0) break;
  }
  return best;
}
