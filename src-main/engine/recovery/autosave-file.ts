/**
 * Autosave files: `.skywalker/autosave/<scene file or untitled>.sky.json`. JSON whose first line tells of which scene file
 * it is the continuation, and whose `scene` is the text of a scene file as it is. A name is only a label: what counts is the
 * first line.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { readTextFile, writeFileAtomicSync } from '../project/files';
import { below, type FilePath } from '../project/held-folder';

export const AUTOSAVE_FORMAT = 'skywalker.autosave/1';
export const AUTOSAVE_EXTENSION = '.sky.json';

/** As large as a scene file may be. */
const MAX_BYTES = 512 * 1_048_576;

const headerSchema = z.object({
  format: z.literal(AUTOSAVE_FORMAT),
  /** Project-relative path of the scene's file; null where it has none yet. */
  file: z.string().nullable(),
  /** Hash of what that file held when it was loaded or saved. */
  base: z.string().nullable(),
  /** The scene's name. */
  name: z.string(),
  /** ISO 8601, UTC. */
  time: z.iso.datetime(),
  entities: z.int().nonnegative(),
  /** The run of the engine that wrote it, and the scene's revision in that run. */
  run: z.string(),
  revision: z.int(),
  /** Why the scene can't be saved to its file. */
  read_only: z.string().optional(),
});

export type AutosaveHeader = z.infer<typeof headerSchema>;

const SCENE_LINE = '"scene":\n';

/** The text of an autosave file, around that of a scene file. */
export function* autosaveText(header: AutosaveHeader, scene: Iterable<string>): Generator<string, void> {
  yield `${JSON.stringify(header).slice(0, -1)},\n${SCENE_LINE}`;
  yield* scene;
  yield '}\n';
}

/** Reads an autosave file. `invalid_scene` where it is none, or not whole; the failures of reading a file. */
export function readAutosave(path: string): Outcome<{ header: AutosaveHeader; scene: string }> {
  const text = readTextFile(path, { maxBytes: MAX_BYTES });
  if (!text.ok) return text;
  const end = text.value.indexOf(',\n');
  const start = end + 2 + SCENE_LINE.length;
  const header = end < 0 ? undefined : parseHeader(`${text.value.slice(0, end)}}`);
  if (!header || !text.value.startsWith(SCENE_LINE, end + 2) || !text.value.endsWith('}\n}\n')) {
    return fail(
      'invalid_scene',
      `The autosave ${path} is damaged, or was written by another version of Skywalker.`,
      'Look at the file: what it holds under "scene" is a scene file. Discard it when it is of no use.',
    );
  }
  return succeed({ header, scene: text.value.slice(start, -2) });
}

function parseHeader(line: string): AutosaveHeader | undefined {
  try {
    return headerSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const savingSchema = z.object({
  run: z.string(),
  revision: z.int(),
  /** Names of the autosaves that this run has on the disk. */
  autosaves: z.array(z.string()),
  /** The scene file, and the hash of what it holds from then on. */
  file: z.string(),
  hash: z.string(),
});

/**
 * Noted just before a scene's file is replaced: where that has happened, these autosaves hold nothing that the file does not,
 * but for one that this run has written of a later revision.
 */
export type SavingNote = z.infer<typeof savingSchema>;

const SAVING_FILE = 'saving.json';

export function savingPath(folder: string): string {
  return join(folder, SAVING_FILE);
}

/** Throws a `ToolFailure` (`io_error`). */
export function writeSavingNote(folder: FilePath, note: SavingNote): void {
  writeFileAtomicSync(below(folder, SAVING_FILE), JSON.stringify(note), { mode: 0o600 });
}

/** Undefined where there is none, or none that can be read. */
export function readSavingNote(folder: string): SavingNote | undefined {
  try {
    return savingSchema.safeParse(JSON.parse(readFileSync(savingPath(folder), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Where the autosave of a scene goes: the first place that no other file has, so that none is ever overwritten. */
export function freePlace(folder: string, file: string | null): string {
  const stem = file === null ? 'untitled' : file.replace(/\.sky\.json$/, '').replaceAll('/', '-');
  // Names have 255 bytes at most, and temporary files have longer ones.
  const label = Buffer.from(stem).subarray(0, 160).toString('utf8').replaceAll('\ufffd', '');
  for (let count = 1; ; count += 1) {
    const path = join(folder, `${label}${count === 1 ? '' : `~${count}`}${AUTOSAVE_EXTENSION}`);
    if (!existsSync(path)) return path;
  }
}
