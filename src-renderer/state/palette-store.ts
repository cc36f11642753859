/** Whether the palette is open, and on what. */
import { create } from 'zustand';

export type PaletteMode = 'commands' | 'go' | 'scenes';

interface PaletteState {
  readonly mode: PaletteMode | null;
  readonly open: (mode: PaletteMode) => void;
  readonly close: () => void;
}

export const usePalette = create<PaletteState>((set) => ({
  mode: null,
  open: (mode) => set({ mode }),
  close: () => set({ mode: null }),
}));
