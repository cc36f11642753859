/** What a filter field offers to complete at the caret. */
import { FEED_FIELDS, FEED_STATES } from '../../state/feed-query';

export interface Vocabulary {
  readonly actors: readonly string[];
  readonly tools: readonly string[];
  readonly types: readonly string[];
}

export interface Suggestion {
  /** The whole text with the suggestion put in. */
  readonly text: string;
  /** Where the caret goes. */
  readonly caret: number;
  readonly label: string;
  readonly note: string;
}

const NOTES: Readonly<Record<(typeof FEED_FIELDS)[number], string>> = {
  type: 'kind of event',
  actor: 'who did it',
  tool: 'name of the tool; * for anything',
  call: 'one call and what it made',
  entity: 'an entity it touched, by number',
  is: FEED_STATES.join(', '),
  after: 'from a time on: 14:03, 2026-11-30T14:03',
  before: 'until a time',
};

const MOST = 8;

/** Completions for the word that the caret is in. */
export function suggest(text: string, caret: number, words: Vocabulary): readonly Suggestion[] {
  const start = text.lastIndexOf(' ', caret - 1) + 1;
  const blank = text.indexOf(' ', caret);
  const end = blank < 0 ? text.length : blank;
  const typed = text.slice(start, caret);
  const minus = typed.startsWith('-') ? '-' : '';
  const word = typed.slice(minus.length).toLowerCase();
  const colon = word.indexOf(':');
  const put = (value: string, note: string, more: string): Suggestion => {
    const inserted = `${minus}${value}${more}`;
    return {
      text: text.slice(0, start) + inserted + text.slice(end),
      caret: start + inserted.length,
      label: `${minus}${value}`,
      note,
    };
  };
  if (colon < 0) {
    return FEED_FIELDS.filter((field) => field.startsWith(word)).map((field) =>
      put(`${field}:`, NOTES[field], ''),
    );
  }
  const field = word.slice(0, colon);
  const value = word.slice(colon + 1);
  const values =
    field === 'is'
      ? FEED_STATES
      : field === 'actor'
        ? words.actors
        : field === 'tool'
          ? words.tools
          : field === 'type'
            ? words.types
            : [];
  return values
    .filter((one) => one.toLowerCase().includes(value) && one.toLowerCase() !== value)
    .slice(0, MOST)
    .map((one) => put(`${field}:${/\s/.test(one) ? `"${one}"` : one}`, '', blank < 0 ? ' ' : ''));
}
