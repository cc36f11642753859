/** Text of agents where nothing but plain text can be shown: a terminal, and what the system draws for the window. */

const STEERING =
  // eslint-disable-next-line no-control-regex -- these are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Text that is shown as it is. In a terminal, what agents write could otherwise move the cursor, change what stands above, or
 * turn the direction of letters: control characters, direction marks and what is not there to be seen become their codes. Newlines and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(STEERING, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
