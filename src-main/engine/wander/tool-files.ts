/**
 * Project files as a tool's code may read and write them: only where every tool on the chain of callers declared, never
 * through a link that leads outside, never a special file, never the engine's own. Writes happen at once, are skipped in
 * dry runs (later reads of the same run see them all the same), and are taken back when the call fails.
 */
import type { Dirent } from 'node:fs';
import { ToolFailure, toolError, type Outcome } from '../errors';
import {
  deleteFile,
  lstatIfThere,
  missingFolders,
  readBytes,
  readTextFile,
  removeFolders,
  writeFileAtomicSync,
} from '../project/files';
import { readFolder } from '../project/folder-entries';
import { type ResolvedPath, rootOf } from '../project/paths';
import type { Project } from '../project/project';
import type { ToolContext } from '../tools/definition';
import { pathAllowed } from '../tools/glob';
import { mayListFolder, protectedPath } from '../tools/file-patterns';
import { systemCode } from '../project/system-error';

export const MAX_FILE_BYTES = 4 * 1024 * 1024;
export const MAX_LISTED = 1000;

type Context = Pick<ToolContext, 'capabilities' | 'dryRun' | 'onRollback' | 'touched' | 'notExercised'>;

function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new ToolFailure(outcome.error);
}

export class ToolFiles {
  /** What a dry run would have written. */
  private readonly unwritten = new Map<string, string>();

  constructor(
    private readonly project: Pick<Project, 'folder' | 'locate' | 'writable'>,
    private readonly context: Context,
  ) {}

  /** The text of a file of at most 4 MiB. Throws a `ToolFailure`: `capability_denied`, `not_found`, `io_error` … */
  read(path: string): string {
    const place = this.allowed(path, 'read');
    const pending = this.unwritten.get(place.relative);
    if (pending !== undefined) return pending;
    return unwrap(readTextFile(place, { maxBytes: MAX_FILE_BYTES }));
  }

  exists(path: string): boolean {
    const place = this.allowed(path, 'read');
    if (this.unwritten.has(place.relative)) return true;
    return lstatIfThere(place) !== undefined;
  }

  /** What is in a folder and may be read, project-relative and sorted; folders end in `/`. Links are left out. */
  list(folder: string): readonly string[] {
    const place =
      folder === '' || folder === '.' ? rootOf(this.project.folder) : unwrap(this.project.locate(folder));
    const shielded = protectedPath(place.relative, 'read');
    if (shielded !== undefined)
      throw new ToolFailure(toolError('capability_denied', `${folder} can't be listed: ${shielded}`));
    const lists = this.patterns('read');
    const denied = lists.find(({ allow }) => !mayListFolder(place.relative, allow));
    if (denied !== undefined) throw this.denial('read', place.relative, denied.tool);
    const stat = lstatIfThere(place);
    if (stat === undefined)
      throw new ToolFailure(toolError('not_found', `There is no folder ${place.relative}`));
    if (!stat.isDirectory()) {
      throw new ToolFailure(
        toolError('invalid_arguments', `${place.relative} is not a folder`, 'read_file reads a file.'),
      );
    }
    this.context.touched('read', place.relative);
    const found: string[] = [];
    for (const entry of entriesOf(place)) {
      const path = (place.relative === '' ? entry.name : `${place.relative}/${entry.name}`).normalize('NFC');
      if (protectedPath(path, 'read') !== undefined) continue;
      if (entry.isDirectory() && lists.every(({ allow }) => mayListFolder(path, allow)))
        found.push(`${path}/`);
      else if (entry.isFile() && this.deniedBy('read', path) === undefined) found.push(path);
    }
    if (found.length > MAX_LISTED) {
      throw new ToolFailure(
        toolError(
          'output_too_large',
          `${place.relative} holds ${found.length} entries; at most ${MAX_LISTED} can be listed`,
          'Sort the files into folders.',
        ),
      );
    }
    return found.sort();
  }

  /** Writes a whole file; false where it was skipped because the run is dry. */
  write(path: string, text: string): boolean {
    const place = this.allowed(path, 'write');
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_FILE_BYTES) {
      throw new ToolFailure(
        toolError(
          'output_too_large',
          `The text for ${place.relative} has ${bytes} bytes; a file has at most ${MAX_FILE_BYTES}`,
        ),
      );
    }
    const stat = lstatIfThere(place);
    if (stat !== undefined && !stat.isFile()) {
      throw new ToolFailure(
        toolError('io_error', `${place.relative} is not a regular file, so it can't be written`),
      );
    }
    if (this.context.dryRun) {
      this.unwritten.set(place.relative, text);
      this.context.notExercised(`${place.relative} was not written.`);
      return false;
    }
    const before = stat === undefined ? undefined : unwrap(readBytes(place, Number.MAX_SAFE_INTEGER));
    const folders = missingFolders(place);
    writeFileAtomicSync(place, text);
    this.context.onRollback(() => {
      if (before !== undefined) writeFileAtomicSync(place, before);
      else deleteFile(place);
      removeFolders(folders);
    });
    return true;
  }

  private allowed(path: string, access: 'read' | 'write'): ResolvedPath {
    const place = unwrap(access === 'write' ? this.project.writable(path) : this.project.locate(path));
    const shielded = protectedPath(place.relative, access);
    if (shielded !== undefined) {
      throw new ToolFailure(
        toolError(
          'capability_denied',
          `${path} can't be ${access === 'read' ? 'read' : 'written'}: ${shielded}`,
        ),
      );
    }
    const denied = this.deniedBy(access, place.relative);
    if (denied === undefined) {
      this.context.touched(access, place.relative);
      return place;
    }
    throw this.denial(access, place.relative, denied);
  }

  /** The first tool on the chain that did not declare the place. What it may write it may read. */
  private deniedBy(access: 'read' | 'write', path: string): string | undefined {
    const normal = path.normalize('NFC');
    return this.patterns(access).find(({ allow }) => !pathAllowed(allow, normal))?.tool;
  }

  private denial(access: 'read' | 'write', path: string, tool: string): ToolFailure {
    const folder = path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/` : path;
    return new ToolFailure(
      toolError(
        'capability_denied',
        `${tool} may not ${access} ${path === '' ? 'the project folder' : path}`,
        `Declare it, for example "files": {"${access}": ["${folder}"]} in the capabilities of ${tool}.`,
      ),
    );
  }

  private patterns(access: 'read' | 'write'): { tool: string; allow: readonly string[] }[] {
    return (this.context.capabilities?.files ?? []).map((entry) => ({
      tool: entry.tool,
      allow: access === 'read' ? [...entry.read, ...entry.write] : entry.write,
    }));
  }
}

function entriesOf(folder: ResolvedPath): Dirent[] {
  const { relative } = folder;
  try {
    return readFolder(folder);
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    const why = systemCode(error) ?? 'unknown';
    throw new ToolFailure(toolError('io_error', `${relative} can't be listed: ${why}`));
  }
}
