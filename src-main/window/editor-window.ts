/** One window of the editor, on one project or on the welcome view. */
import { app, BrowserWindow, dialog, nativeTheme } from 'electron';
import type { Outcome, ToolError } from '../engine/errors';
import { visible } from '../engine/text/visible';
import { CancellableCalls } from './cancellable-calls';
import { APP_ORIGIN } from './app-protocol';
import { askBeforeClosing, type ClosingAnswer } from './closing';
import { EventExport } from './event-export';
import { lockContents } from './lockdown';
import type { ProjectSession } from './project-session';
import type { SettingsFile } from './settings-file';
import { systemText, systemTitle } from './system-text';
import { placeOf, rememberPlace, SMALLEST } from './window-bounds';

/** Crashes within this time of each other wait before the next reload. */
const CRASH_LOOP_MS = 10_000;
const CRASH_PAUSE_MS = 3000;
/** So long, agents wait for a page that draws its project. */
const PORT_LATEST_MS = 1500;

export interface WindowParts {
  readonly preload: string;
  readonly settings: SettingsFile;
  /** Nobody sits at the machine: nothing may wait for an answer. */
  readonly unattended: boolean;
  /** When the page has its first files. */
  readonly pageServed: Promise<void>;
}

export class EditorWindow {
  readonly window: BrowserWindow;
  /** Settles when the project that was asked for is open, or is known not to open. */
  session: Promise<ProjectSession | undefined> = Promise.resolve(undefined);
  problem: ToolError | null = null;
  /** Aborts the waits of a page that is no longer there. */
  private page = new AbortController();
  private lastCrash = 0;
  private closing = false;
  /** Whoever closes the window twice is asked once. */
  private asking = false;

  constructor(private readonly parts: WindowParts) {
    const { maximized, ...place } = placeOf(parts.settings);
    this.window = new BrowserWindow({
      ...place,
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      title: 'Skywalker',
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1014' : '#f4f5f8',
      show: false,
      webPreferences: {
        preload: parts.preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        // What is pasted there would act as the person at the window.
        devTools: !app.isPackaged,
        spellcheck: false,
        // A person may watch what agents do in a window behind another.
        backgroundThrottling: false,
      },
    });
    if (maximized) this.window.maximize();
    const contents = this.window.webContents;
    lockContents(contents);
    rememberPlace(this.window, parts.settings);
    this.window.once('ready-to-show', () => this.window.show());
    this.window.on('close', (event) => void this.onClose(event));
    this.window.on('page-title-updated', (event) => event.preventDefault());
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) this.renewPage();
    });
    contents.on('render-process-gone', (_event, details) => {
      if (details.reason !== 'clean-exit') this.onCrash();
    });
  }

  readonly calls = new CancellableCalls();
  readonly exports = new EventExport((name) => this.chooseExport(name));

  get signal(): AbortSignal {
    return this.page.signal;
  }

  load(): void {
    void this.window.loadURL(`${APP_ORIGIN}/index.html`);
  }

  /** Opens a project in this window, in place of the one that is open. Never rejects. */
  async open(folder: string): Promise<Outcome<ProjectSession>> {
    const before = this.session;
    const opening = (async (): Promise<Outcome<ProjectSession>> => {
      await (await before)?.close();
      try {
        // The engine is large: it is read while the page starts in a process of its own, and works once that has its files.
        const { ProjectSession } = await import('./project-session');
        await this.parts.pageServed;
        return await ProjectSession.open(folder);
      } catch (error) {
        return { ok: false, error: unexpected(error) };
      }
    })();
    this.problem = null;
    this.session = opening.then((opened) => {
      if (!opened.ok) {
        this.problem = opened.error;
        console.error(visible(`${folder} could not be opened: ${opened.error.message}`));
        if (opened.error.hint !== undefined) console.error(visible(opened.error.hint));
        return undefined;
      }
      this.parts.settings.remember(opened.value);
      this.letAgentsIn(opened.value);
      opened.value.engine.onFileChange(({ path }) => this.send('skywalker:file', path));
      if (!this.window.isDestroyed()) this.window.setTitle(`${systemTitle(opened.value.name)} – Skywalker`);
      return opened.value;
    });
    const opened = await opening;
    await this.session;
    return opened;
  }

  /** Opens the port: when the page has drawn its project and asks for it, or a little later if it does not. */
  private letAgentsIn(session: ProjectSession): void {
    setTimeout(() => void session.openPort(), PORT_LATEST_MS);
    void session.portKnown.then(() => console.error(visible(connectionLine(session))));
  }

  send(channel: string, value: unknown): void {
    if (!this.window.isDestroyed()) this.window.webContents.send(channel, value);
  }

  focus(): void {
    if (this.window.isMinimized()) this.window.restore();
    this.window.focus();
  }

  /** Asks about unsaved changes of the scene, then closes the project and the window. */
  private async onClose(event: Electron.Event): Promise<void> {
    if (this.closing) return;
    event.preventDefault();
    if (this.asking) return;
    this.asking = true;
    const session = await this.session;
    const answer = session?.unsaved ? await this.askToClose(session) : 'keep';
    this.asking = false;
    if (answer === 'stay') return;
    this.closing = true;
    this.page.abort();
    await this.exports.close();
    this.window.hide();
    try {
      await session?.close({ discardUnsaved: answer === 'discard' });
    } catch (error) {
      console.error('The project did not close cleanly:', error);
    }
    this.window.destroy();
  }

  /** What to do about unsaved changes: kept ones are offered when the project is opened again. */
  private async askToClose({ engine, name, folder }: ProjectSession): Promise<ClosingAnswer> {
    if (this.parts.unattended) return 'keep';
    const { scene } = engine;
    return askBeforeClosing({
      ...{ project: name, scene: scene.name, file: scene.file, folder },
      ask: async ({ buttons, cancel, ...question }) => {
        const { response } = await dialog.showMessageBox(this.window, {
          message: systemText(question.message),
          detail: systemText(question.detail, 2_000),
          type: 'question',
          buttons: [...buttons],
          defaultId: 0,
          cancelId: cancel,
        });
        return response;
      },
      chooseFile: async (suggested) => {
        const chosen = await dialog.showSaveDialog(this.window, {
          title: 'Save Scene',
          defaultPath: suggested,
          filters: [{ name: 'Scene', extensions: ['sky.json'] }],
          properties: ['createDirectory', 'showOverwriteConfirmation'],
        });
        return chosen.canceled || chosen.filePath === '' ? undefined : chosen.filePath;
      },
      save: (args) => engine.call({ tool: 'scene_save', args, caller: { actor: 'user', kind: 'human' } }),
    });
  }

  private async chooseExport(name: string): Promise<string | undefined> {
    const chosen = await dialog.showSaveDialog(this.window, {
      title: 'Export Activity',
      defaultPath: name,
      filters: [{ name: 'JSON Lines', extensions: ['jsonl'] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    return chosen.canceled || chosen.filePath === '' ? undefined : chosen.filePath;
  }

  private renewPage(): void {
    void this.exports.close();
    this.page.abort();
    this.page = new AbortController();
  }

  /** The project lives in this process: a page that is gone is loaded again and reads everything anew. */
  private onCrash(): void {
    const now = Date.now();
    const again = now - this.lastCrash < CRASH_LOOP_MS;
    this.lastCrash = now;
    setTimeout(() => !this.window.isDestroyed() && this.load(), again ? CRASH_PAUSE_MS : 0);
  }
}

/** For a terminal: where agents find the project. */
function connectionLine({ name, server, serverProblem }: ProjectSession): string {
  return server === undefined
    ? `${name} is open. Agents can't connect: ${serverProblem ?? 'the port is closed'}`
    : `${name} is open. Agents connect to ${server.url}; the token is in ${server.tokenFile}.`;
}

/** What to tell of an exception that nobody expected. */
function unexpected(error: unknown): ToolError {
  return { code: 'internal_error', message: error instanceof Error ? error.message : String(error) };
}
