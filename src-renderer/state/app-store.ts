/** What the window knows of the application around it: version, project, MCP port, who is connected. */
import { create } from 'zustand';
import type { AppInfo, OpenRequest } from '../../src-preload/contract';
import { bridge } from './bridge';
import { showError } from './toasts';

interface AppState {
  /** Null until the first answer. */
  readonly info: AppInfo | null;
  /** Why there is none, in words. */
  readonly error: string | null;
  readonly refresh: () => Promise<void>;
  /** Has the MCP port opened, and reads where it is. */
  readonly openPort: () => Promise<void>;
}

export const useApp = create<AppState>((set, get) => ({
  info: null,
  error: null,
  refresh: async () => {
    try {
      set({ info: await bridge().info(), error: null });
    } catch (failure) {
      set({ error: failure instanceof Error ? failure.message : String(failure) });
    }
  },
  openPort: async () => {
    // What went wrong with it is in what is read then.
    await bridge()
      .openPort()
      .catch(() => undefined);
    await get().refresh();
  },
}));

/** Opens a project in this window where it has none, else in a window of its own; says why where it does not open. */
export async function openProject(request: OpenRequest): Promise<void> {
  const outcome = await bridge().openProject(request);
  if (outcome.outcome === 'failed') showError(outcome.error, 'The project did not open');
}
