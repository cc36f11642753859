/** Light, dark, or as the system has it. */
import { create } from 'zustand';
import type { ThemeChoice } from '../../src-preload/contract';
import { bridge } from './bridge';
import { readStored, writeStored } from './stored';

interface ThemeState {
  readonly choice: ThemeChoice;
  /** What is shown. */
  readonly theme: 'light' | 'dark';
  readonly choose: (choice: ThemeChoice) => void;
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

/**
 * Keeps the page in step with the choice and the system; call once. The main process gives the choice to the whole window,
 * `prefers-color-scheme` included, so the page needs no attribute unless it runs without one.
 */
export function startTheme(): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = (): void => {
    const { choice, theme } = useTheme.getState();
    const next = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice;
    if (choice === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
    if (next !== theme) useTheme.setState({ theme: next });
  };
  void bridge().setTheme(useTheme.getState().choice);
  follow();
  dark.addEventListener('change', follow);
  const stopBridge = bridge().onThemeChanged(follow);
  const stopStore = useTheme.subscribe(follow);
  return () => {
    dark.removeEventListener('change', follow);
    stopBridge();
    stopStore();
  };
}

function prefersDark(): boolean {
  return typeof window !== 'undefined' && window.matchMedia?.('(prefers-color-scheme: dark)').matches;
}
