/**
 * Whether a decision may be taken now. An approval is of what the person looked at: it acts on the hash that was shown,
 * never under a hand that was already moving, and never on code that went by unread without saying so.
 */

/** Milliseconds for which a newly shown tool, or a window that just came to the front, takes no decision. */
export const SETTLE_MS = 500;

/**
 * The same where the tool came on screen by itself, after the decision about another one: a hand that presses the keys of
 * that decision once more does not decide about this one.
 */
export const JUMP_SETTLE_MS = 1_200;

export interface ReviewFacts {
  /** The definition on the page. */
  readonly shownHash: string;
  /** The definition as it is now; undefined when the tool is gone. */
  readonly currentHash: string | undefined;
  /** When this definition came onto the page, and when the window was last given the focus; same clock, milliseconds. */
  readonly shownAt: number;
  readonly focusedAt: number;
  /** How long what was just shown takes no decision; milliseconds. */
  readonly settleMs: number;
  /** A decision is under way. */
  readonly busy: boolean;
}

export type GateVerdict =
  | { readonly open: true }
  | {
      readonly open: false;
      readonly why: 'gone' | 'changed' | 'settling' | 'busy';
      readonly message: string;
    };

/** `now` is on the clock of the facts. */
export function gate(facts: ReviewFacts, now: number): GateVerdict {
  if (facts.currentHash === undefined) return closed('gone', 'This tool has been removed.');
  if (facts.currentHash !== facts.shownHash)
    return closed('changed', 'The definition has changed since it was shown. Load it again to decide.');
  if (facts.busy) return closed('busy', 'The decision is being recorded.');
  if (now - Math.max(facts.shownAt, facts.focusedAt) < facts.settleMs)
    return closed('settling', 'Just shown.');
  return { open: true };
}

function closed(why: 'gone' | 'changed' | 'settling' | 'busy', message: string): GateVerdict {
  return { open: false, why, message };
}

/** Lines `from` to `to`, both included, from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Adds a range to those seen, joined and in order. */
export function addSeen(seen: readonly LineRange[], range: LineRange): readonly LineRange[] {
  if (range.to < range.from || seen.some((one) => one.from <= range.from && one.to >= range.to)) return seen;
  const joined: LineRange[] = [];
  let { from, to } = range;
  for (const one of seen) {
    if (one.to < from - 1 || one.from > to + 1) joined.push(one);
    else {
      from = Math.min(from, one.from);
      to = Math.max(to, one.to);
    }
  }
  joined.push({ from, to });
  return joined.sort((a, b) => a.from - b.from);
}

/** The parts of `wanted` that were never on screen. */
export function unseen(wanted: readonly LineRange[], seen: readonly LineRange[]): readonly LineRange[] {
  const missing: LineRange[] = [];
  for (const range of wanted) {
    let from = range.from;
    for (const one of seen) {
      if (one.to < from || one.from > range.to) continue;
      if (one.from > from) missing.push({ from, to: one.from - 1 });
      from = one.to + 1;
    }
    if (from <= range.to) missing.push({ from, to: range.to });
  }
  return missing;
}

export function countLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((count, range) => count + range.to - range.from + 1, 0);
}

/** `line 4`, `lines 4 to 9`, `lines 4 to 9 and 20`, and for many only how many there are. */
export function rangeWords(ranges: readonly LineRange[]): string {
  if (ranges.length > 3) return `${countLines(ranges)} lines in ${ranges.length} places`;
  const parts = ranges.map((range) =>
    range.from === range.to ? `${range.from}` : `${range.from} to ${range.to}`,
  );
  const word = countLines(ranges) === 1 ? 'line' : 'lines';
  return parts.length <= 1
    ? `${word} ${parts[0] ?? ''}`
    : `${word} ${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
