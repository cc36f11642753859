/** The project's scene file that could not be opened at the start, so that an empty scene is not taken for what it holds. */
import { create } from 'zustand';
import type { EngineEvent } from '../../src-preload/contract';
import { objectOf, stringOf } from './read-json';

export interface SceneProblem {
  /** Project-relative. */
  readonly file: string;
  readonly message: string;
}

interface SceneProblemState {
  readonly problem: SceneProblem | null;
  readonly follow: (events: readonly EngineEvent[]) => void;
}

export const useSceneProblem = create<SceneProblemState>((set, get) => ({
  problem: null,
  follow: (events) => {
    const problem = events.reduce(problemAfter, get().problem);
    if (problem !== get().problem) set({ problem });
  },
}));

/** Kinds of `scene` events after which a scene is open that somebody asked for. */
const OPENED = new Set(['new', 'loaded', 'restored', 'saved']);

/** What is wrong after an event: only the engine itself opens a scene that nobody sees fail. */
export function problemAfter(problem: SceneProblem | null, event: EngineEvent): SceneProblem | null {
  if (event.type === 'scene' && event.kind !== undefined && OPENED.has(event.kind)) return null;
  if (event.type !== 'tool' || event.tool !== 'scene_load' || event.actor !== 'system') return problem;
  const file = stringOf(objectOf(event.data['args'])['path']);
  const message = stringOf(objectOf(event.data['error'])['message']);
  return file === undefined || message === undefined ? problem : { file, message };
}
