/** Which project a command means. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CommandError, EXIT } from './exit-codes';
import type { Io } from './io';

/**
 * The folder of the project: `--project`, else `$SKYWALKER_PROJECT`, else the folder the command is run in or the nearest
 * above it that has a game.json. Absolute, without links. Throws a `CommandError` where there is none.
 */
export function findProject(io: Io, given: string | undefined): string {
  const named = given ?? io.env['SKYWALKER_PROJECT'];
  if (named !== undefined && named !== '') {
    const folder = resolve(io.cwd, named);
    if (!isFolder(folder)) {
      throw new CommandError(
        EXIT.unreachable,
        existsSync(folder)
          ? `${folder} is a file, not the folder of a project.`
          : `There is no folder ${folder}.`,
        `Name the folder with the game.json, or make a project: skywalker new DIR`,
      );
    }
    if (!isProject(folder)) {
      throw new CommandError(
        EXIT.unreachable,
        `${folder} has no game.json, so it is no project.`,
        `Make one: skywalker new ${named}`,
      );
    }
    return realpathSync(folder);
  }
  const found = projectAround(io.cwd);
  if (found !== undefined) return found;
  throw new CommandError(
    EXIT.unreachable,
    `There is no project in ${io.cwd}, nor above it.`,
    'Name one with --project DIR, or make one: skywalker new DIR',
  );
}

/** The nearest project at or above a folder. */
export function projectAround(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (isProject(at)) return realpathSync(at);
    if (dirname(at) === at) return undefined;
  }
}

/** Whether two paths lead to the same folder. */
export function sameFolder(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

function isProject(folder: string): boolean {
  return existsSync(join(folder, 'game.json'));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
