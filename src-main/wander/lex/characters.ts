/** What single characters are, and how a message names them. */

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isHexDigit = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
export const isWordStart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
export const isWordPart = (code: number): boolean => isWordStart(code) || isDigit(code);
/** White space and `;`, which separates statements and means nothing else. */
export const isSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 9 || code === 13 || code === 59 || code === 0xfeff || code === 0xa0;

/** Cut to 40 units. */
export function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Names characters so that invisible ones can be told. */
export function describeCharacters(text: string): string {
  const first = text.codePointAt(0) ?? 0;
  const name = `U+${first.toString(16).toUpperCase().padStart(4, '0')}`;
  const visible = /^[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
  if (!visible) return `The character ${name}`;
  return [...text].length === 1 ? `"${text}" (${name})` : `"${clip(text)}"`;
}
