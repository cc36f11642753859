/** Texts in the editor: created with what a size allows, changed from outside without losing what a person did. */
import type { editor, IRange, Uri } from 'monaco-editor/editor/editor.api.js';
import { minimalEdits } from '../../src-main/wander/service/minimal-edits';
import { sizeVerdict, type SizeVerdict } from './size-guard';
import { WANDER } from './wander-tokens';

export interface NewModel {
  readonly model: editor.ITextModel;
  /** Set when the text is too big for colours and checks. */
  readonly notice?: string;
}

interface ModelMaker {
  readonly editor: { createModel(value: string, language?: string, uri?: Uri): editor.ITextModel };
  readonly Uri: { from(parts: { scheme: string; path: string }): Uri };
}

let made = 0;

/** A model for a project file, of which there is one; or, with `scratch`, for something that is only shown. Dispose it. */
export function createModel(monaco: ModelMaker, path: string, text: string, scratch = false): NewModel {
  const verdict: SizeVerdict = sizeVerdict(text);
  made += 1;
  const uri = scratch
    ? monaco.Uri.from({ scheme: 'shown', path: `/${made}/${path}` })
    : monaco.Uri.from({ scheme: 'project', path: `/${path}` });
  const model = monaco.editor.createModel(text, verdict.plain ? 'plaintext' : languageOf(path), uri);
  model.updateOptions({ tabSize: 2, insertSpaces: true });
  return { model, ...(verdict.notice === undefined ? {} : { notice: verdict.notice }) };
}

export function languageOf(path: string): string {
  if (path.endsWith('.wander')) return WANDER;
  if (path.endsWith('.json')) return 'json';
  if (path.endsWith('.md')) return 'markdown';
  if (/\.[cm]?js$/.test(path)) return 'javascript';
  return 'plaintext';
}

/** The project-relative path of a model made by `createModel` for a file. */
export function pathOf(uri: { readonly scheme: string; readonly path: string }): string | undefined {
  return uri.scheme === 'project' ? uri.path.slice(1) : undefined;
}

/**
 * Makes the model's text the given one as a single step that can be undone. Line ends are the model's own, so that a file whose ends are
 * `\r\n` keeps them and is not seen as changed all over.
 */
export function updateModel(model: editor.ITextModel, text: string): void {
  const eol = model.getEOL();
  const edits = minimalEdits(model.getValue(), text.replace(/\r\n|\r|\n/g, eol));
  if (edits.length === 0) return;
  model.pushStackElement();
  model.pushEditOperations(
    null,
    edits.map((edit) => ({
      range: rangeOf(model, edit.start, edit.end),
      text: edit.text,
      forceMoveMarkers: false,
    })),
    () => null,
  );
  model.pushStackElement();
}

function rangeOf(model: editor.ITextModel, start: number, end: number): IRange {
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(end);
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}
