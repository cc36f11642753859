/**
 * Characters in a source that can't be seen, or that turn round the order in which the rest is shown: they can make code look
 * like something that it is not, to a person who is to approve it. The marks of ordinary Arabic and Hebrew are none of them.
 */
import type { Problems } from './problem';

/** Controls, zero-width spaces and soft hyphens, line separators, reordering marks, and the tag characters of plane 14. */
const HIDDEN =
  /(?:(?![\t\n\r])[\p{Cc}\u00ad\u180e\u200b\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}])+/gu;
/** What has to be looked at closely: most texts have nothing else than this excludes. */
const UNUSUAL = /[^\t\n\r\x20-\x7e]/;
/** More of them are not told one by one. */
const MAX_TOLD = 10;

export function checkHiddenCharacters(source: string, problems: Problems): void {
  if (!UNUSUAL.test(source)) return;
  let told = 0;
  for (const { 0: found, index } of source.matchAll(HIDDEN)) {
    // A byte order mark at the start means nothing.
    if (index === 0 && found === '\ufeff') continue;
    if (told === MAX_TOLD) return;
    told += 1;
    const codes = [...new Set(found)]
      .slice(0, 4)
      .map((unit) => `U+${(unit.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
    const span = { start: index, end: index + found.length };
    problems.warning(
      'hidden_character',
      `There are characters here that can't be seen: ${codes.join(', ')}.`,
      span,
      {
        hint: 'They can make code look like something else. In a string they can be written as "\\u{200B}".',
        fix: { title: 'Remove them', span, replacement: '' },
      },
    );
  }
}
