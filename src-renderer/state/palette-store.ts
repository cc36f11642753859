/** Whether the palette is open, and on what. */
import { create } from 'zustand';
import type { PanelId } from './panels';

export type PaletteMode = 'commands' | 'go' | 'scenes' | 'projects' | 'parent' | 'move';

interface PaletteState {
  readonly mode: PaletteMode | null;
  /** With `move`: the panel that is moved. */
  readonly panel: PanelId | null;
  readonly open: (mode: Exclude<PaletteMode, 'move'>) => void;
  readonly openMove: (panel: PanelId) => void;
  readonly close: () => void;
}

export const usePalette = create<PaletteState>((set) => ({
  mode: null,
  panel: null,
  open: (mode) => set({ mode }),
  openMove: (panel) => set({ mode: 'move', panel }),
  close: () => set({ mode: null }),
}));
