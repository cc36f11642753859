/** A file that a command writes its result to. */
import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ioFailure } from '../engine/project/io-failure';
import type { Invocation } from './command';
import { CommandError, EXIT, usageError } from './exit-codes';

/**
 * Absolute path of the file that an option names; undefined where it was not given. Looks before anything is run whether it
 * can be written there, and throws a usage error where not: a call that was made already could not be taken back.
 */
export async function outputFile(call: Invocation, option: string): Promise<string | undefined> {
  const named = call.text(option);
  if (named === undefined) return undefined;
  const path = resolve(call.io.cwd, named);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true)
    throw usageError(`There is no folder ${dirname(path)} to write ${named} in.`);
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory() === true) throw usageError(`${path} is a folder.`);
  await access(there === undefined ? dirname(path) : path, constants.W_OK).catch(() => {
    throw usageError(`${path} can't be written: permission is denied.`);
  });
  return path;
}

/** Throws a `CommandError` where it can't be written after all. */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (error) {
    const { message, hint } = ioFailure('written', path, error).error;
    throw new CommandError(EXIT.failed, message, hint);
  }
}
