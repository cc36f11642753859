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
  /** The same without what two sources say of one mistake. */
  readonly shown: readonly FileProblems[];
  readonly set: (source: string, path: string, problems: readonly Problem[]) => void;
}

export const useProblems = create<ProblemState>((set) => ({
  files: new Map(),
  shown: [],
  set: (source, path, problems) =>
    set((state) => {
      const key = `${source}\n${path}`;
      if (problems.length === 0 && !state.files.has(key)) return state;
      const files = new Map(state.files);
      if (problems.length === 0) files.delete(key);
      else files.set(key, { source, path, problems });
      return { files, shown: eachOnce([...files.values()]) };
    }),
}));

/** What the engine says of a tool's files. */
export const TOOLS_SOURCE = 'tools';

/**
 * Of a mistake in a file that is open the engine tells too, once it is saved, with the first line only: what the editor's
 * language has found there says the same, with its exact place.
 */
function eachOnce(files: readonly FileProblems[]): readonly FileProblems[] {
  const lines = (path: string): ReadonlySet<number> =>
    new Set(
      files
        .filter((file) => file.path === path && file.source !== TOOLS_SOURCE && file.source !== 'tests')
        .flatMap((file) => file.problems.filter(({ severity }) => severity === 'error'))
        .map(({ line }) => line),
    );
  return files.flatMap((file) => {
    if (file.source !== TOOLS_SOURCE) return [file];
    const known = lines(file.path);
    const problems = file.problems.filter(({ line }) => !known.has(line));
    return problems.length === 0 ? [] : [{ ...file, problems }];
  });
}

/** How many errors and warnings there are. */
export function useProblemCounts(): { readonly errors: number; readonly warnings: number } {
  const shown = useProblems((state) => state.shown);
  let errors = 0;
  let warnings = 0;
  for (const file of shown) {
    for (const problem of file.problems) {
      if (problem.severity === 'error') errors += 1;
      else if (problem.severity === 'warning') warnings += 1;
    }
  }
  return { errors, warnings };
}
