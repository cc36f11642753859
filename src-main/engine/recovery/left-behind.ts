/** Autosaves that an earlier run left behind, because it did not end well or nobody answered. */
import { join } from 'node:path';
import type { Json, JsonObject } from '../json';
import { contentHash } from '../project/content-hash';
import { readTextFile } from '../project/files';
import { entriesIn, removeIfPossible } from '../project/folder-entries';
import { removeTorn } from '../project/torn-files';
import type { Project } from '../project/project';
import {
  AUTOSAVE_EXTENSION,
  readAutosave,
  readSavingNote,
  savingPath,
  type AutosaveHeader,
  type SavingNote,
} from './autosave-file';

/** An autosave that nobody has answered yet. */
export interface Recovery {
  /** What it is called by, `scenes-main` for example. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** Missing where the file is damaged; `problem` says how. */
  readonly header?: AutosaveHeader;
  readonly problem?: string;
  /** The scene file holds something else than what this autosave continues. */
  readonly fileChanged: boolean;
}

/** As tools and events show it. */
export function recoveryJson(recovery: Recovery): JsonObject {
  const { name, header, problem, fileChanged } = recovery;
  const json: Record<string, Json> = { recovery: name };
  if (header) {
    json.file = header.file;
    json.scene = header.name;
    json.time = header.time;
    json.entities = header.entities;
  }
  json.file_changed = fileChanged;
  if (problem !== undefined) json.problem = problem;
  return json;
}

/**
 * The autosaves in a folder, the newest first. Those that hold nothing that was not saved are of no use and are deleted, as
 * is what a killed write left behind. Nobody else may be writing there.
 */
export function findLeftBehind(folder: string, project: Project): readonly Recovery[] {
  const found: Recovery[] = [];
  const saved = lastSave(folder, project);
  removeTorn(folder);
  for (const entry of entriesIn(folder)) {
    if (!entry.isFile() || !entry.name.endsWith(AUTOSAVE_EXTENSION)) continue;
    const path = join(folder, entry.name);
    const name = entry.name.slice(0, -AUTOSAVE_EXTENSION.length);
    const read = readAutosave(path);
    if (!read.ok) {
      found.push({ name, path, problem: read.error.message, fileChanged: false });
      continue;
    }
    const { header, scene } = read.value;
    const present = header.file === null ? undefined : textOf(project, header.file);
    const isLater = header.run === saved?.run && header.revision > saved.revision;
    const isOlder = saved?.autosaves.includes(entry.name) === true && !isLater;
    if (present === scene || isOlder) removeIfPossible(path);
    else found.push({ name, path, header, fileChanged: hashOf(present) !== header.base });
  }
  // Last: it tells of the others.
  removeIfPossible(savingPath(folder));
  return found.sort((a, b) => compare(b.header?.time ?? '', a.header?.time ?? '') || compare(a.name, b.name));
}

/** What was about to be saved when the engine was killed, where it was saved. */
function lastSave(folder: string, project: Project): SavingNote | undefined {
  const note = readSavingNote(folder);
  return note && hashOf(textOf(project, note.file)) === note.hash ? note : undefined;
}

function textOf(project: Project, file: string): string | undefined {
  const located = project.locate(file);
  const text = located.ok ? readTextFile(located.value, { maxBytes: Infinity }) : undefined;
  return text?.ok === true ? text.value : undefined;
}

function hashOf(text: string | undefined): string | null {
  return text === undefined ? null : contentHash(text);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
