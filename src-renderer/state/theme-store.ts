/** Light, dark, or as the system has it. */
import { create } from 'zustand';
import type { ThemeChoice } from '../../src-preload/contract';
import { bridge } from './bridge';
import { readStored, writeStored } from './stored';

interface ThemeState {
  readonly choice: ThemeChoice;
  /** What is shown. */
  readonly theme: 'light' | 'dark';
  choose(choice: ThemeChoice): void;
}

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

export const useTheme = create<ThemeState>((set) => ({
  choice: readStored('theme', (value) => CHOICES.find((choice) => choice === value), 'system'),
  theme: prefersDark() ? 'dark' : 'light',
  choose: (choice) => {
    writeStored('theme', choice);
    set({ choice, ...(choice === 'system' ? {} : { theme: choice }) });
    void bridge().setTheme(choice);
  },
}));

/** Keeps the page in step with the system and the main process; call once. */
export function startTheme(): () => void {
  const apply = (theme: 'light' | 'dark'): void => {
    document.documentElement.dataset['theme'] = theme;
    if (useTheme.getState().theme !== theme) useTheme.setState({ theme });
  };
  const { choice } = useTheme.getState();
  apply(choice === 'system' ? (prefersDark() ? 'dark' : 'light') : choice);
  void bridge().setTheme(choice);
  const stopListening = bridge().onThemeChanged(apply);
  const stopStore = useTheme.subscribe((state) => apply(state.theme));
  return () => {
    stopListening();
    stopStore();
  };
}

function prefersDark(): boolean {
  return typeof window !== 'undefined' && window.matchMedia?.('(prefers-color-scheme: dark)').matches;
}
