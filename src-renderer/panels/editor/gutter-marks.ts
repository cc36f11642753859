/** Marks in the margin: lines on which the checker found something, and tests with how they went. Monaco itself only underlines. */
import type { editor } from 'monaco-editor/editor/editor.api.js';
import { pathOf } from '../../monaco/models';
import { visibleText } from '../../ui/visible-text';
import { useTests } from '../tests/test-store';
import styles from './gutter-marks.module.css';
import { testPlaces, type TestPlace } from './test-places';
import type { Monaco } from './use-monaco';

export interface GutterMarks {
  /** What the mark at a line says; undefined where there is none. */
  wordsAt(line: number): string | undefined;
  /** Hears when the marks have changed. */
  onChange(listener: () => void): { dispose(): void };
  dispose(): void;
}

/** Tests move while one types: they are looked for again when nobody has typed for so long. */
const PAUSE_MS = 300;

/** Follows the markers of the editor's text and the runs of its tests. */
export function showGutterMarks(monaco: Monaco, code: editor.IStandaloneCodeEditor): GutterMarks {
  const decorations = code.createDecorationsCollection();
  const changed = new monaco.Emitter<void>();
  let marks: readonly LineMark[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = (): void => {
    const model = code.getModel();
    if (!model) return;
    const path = pathOf(model.uri);
    marks = marksByLine(
      monaco.editor.getModelMarkers({ resource: model.uri }),
      path === undefined
        ? []
        : testPlaces(path, model).map((place) => ({ ...place, words: visibleText(place.words, 'many') })),
    );
    decorations.set(
      marks.map(({ line, kind, text }) => ({
        range: new monaco.Range(line, 1, line, 1),
        options: {
          glyphMarginClassName: `${styles.mark} ${styles[kind]}`,
          glyphMarginHoverMessage: { value: plain(text) },
        },
      })),
    );
    changed.fire();
  };
  const following = [
    monaco.editor.onDidChangeMarkers((resources) => {
      const uri = code.getModel()?.uri.toString();
      if (resources.some((resource) => resource.toString() === uri)) update();
    }),
    code.onDidChangeModelContent(() => {
      clearTimeout(timer);
      timer = setTimeout(update, PAUSE_MS);
    }),
  ];
  const stop = useTests.subscribe((state, before) => {
    if (state.tools !== before.tools) update();
  });
  update();
  return {
    // A mark moves with its text until it is looked for again.
    wordsAt: (line) => marks.find((_, index) => decorations.getRange(index)?.startLineNumber === line)?.text,
    onChange: (listener) => changed.event(listener),
    dispose: () => {
      clearTimeout(timer);
      stop();
      for (const one of following) one.dispose();
      changed.dispose();
      decorations.clear();
    },
  };
}

export interface LineMark {
  readonly line: number;
  readonly kind: 'error' | 'warning' | 'failed' | 'running' | 'passed';
  readonly text: string;
}

type Marker = Pick<editor.IMarker, 'startLineNumber' | 'severity' | 'message' | 'owner'>;

const ERROR = 8;
const WARNING = 4;
const WORST: readonly LineMark['kind'][] = ['error', 'failed', 'warning', 'running', 'passed'];

/**
 * One mark for each line, the worst of what is to be said about it, with all of the words. What only fades unused code has none,
 * nor has a test that never ran.
 */
export function marksByLine(
  markers: readonly Marker[],
  tests: readonly Pick<TestPlace, 'line' | 'state' | 'words'>[],
): readonly LineMark[] {
  const lines = new Map<number, LineMark>();
  const add = ({ line, kind, text }: LineMark): void => {
    const before = lines.get(line);
    if (before === undefined) lines.set(line, { line, kind, text });
    else if (!before.text.split('\n').includes(text))
      lines.set(line, {
        line,
        kind: WORST.indexOf(kind) < WORST.indexOf(before.kind) ? kind : before.kind,
        text: `${before.text}\n${text}`,
      });
  };
  for (const { startLineNumber: line, severity, message, owner } of markers) {
    const level: number = severity;
    if (level < WARNING) continue;
    add({ line, kind: owner === 'tests' ? 'failed' : level >= ERROR ? 'error' : 'warning', text: message });
  }
  for (const { line, state, words } of tests)
    if (state !== 'unknown') add({ line, kind: state, text: words });
  return [...lines.values()];
}

/** In a hover, text is Markdown: as a code block it stays what it is. */
function plain(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map((run) => run[0].length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
