/** The scene and its file, as a person deals with them: save, save as, open another, begin a new one. */
import { create } from 'zustand';
import type { JsonObject, ToolError } from '../../src-preload/contract';
import { callTool } from './bridge';
import { useScene } from './scene-store';
import { showError, showToast } from './toasts';

/** What stands open to be answered: where to save, or whether unsaved changes are given up. */
export type SceneQuestion =
  | { readonly kind: 'save-as'; readonly path: string }
  | { readonly kind: 'discard'; readonly tool: 'scene_load' | 'scene_new'; readonly args: JsonObject };

interface SceneFilesState {
  readonly question: SceneQuestion | null;
  readonly answer: () => void;
}

export const useSceneFiles = create<SceneFilesState>((set) => ({
  question: null,
  answer: () => set({ question: null }),
}));

/** Writes the scene to its file; asks for one where it has none. */
export async function saveScene(): Promise<void> {
  if (useScene.getState().info?.file === null) return saveSceneAs();
  const result = await callTool('scene_save', {});
  if (result.ok) showToast({ tone: 'success', title: 'Scene saved' });
  else showError(result.error, 'The scene was not saved');
}

/** Asks where the scene is to be saved. */
export function saveSceneAs(): void {
  const info = useScene.getState().info;
  useSceneFiles.setState({
    question: { kind: 'save-as', path: info?.file ?? suggestedPath(info?.name ?? '') },
  });
}

/** Saves to a path. Gives what is wrong with it; undefined when it is done. */
export async function saveSceneTo(path: string, overwrite: boolean): Promise<ToolError | undefined> {
  const result = await callTool('scene_save', { path, ...(overwrite ? { overwrite } : {}) });
  if (!result.ok) return result.error;
  showToast({ tone: 'success', title: 'Scene saved', detail: path });
  return undefined;
}

/** Opens a scene file in place of the open scene; asks first where unsaved changes would be lost. */
export function openScene(path: string): Promise<void> {
  return replaceScene('scene_load', { path });
}

/** Begins a new scene, with a ground and a light; asks first where unsaved changes would be lost. */
export function newScene(): Promise<void> {
  return replaceScene('scene_new', { name: 'Untitled' });
}

/** Loads or begins a scene. With `discard` in the arguments it does not ask. */
export async function replaceScene(tool: 'scene_load' | 'scene_new', args: JsonObject): Promise<void> {
  if (useScene.getState().info?.dirty === true && args['discard'] !== true) {
    useSceneFiles.setState({ question: { kind: 'discard', tool, args } });
    return;
  }
  const result = await callTool(tool, args);
  if (!result.ok) showError(result.error, 'The scene was not opened');
}

/** What scene files are called at the end. */
export const SCENE_EXTENSION = '.sky.json';

/** The path that a person means: a bare name is one in `scenes/`, and the ending need not be typed. */
export function scenePath(typed: string): string {
  const named = typed.endsWith(SCENE_EXTENSION) ? typed : `${typed}${SCENE_EXTENSION}`;
  return named.includes('/') ? named : `scenes/${named}`;
}

/** `scenes/<name>.sky.json`, of letters that every system takes. */
export function suggestedPath(name: string): string {
  const stem = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return scenePath(stem === '' ? 'scene' : stem);
}
