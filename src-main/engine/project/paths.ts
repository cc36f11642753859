/**
 * The one guard of paths inside a project. Whatever a person, agent or file says is a path goes through here before
 * anything touches the disk. The rules are those of the strictest system, so that a project means the same on all of them.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';

export interface ResolvedPath {
  /** Where it really is, links resolved. */
  readonly absolute: string;
  /** The same, with the links above the project resolved too. */
  readonly real: string;
  /** The same from the project's folder, with `/`; empty for the folder itself. */
  readonly relative: string;
}

const MAX_LENGTH = 1024;
const HINT = 'Give a path from the project folder, such as "data/waves.json".';

/** Names that are devices on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;
/** The short names that Windows gives to long ones: `APPROV~1.JSO`. */
const SHORT_NAME = /^[^.]{1,6}~\d{1,6}(\.[^.]{0,3})?$/;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;
/** Characters that can't be seen, and that some file systems leave out when they compare names. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;

/**
 * The segments of a project-relative path, without looking at the disk. Refuses, with `permission_denied` for what would
 * leave the project and `invalid_arguments` for the rest: absolute paths, `..`, backslashes, URLs, percent-encoding,
 * control and invisible characters, and names that mean another file on some system.
 */
export function splitPath(path: unknown): Outcome<readonly string[]> {
  if (typeof path !== 'string')
    return fail('invalid_arguments', `A path is text, not ${path === null ? 'null' : typeof path}`, HINT);
  const shown = JSON.stringify(path.length > 120 ? `${path.slice(0, 117)}…` : path);
  const refuse = (why: string, hint = HINT): ReturnType<typeof fail> =>
    fail('invalid_arguments', `The path ${shown} ${why}`, hint);
  const leaves = (why: string): ReturnType<typeof fail> =>
    fail('permission_denied', `The path ${shown} ${why}`, HINT);
  if (path === '') return refuse('is empty');
  if (path.length > MAX_LENGTH) return refuse(`has ${path.length} characters, more than ${MAX_LENGTH}`);
  if (CONTROL.test(path)) return refuse('has a control character');
  if (INVISIBLE.test(path)) return refuse('has an invisible character');
  if (/^([a-z][a-z0-9+.-]+:\/\/|(file|data|blob|about|javascript):)/i.test(path))
    return leaves('is a URL, not a path in the project');
  if (path.startsWith('\\\\')) return leaves('is absolute: it leads outside the project');
  if (path.startsWith('/') || /^[a-z]:/i.test(path))
    return leaves('is absolute: it may lead outside the project');
  if (path.includes('\\')) return refuse('has a backslash', 'Write folders with "/".');
  if (path.startsWith('~')) return leaves('starts with "~", which some programs take for the home folder');
  if (/%(2e|2f|5c|00|25)/i.test(path))
    return refuse('has percent-encoding', 'Write the characters themselves.');
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') return leaves('has "..", which may lead outside the project');
    const reason = aliasReason(segment);
    if (reason !== undefined)
      return refuse(`has the name "${segment}", which ${reason}`, 'Choose another name.');
    segments.push(segment);
  }
  return succeed(segments);
}

function aliasReason(name: string): string | undefined {
  if (/[. ]$/.test(name)) return 'Windows takes for the name without the dots and spaces at its end';
  if (name.startsWith(' ')) return 'starts with a space';
  if (name.includes(':')) return 'has a colon: Windows takes what follows for a hidden stream';
  if (/[<>"|?*]/.test(name)) return 'has a character that Windows does not allow';
  if (DEVICE.test((name.split('.')[0] ?? '').trimEnd())) return 'is a device on Windows';
  if (SHORT_NAME.test(name)) return 'may be the short form of another name on Windows';
  if (Buffer.byteLength(name) > 255) return 'is longer than 255 bytes';
  return undefined;
}

/** Folders and files that no tool writes: governance, the project's settings, the engine's own state. */
const PROTECTED: readonly { readonly path: string; readonly why: string }[] = [
  { path: 'tools', why: 'custom tools are changed with tool_define and its kin, approvals by people' },
  { path: 'game.json', why: "the project's settings are changed with game_settings" },
  { path: '.skywalker', why: "it is the engine's own state" },
  { path: 'agents', why: 'agents are changed with studio_agent_define' },
  { path: 'studio', why: 'it is kept by the studio tools' },
  { path: '.git', why: "it is the version control's own state" },
];

/**
 * Why a tool must not write there, or undefined. Judges the name as the most forgiving file system would (without regard
 * to case, composition of letters and invisible characters), and any path that `splitPath` refuses.
 */
export function protectedReason(path: string): string | undefined {
  const split = splitPath(path);
  if (!split.ok) return split.error.message;
  const [first] = split.value;
  if (first === undefined) return "it is the project's folder itself";
  const folded = foldName(first);
  const found = PROTECTED.find((entry) => entry.path === folded);
  return found && `"${found.path}" is protected: ${found.why}`;
}

/** A name as the most forgiving file system compares it. */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[. ]+$/, '');
}

/**
 * Where a project-relative path leads on the disk. What it names need not exist; what exists of the way there is followed,
 * and a link that leads outside the project (or to nothing) is refused with `permission_denied`, which says where it leads.
 */
export function resolveInside(folder: string, path: string): Outcome<ResolvedPath> {
  const split = splitPath(path);
  if (!split.ok) return split;
  let root: string;
  try {
    root = realpathSync.native(folder);
  } catch {
    return fail('io_error', `The project folder ${folder} can't be read`, 'Was it moved or deleted?');
  }
  let at = root;
  const { value: segments } = split;
  for (const [index, segment] of segments.entries()) {
    const next = join(at, segment);
    const kind = kindOf(next);
    if (kind === undefined) {
      at = join(at, ...segments.slice(index));
      break;
    }
    if (kind !== 'link') {
      at = next;
      continue;
    }
    const target = followLink(next, root, segments.slice(0, index + 1).join('/'));
    if (!target.ok) return target;
    at = target.value;
  }
  const inside = relative(root, at);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return fail('permission_denied', `The path "${path}" leads outside the project`, HINT);
  }
  return succeed({ absolute: join(folder, inside), real: at, relative: inside.split(sep).join('/') });
}

/** A project's own folder, as `resolveInside` gives what is in it. */
export function rootOf(folder: string): ResolvedPath {
  let real = folder;
  try {
    real = realpathSync.native(folder);
  } catch {
    // Gone: so is what is in it.
  }
  return { absolute: folder, real, relative: '' };
}

function kindOf(path: string): 'link' | 'other' | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? 'link' : 'other';
  } catch {
    return undefined;
  }
}

function followLink(link: string, root: string, shown: string): Outcome<string> {
  let target: string;
  try {
    target = realpathSync.native(link);
  } catch {
    return fail(
      'permission_denied',
      `"${shown}" is a link to "${readLink(link)}", which is not there`,
      'Remove the link, or mend it.',
    );
  }
  const inside = relative(root, target);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return fail(
      'permission_denied',
      `"${shown}" is a link that leads outside the project, to ${target}`,
      'Copy the files into the project instead of linking to them.',
    );
  }
  return succeed(target);
}

function readLink(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '?';
  }
}
