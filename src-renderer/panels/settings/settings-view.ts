import { create } from 'zustand';
import { useLayout } from '../../state/layout-store';

interface SettingsView {
  readonly query: string;
  /** The part that was asked for; `count` rises with each request. */
  readonly part: { readonly id: string | null; readonly count: number };
  readonly setQuery: (query: string) => void;
  /** Brings the settings to the front, at one of their parts. */
  readonly open: (part?: string) => void;
}

/** What the settings show. */
export const useSettingsView = create<SettingsView>((set) => ({
  query: '',
  part: { id: null, count: 0 },
  setQuery: (query) => set({ query }),
  open: (part) => {
    set(({ part: before }) => ({ query: '', part: { id: part ?? null, count: before.count + 1 } }));
    useLayout.getState().show('settings');
  },
}));
