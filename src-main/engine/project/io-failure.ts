/** What the system says of a file, in words that help. */
import { basename } from 'node:path';
import { ToolFailure, toolError } from '../errors';
import { absoluteOf, type FilePath, movedFailure } from './held-folder';
import { systemCode } from './system-error';

/** A system error in words; what is a `ToolFailure` already stays as it is. */
export function ioFailure(
  verb: 'read' | 'written' | 'opened' | 'deleted',
  path: FilePath,
  error: unknown,
): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const code = systemCode(error) ?? '';
  const name = basename(absoluteOf(path));
  // What was judged was no link.
  if (code === 'ELOOP' && typeof path !== 'string') return movedFailure(path);
  if (code === 'ENOENT')
    return new ToolFailure(
      toolError('not_found', `There is no file ${name}`, 'Check the path; file_list shows what there is.'),
    );
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  const reason = known?.[0] ?? (error instanceof Error ? error.message : String(error));
  return new ToolFailure(toolError('io_error', `${name} can't be ${verb}: ${reason}`, known?.[1]));
}

const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  EACCES: ['permission is denied', 'Check the permissions of the file and its folder.'],
  EPERM: ['permission is denied', 'Check the permissions of the file and its folder.'],
  EROFS: ['the disk is read-only', 'Copy the project to a place that can be written.'],
  ENOSPC: ['the disk is full', 'Make room, then try again: nothing was changed.'],
  EDQUOT: ['the disk quota is used up', 'Make room, then try again: nothing was changed.'],
  EISDIR: ['it is a folder', 'Give the path of a file.'],
  ERR_FS_EISDIR: ['it is a folder', 'Look at what is in it, and delete it yourself.'],
  EEXIST: ['something of this name is there already', 'Choose another name, or move what is there.'],
  ENOTDIR: ['a part of its path is a file, not a folder', 'Check the path.'],
  ELOOP: ['its links go in a circle', 'Remove the links.'],
  EMFILE: ['too many files are open', 'Try again.'],
  ENAMETOOLONG: ['its name is too long', 'Choose a shorter one.'],
};
