/** The autosave: what a crash would lose of the open scene, written beside it while it has unsaved changes. */
import { randomUUID } from 'node:crypto';
import { rmdir, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { ToolFailure } from '../errors';
import type { EventLog } from '../events/event-log';
import { writeFileAtomic } from '../project/files';
import { absoluteOf, below, type FilePath } from '../project/held-folder';
import { inSlices } from '../project/slices';
import type { ComponentRegistry } from '../scene/components';
import type { Scene, SceneData } from '../scene/scene';
import { sceneText } from '../scene/scene-file';
import {
  AUTOSAVE_FORMAT,
  autosaveText,
  freePlace,
  savingPath,
  writeSavingNote,
  type AutosaveHeader,
  type SavingNote,
} from './autosave-file';
import { isSystemError } from '../project/system-error';

/** Milliseconds. */
export interface AutosaveTiming {
  /** So long after the last change, if nothing else follows. */
  readonly quiet: number;
  /** Not more often than so, and not later after a change, however many follow. */
  readonly every: number;
}

export const AUTOSAVE_TIMING: AutosaveTiming = { quiet: 3_000, every: 10_000 };

/** A change that never ends is waited for so long when the project is closed (milliseconds). */
const CLOSING_PATIENCE = 10_000;

export interface AutosaveParts {
  /** `.skywalker/autosave`, made when it is needed. */
  readonly folder: FilePath;
  readonly scene: Scene;
  readonly events: Pick<EventLog, 'append'>;
  readonly timing: AutosaveTiming;
  /** Seconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back. */
  monotonic(): number;
  /** Runs something while no call is changing the scene. */
  readonly between: <T>(work: () => T) => Promise<T>;
}

/** When the next autosave is due; all of it in milliseconds on one clock. */
export function dueTime(
  times: { readonly firstChange: number; readonly lastChange: number; readonly lastWrite: number },
  { quiet, every }: AutosaveTiming,
): number {
  return Math.max(times.lastWrite + every, Math.min(times.lastChange + quiet, times.firstChange + every));
}

interface Taken {
  readonly header: AutosaveHeader;
  readonly data: SceneData;
  readonly components: ComponentRegistry;
  readonly revision: number;
  readonly path: string;
  readonly turn: number;
}

export class Autosave {
  /** The file that is this engine's own to overwrite, and the revision that it holds. */
  private place: { readonly path: string; readonly revision: number } | undefined;
  /** Files that are, or may be, on the disk by this run. */
  private readonly files = new Set<string>();
  private readonly run = randomUUID();
  /** Rises when what was written so far no longer counts. */
  private turn = 0;
  private changes: { firstChange: number; lastChange: number; revision: number } | undefined;
  private lastWrite = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private failure: string | undefined;
  private isClosed = false;
  /** Writing and deleting follow one another. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: AutosaveParts) {}

  /** Looks whether the scene has changes that are not on the disk, and sees to it. Cheap: call it after whatever happens. */
  look(): void {
    if (this.isClosed) return;
    const { scene, timing } = this.parts;
    // What was written has been undone since. An adopted file (-1) is of an earlier run and goes with a decision only.
    if (!scene.dirty && this.place !== undefined && this.place.revision >= 0) {
      this.release();
      return;
    }
    if (!scene.dirty || scene.revision === this.place?.revision) {
      this.rest();
      return;
    }
    if (this.changes?.revision === scene.revision) return;
    const now = this.parts.monotonic();
    const firstChange = this.changes?.firstChange ?? now;
    this.changes = { firstChange, lastChange: now, revision: scene.revision };
    const due = dueTime({ ...this.changes, lastWrite: this.lastWrite }, timing);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), Math.max(0, due - now));
    this.timer.unref();
  }

  /** Writes what is not on the disk yet, now. Never rejects: a failure is an event. */
  flush(): Promise<void> {
    return this.inOrder(() => this.write());
  }

  /** What was written is of no use any more: the scene was saved, or given up. */
  release(): void {
    const { place } = this;
    this.turn += 1;
    this.place = undefined;
    this.rest();
    if (place) {
      // By then a newer autosave may be there, of changes made after this.
      void this.inOrder(async () => {
        if (this.place?.path !== place.path) await this.remove(place.path);
      });
    }
    this.look();
  }

  /** The open scene comes from this autosave file, which from now on is its own. */
  adopt(path: string): void {
    this.release();
    this.place = { path, revision: -1 };
    this.files.add(path);
    this.look();
  }

  /**
   * The scene's file is about to be replaced by what the scene holds at a revision. Notes it where there is an autosave: a
   * crash right after the replacement would otherwise leave an autosave that is older than the file and looks newer.
   */
  saving(note: Omit<SavingNote, 'run' | 'autosaves'>): void {
    if (this.files.size === 0) return;
    try {
      const autosaves = [...this.files].map((path) => basename(path));
      writeSavingNote(this.parts.folder, { ...note, run: this.run, autosaves });
    } catch (error) {
      // It only matters in a crash within the next moment; saving does.
      this.complain(error);
    }
  }

  /** Deletes an autosave file, after what is being written. */
  discard(path: string): Promise<void> {
    return this.inOrder(() => this.remove(path));
  }

  /** Unsaved changes are on the disk when this is done, unless they are given up. */
  async close(options: { readonly discardUnsaved: boolean }): Promise<void> {
    const keeps = this.parts.scene.dirty && !options.discardUnsaved;
    if (!keeps) this.release();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSING_PATIENCE);
    });
    await Promise.race([keeps ? this.flush() : this.queue, patience]);
    clearTimeout(timer);
    this.isClosed = true;
    this.rest();
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.changes = undefined;
  }

  private async write(): Promise<void> {
    this.rest();
    const taken = await this.parts.between(() => this.take());
    if (!taken) return;
    const { path, header, data, components, revision, turn } = taken;
    this.lastWrite = this.parts.monotonic();
    this.files.add(path);
    try {
      const text = autosaveText(header, sceneText(data, components));
      await writeFileAtomic(below(this.parts.folder, basename(path)), inSlices(text), { mode: 0o600 });
      this.failure = undefined;
    } catch (error) {
      this.complain(error);
      this.look();
      return;
    }
    if (turn === this.turn) this.place = { path, revision };
    // Saved or given up meanwhile. Another's file is not at this place: it was free, or this scene's own.
    else await this.remove(path);
    this.look();
  }

  /** The scene as it is now, where it has to be written. */
  private take(): Taken | undefined {
    const { scene, folder } = this.parts;
    const { revision, components } = scene;
    if (this.isClosed || !scene.dirty || revision === this.place?.revision) return undefined;
    const data = scene.snapshot();
    const header: AutosaveHeader = {
      format: AUTOSAVE_FORMAT,
      file: scene.file,
      base: scene.fileHash,
      name: scene.name,
      time: new Date(this.parts.now() * 1000).toISOString(),
      entities: data.entities.length,
      run: this.run,
      revision,
      ...(scene.readOnlyReason !== undefined && { read_only: scene.readOnlyReason }),
    };
    const path = this.place?.path ?? freePlace(absoluteOf(folder), scene.file);
    return { header, data, components, revision, path, turn: this.turn };
  }

  private async remove(path: string): Promise<void> {
    try {
      await unlink(path);
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) this.complain(error);
    }
    this.files.delete(path);
    // Nothing of this run is left that it could tell of.
    if (this.files.size === 0) await unlink(savingPath(absoluteOf(this.parts.folder))).catch(() => undefined);
    // Where it is empty.
    await rmdir(absoluteOf(this.parts.folder)).catch(() => undefined);
  }

  /** Says once that it does not work, until it has worked again. */
  private complain(error: unknown): void {
    const reason =
      error instanceof ToolFailure
        ? error.error.message
        : error instanceof Error
          ? error.message
          : String(error);
    if (reason === this.failure) return;
    this.failure = reason;
    this.parts.events.append({
      type: 'log',
      kind: 'warning',
      actor: 'system',
      summary: `Unsaved changes are not kept safe by an autosave: ${reason}`,
      data: { level: 'warning', source: 'autosave' },
    });
  }

  private inOrder(work: () => Promise<void>): Promise<void> {
    const next = this.queue.then(work, work).catch((error: unknown) => {
      this.complain(error);
    });
    this.queue = next;
    return next;
  }
}
