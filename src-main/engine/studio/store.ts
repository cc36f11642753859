/**
 * Tasks, feedback and decisions of a project, and how they change: under a lock that other processes keep too, from what the
 * files hold at that moment, all files of a change or none. A change of several files is noted first, so that one that was
 * begun when the process was killed is completed by the next.
 */
import { z } from 'zod';
import { ToolFailure, toolError } from '../errors';
import { contentHash } from '../project/content-hash';
import { withFileLock } from '../project/file-lock';
import { deleteFile, lstatIfThere, readTextFile, writeFileAtomicSync } from '../project/files';
import { below } from '../project/held-folder';
import type { ResolvedPath } from '../project/paths';
import type { Project } from '../project/project';
import { unwrap } from '../tools/builtin/entities';
import { decisionSchema, feedbackSchema, LIMITS, MAX_NUMBER, noNumberLeft, taskSchema } from './records';
import { brokenFailure, Table } from './table';
import type { StudioDecision, StudioFeedback, StudioTask } from './types';

/** Milliseconds for which a change waits for those of other processes. */
const PATIENCE_MS = 10_000;

const PATHS = ['studio/board.json', 'studio/feedback.json', 'studio/decisions.json'] as const;

const noteFile = z.object({
  format: z.literal('skywalker.studio-change/1'),
  /** `before`: the hash of what the file held; null where there was none. */
  files: z.array(z.object({ path: z.enum(PATHS), before: z.string().nullable(), after: z.string() })).max(3),
});

type Note = z.infer<typeof noteFile>;
type Path = (typeof PATHS)[number];

type StudioTable<T extends { readonly id: string }> = Table<T, Path>;

interface Tables {
  readonly tasks: StudioTable<StudioTask>;
  readonly feedback: StudioTable<StudioFeedback>;
  readonly decisions: StudioTable<StudioDecision>;
}

/** Records of one file while they are changed. */
export class Edit<T extends { readonly id: string }> {
  private readonly changed = new Map<string, { readonly before: T | undefined; readonly after: T }>();
  private readonly records: Map<string, T>;
  next: number;

  constructor(private readonly table: StudioTable<T>) {
    const state = table.read();
    this.records = new Map(state.records);
    this.next = state.next;
  }

  get(id: string): T | undefined {
    return this.records.get(id);
  }

  all(): Iterable<T> {
    return this.records.values();
  }

  /** The id of the record that is made next. */
  newId(): string {
    if (this.next > MAX_NUMBER) throw noNumberLeft(this.table.spec.path);
    const id = `${this.table.spec.letter}-${this.next}`;
    this.next += 1;
    return id;
  }

  /** Answers the record as it will stand in the file. */
  put(record: T): T {
    const parsed = this.table.spec.schema.safeParse(JSON.parse(JSON.stringify(record)));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = (issue?.path ?? []).map(String).join('.');
      throw new ToolFailure(
        toolError(
          'invalid_arguments',
          `${where || record.id}: ${issue?.message ?? 'not valid'}`,
          'Nothing was written.',
        ),
      );
    }
    const before = this.changed.has(record.id)
      ? this.changed.get(record.id)?.before
      : this.records.get(record.id);
    this.changed.set(record.id, { before, after: parsed.data });
    this.records.set(record.id, parsed.data);
    return parsed.data;
  }

  /** Takes back what a change did, as far as nobody has changed it since. */
  restore(changes: Changes<T>): void {
    for (const [id, { before, after }] of changes) {
      const present = this.records.get(id);
      if (present === undefined || JSON.stringify(present) !== JSON.stringify(after)) continue;
      if (before === undefined) {
        this.records.delete(id);
        this.changed.set(id, { before: present, after });
      } else this.put(before);
    }
  }

  get changes(): Changes<T> {
    return this.changed;
  }

  /** What is to be written; undefined where nothing changed. Throws where the file must not be written. */
  text(): { readonly path: Path; readonly before: string | undefined; readonly after: string } | undefined {
    if (this.changed.size === 0) return undefined;
    const state = this.table.read();
    if (state.problem !== undefined) throw brokenFailure(state.problem);
    const after = unwrap(this.table.format(this.records.values(), this.next));
    return { path: this.table.spec.path, before: state.text, after };
  }

  wrote(text: string): void {
    this.table.wrote(this.records, this.next, text);
  }
}

type Changes<T> = ReadonlyMap<string, { readonly before: T | undefined; readonly after: T }>;

export interface StudioEdit {
  readonly tasks: Edit<StudioTask>;
  readonly feedback: Edit<StudioFeedback>;
  readonly decisions: Edit<StudioDecision>;
}

export class StudioStore {
  readonly tables: Tables;

  constructor(private readonly project: Pick<Project, 'folder' | 'locate' | 'state'>) {
    this.tables = {
      tasks: new Table(project, {
        path: 'studio/board.json',
        format: 'skywalker.board',
        key: 'tasks',
        letter: 'T',
        schema: taskSchema,
        max: LIMITS.tasks,
      }),
      feedback: new Table(project, {
        path: 'studio/feedback.json',
        format: 'skywalker.feedback',
        key: 'feedback',
        letter: 'F',
        schema: feedbackSchema,
        max: LIMITS.feedback,
      }),
      decisions: new Table(project, {
        path: 'studio/decisions.json',
        format: 'skywalker.decisions',
        key: 'decisions',
        letter: 'D',
        schema: decisionSchema,
        max: LIMITS.decisions,
      }),
    };
    if (lstatIfThere(this.notePath) !== undefined) this.alone(() => undefined);
  }

  /** Does some work while no other process changes the studio. */
  alone<T>(work: () => T): T {
    return withFileLock(
      below(this.project.state, 'studio'),
      () => {
        this.complete();
        return work();
      },
      PATIENCE_MS,
    );
  }

  /**
   * Changes records. `work` gets what the files hold now; where it throws, nothing is written. Answers what it answered, and how
   * to take the change back. Throws `invalid_settings` where a file that would change is broken, and what the disk says.
   */
  change<T>(work: (edit: StudioEdit) => T): { readonly value: T; readonly undo: () => void } {
    return this.alone(() => {
      const edit = this.begin();
      const value = work(edit);
      this.write(edit);
      return {
        value,
        undo: () => {
          this.alone(() => {
            const back = this.begin();
            back.tasks.restore(edit.tasks.changes);
            back.feedback.restore(edit.feedback.changes);
            back.decisions.restore(edit.decisions.changes);
            this.write(back);
          });
        },
      };
    });
  }

  /** What a change would do, which is not written. */
  tryOut<T>(work: (edit: StudioEdit) => T): T {
    const edit = this.begin();
    const value = work(edit);
    for (const table of [edit.tasks, edit.feedback, edit.decisions]) table.text();
    return value;
  }

  private begin(): StudioEdit {
    const { tasks, feedback, decisions } = this.tables;
    return {
      tasks: new Edit(tasks),
      feedback: new Edit(feedback),
      decisions: new Edit(decisions),
    };
  }

  private write(edit: StudioEdit): void {
    const files = [edit.tasks, edit.feedback, edit.decisions].flatMap((table) => {
      const file = table.text();
      return file === undefined ? [] : [{ table, file, place: unwrap(this.project.locate(file.path)) }];
    });
    if (files.length > 1) {
      const note: Note = {
        format: 'skywalker.studio-change/1',
        files: files.map(({ file: { path, before, after } }) => ({
          path,
          before: before === undefined ? null : contentHash(before),
          after,
        })),
      };
      writeFileAtomicSync(this.notePath, JSON.stringify(note), { mode: 0o600 });
    }
    const begun: (typeof files)[number][] = [];
    try {
      for (const each of files) {
        begun.push(each);
        writeFileAtomicSync(each.place, each.file.after);
      }
    } catch (error) {
      // The last of them was not written.
      for (const { file, place } of begun.slice(0, -1)) {
        if (file.before === undefined) deleteFile(place);
        else writeFileAtomicSync(place, file.before);
      }
      if (files.length > 1) deleteFile(this.notePath);
      throw error;
    }
    for (const { table, file } of files) table.wrote(file.after);
    if (files.length > 1) deleteFile(this.notePath);
  }

  private get notePath(): ResolvedPath {
    return below(this.project.state, 'studio-change.json');
  }

  /** Completes a change of several files that a killed process had begun. A file that something else changed since stays. */
  private complete(): void {
    if (lstatIfThere(this.notePath) === undefined) return;
    const text = readTextFile(this.notePath, { maxBytes: 256 * 1024 * 1024 });
    const note = text.ok ? parseNote(text.value) : undefined;
    for (const { path, before, after } of note?.files ?? []) {
      const place = this.project.locate(path);
      if (!place.ok) continue;
      const there = readTextFile(place.value, { maxBytes: 64 * 1024 * 1024 });
      const present = there.ok ? contentHash(there.value) : null;
      if (present === before && (there.ok || there.error.code === 'not_found'))
        writeFileAtomicSync(place.value, after);
    }
    deleteFile(this.notePath);
  }
}

function parseNote(text: string): Note | undefined {
  try {
    const parsed = noteFile.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
