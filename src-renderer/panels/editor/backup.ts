/** Unsaved text, kept in the window's own storage so that it survives a reload or a crash. */
import { isObject, stringOf } from '../../state/read-json';
import { readStored, writeStored } from '../../state/stored';

export interface Backup {
  readonly text: string;
  /** The revision that the text was a change of. */
  readonly baseRevision: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Backups of one project are apart from those of another that has a file of the same path. */
export function backupKey(projectFolder: string): string {
  return `unsaved:${projectFolder}`;
}

/** Larger texts are left out: storage holds a few megabytes in all. */
const MAX_BACKUP = 1024 * 1024;

/** Entries that do not read as backups are dropped. */
export function parseBackups(value: unknown): ReadonlyMap<string, Backup> | undefined {
  if (!isObject(value)) return undefined;
  const backups = new Map<string, Backup>();
  for (const [path, entry] of Object.entries(value)) {
    if (!isObject(entry)) continue;
    const text = stringOf(entry['text']);
    const at = entry['at'];
    if (text === undefined || typeof at !== 'number') continue;
    backups.set(path, { text, baseRevision: stringOf(entry['baseRevision']) ?? null, at });
  }
  return backups;
}

export function readBackups(projectFolder: string): ReadonlyMap<string, Backup> {
  return readStored(backupKey(projectFolder), parseBackups, new Map<string, Backup>());
}

/** Adds, replaces or, without a backup, removes one file's entry. */
export function withBackup(
  backups: ReadonlyMap<string, Backup>,
  path: string,
  backup: Backup | undefined,
): ReadonlyMap<string, Backup> {
  const next = new Map(backups);
  if (backup === undefined || backup.text.length > MAX_BACKUP) next.delete(path);
  else next.set(path, backup);
  return next;
}

export function writeBackup(projectFolder: string, path: string, backup: Backup | undefined): void {
  const next = withBackup(readBackups(projectFolder), path, backup);
  writeStored(backupKey(projectFolder), Object.fromEntries(next));
}
