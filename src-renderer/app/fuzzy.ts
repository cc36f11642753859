/** How well typed letters fit a text: all must occur in order. 0 is no fit; starts of words and runs of letters count more. */
export function fuzzyScore(text: string, typed: string): number {
  if (typed === '') return 1;
  const word = text.toLowerCase();
  const wanted = typed.toLowerCase();
  const whole = word.indexOf(wanted);
  if (whole === 0) return 1000 - text.length * 0.1;
  if (whole > 0) return (startsWord(text, whole) ? 800 : 500) - whole - text.length * 0.1;
  let score = 0;
  let at = 0;
  let run = 0;
  for (const letter of wanted) {
    if (letter === ' ') continue;
    const found = word.indexOf(letter, at);
    if (found < 0) return 0;
    run = found === at && at > 0 ? run + 1 : 0;
    score += 1 + run * 2 + (startsWord(text, found) ? 6 : 0);
    at = found + 1;
  }
  return Math.max(0.1, score - text.length * 0.02);
}

function startsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text[at - 1] ?? '';
  const here = text[at] ?? '';
  return /[\s_\-./:#]/.test(before) || (/[a-z]/.test(before) && /[A-Z]/.test(here));
}

/** The best of many, best first, at most `most`. */
export function bestMatches<Item>(
  items: Iterable<Item>,
  typed: string,
  textOf: (item: Item) => string,
  most: number,
): readonly Item[] {
  return scoredMatches(items, typed, (item) => fuzzyScore(textOf(item), typed), most).map(({ item }) => item);
}

export interface Scored<Item> {
  readonly item: Item;
  readonly score: number;
}

/** The same with their scores, by a score of one's own: 0 is no fit. */
export function scoredMatches<Item>(
  items: Iterable<Item>,
  typed: string,
  scoreOf: (item: Item) => number,
  most: number,
): readonly Scored<Item>[] {
  const scored: Scored<Item>[] = [];
  for (const item of items) {
    const score = scoreOf(item);
    if (score > 0) scored.push({ item, score });
  }
  if (typed !== '') scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, most);
}
