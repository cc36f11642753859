/** Marks in the margin for lines on which something was found: Monaco itself only underlines. */
import type { editor } from 'monaco-editor/editor/editor.api.js';
import styles from './gutter-marks.module.css';
import type { Monaco } from './use-monaco';

/** Follows the markers of the editor's text; dispose the result. */
export function showGutterMarks(monaco: Monaco, code: editor.IStandaloneCodeEditor): { dispose(): void } {
  const decorations = code.createDecorationsCollection();
  const update = (): void => {
    const model = code.getModel();
    if (!model) return;
    decorations.set(
      worstByLine(monaco.editor.getModelMarkers({ resource: model.uri })).map(({ line, isError, text }) => ({
        range: new monaco.Range(line, 1, line, 1),
        options: {
          glyphMarginClassName: isError ? styles.error : styles.warning,
          glyphMarginHoverMessage: { value: plain(text) },
        },
      })),
    );
  };
  const following = monaco.editor.onDidChangeMarkers((resources) => {
    const uri = code.getModel()?.uri.toString();
    if (resources.some((resource) => resource.toString() === uri)) update();
  });
  update();
  return {
    dispose: () => {
      following.dispose();
      decorations.clear();
    },
  };
}

interface LineMark {
  readonly line: number;
  readonly isError: boolean;
  readonly text: string;
}

const ERROR = 8;
const WARNING = 4;

/** Errors and warnings, one entry for each line; what only fades unused code has none. */
export function worstByLine(
  markers: readonly Pick<editor.IMarker, 'startLineNumber' | 'severity' | 'message'>[],
): readonly LineMark[] {
  const lines = new Map<number, LineMark>();
  for (const marker of markers) {
    const level: number = marker.severity;
    if (level < WARNING) continue;
    const before = lines.get(marker.startLineNumber);
    const text = before === undefined ? marker.message : `${before.text}\n${marker.message}`;
    lines.set(marker.startLineNumber, {
      line: marker.startLineNumber,
      isError: level >= ERROR || before?.isError === true,
      text,
    });
  }
  return [...lines.values()];
}

/** In a hover, text is Markdown: as a code block it stays what it is. */
function plain(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map((run) => run[0].length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
