/** Lines that the project's code printed, and messages of the engine, for the Output panel. */
import { create } from 'zustand';

export interface OutputLine {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Where it comes from: a tool's name, `engine`, `test`. */
  readonly source: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

interface OutputState {
  readonly lines: readonly OutputLine[];
  readonly append: (lines: readonly Omit<OutputLine, 'id'>[]) => void;
  readonly clear: () => void;
}

const MOST = 10_000;
let last = 0;

export const useOutput = create<OutputState>((set) => ({
  lines: [],
  append: (lines) =>
    set((state) => ({
      lines: [...state.lines, ...lines.map((line) => ({ ...line, id: (last += 1) }))].slice(-MOST),
    })),
  clear: () => set({ lines: [] }),
}));

/** Adds lines to the Output panel. */
export function appendOutput(
  source: string,
  texts: readonly string[],
  level: OutputLine['level'] = 'info',
): void {
  const at = Date.now();
  if (texts.length > 0) useOutput.getState().append(texts.map((text) => ({ at, source, level, text })));
}
