/** A session bus with an unlocked GNOME keyring on it, of a test's own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';

export interface Keyring {
  /** With these a program finds the keyring. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/** Why this machine can't have one; undefined where it can. */
export function keyringProblem(): string | undefined {
  if (process.platform !== 'linux') return 'other systems have a key store that tests can not make anew';
  const missing = ['dbus-daemon', 'gnome-keyring-daemon', 'gdbus'].filter(
    (program) => spawnSync(program, ['--version']).error !== undefined,
  );
  return missing.length === 0 ? undefined : `${missing.join(' and ')} not installed`;
}

export async function openKeyring(): Promise<Keyring> {
  const folder = mkdtempSync(join(tmpdir(), 'sky-keyring-'));
  const children: ChildProcess[] = [];
  const close = (): void => {
    for (const child of children.reverse()) child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(bus);
    const address = await firstLine(bus);
    const env = {
      DBUS_SESSION_BUS_ADDRESS: address,
      XDG_CURRENT_DESKTOP: 'GNOME',
      XDG_RUNTIME_DIR: folder,
      XDG_DATA_HOME: folder,
    };
    const daemon = spawn('gnome-keyring-daemon', ['--unlock', '--foreground', '--components=secrets'], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    children.push(daemon);
    daemon.stdin?.end('password of the keyring');
    await expect(() => expect(hasSecrets(env)).toBe(true)).toPass();
    return { env, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface(stdout)) return line;
  throw new Error('The session bus gave no address.');
}

/** Whether somebody on the bus keeps secrets. */
function hasSecrets(env: Readonly<Record<string, string>>): boolean {
  const asked = ['--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'];
  const method = ['--method', 'org.freedesktop.DBus.NameHasOwner', 'org.freedesktop.secrets'];
  const { stdout } = spawnSync('gdbus', ['call', '--session', ...asked, ...method], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return stdout.includes('true');
}
