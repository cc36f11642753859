/** Errors and warnings in the project's files, for the Problems panel. Each source replaces what it said about a file. */
import { create } from 'zustand';

export interface Problem {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly hint?: string;
  readonly code?: string;
  /** 1-based; 0 where the whole file is meant. */
  readonly line: number;
  readonly column: number;
}

export interface FileProblems {
  /** Who found them: `wander`, `tool definition`, `tests`. */
  readonly source: string;
  /** Project-relative. */
  readonly path: string;
  readonly problems: readonly Problem[];
}

interface ProblemState {
  /** By source and path. */
  readonly files: ReadonlyMap<string, FileProblems>;
  readonly set: (source: string, path: string, problems: readonly Problem[]) => void;
}

export const useProblems = create<ProblemState>((set) => ({
  files: new Map(),
  set: (source, path, problems) =>
    set((state) => {
      const key = `${source}\n${path}`;
      if (problems.length === 0 && !state.files.has(key)) return state;
      const files = new Map(state.files);
      if (problems.length === 0) files.delete(key);
      else files.set(key, { source, path, problems });
      return { files };
    }),
}));

/** How many errors and warnings there are. */
export function useProblemCounts(): { readonly errors: number; readonly warnings: number } {
  const files = useProblems((state) => state.files);
  let errors = 0;
  let warnings = 0;
  for (const file of files.values()) {
    for (const problem of file.problems) {
      if (problem.severity === 'error') errors += 1;
      else if (problem.severity === 'warning') warnings += 1;
    }
  }
  return { errors, warnings };
}
