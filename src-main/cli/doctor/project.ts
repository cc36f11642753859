/** A project's folder. Nothing is made, changed or removed. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { held } from '../../engine/project/lock';
import { resolveInside } from '../../engine/project/paths';
import { parseSettings, SETTINGS_FILE, type ParsedSettings } from '../../engine/project/settings';
import { checkStateFolder, STATE_FOLDER } from '../../engine/project/state-folder';
import { parseScene } from '../../engine/scene/scene-file';
import { shellWord } from '../../server/client-configuration';
import { fitsSocket, socketPathFor } from '../../server/socket-path';
import type { Finding } from './finding';
import { findings } from './finding';
import { isSystemError } from '../../engine/project/system-error';

/** The settings are undefined where they can't be used. */
export function checkSettings(folder: string): { finding: Finding; settings?: ParsedSettings['settings'] } {
  const { ok, warning, problem } = findings('project', 'Project');
  let text: string;
  try {
    text = readFileSync(join(folder, SETTINGS_FILE), 'utf8');
  } catch (error) {
    const missing = isSystemError(error, 'ENOENT');
    return {
      finding: missing
        ? problem(
            `${folder} has no game.json, so it is no project.`,
            `Make it one: skywalker new ${shellWord(folder)}`,
          )
        : problem(
            `${join(folder, SETTINGS_FILE)} can't be read: ${wordsOf(error)}.`,
            'Give yourself the right to read it.',
          ),
    };
  }
  const parsed = parseSettings(text, { name: basename(folder), id: '-' });
  if (!parsed.ok) return { finding: problem(`${parsed.error.message}.`, parsed.error.hint) };
  const { settings, readOnlyReason } = parsed.value;
  if (readOnlyReason !== undefined)
    return { finding: warning(readOnlyReason, 'Update Skywalker to change the settings.'), settings };
  if (settings.id === '-')
    return {
      finding: warning(
        'game.json has no "id", so approvals hold for this folder only.',
        `Write one into it: "id": "${basename(folder)}-1"`,
      ),
      settings,
    };
  return { finding: ok(`${settings.name}, in ${folder}.`), settings };
}

export function checkMainScene(folder: string, path: string): Finding {
  const { ok, warning, problem } = findings('main-scene', 'Main scene');
  const place = resolveInside(folder, path);
  if (!place.ok) return problem(`${place.error.message}.`, place.error.hint);
  if (!existsSync(place.value.absolute))
    return warning(
      `${path} is not there; the project opens with a new scene.`,
      'Name another in game.json: "main_scene".',
    );
  try {
    const parsed = parseScene(readFileSync(place.value.absolute, 'utf8'));
    return parsed.ok
      ? ok(`${path} can be read.`)
      : problem(`${path}: ${parsed.error.message}`, parsed.error.hint);
  } catch (error) {
    return problem(`${path} can't be read: ${wordsOf(error)}.`);
  }
}

export function checkWritable(folder: string, canWrite: (path: string) => boolean): Finding {
  const { ok, problem } = findings('writable', 'Writing');
  const paths = ['.', 'scenes', 'scripts', 'tools', STATE_FOLDER, SETTINGS_FILE].filter((path) =>
    existsSync(join(folder, path)),
  );
  const closed = paths.filter((path) => !canWrite(join(folder, path)));
  if (closed.length === 0) return ok('The project can be changed.');
  const names = closed.map((path) => (path === '.' ? folder : path)).join(', ');
  return problem(`You may not write in ${names}.`, 'Give yourself the right to, or copy the project.');
}

/** Links in the state folder would let whoever made the project write elsewhere. */
export function checkState(folder: string): Finding {
  const { ok, problem } = findings('state-folder', 'State folder');
  const state = checkStateFolder(folder);
  return state.ok
    ? ok('Nothing in .skywalker leads elsewhere.')
    : problem(state.error.message, state.error.hint);
}

export async function checkLock(folder: string): Promise<Finding> {
  const { ok, warning } = findings('lock', 'Lock');
  const path = join(folder, STATE_FOLDER, 'lock');
  if (!existsSync(path)) return ok('Nobody has the project open.');
  const holder = await held(join(folder, STATE_FOLDER));
  if (holder !== undefined) return ok(`Process ${holder.pid} has the project open (${holder.purpose}).`);
  return warning(
    'A process that is gone left the lock behind. Whoever opens the project next takes it over.',
    'Nothing has to be done.',
  );
}

/** `runtimeFolder`: where sockets go whose path in the project would be too long. */
export function checkSocketPath(folder: string, runtimeFolder: string, platform = process.platform): Finding {
  const { ok, problem } = findings('socket-path', 'Socket path');
  const path = socketPathFor(folder, () => runtimeFolder, platform);
  if (platform === 'win32' || fitsSocket(path)) return ok(path);
  return problem(
    `${path} is too long for a socket (${Buffer.byteLength(path)} bytes; 103 at most).`,
    'Set XDG_RUNTIME_DIR or TMPDIR to a folder with a short path, or name one: skywalker serve --socket PATH',
  );
}

/** Whether a path leads to a folder. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
