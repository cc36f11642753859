/**
 * Starts Electron so that it can be ended again: on the display that is there, or on a virtual one. What Chromium says about
 * this machine's buses and drivers is left out unless SKYWALKER_DEBUG is set; everything else comes through.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const CHROMIUM_LINE = /^\[\d+:\d{4}\/\d{6}\.\d+:[A-Z]+\d*:/;

/** Whether a window can be shown to somebody. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
}

/** Runs Electron's program until it ends; gives its exit code. Signals that end this process end Electron first. */
export async function launch(program, args) {
  const flags = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = hasDisplay()
    ? spawn(program, [...flags, ...args], { stdio: ['inherit', 'inherit', 'pipe'] })
    : spawnVirtual(program, [...flags, '--unattended', ...args]);
  let pid = child.pid;
  // xvfb-run does not pass signals on, and would leave Electron and the display behind: the shell inside says its own id.
  child.stdio[3]?.once('data', (data) => (pid = Number(String(data).trim()) || pid));
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (process.env.SKYWALKER_DEBUG || !CHROMIUM_LINE.test(line)) process.stderr.write(`${line}\n`);
  });
  let asked = 0;
  const end = (signal) => {
    asked += 1;
    try {
      if (pid !== undefined) process.kill(pid, asked > 1 ? 'SIGKILL' : signal);
    } catch {
      // It has ended already.
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end('SIGTERM'));
  const watch = watchParent(() => end('SIGTERM'));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (exit) => resolve(exit ?? (asked > 0 ? 0 : 1)));
  });
  clearInterval(watch);
  return code;
}

/** In a process group of its own: Ctrl-C reaches this process alone, which then ends Electron before its display. */
function spawnVirtual(program, args) {
  const script = 'echo $$ >&3; exec 3>&-; exec "$0" "$@"';
  return spawn('xvfb-run', ['-a', '-s', '-screen 0 1920x1080x24', 'sh', '-c', script, program, ...args], {
    stdio: ['ignore', 'inherit', 'pipe', 'pipe'],
    detached: true,
  });
}

/** npm ends its shell, not what runs in it: without a parent, nobody could end this by the id that they know. */
function watchParent(onGone) {
  const parent = process.ppid;
  if (process.platform === 'win32' || process.env.npm_lifecycle_event === undefined) return undefined;
  return setInterval(() => process.ppid !== parent && onGone(), 500);
}
