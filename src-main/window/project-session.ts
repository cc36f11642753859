/** One open project: its engine, and the port through which agents reach it. */
import { cp, mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Engine } from '../engine/engine';
import { fail, succeed, type Outcome } from '../engine/errors';
import { Project } from '../engine/project/project';
import { newSceneData } from '../engine/scene/default-scene';
import { formatScene } from '../engine/scene/scene-file';
import { observeEngine } from '../telemetry/telemetry';
import { userFolder } from '../engine/project/user-folder';
import { systemKeyStore } from './key-store';
import type { ServerHandle } from '../server/host';
import { RecentPictures } from './recent-pictures';

export class ProjectSession {
  private constructor(readonly engine: Engine) {
    engine.pipeline.onFinished(this.pictures.keep);
  }

  /** Undefined before the port is open, and when it could not be opened; `serverProblem` says why. */
  server: ServerHandle | undefined;
  serverProblem: string | undefined;
  private opening: Promise<void> | undefined;
  private closed = false;
  private tellPort: () => void = () => undefined;
  /** Resolves when the port is open, or could not be opened. */
  readonly portKnown: Promise<void> = new Promise((resolve) => (this.tellPort = resolve));

  /** What calls have shown lately. */
  readonly pictures = new RecentPictures();

  get folder(): string {
    return this.engine.project.folder;
  }

  get name(): string {
    return this.engine.project.settings.name;
  }

  /** Opens the project. Agents reach it after `openPort`. */
  static async open(folder: string): Promise<Outcome<ProjectSession>> {
    const opened = await Engine.open({
      folder,
      purpose: 'window',
      keyStore: systemKeyStore(),
      observe: (engine) => observeEngine(engine, { userFolder: userFolder() }),
    });
    if (!opened.ok) return opened;
    return succeed(new ProjectSession(opened.value));
  }

  /**
   * Opens the port, once, however often it is called. A port that can't be opened leaves the project open: people can work
   * without agents.
   */
  openPort(): Promise<void> {
    this.opening ??= this.startPort();
    return this.opening;
  }

  private async startPort(): Promise<void> {
    if (this.closed) return;
    try {
      // With the protocol's SDK it is half of the code: the window shows its project first.
      const { startServer } = await import('../server/host');
      this.server = await startServer({ engine: this.engine, editor: true });
    } catch (error) {
      this.serverProblem = error instanceof Error ? error.message : String(error);
    }
    this.tellPort();
  }

  /** Whether the scene has changes that were not saved. */
  get unsaved(): boolean {
    return this.engine.scene.dirty;
  }

  /** Unsaved changes go into the autosave, which is offered when the project is opened again, unless they are given up. */
  async close(options: { readonly discardUnsaved?: boolean } = {}): Promise<void> {
    this.closed = true;
    await this.opening;
    await this.server?.close();
    await this.engine.close(options);
  }
}

/** Makes a project in a folder, which is made too where it is missing. */
export async function createProject(folder: string, name: string): Promise<Outcome<string>> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    return fail(
      'io_error',
      `The folder ${folder} can't be made: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const mainScene = formatScene(newSceneData({ name }));
  const made = await Project.create(folder, { name, mainScene });
  return made.ok ? succeed(made.value.folder) : made;
}

/**
 * A copy of the sample project that the user can change, made the first time, with a tool that waits for their approval. It is where
 * `npm start` has it too, so that there is one of it, in a place that commands and other programs find.
 */
export async function sampleCopy(resources: string, home: string): Promise<Outcome<string>> {
  const copy = join(home, 'Skywalker', 'sample-project');
  try {
    const known = await stat(join(copy, 'game.json')).then(
      () => true,
      () => false,
    );
    if (!known) {
      await cp(resolve(resources, 'first-tool'), join(copy, 'tools'), { recursive: true });
      await cp(resolve(resources, 'sample-project'), copy, { recursive: true });
    }
    return succeed(copy);
  } catch (error) {
    return fail(
      'io_error',
      `The sample project can't be copied: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
