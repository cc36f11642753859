/**
 * The agents of a project: `agents/<id>.agent.json`, read again as soon as a file changes. An entry that is broken, or that
 * went away while the project is open, never gives its agent more than it had: it may do nothing until a person has seen to it.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, succeed, ToolFailure, type Outcome } from '../errors';
import type { JsonObject } from '../json';
import { deleteFile, fileStamp, readTextFile, writeFileAtomicSync } from '../project/files';
import type { ResolvedPath } from '../project/paths';
import type { Project } from '../project/project';
import {
  AGENT_SUFFIX,
  AGENTS_FOLDER,
  agentIdProblem,
  formatProfile,
  parseProfile,
  type AgentProfile,
} from './profile';
import { isSystemError } from '../project/system-error';

export interface RosterEntry {
  readonly id: string;
  /** From the project's folder. */
  readonly path: string;
  /** Undefined where the entry is broken. */
  readonly profile?: AgentProfile;
  /** Why it is broken: file, line and reason. */
  readonly problem?: string;
}

/** What is known of an id. */
export type Membership =
  | { readonly kind: 'none' }
  /** Was there since the project was opened. */
  | { readonly kind: 'removed' }
  | { readonly kind: 'entry'; readonly entry: RosterEntry };

export interface RosterChange {
  readonly id: string;
  /** Whether a tool made it; otherwise somebody edited the file. */
  readonly byTool: boolean;
  /** Undefined where there was none, or is none any more. */
  readonly before: RosterEntry | undefined;
  readonly after: RosterEntry | undefined;
}

const MAX_FILE_BYTES = 512 * 1024;
const MAX_AGENTS = 1_000;

interface Held {
  readonly entry: RosterEntry;
  readonly stamp: string;
}

export class Roster {
  private readonly held = new Map<string, Held>();
  private readonly removed = new Set<string>();
  private readonly listeners = new Set<(change: RosterChange) => void>();
  private failure: string | undefined;

  /** `categories` are those that tools have at the time. */
  constructor(
    private readonly project: Pick<Project, 'folder' | 'locate'>,
    private readonly categories: () => ReadonlySet<string>,
  ) {
    for (const id of this.names()) this.read(id);
  }

  /** Why the folder can't be read, in which case nobody in it may do anything; undefined where it can. */
  get problem(): string | undefined {
    return this.failure;
  }

  /** Sorted by id. */
  all(): readonly RosterEntry[] {
    return [...this.held.values()].map(({ entry }) => entry).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Looks at the file first, so that what a person has just saved counts for the next call. */
  find(id: string): Membership {
    if (this.failure !== undefined) this.files();
    if (this.failure !== undefined)
      return { kind: 'entry', entry: { id, path: AGENTS_FOLDER, problem: this.failure } };
    if ((this.held.get(id)?.stamp ?? 'missing') !== this.stampOf(id)) this.reload(id);
    const entry = this.held.get(id)?.entry;
    if (entry !== undefined) return { kind: 'entry', entry };
    return { kind: this.removed.has(id) ? 'removed' : 'none' };
  }

  /** Told of each change of an entry, whoever made it. Returns what ends it. */
  onChanged(listener: (change: RosterChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A file of the project has changed. */
  changedOnDisk(path: string): void {
    const match = /^agents\/([^/]+)\.agent\.json$/i.exec(path);
    if (match !== null) this.reload((match[1] ?? '').toLowerCase());
  }

  /** Writes an entry. Fails with what the file system says. */
  write(id: string, raw: JsonObject): Outcome<RosterEntry> {
    const path = pathOf(id);
    const place = this.own(path);
    if (!place.ok) return place;
    try {
      writeFileAtomicSync(place.value, formatProfile(raw));
    } catch (error) {
      if (error instanceof ToolFailure) return { ok: false, error: error.error };
      throw error;
    }
    this.reload(id, true);
    const entry = this.held.get(id)?.entry;
    return entry === undefined ? fail('io_error', `${path} was written and is not there`) : succeed(entry);
  }

  /** Deletes an entry. Its agent may do nothing until it is defined again, or the project is opened anew. */
  remove(id: string): Outcome<undefined> {
    const place = this.own(pathOf(id));
    if (!place.ok) return place;
    try {
      deleteFile(place.value);
    } catch (error) {
      if (error instanceof ToolFailure) return { ok: false, error: error.error };
      throw error;
    }
    this.reload(id, true);
    return succeed(undefined);
  }

  private reload(id: string, byTool = false): void {
    const before = this.held.get(id)?.entry;
    this.read(id);
    const after = this.held.get(id)?.entry;
    if (before !== undefined && after === undefined) this.removed.add(id);
    if (after !== undefined) this.removed.delete(id);
    if (sameEntry(before, after)) return;
    for (const listener of [...this.listeners]) listener({ id, byTool, before, after });
  }

  private read(id: string): void {
    // Before the file: a change in between is seen as one with the next look.
    const stamp = this.stampOf(id);
    const files = this.files().filter((file) => file.toLowerCase() === id);
    const [first] = files;
    if (first === undefined) this.held.delete(id);
    else this.held.set(id, { stamp, entry: this.entryOf(id, files) });
  }

  private entryOf(id: string, files: readonly string[]): RosterEntry {
    const path = pathOf(files.includes(id) ? id : (files[0] ?? id));
    const broken = (problem: string): RosterEntry => ({ id, path, problem });
    if (files.length > 1) {
      const others = files.map(pathOf).join(' and ');
      return broken(`${others} are one file on Windows and macOS: keep ${pathOf(id)}.`);
    }
    if (files[0] !== id)
      return broken(`${path} has to be called ${pathOf(id)}: ids of agents are lowercase.`);
    const wrong = agentIdProblem(id);
    if (wrong !== undefined) return broken(`${path}: ${wrong}`);
    const place = this.own(path);
    if (!place.ok) return broken(place.error.message);
    const text = readTextFile(place.value, { maxBytes: MAX_FILE_BYTES });
    if (!text.ok) return broken(`${path}: ${text.error.message}`);
    const parsed = parseProfile(text.value, id, this.categories());
    return parsed.ok ? { id, path, profile: parsed.value } : broken(parsed.error.message);
  }

  /** Where an entry is, which must be where its name says: what tools may write elsewhere must not be the roster. */
  private own(path: string): Outcome<ResolvedPath> {
    const place = this.project.locate(path);
    if (!place.ok) return place;
    if (place.value.relative === path) return place;
    return fail(
      'permission_denied',
      `${path} is a link to ${place.value.relative}. Entries of the roster are files of their own.`,
      'Put the file itself there.',
    );
  }

  private stampOf(id: string): string {
    return fileStamp(join(this.project.folder, ...pathOf(id).split('/')));
  }

  private names(): ReadonlySet<string> {
    return new Set(this.files().map((file) => file.toLowerCase()));
  }

  /** Names of the files there, without the suffix. */
  private files(): readonly string[] {
    try {
      const names = readdirSync(join(this.project.folder, AGENTS_FOLDER))
        .filter((name) => name.toLowerCase().endsWith(AGENT_SUFFIX))
        .map((name) => name.slice(0, -AGENT_SUFFIX.length))
        .sort();
      this.failure =
        names.length > MAX_AGENTS
          ? `${AGENTS_FOLDER}/ has ${names.length} entries; at most ${MAX_AGENTS} are read.`
          : undefined;
      return names;
    } catch (error) {
      this.failure = isSystemError(error, 'ENOENT', 'ENOTDIR')
        ? undefined
        : `${AGENTS_FOLDER}/ can't be read: ${error instanceof Error ? error.message : String(error)}`;
      return [];
    }
  }
}

function pathOf(id: string): string {
  return `${AGENTS_FOLDER}/${id}${AGENT_SUFFIX}`;
}

function sameEntry(a: RosterEntry | undefined, b: RosterEntry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.problem === b.problem && JSON.stringify(a.profile?.raw) === JSON.stringify(b.profile?.raw);
}
