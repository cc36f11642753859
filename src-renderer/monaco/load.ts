/** Loads the editor when the first text is shown, not when the window opens. */
import type * as setup from './setup';

type Setup = typeof setup;

let loading: Promise<Setup> | undefined;

/** The same promise for everyone; a failed load is tried again by the next caller. */
export function loadMonaco(): Promise<Setup> {
  loading ??= import('./setup').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
