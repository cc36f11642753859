/** The lock that keeps two engines off one project: `.skywalker/lock`. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { ioFailure } from './io-failure';
import { isRunning } from './processes';
import { isSystemError } from './system-error';

const holderSchema = z.object({
  pid: z.int().positive(),
  /** When the process started, as the system counts it: tells a process from a later one with its number. */
  started: z.string().optional(),
  host: z.string(),
  /** What holds it: `window`, `serve` … */
  purpose: z.string(),
  /** ISO 8601, UTC. */
  since: z.string(),
  token: z.string(),
});

export type LockHolder = z.infer<typeof holderSchema>;

/** A lock file that is not whole is being written, for as long as this (milliseconds); then its writer is taken for dead. */
const WRITING = 5_000;

export class ProjectLock {
  private constructor(
    private readonly path: string,
    readonly holder: LockHolder,
  ) {}

  /**
   * Takes the lock, or takes over one whose process is gone. `conflict` where another process (or this one) holds it:
   * `data` says who. `now` is the time of day.
   */
  static async take(
    stateFolder: string,
    options: { purpose: string; now: Date },
  ): Promise<Outcome<ProjectLock>> {
    const path = join(stateFolder, 'lock');
    const started = startOf(process.pid);
    const holder: LockHolder = {
      pid: process.pid,
      ...(started !== undefined && { started }),
      host: hostname(),
      purpose: options.purpose,
      since: options.now.toISOString(),
      token: randomUUID(),
    };
    try {
      await mkdir(stateFolder, { recursive: true, mode: 0o700 });
      // Each turn either takes the lock, meets a living holder, or clears one dead lock away.
      for (let attempt = 0; attempt < 20; attempt += 1) {
        if (await putExclusively(path, JSON.stringify(holder))) return succeed(new ProjectLock(path, holder));
        const found = await readLock(path);
        if (found === 'gone') continue;
        if (found === 'writing')
          return fail(
            'conflict',
            'Another process is opening this project right now',
            'Try again in a moment.',
          );
        if (found.holder && isAlive(found.holder))
          return { ok: false, error: heldError(found.holder, path).error };
        await clearAway(path, found.text);
      }
    } catch (error) {
      return { ok: false, error: ioFailure('written', path, error).error };
    }
    return fail('conflict', 'Other processes keep opening this project', 'Try again in a moment.');
  }

  /** Gives the lock back. Does nothing where somebody has it by now. */
  async release(): Promise<void> {
    const found = await readLock(this.path).catch(() => 'gone' as const);
    if (typeof found === 'object' && found.holder?.token === this.holder.token)
      await unlink(this.path).catch(() => undefined);
  }
}

/** Who holds a project's lock, or undefined. */
export async function held(stateFolder: string): Promise<LockHolder | undefined> {
  const found = await readLock(join(stateFolder, 'lock')).catch(() => 'gone' as const);
  return typeof found === 'object' && found.holder && isAlive(found.holder) ? found.holder : undefined;
}

/** Makes the file with its whole content at once, unless there is one. */
async function putExclusively(path: string, text: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.close();
    await link(temporary, path);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    // A file system without hard links: the file is empty for a moment, which `readLock` allows for.
    if (isSystemError(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP')) return await putPlainly(path, text);
    throw error;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function putPlainly(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(text);
    await file.close();
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readLock(
  path: string,
): Promise<'gone' | 'writing' | { text: string; holder: LockHolder | undefined }> {
  try {
    const text = await readFile(path, 'utf8');
    const holder = parseHolder(text);
    // Its age is of the file system's clock, like the present moment that it is compared with.
    if (!holder && Date.now() - (await stat(path)).mtimeMs < WRITING) return 'writing';
    return { text, holder };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 'gone';
    throw error;
  }
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Removes a dead lock, but never one that somebody else has put in its place meanwhile. */
async function clearAway(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, path).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
}

function isAlive(holder: LockHolder): boolean {
  // Processes of another computer can't be looked at: their lock counts until somebody removes it.
  if (holder.host !== hostname()) return true;
  if (!isRunning(holder.pid)) return false;
  const started = startOf(holder.pid);
  return started === undefined || holder.started === undefined || started === holder.started;
}

/** When a process started, as the system counts it; undefined where it does not say. */
function startOf(pid: number): string | undefined {
  return startInProc(pid) ?? startByPs(pid);
}

/** In clock ticks since boot, where `/proc` gives it. */
function startInProc(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets, which may hold spaces and brackets of its own. The start is the 22nd.
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const ticks = text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? undefined : `${boot}:${ticks}`;
  } catch {
    return undefined;
  }
}

/** To the second, where there is no `/proc`, such as on macOS. */
export function startByPs(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: 5_000,
    // Said the same way whatever the person's language and place.
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  const text = status === 0 ? stdout.trim().replace(/\s+/g, ' ') : '';
  return text === '' ? undefined : text;
}

function heldError(holder: LockHolder, path: string): ReturnType<typeof fail> {
  const { pid, host, purpose, since } = holder;
  const here = host === hostname();
  const who = purpose === 'window' ? 'in a window' : `by skywalker ${purpose}`;
  const time = since.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, '$1 $2 UTC');
  return fail(
    'conflict',
    `The project is open already, ${who} (process ${pid}${here ? '' : ` on ${host}`}), since ${time}`,
    here
      ? 'Close it there, or connect to it (skywalker call --attach).'
      : `If ${host} no longer has it open, delete ${path}.`,
    { pid, host, purpose, since },
  );
}
