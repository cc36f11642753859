/** Paths of modules: from the project folder, parted by `/`, with or without the suffix. */

const SUFFIX = '.wander';

/** Whether a path stays inside the project on every system. */
export function isModulePath(path: string): boolean {
  return !/^\/|[\\:]|(^|\/)\.\.?(\/|$)|\/\//.test(path) && !path.includes('\0');
}

/** The file that a path names. */
export function moduleFileOf(path: string): string {
  return path.endsWith(SUFFIX) ? path : path + SUFFIX;
}

/** The last part of a path, without its suffix: what the module is called where nothing else is said. */
export function moduleStem(path: string): string {
  return moduleFileOf(path).slice(0, -SUFFIX.length).split('/').at(-1) ?? '';
}
