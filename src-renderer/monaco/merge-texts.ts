/** Joins two changes of one text, where they do not touch each other. */
import { applyEdits, minimalEdits, type OffsetEdit } from '../../src-main/wander/service/minimal-edits';

/**
 * `base` with both changes; undefined where both are about the same line or about lines that are next to each other, as what
 * either of them means may depend on the other then. What both did alike is done once.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  const [left, right] = [editedLines(base, mine), editedLines(base, theirs)];
  const others = right.filter((edit) => !left.some((own) => isSame(own, edit)));
  for (const edit of others)
    if (left.some((own) => edit.from <= own.to + 1 && own.from <= edit.to + 1)) return undefined;
  return applyEdits(
    base,
    [...left, ...others].sort((a, b) => a.start - b.start),
  );
}

interface LineEdit extends OffsetEdit {
  /** First and last line of `base` that it changes, from 0. */
  readonly from: number;
  readonly to: number;
}

function editedLines(base: string, text: string): readonly LineEdit[] {
  let line = 0;
  let at = 0;
  const lineOf = (offset: number): number => {
    for (let next = base.indexOf('\n', at); next >= 0 && next < offset; next = base.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
  return minimalEdits(base, text).map((edit) => ({
    ...edit,
    from: lineOf(edit.start),
    to: lineOf(edit.end),
  }));
}

function isSame(a: OffsetEdit, b: OffsetEdit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}
