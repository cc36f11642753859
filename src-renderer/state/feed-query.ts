/**
 * What one types into the feed's filter: words look for text, `field:value` narrows, a leading minus excludes, quotes
 * keep blanks, and all of it must hold. Fields: `type:` `actor:` `tool:` `call:` `entity:` `is:` (ok, failed, running,
 * waiting, nested, mutating), `after:` and `before:` (a moment; see feed-time.ts); `ok:` and `failed:` stand for `is:ok` and
 * `is:failed`.
 */
import { booleanOf } from './read-json';
import { entitiesOf, outcomeOf, timeOf, type FeedRow } from './feed';
import { momentText, parseMoment } from './feed-time';

export const FEED_FIELDS = ['type', 'actor', 'tool', 'call', 'entity', 'is', 'after', 'before'] as const;
export type FeedField = (typeof FEED_FIELDS)[number];

export const FEED_STATES = ['ok', 'failed', 'running', 'waiting', 'nested', 'mutating'] as const;

export interface FeedTerm {
  readonly field: FeedField | 'text';
  /** Lower case; `*` stands for anything in `type`, `actor` and `tool`. */
  readonly value: string;
  readonly exclude: boolean;
}

export interface FeedQuery {
  readonly terms: readonly FeedTerm[];
  /** What of the text means nothing, in words. */
  readonly problems: readonly string[];
}

const TOKEN = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S*))/gy;

export function parseFeedQuery(text: string): FeedQuery {
  const terms: FeedTerm[] = [];
  const problems: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    if (/\s/.test(text[TOKEN.lastIndex] ?? '')) {
      TOKEN.lastIndex += 1;
      continue;
    }
    const match = TOKEN.exec(text);
    if (match === null || match[0] === '') break;
    const [, minus, field, quoted, bare] = match;
    const value = (quoted ?? bare ?? '').toLowerCase();
    const exclude = minus === '-';
    if (field === 'ok' || field === 'failed') terms.push({ field: 'is', value: field, exclude });
    else if (field !== undefined && isField(field)) {
      if (value === '') continue; // Still being typed.
      if (field === 'is' && !FEED_STATES.some((state) => state === value)) {
        problems.push(`is:${value} means nothing; it can be ${FEED_STATES.join(', ')}`);
      } else if (isTimeField(field) && parseMoment(value) === undefined) {
        problems.push(`${field}:${value} is no time; write 14:03, 14:03:27 or 2026-11-30T14:03`);
      } else terms.push({ field, value, exclude });
    } else {
      const whole = field === undefined ? value : `${field}:${value}`;
      if (whole !== '') terms.push({ field: 'text', value: whole, exclude });
    }
  }
  return { terms, problems };
}

function isTimeField(field: FeedTerm['field']): boolean {
  return field === 'after' || field === 'before';
}

function isField(word: string): word is FeedField {
  return FEED_FIELDS.some((field) => field === word);
}

/** A test for one row by itself; undefined when everything passes. */
export function feedPredicate(query: FeedQuery): ((row: FeedRow) => boolean) | undefined {
  if (query.terms.length === 0) return undefined;
  const tests = query.terms.map((term) => ({ test: termTest(term), exclude: term.exclude }));
  return (row) => tests.every(({ test, exclude }) => test(row) !== exclude);
}

function termTest({ field, value }: FeedTerm): (row: FeedRow) => boolean {
  const word = wordTest(value);
  switch (field) {
    case 'text':
      return (row) => row.text.includes(value);
    case 'actor':
      return (row) => word(row.event?.actor);
    case 'tool':
      return (row) => word(row.event?.tool);
    case 'type':
      return (row) =>
        word(row.event?.type) ||
        (row.event?.kind !== undefined && word(`${row.event.type}.${row.event.kind}`));
    case 'call':
      return (row) => row.call === value || row.event?.call === value || row.event?.parent === value;
    case 'entity': {
      const id = Number(value.replace(/^#/, ''));
      return (row) => row.event !== undefined && entitiesOf(row.event).includes(id);
    }
    case 'after': {
      const from = parseMoment(value) ?? -Infinity;
      return (row) => timeOf(row) >= from;
    }
    case 'before': {
      const until = parseMoment(value) ?? Infinity;
      return (row) => timeOf(row) < until;
    }
    case 'is':
      if (value === 'nested') return (row) => row.parent !== undefined;
      if (value === 'mutating')
        return (row) => row.event !== undefined && booleanOf(row.event.data['mutates']) === true;
      return (row) => outcomeOf(row) === value;
  }
}

/** With `*`, the whole word must match; without, any part of it. */
function wordTest(value: string): (word: string | undefined) => boolean {
  if (!value.includes('*')) return (word) => word !== undefined && word.toLowerCase().includes(value);
  const parts = value.split('*');
  return (word) => word !== undefined && matchesParts(word.toLowerCase(), parts);
}

function matchesParts(word: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!word.startsWith(first) || word.length < first.length + last.length || !word.endsWith(last))
    return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = word.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= word.length - last.length;
}

const WORD = /-?(?:[a-z]+:)?(?:"[^"]*"?|\S+)/g;

function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** The query with a term added, or taken out where it is there already: for clicks on cells. */
export function toggleTerm(text: string, field: FeedField, value: string, exclude = false): string {
  const term = `${exclude ? '-' : ''}${field}:${/\s/.test(value) ? `"${value}"` : value}`;
  const words = wordsOf(text);
  return (words.includes(term) ? words.filter((word) => word !== term) : [...words, term]).join(' ');
}

/** A stretch of time, from a moment until before another, in seconds since the Unix epoch. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The query without what it says of time. */
export function withoutTime(query: FeedQuery): FeedQuery {
  return { ...query, terms: query.terms.filter(({ field, exclude }) => !isTimeField(field) || exclude) };
}

/** What the query says of time; undefined where it says nothing. An end that is not given is endless. */
export function timeRangeOf(query: FeedQuery): TimeRange | undefined {
  let from = -Infinity;
  let to = Infinity;
  for (const { field, value, exclude } of query.terms) {
    if (exclude) continue;
    if (field === 'after') from = Math.max(from, parseMoment(value) ?? from);
    if (field === 'before') to = Math.min(to, parseMoment(value) ?? to);
  }
  return from === -Infinity && to === Infinity ? undefined : { from, to };
}

/** The query with another stretch of time, or with none. */
export function setTimeRange(text: string, range: TimeRange | undefined): string {
  const words = wordsOf(text).filter((word) => !/^(?:after|before):/.test(word));
  if (range !== undefined) words.push(`after:${momentText(range.from)}`, `before:${momentText(range.to)}`);
  return words.join(' ');
}
