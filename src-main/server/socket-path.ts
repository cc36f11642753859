/** Where an agent socket is put: its path has a short limit that a project's folder may exceed. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Bytes of a Unix socket's path, zero included, that every system takes (macOS 104, Linux 108). */
export const MAX_PATH_BYTES = 103;

/** Whether a path can be a Unix socket's. */
export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES;
}

/** In the project's state folder where that is short enough, else in the user's runtime folder; on Windows a named pipe. */
export function socketPathFor(
  projectFolder: string,
  runtimeFolder: () => string,
  platform = process.platform,
): string {
  const name = createHash('sha256').update(projectFolder).digest('hex').slice(0, 16);
  if (platform === 'win32') return `\\\\.\\pipe\\skywalker-${name}`;
  const near = join(projectFolder, '.skywalker', 'agent.sock');
  return fitsSocket(near) ? near : join(runtimeFolder(), `${name}.sock`);
}
