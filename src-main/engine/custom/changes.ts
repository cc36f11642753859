/**
 * Changes of tools that take several steps on the disk: code and definition, decision and audit. What is about to be done is
 * written down first, so that a kill between two steps leaves no half: when the project is opened again the change is
 * completed or taken back, and the audit tells which. A step that fails takes back those before it. The note stands in the
 * user's own folder: what a project's files say was begun here, was not.
 */
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ToolFailure, toolError } from '../errors';
import type { JsonObject } from '../json';
import { contentHash } from '../project/content-hash';
import { deleteFile, lstatIfThere, readTextFile, writeFileAtomicSync } from '../project/files';
import { withFileLock } from '../project/file-lock';
import { below } from '../project/held-folder';
import { rootOf } from '../project/paths';
import type { Project } from '../project/project';
import type { Approvals } from './approvals';
import type { Audit } from './audit';
import type { Ledger } from './ledger';
import { isLooser, isPolicy } from './policy';
import { readTextIfThere, writePrivateFile } from './private-files';

const EVENTS = [
  ...(['defined', 'approved', 'rejected', 'enabled', 'disabled', 'removed', 'restored'] as const),
  'tests_added',
  'registered',
  'policy',
] as const;

export type ChangeEvent = (typeof EVENTS)[number];

const fileChange = z.object({
  path: z.string(),
  /** The text that was there; null where there was no such file, missing where it could not be read. */
  before: z.string().nullable().optional(),
  /** Null where the file goes. */
  after: z.string().nullable(),
});

const changeFile = z.object({
  format: z.literal('skywalker.change/1'),
  event: z.enum(EVENTS),
  /** Missing where it is about all of them. */
  tool: z.string().optional(),
  actor: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** What the audit is told besides. */
  facts: z.record(z.string(), z.json()),
  files: z.array(fileChange),
});

type ChangeData = z.infer<typeof changeFile>;
type FileChange = z.infer<typeof fileChange>;

export interface Change {
  readonly event: ChangeEvent;
  /** Missing where it is about all of them. */
  readonly tool?: string;
  readonly actor: string;
  readonly facts: JsonObject;
  /** Texts by project-relative path, in the order in which they are written; null deletes the file. */
  readonly files?: ReadonlyMap<string, string | null>;
}

export interface ChangeParts {
  readonly project: Pick<Project, 'folder' | 'locate' | 'state'>;
  readonly userFolder: string;
  readonly approvals: Pick<Approvals, 'latest' | 'withdraw'>;
  readonly ledger: Pick<Ledger, 'turnedOff' | 'turnOff' | 'policy' | 'setPolicy'>;
  readonly audit: Pick<Audit, 'note' | 'lastOfEarlierRun'>;
  readonly now: () => Date;
}

/** Milliseconds for which a change waits for those of other processes, each of which takes some writes to the disk. */
const PATIENCE_MS = 10_000;

export class ToolChanges {
  private readonly path: string;
  private isAlone = false;

  constructor(private readonly parts: ChangeParts) {
    // By folder: a copy of a project has its id, and may be open at the same time.
    const folder = realpathSync(parts.project.folder);
    this.path = join(parts.userFolder, 'changes', `${contentHash(folder).slice(0, 32)}.json`);
  }

  /**
   * Does some work while no other process that has this project open changes its tools: what is looked up in it still holds
   * when it is written.
   */
  alone<T>(work: () => T): T {
    if (this.isAlone) return work();
    return withFileLock(
      below(this.parts.project.state, 'tools'),
      () => {
        this.isAlone = true;
        try {
          return work();
        } finally {
          this.isAlone = false;
        }
      },
      PATIENCE_MS,
    );
  }

  /**
   * Writes the files, does the rest in `work`, and notes it in the audit with what `more` tells of the outcome. Where
   * anything fails the files are as they were, and it is thrown on.
   */
  make<T>(change: Change, work: () => T, more: (result: T) => JsonObject = () => ({})): T {
    return this.alone(() => this.makeNow(change, work, more));
  }

  private makeNow<T>(change: Change, work: () => T, more: (result: T) => JsonObject): T {
    const { event, tool, actor, facts } = change;
    const files = [...(change.files ?? [])].map(([path, after]): FileChange => {
      const before = this.read(path);
      return { path, after, ...(before === undefined ? {} : { before }) };
    });
    const about: JsonObject = tool === undefined ? {} : { tool };
    const data: ChangeData = {
      format: 'skywalker.change/1',
      event,
      ...(tool === undefined ? {} : { tool }),
      actor,
      at: this.parts.now().toISOString(),
      facts: facts as ChangeData['facts'],
      files,
    };
    this.remember(data);
    let result: T;
    const begun: FileChange[] = [];
    try {
      for (const file of files) {
        begun.unshift(file);
        this.write(file.path, file.after);
      }
      result = work();
    } catch (error) {
      for (const file of begun) this.putBack(file);
      this.forget();
      throw error;
    }
    this.parts.audit.note(event, actor, { ...about, ...facts, ...more(result) });
    this.forget();
    return result;
  }

  /** Completes or takes back what an earlier run began. Before the tools are loaded. */
  recover(): void {
    this.alone(() => {
      this.recoverNow();
    });
  }

  private recoverNow(): void {
    const data = this.unfinished();
    if (data === undefined) return;
    const { event, tool, actor, facts } = data;
    const about: JsonObject = tool === undefined ? {} : { tool };
    if (this.complete(data)) {
      const last = this.parts.audit.lastOfEarlierRun;
      // Where the event log was begun anew, calls are counted anew too: a line from before is about another change.
      const isLater = typeof last?.at === 'string' && last.at >= data.at;
      const noted = isLater && last.event === event && last.tool === tool && last.call === facts.call;
      if (!noted)
        this.parts.audit.note(event, actor, { ...about, ...(facts as JsonObject), recovered: true });
    } else {
      this.parts.audit.note('recovered', 'system', { ...about, undone: event, by: actor });
    }
    this.forget();
  }

  /** Whether the change was made as a whole, or is by now; false where there is nothing left of it. */
  private complete(data: ChangeData): boolean {
    const { event, tool = '', actor, at, facts, files } = data;
    const texts = files.map((file) => ({ file, now: this.read(file.path) }));
    // Somebody else has written since: theirs stays, whatever became of ours.
    const foreign = texts.some(({ file, now }) => now !== file.after && now !== file.before);
    const whole = texts.every(({ file, now }) => now === file.after);
    if (event === 'approved' || event === 'rejected') {
      const latest = this.parts.approvals.latest(tool);
      const { record, problem } = latest ?? {};
      return (
        problem === undefined && record?.status === event && record.hash === facts.hash && record.at >= at
      );
    }
    if (foreign) return false;
    if (event === 'removed') {
      // Taking away may be completed by whoever comes next: it only ever makes less of a tool.
      for (const { file } of texts) this.write(file.path, null);
      this.parts.approvals.withdraw(tool, actor, this.parts.now());
      return true;
    }
    if (event === 'policy' && whole) return this.completePolicy(data);
    const stillOff = event === 'enabled' && this.parts.ledger.turnedOff(tool) !== undefined;
    if (!whole || stillOff) {
      for (const { file } of texts) this.putBack(file);
      return false;
    }
    if (event === 'disabled' && facts.by_person === true) this.parts.ledger.turnOff(tool, actor, at);
    return true;
  }

  /** Stricter is completed; looser only where this user's word for it was noted. */
  private completePolicy({ actor, at, facts, files }: ChangeData): boolean {
    const { ledger, project } = this.parts;
    const { policy, before } = facts;
    if (!isPolicy(policy) || !isPolicy(before)) return false;
    if (ledger.policy(project.folder) === policy) return true;
    if (isLooser(policy, before)) {
      for (const file of files) this.putBack(file);
      return false;
    }
    ledger.setPolicy(project.folder, policy, actor, at);
    return true;
  }

  private unfinished(): ChangeData | undefined {
    try {
      const text = readTextIfThere(this.path);
      if (text === undefined) return undefined;
      const parsed = changeFile.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {
      // Not ours: there is nothing to be done about it.
    }
    this.forget();
    return undefined;
  }

  /** Null where there is no such file, undefined where it can't be read. */
  private read(path: string): string | null | undefined {
    const place = this.parts.project.locate(path);
    if (!place.ok) return undefined;
    const text = readTextFile(place.value);
    if (text.ok) return text.value;
    return text.error.code === 'not_found' ? null : undefined;
  }

  private write(path: string, text: string | null): void {
    const { project } = this.parts;
    const direct = join(project.folder, path);
    const place = project.locate(path);
    const isLink = lstatIfThere(direct)?.isSymbolicLink() === true;
    if (text === null) {
      if (!isLink && !place.ok) throw new ToolFailure(place.error);
      // Of a link, the link: what it leads to is somebody else's.
      deleteFile(isLink || !place.ok ? below(rootOf(project.folder), path) : place.value);
      return;
    }
    if (!place.ok) throw new ToolFailure(place.error);
    if (isLink) {
      throw new ToolFailure(
        toolError(
          'permission_denied',
          `${path} is a link to ${place.value.relative}, which is not the tool's to write.`,
          'Replace the link by a file of its own.',
        ),
      );
    }
    writeFileAtomicSync(place.value, text);
  }

  private putBack({ path, before }: FileChange): void {
    if (before === undefined || this.read(path) === before) return;
    try {
      this.write(path, before);
    } catch {
      // What can't be written now is told where the file is read.
    }
  }

  private remember(data: ChangeData): void {
    try {
      writePrivateFile(this.path, JSON.stringify(data));
    } catch {
      // A user's folder that can't be written costs the safety from kills, never the call.
    }
  }

  private forget(): void {
    try {
      rmSync(this.path, { force: true });
    } catch {
      // It is looked at again when the project is opened: there is nothing to be done by then.
    }
  }
}
