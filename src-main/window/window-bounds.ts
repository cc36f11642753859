/** Where the window was, as far as that is still on a screen. */
import { screen, type BrowserWindow, type Rectangle } from 'electron';
import type { SettingsFile } from './settings-file';

export const SMALLEST = { width: 900, height: 600 };
const USUAL = { width: 1440, height: 900 };

/** Place and size for a new window. */
export function placeOf(settings: SettingsFile): Partial<Rectangle> & { maximized: boolean } {
  const kept = settings.value.window;
  if (kept === undefined) return { ...USUAL, maximized: false };
  const { x, y, width, height, maximized } = kept;
  const visible = screen
    .getAllDisplays()
    .some(({ workArea }) => overlap(workArea, { x, y, width, height }) > 100 * 100);
  return visible ? { x, y, width, height, maximized } : { width, height, maximized };
}

/** Keeps the settings up to date with where a window is moved. */
export function rememberPlace(window: BrowserWindow, settings: SettingsFile): void {
  const save = (): void => {
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    settings.update({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } });
  };
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, 500);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('close', () => {
    clearTimeout(timer);
    save();
  });
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
