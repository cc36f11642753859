/**
 * Sees to it that no work on the open scene is lost: an autosave while there are unsaved changes, what earlier runs left
 * behind, and a scene file that something else changes.
 */
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import type { EngineEvent } from '../events/event';
import type { EventLog } from '../events/event-log';
import { below } from '../project/held-folder';
import type { ResolvedPath } from '../project/paths';
import type { Project } from '../project/project';
import { removeTornOf } from '../project/torn-files';
import type { ProjectWatcher } from '../project/watcher';
import type { Scene } from '../scene/scene';
import { parseScene, type ParsedScene } from '../scene/scene-file';
import { didYouMean, listNames } from '../text/suggest';
import { Autosave, AUTOSAVE_TIMING, type AutosaveTiming } from './autosave';
import { readAutosave, type AutosaveHeader, type SavingNote } from './autosave-file';
import { FileFollower, type FollowerParts, type SceneConflict } from './file-follower';
import { findLeftBehind, recoveryJson, type Recovery } from './left-behind';

export interface RecoveryParts extends FollowerParts {
  readonly project: Project;
  readonly scene: Scene;
  readonly events: EventLog;
  /** Seconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back. */
  monotonic(): number;
  /** `AUTOSAVE_TIMING` where it is not given. */
  readonly timing?: AutosaveTiming;
}

/** Kinds of `scene` events after which the scene and its file are one, or another scene is open. */
const SETTLED = new Set(['new', 'loaded', 'changed_on_disk', 'saved', 'restored']);

export class SceneRecovery {
  private readonly autosave: Autosave;
  private readonly follower: FileFollower;
  private readonly folder: ResolvedPath;
  private left: readonly Recovery[] = [];
  private readonly stops: (() => void)[] = [];

  constructor(private readonly parts: RecoveryParts) {
    this.folder = below(parts.project.state, 'autosave');
    this.autosave = new Autosave({ ...parts, folder: this.folder, timing: parts.timing ?? AUTOSAVE_TIMING });
    this.follower = new FileFollower(parts);
  }

  /** Looks for what earlier runs left behind, and begins to follow the scene and its file. Call it once, before a scene is loaded. */
  start(watcher?: Pick<ProjectWatcher, 'on'>): void {
    const { project, events } = this.parts;
    removeTornOf(project.folder);
    this.left = findLeftBehind(this.folder.absolute, project);
    this.stops.push(events.subscribe((event) => this.follow(event)));
    if (watcher) this.stops.push(watcher.on((change) => this.follower.changed(change.path)));
  }

  /** Tells the event log of what earlier runs left behind. */
  announce(): void {
    if (this.left.length === 0) return;
    const [newest] = this.left;
    const of = newest?.header?.file ?? newest?.header?.name ?? newest?.name ?? '';
    const others = this.left.length - 1;
    const more = others === 0 ? '' : ` (and ${others} more ${others === 1 ? 'autosave' : 'autosaves'})`;
    const when = newest?.header === undefined ? '' : ` from ${newest.header.time}`;
    this.parts.events.append({
      type: 'scene',
      kind: 'recovery_available',
      actor: 'system',
      summary: `Unsaved changes of ${of}${when} can be restored${more}`,
      data: { recoveries: this.left.slice(0, 20).map(recoveryJson), count: this.left.length },
    });
  }

  /** Autosaves of earlier runs that nobody has answered, the newest first. */
  get recoveries(): readonly Recovery[] {
    return this.left;
  }

  /** What a person has to decide between the open scene and its file, or null. */
  get conflict(): SceneConflict | null {
    return this.follower.conflict;
  }

  /** The recovery of a name, or the newest. `not_found` where there is none. */
  find(name?: string): Outcome<Recovery> {
    const found = name === undefined ? this.left[0] : this.left.find((recovery) => recovery.name === name);
    if (found) return succeed(found);
    const names = this.left.map((recovery) => recovery.name);
    if (name === undefined || names.length === 0)
      return fail(
        'not_found',
        'There is no autosave of an earlier run.',
        'Nothing was lost that could be restored.',
      );
    return fail(
      'not_found',
      `There is no autosave "${name}".`,
      didYouMean(name, names) ?? `There is: ${listNames(names)}.`,
    );
  }

  /** The scene of a recovery. `invalid_scene` where its file is damaged. */
  read(recovery: Recovery): Outcome<{ header: AutosaveHeader; data: ParsedScene }> {
    const read = readAutosave(recovery.path);
    if (!read.ok) return read;
    const { header, scene } = read.value;
    const data = parseScene(scene, this.parts.scene.components);
    return data.ok ? succeed({ header, data: data.value }) : data;
  }

  /** The open scene is that of the recovery, from now on. The file stays until that scene is saved or given up. */
  adopt(recovery: Recovery): void {
    this.left = this.left.filter((other) => other !== recovery);
    this.autosave.adopt(recovery.path);
    void this.follower.check();
  }

  /** Deletes the recovery's file. */
  async discard(recovery: Recovery): Promise<void> {
    this.left = this.left.filter((other) => other !== recovery);
    await this.autosave.discard(recovery.path);
  }

  /** To be told just before the scene's file is replaced. */
  saving(note: Omit<SavingNote, 'run' | 'autosaves'>): void {
    this.autosave.saving(note);
  }

  /** Writes unsaved changes to the autosave now. */
  flush(): Promise<void> {
    return this.autosave.flush();
  }

  /** Unsaved changes are in the autosave when this is done, unless they are given up. */
  async close(options: { readonly discardUnsaved: boolean }): Promise<void> {
    this.follower.close();
    await this.autosave.close(options);
    for (const stop of this.stops.splice(0)) stop();
  }

  private follow(event: EngineEvent): void {
    if (event.type === 'scene' && event.kind !== undefined && SETTLED.has(event.kind)) {
      this.follower.settle();
      if (event.kind !== 'restored') this.autosave.release();
    }
    this.autosave.look();
  }
}
