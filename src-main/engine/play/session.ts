/** One play from its start to its end: the copy of the scene, the behaviours on it, and what they did. */
import type { Entity } from '../scene/entity';
import type { Scene } from '../scene/scene';
import type { EntityChanges, Transaction } from '../scene/transaction';
import {
  STEPS_PER_SECOND,
  type AttachedScript,
  type Contact,
  type Play,
  type ScriptStatus,
  type StepReport,
} from '../../wander/behavior/contract';
import { createPlay } from '../../wander/behavior/play';
import { attachmentsOf } from './attachments';
import { Contacts } from './contacts';
import { InputQueue } from './input';
import { LogBook } from './log-book';
import { copyScene, PlaySceneHost } from './play-scene';
import type { ScriptFiles } from './script-files';
import { Trace } from './trace';
import { traceLines } from './trace-lines';

export interface SessionOptions {
  /** The scene as it is now is what is played; it is only read. */
  readonly scene: Scene;
  readonly files: Pick<ScriptFiles, 'text' | 'module'>;
  readonly seed: number;
  /** Says that a step has taken too long. */
  readonly stopped?: () => boolean;
}

export class Session {
  readonly scene: Scene;
  readonly seed: number;
  readonly input = new InputQueue();
  readonly log = new LogBook();
  readonly trace = new Trace();
  private readonly contacts: Contacts;
  private readonly host: PlaySceneHost;
  private readonly play: Play;
  private touches: readonly Contact[] = [];
  private scripts: readonly AttachedScript[] | undefined;
  private readonly texts = new Map<string, string | undefined>();
  private tx: Transaction | undefined;
  /** Entity → the step that changed it last, its end included. */
  private readonly changed = new Map<number, number>();

  constructor(private readonly options: SessionOptions) {
    this.scene = copyScene(options.scene);
    this.seed = options.seed;
    this.contacts = new Contacts(this.scene);
    this.host = new PlaySceneHost(this.scene, () => {
      if (this.tx === undefined) throw new Error('The play changes its scene outside of a step');
      return this.tx;
    });
    this.play = createPlay({
      host: {
        scene: this.host,
        scripts: () => (this.scripts ??= this.findScripts()),
        module: this.options.files.module,
      },
      seed: options.seed,
      ...(options.stopped === undefined ? {} : { stopped: options.stopped }),
    });
  }

  /** Steps done so far. */
  get steps(): number {
    return this.play.steps;
  }

  /** Seconds of play. */
  get time(): number {
    return this.play.steps / STEPS_PER_SECOND;
  }

  status(): readonly ScriptStatus[] {
    return this.play.status();
  }

  /** One step of 1/60 s. What it throws is a bug of the engine or the language; the scene is then as it was before it. */
  step(): StepReport {
    const tx = this.scene.begin();
    this.tx = tx;
    this.host.beginStep();
    const input = this.input.take(this.play.steps + 1, this.touches);
    let report: StepReport;
    let changes: EntityChanges;
    try {
      report = this.play.step(input);
      changes = tx.changes();
    } catch (error) {
      this.tx = undefined;
      tx.rollback();
      throw error;
    }
    this.tx = undefined;
    tx.commit();
    for (const id of changes.keys()) this.changed.set(id, report.step);
    if (changesScripts(changes)) this.scripts = undefined;
    this.touches = this.contacts.update(changes, 1 / STEPS_PER_SECOND);
    for (const line of traceLines(report, input, changes)) this.trace.add(line);
    this.keep(report);
    return report;
  }

  /** Entities that differ from what they were after step `since`: their records, and the ids of those that are gone. */
  changesSince(since: number): { readonly entities: readonly Entity[]; readonly deleted: readonly number[] } {
    const entities: Entity[] = [];
    const deleted: number[] = [];
    for (const [id, step] of this.changed) {
      if (step <= since) continue;
      const record = this.scene.get(id);
      if (record === undefined) deleted.push(id);
      else entities.push(record);
    }
    return { entities, deleted };
  }

  private keep(report: StepReport): void {
    const { step } = report;
    for (const { entity, behavior, text, line, file } of report.logs)
      this.log.add({
        step,
        level: 'log',
        text,
        ...this.about(entity),
        behavior,
        line,
        ...(file === undefined ? {} : { file }),
      });
    for (const { entity, script, behavior, handler, error, disabled } of report.errors) {
      const file = error.file ?? this.fileOf(entity, script);
      this.log.add({
        step,
        level: 'error',
        text: `${handler}: ${disabled ? lastWords(error.message) : error.message}`,
        ...(error.hint === undefined ? {} : { hint: error.hint }),
        ...this.about(entity),
        behavior,
        ...(file === undefined ? {} : { file }),
        ...(error.line === undefined ? {} : { line: error.line }),
        ...(error.column === undefined ? {} : { column: error.column }),
      });
    }
    if (report.omitted > 0)
      this.log.add({
        step,
        level: 'warning',
        text: `${report.omitted} more lines of this step are left out.`,
      });
  }

  private about(entity: number): { readonly entity: number; readonly name?: string } {
    const name = this.scene.get(entity)?.name;
    return { entity, ...(name === undefined ? {} : { name }) };
  }

  private fileOf(entity: number, script: string): string | undefined {
    return this.scripts?.find((one) => one.entity === entity && one.name === script)?.file;
  }

  private findScripts(): readonly AttachedScript[] {
    const found: AttachedScript[] = [];
    for (const id of this.scene.withComponent('script')) {
      const entity = this.scene.get(id);
      if (entity === undefined) continue;
      for (const { name, file, source, behavior, params, enabled } of attachmentsOf(entity)) {
        if (!enabled) continue;
        const text = source ?? (file === undefined ? '' : this.textOf(file, entity, name));
        if (text === undefined) continue;
        found.push({
          entity: id,
          name,
          source: text,
          params,
          ...(behavior === undefined ? {} : { behavior }),
          file: source === undefined && file !== undefined ? file : `${entity.name}/${name}`,
        });
      }
    }
    return found;
  }

  /** Files are read once: a play is of one version of them. What can't be read is an error of the play, told once. */
  private textOf(file: string, entity: Entity, behavior: string): string | undefined {
    if (this.texts.has(file)) return this.texts.get(file);
    const read = this.options.files.text(file);
    const text = read.ok ? read.value : undefined;
    if (!read.ok) {
      const { message, hint } = read.error;
      this.log.add({
        step: this.steps,
        level: 'error',
        text: `The script can't be read: ${message}`,
        ...(hint === undefined ? {} : { hint }),
        entity: entity.id,
        name: entity.name,
        behavior,
        file,
      });
    }
    this.texts.set(file, text);
    return text;
  }
}

function changesScripts(changes: EntityChanges): boolean {
  for (const { before, after } of changes.values())
    if (before?.components.script !== after?.components.script) return true;
  return false;
}

function lastWords(message: string): string {
  return `${message.replace(/\.$/, '')}. It does not run any more in this play.`;
}
