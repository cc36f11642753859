/** Reads the command line of the application: `skywalker-app [switches] [FOLDER]`, or `electron [switches] APP [FOLDER]`. */
import { resolve } from 'node:path';

/**
 * The project's folder that the command line names, absolute, or undefined. `appPath` is where the application lies when
 * it runs unpackaged: that argument is Electron's own.
 */
export function projectArgument(
  argv: readonly string[],
  cwd: string,
  appPath: string | undefined,
): string | undefined {
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  const own = appPath === undefined ? -1 : words.findIndex((word) => resolve(cwd, word) === resolve(appPath));
  const folder = words[own + 1];
  return folder === undefined ? undefined : resolve(cwd, folder);
}
