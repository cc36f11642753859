/** How every editor in the window looks and behaves, and what differs where text is only read. */
import type { editor } from 'monaco-editor/editor/editor.api.js';

export const EDITOR_OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSize: 13,
  lineHeight: 20,
  fontLigatures: false,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  cursorBlinking: 'solid',
  renderLineHighlight: 'line',
  renderLineHighlightOnlyWhenFocus: true,
  renderControlCharacters: true,
  renderFinalNewline: 'on',
  renderWhitespace: 'selection',
  unicodeHighlight: {
    invisibleCharacters: true,
    ambiguousCharacters: true,
    nonBasicASCII: false,
    includeComments: true,
    includeStrings: true,
  },
  bracketPairColorization: { enabled: false },
  guides: { indentation: true, bracketPairs: false },
  padding: { top: 8, bottom: 8 },
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 10,
  overviewRulerLanes: 2,
  hideCursorInOverviewRuler: true,
  overviewRulerBorder: false,
  fixedOverflowWidgets: true,
  tabSize: 2,
  // Less than that would not indent what follows "fn" or "then".
  autoIndent: 'full',
  wordBasedSuggestions: 'off',
  // The list opens in a pause, short as it may be: to draw it amid fast typing would hold back the keys that follow.
  quickSuggestionsDelay: 60,
  'semanticHighlighting.enabled': true,
  stickyScroll: { enabled: false },
  links: false,
  // It would stand on the code, which begins far to the left; the message and Ctrl+. offer the fix.
  lightbulb: { enabled: 'off' as editor.ShowLightbulbIconMode },
  dropIntoEditor: { enabled: false },
  pasteAs: { enabled: false },
  scrollbar: {
    verticalScrollbarSize: 10,
    horizontalScrollbarSize: 10,
    useShadows: false,
    alwaysConsumeMouseWheel: false,
  },
};

/** Code in a size, in pixels; lines keep their proportion. */
export function fontOptions(size: number): { readonly fontSize: number; readonly lineHeight: number } {
  return { fontSize: size, lineHeight: Math.round((size * 20) / 13) };
}

/** Every character can be reached: nothing stays outside at the right, and no line is cut. */
export const READING_OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  ...EDITOR_OPTIONS,
  readOnly: true,
  domReadOnly: true,
  wordWrap: 'on',
  wrappingIndent: 'indent',
  stopRenderingLineAfter: -1,
  renderWhitespace: 'trailing',
  contextmenu: false,
  folding: false,
  codeLens: false,
  // Tab goes on to what follows: there is nothing to indent.
  tabFocusMode: true,
  occurrencesHighlight: 'singleFile',
};
