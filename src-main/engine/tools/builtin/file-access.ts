/** Which files the file tools may touch for whom, and writing that a roll-back takes back. */
import { createHash } from 'node:crypto';
import { ToolFailure, toolError } from '../../errors';
import {
  deleteFile,
  lstatIfThere,
  missingFolders,
  moveFile,
  readBytes,
  removeFolders,
  writeFileAtomicSync,
} from '../../project/files';
import { below } from '../../project/held-folder';
import { foldName, protectedReason, type ResolvedPath } from '../../project/paths';
import type { Project } from '../../project/project';
import { fileDeniedBy } from '../capabilities';
import type { ToolContext } from '../definition';
import { unwrap } from './entities';

/** Largest file that the file tools read or write. */
export const MAX_FILE_BYTES = 16 * 1_048_576;

/** A person at the window or a terminal, not a tool that they run. */
export function isPerson(context: ToolContext): boolean {
  return context.caller.kind === 'human' && context.capabilities === undefined;
}

/** Where a project-relative path leads, if this call may read it. */
export function readable(project: Project, path: string, context: ToolContext): ResolvedPath {
  const located = unwrap(project.locate(path));
  const hidden = located.relative.split('/').find((part) => foldName(part).startsWith('.'));
  if (hidden !== undefined && !isPerson(context)) {
    // The engine's own state holds the token of the agent port.
    throw new ToolFailure(
      toolError(
        'permission_denied',
        `"${path}" can't be read: "${hidden}" belongs to the engine or to version control.`,
      ),
    );
  }
  checkCapability(context, 'read', located.relative);
  return located;
}

/** The same for writing. */
export function writable(project: Project, path: string, context: ToolContext): ResolvedPath {
  checkCapability(context, 'write', unwrap(project.locate(path)).relative);
  if (!isPerson(context)) return unwrap(project.writable(path));
  const located = unwrap(project.locate(path));
  const reason = protectedReason(path) ?? protectedReason(located.relative);
  if (reason === undefined || mayPersonWrite(path, located.relative)) return located;
  throw new ToolFailure(toolError('permission_denied', `"${path}" can't be written: ${reason}`));
}

/**
 * Among what is protected from tools, a person edits definitions and code of tools, settings, agents and studio data. Approvals
 * are given, not written, and the engine's state is its own.
 */
function mayPersonWrite(given: string, relative: string): boolean {
  return [given, relative].every((path) => {
    const parts = path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .map(foldName);
    const [first = ''] = parts;
    if (parts.length === 0 || first === '.skywalker' || first === '.git') return false;
    return first !== 'tools' || /\.(?:tool\.json|tool\.js|wander)$/.test(parts.at(-1) ?? '');
  });
}

function checkCapability(context: ToolContext, access: 'read' | 'write', path: string): void {
  const denied = fileDeniedBy(context.capabilities, access, path);
  if (denied === undefined) {
    context.touched(access, path);
    return;
  }
  throw new ToolFailure(
    toolError(
      'capability_denied',
      `${denied} may not ${access} "${path}".`,
      `Add it to "files.${access}" in the capabilities of ${denied}.`,
    ),
  );
}

/** Names a file's content, to tell whether it changed since it was read. */
export function revisionOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Writes a file within a call: skipped in a dry run (with a warning, false), taken back when the call is rolled back. */
export function writeInCall(context: ToolContext, target: ResolvedPath, data: string | Uint8Array): boolean {
  if (context.dryRun) {
    context.warn(`Dry run: ${target.relative} was not written.`);
    context.notExercised(`${target.relative} was not written.`);
    return false;
  }
  const before =
    lstatIfThere(target) === undefined ? undefined : unwrap(readBytes(target, MAX_FILE_BYTES * 8));
  const newFolders = missingFolders(target);
  writeFileAtomicSync(target, data);
  context.onRollback(() => {
    if (before === undefined) deleteFile(target);
    else writeFileAtomicSync(target, before);
    removeFolders(newFolders);
  });
  return true;
}

/** Moves a file to the project's trash within a call; answers where it is. */
export function trashInCall(project: Project, context: ToolContext, target: ResolvedPath): string {
  const name = lastCharacters(target.relative.split('/').at(-1) ?? 'file');
  const folder = below(project.state, 'trash');
  const place = freeName(folder, `${context.callId}-${name}`);
  if (context.dryRun) {
    context.warn(`Dry run: ${target.relative} was not deleted.`);
    context.notExercised(`${target.relative} was not deleted.`);
    return place;
  }
  const kept = below(folder, place);
  moveFile(target, kept);
  context.onRollback(() => {
    moveFile(kept, target);
  });
  return place;
}

/** The end of a name, so that there is room before it: a name has 255 bytes at most. */
function lastCharacters(name: string): string {
  const characters = Array.from(name);
  while (Buffer.byteLength(characters.join('')) > 200) characters.shift();
  return characters.join('');
}

function freeName(folder: ResolvedPath, name: string): string {
  let free = name;
  for (let number = 2; lstatIfThere(below(folder, free)) !== undefined; number += 1)
    free = `${number}-${name}`;
  return free;
}
