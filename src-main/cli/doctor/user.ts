/** The person's own folder: keys and tokens that nobody else may read. Nothing is made, changed or removed. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { KeyVault } from '../../engine/custom/key-vault';
import { fingerprintOf, UserKeys } from '../../engine/custom/keys';
import { shellWord } from '../../server/client-configuration';
import { counted } from '../words';
import type { Finding } from './finding';
import { findings } from './finding';

/** Whether others may read or write what has this mode. */
function isOpen(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

export function checkUserFolder(folder: string, canWrite: (path: string) => boolean): Finding {
  const { ok, problem } = findings('user-folder', 'Your folder');
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return ok(`${folder} is made when it is needed.`);
  if (!stat.isDirectory()) return problem(`${folder} is no folder.`, 'Move it away, or set SKYWALKER_HOME.');
  const own = process.getuid?.();
  if (own !== undefined && stat.uid !== own) {
    return problem(
      `${folder} belongs to another user, who could change your keys.`,
      `Take it over with chown, or set SKYWALKER_HOME to a folder of yours.`,
    );
  }
  if (!canWrite(folder))
    return problem(
      `${folder} can't be written: keys and decisions can not be kept.`,
      'Give yourself the right to.',
    );
  if (isOpen(stat.mode))
    return problem(
      `Others can enter ${folder} (mode ${modeText(stat.mode)}).`,
      `Run: chmod 700 ${shellWord(folder)}`,
    );
  return ok(`${folder} is yours alone.`);
}

/** Folders with files that only their owner may read. */
const PRIVATE = ['', 'keys', 'tokens', 'projects', 'editors'];

export function checkPrivateFiles(folder: string): Finding {
  const { ok, problem } = findings('private-files', 'Keys and tokens');
  const files = PRIVATE.flatMap((name) => filesIn(join(folder, name)));
  const open = files.filter((path) => isOpen(statSync(path, { throwIfNoEntry: false })?.mode ?? 0));
  if (open.length === 0)
    return ok(
      files.length === 0
        ? 'There are none yet.'
        : `Nobody else can read the ${counted(files.length, 'file')}.`,
    );
  const [first = ''] = open;
  const more = open.length === 1 ? '' : ` and ${counted(open.length - 1, 'other file')}`;
  return problem(
    `Others can read ${relative(folder, first)}${more} in ${folder}.`,
    `Run: chmod 600 ${open.map((path) => shellWord(path)).join(' ')}. If somebody may have looked: remove terminal.key and what is in tokens, which are made anew, and give your clients the new token.`,
  );
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

export function checkApprovalKey(folder: string): Finding {
  const { ok, warning, problem } = findings('approval-key', 'Your key');
  const { state } = new KeyVault(folder);
  if (state.problem !== undefined) {
    return problem(
      `${state.problem} Nothing can be approved, and none of your approvals count.`,
      'Put the file back, or remove it: the next approval makes a new key, and approvals by the old one count no longer.',
    );
  }
  if (state.key === undefined) return ok('There is none yet; it is made with the first approval.');
  const print = `Its fingerprint is ${fingerprintOf(state.key)}.`;
  if (state.note !== undefined)
    return warning(
      `${state.note} ${print}`,
      `Look into ${join(folder, 'keys')}, and remove the one that is not used.`,
    );
  return ok(
    state.kept === 'file'
      ? `It is in a file of yours. ${print}`
      : `It is sealed in ${state.store ?? 'a key store'}: approve in the window, or in a terminal while the editor is open. ${print}`,
  );
}

export function checkTrustedKeys(folder: string): Finding {
  const { ok, problem } = findings('trusted-keys', 'Trusted keys');
  const keys = new UserKeys(folder);
  return keys.problem === undefined
    ? ok(`${counted(keys.trusted().length, 'key')} of others.`)
    : problem(keys.problem, 'Mend the file, or remove it and trust the keys again: skywalker trust KEY');
}

export function modeText(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}
