/** Text of the engine's for a terminal: what steers one, or changes the order of what is read, is written out. */

/** Control characters but tab and line feed, and the marks that turn the direction of writing. */
const STEERING =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

export function visible(text: string): string {
  return text.replace(STEERING, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
