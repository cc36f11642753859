/**
 * Follows the open scene's file. Where something else changes it, a scene without unsaved changes is loaded again; one with
 * unsaved changes is in conflict with its file until a person decides. Neither is lost by itself.
 */
import type { ToolError } from '../errors';
import type { EventLog } from '../events/event-log';
import type { JsonObject } from '../json';
import { hashOfFile } from '../project/content-hash';
import type { Project } from '../project/project';
import type { Scene } from '../scene/scene';

export interface SceneConflict {
  /** Project-relative path of the scene's file. */
  readonly file: string;
  /** The file was changed, is gone, or can't be read as a scene. */
  readonly reason: 'changed' | 'removed' | 'unreadable';
  /** In one sentence. */
  readonly message: string;
  /** Of what the file holds, for `changed`. */
  readonly hash?: string;
}

export interface FollowerParts {
  readonly project: Project;
  readonly scene: Scene;
  readonly events: Pick<EventLog, 'append'>;
  readonly between: <T>(work: () => T) => Promise<T>;
  /** Loads the scene's file again, if the scene has no unsaved changes; `conflict` otherwise. */
  readonly reload: (
    file: string,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly error: ToolError }>;
}

type Disk =
  | { readonly state: 'there'; readonly hash: string }
  | { readonly state: 'gone' }
  | { readonly state: 'unreadable'; readonly error: ToolError };

export class FileFollower {
  private known: SceneConflict | null = null;
  /** The scene was marked as unsaved though nobody had changed it: its saved revision before. */
  private unchanged: number | undefined;
  private work: Promise<void> | undefined;
  private again = false;
  private isClosed = false;

  constructor(private readonly parts: FollowerParts) {}

  /** What a person has to decide, or null. */
  get conflict(): SceneConflict | null {
    return this.known;
  }

  /** A file of the project has changed. */
  changed(path: string): void {
    if (path.normalize() === this.parts.scene.file?.normalize()) void this.check();
  }

  /** The scene and its file are one again: it was loaded, saved, or another took its place. */
  settle(): void {
    this.known = null;
    this.unchanged = undefined;
  }

  /** Compares the file with what was loaded or saved. Never rejects. */
  check(): Promise<void> {
    this.again = true;
    this.work ??= (async () => {
      while (this.again && !this.isClosed) {
        this.again = false;
        await this.compare();
      }
      this.work = undefined;
    })();
    return this.work;
  }

  /** What is under way comes to nothing. */
  close(): void {
    this.isClosed = true;
  }

  private async compare(): Promise<void> {
    const { scene, between } = this.parts;
    // In turn with what changes the scene: during a save, the file is new before the scene knows of it.
    const before = await between(() => ({ file: scene.file, hash: scene.fileHash }));
    if (before.file === null) return;
    const { file } = before;
    const disk = await this.look(file);
    const toReload = await between(() => {
      if (scene.file !== file || this.isClosed) return false;
      if (scene.fileHash === before.hash) return this.judge(file, disk);
      // Saved or loaded meanwhile, perhaps after the look at the disk.
      this.again = true;
      return false;
    });
    if (toReload) await this.reload(file);
  }

  /** What a look at the disk means for the scene; true where it is to be loaded again. */
  private judge(file: string, disk: Disk): boolean {
    const { scene } = this.parts;
    if (disk.state === 'there' && disk.hash === scene.fileHash) {
      this.resolve(file);
      return false;
    }
    if (this.unchanged === scene.state) scene.markSaved(this.unchanged);
    this.unchanged = undefined;
    if (disk.state === 'there' && !scene.dirty) return true;
    if (disk.state === 'there') this.report(changedConflict(file, disk.hash));
    else if (disk.state === 'gone') this.report(removedConflict(file));
    else this.report(unreadableConflict(file, disk.error));
    return false;
  }

  private async reload(file: string): Promise<void> {
    const { scene, reload, between } = this.parts;
    const loaded = await reload(file);
    if (loaded.ok) return;
    const { error } = loaded;
    await between(() => {
      if (this.isClosed || scene.file !== file) return;
      // Gone, or no longer without unsaved changes: either is seen by another look.
      if (error.code === 'not_found' || scene.dirty) this.again = true;
      else this.report(unreadableConflict(file, error));
    });
  }

  private async look(file: string): Promise<Disk> {
    const located = this.parts.project.locate(file);
    const hash = located.ok ? await hashOfFile(located.value) : located;
    if (!hash.ok) return { state: 'unreadable', error: hash.error };
    return hash.value === null ? { state: 'gone' } : { state: 'there', hash: hash.value };
  }

  /** In its turn. A scene without unsaved changes whose content no file holds any more has unsaved changes from now on. */
  private report(conflict: SceneConflict): void {
    const { scene } = this.parts;
    if (!scene.dirty) {
      this.unchanged = scene.state;
      scene.markUnsaved();
    }
    const { known } = this;
    this.known = conflict;
    if (known !== null && known.message === conflict.message && known.hash === conflict.hash) return;
    this.parts.events.append({
      type: 'scene',
      kind: 'conflict',
      actor: 'system',
      summary: conflict.message,
      data: conflictJson(conflict),
    });
  }

  private resolve(file: string): void {
    if (this.unchanged !== undefined) this.parts.scene.markSaved(this.unchanged);
    this.unchanged = undefined;
    if (this.known === null) return;
    this.known = null;
    this.parts.events.append({
      type: 'scene',
      kind: 'conflict_over',
      actor: 'system',
      summary: `${file} is again as it was when it was loaded or saved`,
      data: { file },
    });
  }
}

/** As tools and events show it. */
export function conflictJson({ file, reason, message }: SceneConflict): JsonObject {
  return { file, reason, message };
}

function changedConflict(file: string, hash: string): SceneConflict {
  const message = `${file} has changed on disk while the scene has unsaved changes`;
  return { file, reason: 'changed', message, hash };
}

function removedConflict(file: string): SceneConflict {
  const message = `${file} is no longer on disk; the open scene is the only one that has its content`;
  return { file, reason: 'removed', message };
}

function unreadableConflict(file: string, error: ToolError): SceneConflict {
  const message = `${file} has changed on disk and can't be loaded: ${error.message}`;
  return { file, reason: 'unreadable', message };
}
