/**
 * What one types into the feed's filter: words look for text, `field:value` narrows, a leading minus excludes, quotes
 * keep blanks, and all of it must hold. Fields: `type:` `actor:` `tool:` `call:` `entity:` `is:` (ok, failed, running,
 * waiting, nested, mutating); `ok:` and `failed:` stand for `is:ok` and `is:failed`.
 */
import { booleanOf } from './read-json';
import { entitiesOf, outcomeOf, type FeedRow } from './feed';

export const FEED_FIELDS = ['type', 'actor', 'tool', 'call', 'entity', 'is'] as const;
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
      } else terms.push({ field, value, exclude });
    } else {
      const whole = field === undefined ? value : `${field}:${value}`;
      if (whole !== '') terms.push({ field: 'text', value: whole, exclude });
    }
  }
  return { terms, problems };
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

/** The query with a term added, or taken out where it is there already: for clicks on cells. */
export function toggleTerm(text: string, field: FeedField, value: string): string {
  const term = `${field}:${/\s/.test(value) ? `"${value}"` : value}`;
  const words = text.split(/\s+/).filter(Boolean);
  return words.includes(term) ? words.filter((word) => word !== term).join(' ') : [...words, term].join(' ');
}
