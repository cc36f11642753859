/** What has changed between two texts: one stretch, as short as it can be. */

export interface Edit {
  readonly start: number;
  /** Where the stretch ends in the text before, and in the one behind. */
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Texts are compared in blocks first: that is one comparison of memory each. */
const BLOCK = 1024;

export function editBetween(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start + BLOCK <= most && before.slice(start, start + BLOCK) === after.slice(start, start + BLOCK))
    start += BLOCK;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let oldEnd = before.length;
  let newEnd = after.length;
  const room = (): number => Math.min(oldEnd, newEnd) - start;
  while (room() >= BLOCK && before.slice(oldEnd - BLOCK, oldEnd) === after.slice(newEnd - BLOCK, newEnd)) {
    oldEnd -= BLOCK;
    newEnd -= BLOCK;
  }
  while (room() > 0 && before.charCodeAt(oldEnd - 1) === after.charCodeAt(newEnd - 1)) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  return { start, oldEnd, newEnd };
}
