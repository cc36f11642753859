/** What the machine has to have. */
import type { Finding } from './finding';
import { findings } from './finding';

/** What a program answered when it was started: its output, or why it could not be. */
export type Answer = { readonly out: string } | { readonly failed: string };

/** Compares versions such as "20.19" and "20.20.2", number by number. */
function isAtLeast(version: string, wanted: string): boolean {
  const numbers = version.split('.').map(Number);
  for (const [index, number] of wanted.split('.').map(Number).entries()) {
    const own = numbers[index] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}

/** `range` is that of package.json: ">=20.19". */
export function checkNode(version: string, range: string): Finding {
  const { ok, problem } = findings('node', 'Node.js');
  const wanted = range.replace('>=', '');
  return isAtLeast(version, wanted)
    ? ok(`Version ${version}.`)
    : problem(
        `Version ${version} is too old: ${wanted} or later is needed.`,
        'Install a newer one: https://nodejs.org',
      );
}

/** `answer` is that of scripts/electron-runtime.mjs --prepared --json. */
export function checkElectron(answer: Answer, root: string): Finding {
  const { ok, warning } = findings('electron', 'Electron');
  if ('failed' in answer) {
    return warning(
      'It is not here yet: no window can be opened. Agents and the command need none.',
      `Fetch it with: npm start (in ${root}), which builds and opens the editor too.`,
    );
  }
  const kind = /"kind":"(\w+)"/.exec(answer.out)?.[1];
  const version = /"version":"([\w.-]+)"/.exec(answer.out)?.[1] ?? 'unknown';
  return ok(
    kind === 'fallback'
      ? `Version ${version}, the one for machines that can't reach the official download.`
      : `Version ${version}.`,
  );
}

/** The window's program of an application that was installed. */
export function checkProgram(program: string, exists: boolean): Finding {
  const { ok, problem } = findings('electron', 'Electron');
  return exists
    ? ok(`Installed: ${program}.`)
    : problem(`${program} is not there, so no window can be opened.`, 'Install Skywalker anew.');
}

/** `answer` is that of a sandbox that does nothing. */
export function checkBubblewrap(platform: NodeJS.Platform, answer: Answer): Finding {
  const { ok, warning } = findings('bubblewrap', 'Bubblewrap');
  if (platform !== 'linux')
    return ok(
      'There is none for this system. Only tools of the kind script need it, which can not run here.',
    );
  if ('out' in answer) return ok('It makes sandboxes.');
  return answer.failed.includes('ENOENT')
    ? warning(
        'It is not installed, so tools of the kind script can not run.',
        'On Debian or Ubuntu: sudo apt-get install bubblewrap',
      )
    : warning(
        `It is installed and can make no sandbox, so tools of the kind script can not run: ${firstLine(answer.failed)}`,
        'The system has to allow user namespaces: sysctl kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns say whether it does.',
      );
}

export function checkDisplay(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  hasVirtual: boolean,
): Finding {
  const { ok, warning } = findings('display', 'Display');
  const named = env['WAYLAND_DISPLAY'] ?? env['DISPLAY'] ?? '';
  if (platform !== 'linux' || named !== '') return ok('Windows can be shown.');
  if (hasVirtual) return ok('There is none; a window opens on a virtual one (xvfb).');
  return warning(
    'There is none, and no virtual one, so no window can be opened. Agents and the command need none.',
    'Use skywalker serve in place of open, or on Debian and Ubuntu: sudo apt-get install xvfb xauth',
  );
}

/** `answer` is that of python3 --version. */
export function checkPython(answer: Answer): Finding {
  const { ok, warning } = findings('python', 'Python');
  const needs = 'Only the Python layer needs it.';
  if ('failed' in answer)
    return warning(`There is no python3 that runs. ${needs}`, 'Install Python 3.10 or later.');
  const version = /Python (\d+(?:\.\d+)+)/.exec(answer.out)?.[1];
  if (version === undefined)
    return warning(`python3 does not say its version: ${firstLine(answer.out)}. ${needs}`);
  return isAtLeast(version, '3.10')
    ? ok(`Version ${version}.`)
    : warning(`Version ${version} is too old for the Python layer.`, 'Install Python 3.10 or later.');
}

const MIB = 1 << 20;

/** `free` are the bytes that this user can still write where `folder` is. */
export function checkDisk(folder: string, free: number): Finding {
  const { ok, warning, problem } = findings('disk', 'Disk');
  const room = free >= 1024 * MIB ? `${(free / 1024 / MIB).toFixed(1)} GiB` : `${Math.floor(free / MIB)} MiB`;
  const where = `${room} are free where ${folder} is.`;
  if (free < 20 * MIB)
    return problem(`Only ${where} Scenes can not be saved on a full disk.`, 'Make room before you go on.');
  if (free < 500 * MIB)
    return warning(`Only ${where}`, 'Make room: scenes, logs and recovery files need it.');
  return ok(where);
}

export interface WatchFacts {
  /** Files and folders of the project that are watched. */
  readonly entries: number;
  /** fs.inotify.max_user_watches; undefined where the system has none. */
  readonly limit: number | undefined;
  /** Why a watch could not be made just now. */
  readonly refused?: string;
}

export function checkWatches({ entries, limit, refused }: WatchFacts): Finding {
  const { ok, warning, problem } = findings('watches', 'File watching');
  const raise =
    'Raise the limit: sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=1024 (and write it into /etc/sysctl.d to keep it).';
  if (refused !== undefined)
    return problem(`Files can't be watched, so edits from outside are not seen: ${refused}`, raise);
  if (limit !== undefined && entries > limit * 0.8) {
    return warning(
      `The project has ${entries} files and folders; all programs of this user together may watch ${limit}. Some edits from outside may not be seen.`,
      raise,
    );
  }
  return ok(
    limit === undefined ? 'Files can be watched.' : `${entries} of at most ${limit} watches are needed.`,
  );
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
