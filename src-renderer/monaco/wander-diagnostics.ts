/** Checks a project's Wander files as one types, and shows what is found at its place. */
import type { editor } from 'monaco-editor/editor/editor.api.js';
import { monaco } from './core';
import { pathOf } from './models';
import type { WanderClient } from './wander-client';
import { markerOf } from './wander-convert';
import { WANDER } from './wander-tokens';

/** Long enough that a word is finished, short enough that nobody waits. */
const PAUSE_MS = 150;
/** Marks beyond this are no help. */
const MOST = 500;

/** Follows every model of a project's file; what is only shown for reading is not checked. Answers a function that checks one again. */
export function checkWander(client: WanderClient): (model: editor.ITextModel) => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const check = async (model: editor.ITextModel): Promise<void> => {
    if (model.isDisposed() || model.getLanguageId() !== WANDER) return;
    const found = await client.ask(model, 'diagnostics', undefined);
    if (!found || model.isDisposed()) return;
    monaco.editor.setModelMarkers(
      model,
      WANDER,
      found.slice(0, MOST).map((diagnostic) => markerOf(model, diagnostic)),
    );
  };
  const soon = (model: editor.ITextModel): void => {
    const key = model.uri.toString();
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void check(model), PAUSE_MS),
    );
  };
  const follow = (model: editor.ITextModel): void => {
    if (model.getLanguageId() !== WANDER || pathOf(model.uri) === undefined) return;
    model.onDidChangeContent(() => soon(model));
    void check(model);
  };
  monaco.editor.getModels().forEach(follow);
  monaco.editor.onDidCreateModel(follow);
  monaco.editor.onWillDisposeModel((model) => {
    const key = model.uri.toString();
    clearTimeout(timers.get(key));
    timers.delete(key);
    client.close(key);
  });
  return soon;
}
