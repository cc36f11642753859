/** What a window's page may not do: go elsewhere, open windows, ask for devices, reach a network. */
import type { Session, WebContents } from 'electron';
import { APP_ORIGIN } from './app-protocol';

const LOCAL = /^(app|devtools|chrome|data|blob|chrome-extension):/;

export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !LOCAL.test(details.url) }));
}

export function lockContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Whether a message comes from the window's own page, and not from a frame or another page in it. */
export function isOwnPage(
  contents: WebContents,
  frame: { readonly url: string; readonly parent: unknown } | null,
): boolean {
  return (
    !contents.isDestroyed() &&
    frame !== null &&
    frame.parent === null &&
    frame.url.startsWith(`${APP_ORIGIN}/`)
  );
}
