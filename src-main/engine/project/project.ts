/** A project: a folder with a game.json. */
import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { JsonObject } from '../json';
import type { Outcome } from '../errors';
import { fail, succeed, ToolFailure } from '../errors';
import { contentHash } from './content-hash';
import { withFileLock } from './file-lock';
import { readTextFile, writeFileAtomic, writeFileAtomicSync } from './files';
import { below } from './held-folder';
import { ioFailure } from './io-failure';
import type { ResolvedPath } from './paths';
import { protectedReason, resolveInside, rootOf } from './paths';
import type { GameSettings, ParsedSettings } from './settings';
import {
  checkSettings,
  DEFAULT_MAIN_SCENE,
  formatSettings,
  GAME_FORMAT,
  parseSettings,
  SETTINGS_FILE,
} from './settings';
import { checkStateFolder, makeStateFolder, STATE_FOLDER } from './state-folder';

/** Milliseconds for which a change of game.json waits for that of another process. */
const SETTINGS_PATIENCE_MS = 10_000;

export class Project {
  /** Absolute. */
  readonly folder: string;
  /** The engine's own state, never committed: `.skywalker`. Absolute. */
  readonly stateFolder: string;
  /** The same, to be used from where it was when the project was opened: nothing that is put in its place is written to. */
  readonly state: ResolvedPath;
  private parsed: ParsedSettings;
  private readonly listeners = new Set<(settings: GameSettings) => void>();
  /** Changes of game.json follow one another. */
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, parsed: ParsedSettings) {
    this.folder = folder;
    this.stateFolder = join(folder, STATE_FOLDER);
    this.state = below(rootOf(folder), STATE_FOLDER);
    this.parsed = parsed;
  }

  /**
   * Makes a folder a project: game.json, folders for scenes and scripts, the state folder. The folder may exist, with files
   * in it. `conflict` where it is a project already; `io_error` where it can't be written.
   */
  static async create(
    folder: string,
    options: { name: string; id?: string; mainScene?: string },
  ): Promise<Outcome<Project>> {
    const absolute = resolve(folder);
    if (existsSync(join(absolute, SETTINGS_FILE))) {
      return fail('conflict', `${absolute} is a project already: it has a game.json`, 'Open it instead.');
    }
    const raw: JsonObject = {
      format: GAME_FORMAT,
      name: options.name,
      id: options.id ?? randomUUID(),
      main_scene: DEFAULT_MAIN_SCENE,
      seed: 1,
      customTools: { policy: 'auto' },
    };
    const checked = checkSettings(raw, { name: options.name, id: '' });
    if (!checked.ok) return checked;
    try {
      await mkdir(absolute, { recursive: true });
      for (const name of ['scenes', 'scripts', 'data', 'tools'])
        await mkdir(join(absolute, name), { recursive: true });
      const scene = join(absolute, DEFAULT_MAIN_SCENE);
      if (options.mainScene !== undefined && !existsSync(scene))
        await writeFileAtomic(scene, options.mainScene);
      // Last: what has a game.json is whole.
      await writeFileAtomic(join(absolute, SETTINGS_FILE), formatSettings(raw));
    } catch (error) {
      return {
        ok: false,
        error: error instanceof ToolFailure ? error.error : ioFailure('written', absolute, error).error,
      };
    }
    return Project.open(absolute);
  }

  /**
   * Opens a project's folder. `not_found` where there is no folder or no game.json, `invalid_settings` with line and reason
   * where game.json is broken (it is left as it is), `permission_denied` where the state folder leads elsewhere, `io_error`
   * where it can't be read.
   */
  static async open(folder: string): Promise<Outcome<Project>> {
    const absolute = resolve(folder);
    if (!statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) {
      return fail(
        'not_found',
        `There is no folder ${absolute}`,
        `To make a project there: skywalker new ${absolute}`,
      );
    }
    if (!existsSync(join(absolute, SETTINGS_FILE))) {
      return fail(
        'not_found',
        `${absolute} is no project: it has no game.json`,
        `To make it one: skywalker new ${absolute}`,
        { folder: absolute },
      );
    }
    const parsed = readSettings(absolute);
    if (!parsed.ok) return parsed;
    const inside = resolveInside(absolute, STATE_FOLDER);
    if (!inside.ok) return inside;
    const state = checkStateFolder(absolute);
    if (!state.ok) return state;
    const project = new Project(absolute, parsed.value);
    try {
      await makeStateFolder(project.stateFolder);
      const ignore = join(project.stateFolder, '.gitignore');
      if (!existsSync(ignore)) await writeFileAtomic(ignore, '*\n');
    } catch (error) {
      return {
        ok: false,
        error:
          error instanceof ToolFailure ? error.error : ioFailure('written', project.stateFolder, error).error,
      };
    }
    return succeed(project);
  }

  /** game.json with its defaults; unknown fields are there too. */
  get settings(): GameSettings {
    return this.parsed.settings;
  }

  /** game.json as it is, without defaults. */
  get rawSettings(): JsonObject {
    return this.parsed.raw;
  }

  /** Why game.json can't be changed (a newer format), or undefined. */
  get readOnlyReason(): string | undefined {
    return this.parsed.readOnlyReason;
  }

  /**
   * Changes game.json: `change` gets what is on the disk now, and answers what is to be there. Calls follow one another.
   * `invalid_settings` where the file is broken or the result would be, `permission_denied` where it is of a newer format,
   * `io_error` where it can't be written; then nothing is written. `write` may write it in a way of its own.
   */
  updateSettings(
    change: (raw: JsonObject) => JsonObject,
    write: (text: string) => void = (text) => {
      writeFileAtomicSync(below(rootOf(this.folder), SETTINGS_FILE), text);
    },
  ): Promise<Outcome<GameSettings>> {
    // Another process may be about to change another setting.
    return this.inOrder(() =>
      Promise.resolve(
        withFileLock(
          below(this.state, SETTINGS_FILE),
          () => this.updateNow(change, write),
          SETTINGS_PATIENCE_MS,
        ),
      ),
    );
  }

  private updateNow(
    change: (raw: JsonObject) => JsonObject,
    write: (text: string) => void,
  ): Outcome<GameSettings> {
    const text = readTextFile(join(this.folder, SETTINGS_FILE));
    if (!text.ok) return text;
    const now = parseSettings(text.value, fallbackOf(this.folder));
    if (!now.ok) return now;
    if (now.value.readOnlyReason !== undefined)
      return fail('permission_denied', now.value.readOnlyReason, 'Update Skywalker.');
    const next = checkSettings(change(now.value.raw), fallbackOf(this.folder));
    if (!next.ok) return next;
    try {
      write(formatSettings(next.value.raw, text.value));
    } catch (error) {
      if (error instanceof ToolFailure) return { ok: false, error: error.error };
      throw error;
    }
    this.take(next.value);
    return succeed(this.settings);
  }

  /** Reads game.json again after a change from outside. Where it is broken the settings stay as they were. */
  reloadSettings(): Promise<Outcome<GameSettings>> {
    return this.inOrder(() => {
      const parsed = readSettings(this.folder);
      if (!parsed.ok) return Promise.resolve(parsed);
      this.take(parsed.value);
      return Promise.resolve(succeed(this.settings));
    });
  }

  /** Called when settings have changed. Answers how to stop that. */
  onSettings(listener: (settings: GameSettings) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * The absolute path of a project-relative one, links resolved. What it names need not exist. `permission_denied` for what
   * leads outside, `invalid_arguments` for what is no portable path.
   */
  resolve(path: string): Outcome<string> {
    const resolved = resolveInside(this.folder, path);
    return resolved.ok ? succeed(resolved.value.absolute) : resolved;
  }

  /** The same, with the path from the project's folder that it really is, links resolved. */
  locate(path: string): Outcome<ResolvedPath> {
    return resolveInside(this.folder, path);
  }

  /** Where a tool may write: like `locate`, and `permission_denied` for protected places, under whatever name. */
  writable(path: string): Outcome<ResolvedPath> {
    const resolved = resolveInside(this.folder, path);
    if (!resolved.ok) return resolved;
    const reason = protectedReason(path) ?? protectedReason(resolved.value.relative);
    if (reason === undefined) return resolved;
    const shown = resolved.value.relative === path ? `"${path}"` : `"${path}" (${resolved.value.relative})`;
    return fail('permission_denied', `${shown} can't be written: ${reason}`);
  }

  private take(parsed: ParsedSettings): void {
    this.parsed = parsed;
    for (const listener of this.listeners) listener(parsed.settings);
  }

  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = this.queue.then(work, work);
    this.queue = next.catch(() => undefined);
    return next;
  }
}

function readSettings(folder: string): Outcome<ParsedSettings> {
  const text = readTextFile(join(folder, SETTINGS_FILE));
  return text.ok ? parseSettings(text.value, fallbackOf(folder)) : text;
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function fallbackOf(folder: string): { name: string; id: string } {
  const name = basename(folder) || 'Project';
  // Not the name: what was decided for one project must not hold for another of its name.
  return { name, id: `folder-${contentHash(realFolder(folder)).slice(0, 32)}` };
}
