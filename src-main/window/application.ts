/** The running application: its windows, settings, theme and menu. */
import { app, BrowserWindow, dialog, nativeTheme, session } from 'electron';
import { existsSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import type { AppInfo, MenuCommand, OpenOutcome, OpenRequest, ThemeChoice } from '../../src-preload/contract';
import type { ToolError } from '../engine/errors';
import { setAppMenu } from './app-menu';
import { serveApp } from './app-protocol';
import { projectArgument } from './command-line';
import { EditorWindow } from './editor-window';
import { bindIpc } from './ipc';
import { lockSession } from './lockdown';
import { PageFiles } from './page-files';
import type { ProjectSession } from './project-session';
import { SettingsFile } from './settings-file';

export interface ApplicationFolders {
  /** The built window. */
  readonly renderer: string;
  readonly preload: string;
  /** Holds `sample-project`. */
  readonly resources: string;
}

/** Milliseconds without a change after which a build is taken to be done. */
const RELOAD_MS = 500;

export class Application {
  private readonly settings = new SettingsFile(join(app.getPath('userData'), 'settings.json'));
  private readonly files = new PageFiles();
  private readonly windows = new Map<number, EditorWindow>();
  private readonly menus = new Map<number, readonly MenuCommand[]>();

  constructor(private readonly folders: ApplicationFolders) {}

  /** Opens the first window. Call once the application is ready. */
  start(): void {
    nativeTheme.themeSource = this.settings.value.theme;
    nativeTheme.on('updated', () => {
      const theme = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
      for (const window of this.windows.values()) window.send('skywalker:theme', theme);
    });
    lockSession(session.defaultSession);
    serveApp(session.defaultSession, this.folders.renderer, this.files);
    bindIpc({
      windowOf: (contents) => this.windows.get(contents.id),
      info: (window) => this.info(window),
      openProject: (window, request) => this.openProject(window, request),
      setTheme: (choice) => this.setTheme(choice),
      setMenu: (window, commands) => this.setMenu(window, commands),
    });
    setAppMenu(0, [], () => undefined);
    if (!app.isPackaged && process.env['SKYWALKER_RELOAD'] !== undefined) this.reloadAfterBuilds();
    app.on('window-all-closed', () => app.quit());
    app.on('activate', () => this.windows.size === 0 && this.openWindow());
    this.openWindow(
      projectArgument(process.argv, process.cwd(), app.isPackaged ? undefined : app.getAppPath()),
    );
  }

  /** For development: a window that was built anew is loaded anew, once the builder has been quiet for a moment. */
  private reloadAfterBuilds(): void {
    let quiet: NodeJS.Timeout | undefined;
    watch(this.folders.renderer, { recursive: true }, () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => this.windows.forEach((window) => window.load()), RELOAD_MS);
    });
  }

  private openWindow(folder?: string): EditorWindow {
    const unattended = ['remote-debugging-port', 'unattended'].some((name) =>
      app.commandLine.hasSwitch(name),
    );
    const window = new EditorWindow({
      preload: this.folders.preload,
      settings: this.settings,
      unattended,
      pageServed: this.files.served,
    });
    const id = window.window.webContents.id;
    this.windows.set(id, window);
    window.window.on('closed', () => {
      this.windows.delete(id);
      this.menus.delete(id);
    });
    window.window.on('focus', () => this.showMenu(id));
    if (folder !== undefined) void window.open(folder);
    window.load();
    return window;
  }

  private async info(window: EditorWindow): Promise<AppInfo> {
    const open = await window.session;
    return {
      version: app.getVersion(),
      platform: process.platform,
      project: open === undefined ? null : { name: open.name, folder: open.folder },
      problem: window.problem,
      recent: this.settings.value.recent.filter(({ folder }) => existsSync(folder)),
      mcp: mcpOf(open),
      connections: open?.server?.connections() ?? [],
      theme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
    };
  }

  private async openProject(window: EditorWindow, request: OpenRequest): Promise<OpenOutcome> {
    const place = await this.folderOf(window, request);
    if (place.outcome !== 'folder') return place;
    for (const other of this.windows.values()) {
      const open = await other.session;
      if (open?.folder === place.folder) {
        other.focus();
        return { outcome: 'opened' };
      }
    }
    if ((await window.session) !== undefined) {
      this.openWindow(place.folder);
      return { outcome: 'opened' };
    }
    const opened = await window.open(place.folder);
    if (!opened.ok) {
      window.problem = null;
      return { outcome: 'failed', error: opened.error };
    }
    window.load();
    return { outcome: 'opened' };
  }

  private async folderOf(
    window: EditorWindow,
    request: OpenRequest,
  ): Promise<{ outcome: 'folder'; folder: string } | Exclude<OpenOutcome, { outcome: 'opened' }>> {
    switch (request.kind) {
      case 'folder': {
        if (request.create !== true) return { outcome: 'folder', folder: request.folder };
        const { createProject } = await import('./project-session');
        return made(await createProject(request.folder, basename(request.folder)));
      }
      case 'sample': {
        const { sampleCopy } = await import('./project-session');
        return made(await sampleCopy(this.folders.resources, app.getPath('home')));
      }
      case 'choose': {
        const chosen = await dialog.showOpenDialog(window.window, {
          title: 'Open Project',
          properties: ['openDirectory'],
        });
        const folder = chosen.filePaths[0];
        return folder === undefined ? { outcome: 'cancelled' } : { outcome: 'folder', folder };
      }
      case 'create': {
        const chosen = await dialog.showSaveDialog(window.window, {
          title: 'New Project',
          buttonLabel: 'Create',
          defaultPath: join(app.getPath('documents'), 'My Project'),
          properties: ['createDirectory', 'showOverwriteConfirmation'],
        });
        if (chosen.canceled || chosen.filePath === '') return { outcome: 'cancelled' };
        const { createProject } = await import('./project-session');
        return made(await createProject(chosen.filePath, basename(chosen.filePath)));
      }
    }
  }

  private setTheme(choice: ThemeChoice): void {
    // Each time that it is set, all pages hear of it.
    if (nativeTheme.themeSource !== choice) nativeTheme.themeSource = choice;
    if (this.settings.value.theme !== choice) this.settings.update({ theme: choice });
  }

  private setMenu(window: EditorWindow, commands: readonly MenuCommand[]): void {
    const id = window.window.webContents.id;
    this.menus.set(id, commands);
    const focused = BrowserWindow.getFocusedWindow();
    if (focused === null || focused === window.window) this.showMenu(id);
  }

  private showMenu(id: number): void {
    const commands = this.menus.get(id);
    if (commands !== undefined) {
      setAppMenu(id, commands, (command) => this.windows.get(id)?.send('skywalker:command', command));
    }
  }
}

function mcpOf(open: ProjectSession | undefined): AppInfo['mcp'] {
  if (open === undefined) return { error: 'No project is open' };
  const { server, serverProblem } = open;
  if (server !== undefined) return { url: server.url, socket: server.socket, tokenFile: server.tokenFile };
  return serverProblem === undefined ? { opening: true } : { error: serverProblem };
}

function made(outcome: { ok: true; value: string } | { ok: false; error: ToolError }) {
  return outcome.ok
    ? ({ outcome: 'folder', folder: outcome.value } as const)
    : ({ outcome: 'failed', error: outcome.error } as const);
}
