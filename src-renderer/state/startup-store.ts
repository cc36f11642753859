/**
 * The window shows the tree of the scene first. What takes long and is not needed for that (the picture of the scene, the
 * lists of other panels, what they read) waits until the rows have been drawn.
 */
import { create } from 'zustand';
import { useScene } from './scene-store';

interface StartupState {
  /** The scene has been drawn, or can't be soon: it failed to be read, or is so large that others shall not wait. */
  readonly settled: boolean;
}

export const useStartup = create<StartupState>(() => ({ settled: false }));

/** Where no frame comes, as in a window that is hidden, others wait no longer than this. */
const FRAME_MS = 250;
/** How long something waits for a page that is busy. */
const IDLE_MS = 500;

/** Resolves once the start has settled. */
export const settled: Promise<void> = new Promise((resolve) => {
  const done = (): void => {
    // For whoever measures: the rows are painted.
    performance.mark('scene-shown');
    useStartup.setState({ settled: true });
    resolve();
  };
  const stop = useScene.subscribe(({ status, progress }) => {
    if (status === 'loading' && progress === null) return;
    stop();
    afterFrame(done);
  });
});

/** Resolves when the page has nothing to do, or has been busy for long. */
export function idle(): Promise<void> {
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: IDLE_MS }));
}

function afterFrame(then: () => void): void {
  let due = true;
  const run = (): void => {
    if (due) then();
    due = false;
  };
  // The callback comes before the frame is painted, the timer after.
  requestAnimationFrame(() => setTimeout(run));
  setTimeout(run, FRAME_MS);
}
