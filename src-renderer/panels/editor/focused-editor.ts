/** The editor that has the focus, or had it last: where commands of the window act. */
import type { editor } from 'monaco-editor/editor/editor.api.js';

interface Focused {
  readonly path: string;
  readonly code: editor.IStandaloneCodeEditor;
}

let last: Focused | undefined;

/** Call the result when the editor goes. */
export function noteFocus(path: string, code: editor.IStandaloneCodeEditor): () => void {
  const here: Focused = { path, code };
  const listening = code.onDidFocusEditorText(() => {
    last = here;
  });
  return () => {
    listening.dispose();
    if (last === here) last = undefined;
  };
}

export function focusedEditor(): Focused | undefined {
  return last;
}
