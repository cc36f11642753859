/**
 * Marks in every editor for what a text hides: the editor itself draws control characters and changes of direction, and puts nothing but an empty
 * frame where a character takes no room. Accents beyond those that a line has room for are counted instead of drawn.
 */
import type { editor } from 'monaco-editor/editor/editor.api.js';
import { textSegments } from '../ui/visible-text';
import type { monaco as Monaco } from './core';

export interface HiddenMark {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units; `end` is behind the last. */
  readonly column: number;
  readonly end: number;
  readonly label: string;
}

/** So many are marked one by one; a text with more has nothing else to say. */
const MOST = 2_000;

/** What the editor draws itself. */
const DRAWN = /^U\+(00[01]|007F|061C|200[EF]|202[8-E]|206[6-9]|FEFF|D[89A-F])/;

/** What `lines` hide, and where. */
export function hiddenMarks(lines: readonly string[]): readonly HiddenMark[] {
  const marks: HiddenMark[] = [];
  lines.forEach((text, index) => {
    let column = 1;
    for (const segment of textSegments(text, 'one')) {
      if (marks.length >= MOST) return;
      const length =
        segment.kind === 'text'
          ? segment.text.length
          : segment.label.startsWith('U+')
            ? String.fromCodePoint(Number.parseInt(segment.label.slice(2), 16)).length
            : Number.parseInt(segment.label, 10);
      const end = column + length;
      if (segment.kind === 'mark' && !DRAWN.test(segment.label) && !segment.label.endsWith(' spaces'))
        marks.push({ line: index + 1, column, end, label: segment.label });
      column = end;
    }
  });
  return marks;
}

/** A text is looked through when nobody has typed for so long. */
const PAUSE_MS = 300;

/** Follows the text of an editor until it is disposed of. */
export function markHidden(monaco: typeof Monaco, code: editor.ICodeEditor): void {
  const decorations = code.createDecorationsCollection();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    timer = undefined;
    const marks = hiddenMarks(code.getModel()?.getLinesContent() ?? []);
    if (marks.length === 0 && decorations.length === 0) return;
    decorations.set(
      marks.map(({ line, column, end, label }) => ({
        range: new monaco.Range(line, column, line, end),
        options: {
          before: {
            content: label,
            inlineClassName: 'hidden-mark',
            inlineClassNameAffectsLetterSpacing: true,
          },
          ...(label.endsWith(' accents') ? { inlineClassName: 'hidden-accents' } : {}),
        },
      })),
    );
  };
  code.onDidChangeModel(look);
  code.onDidChangeModelContent(() => {
    timer ??= setTimeout(look, PAUSE_MS);
  });
  code.onDidDispose(() => clearTimeout(timer));
  look();
}
