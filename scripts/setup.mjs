/**
 * What `npm start` and `npm test` need on a fresh machine: the npm packages, an Electron that runs here, the system
 * libraries it loads, and a build that is as new as its sources. Each step says what it does and is skipped where done.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { electronRuntime } from './electron-runtime.mjs';

export const root = resolve(import.meta.dirname, '..');

const DEBIAN_PACKAGES = [
  'xvfb',
  'xauth',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libatk-bridge2.0-0',
  'libcups2',
];

export function say(text) {
  process.stderr.write(`\x1b[1mskywalker\x1b[0m ${text}\n`);
}

/** Runs a program with its output shown; gives its exit code. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

function mustRun(what, program, args, options) {
  if (run(program, args, options) !== 0) {
    say(`${what} failed. The output above says why; run the same command again when that is mended.`);
    process.exit(1);
  }
}

/** What the product is made of. */
export function ensurePackages() {
  install(root, 'installing packages (about half a minute) …');
}

/** The official conformance runner of MCP, clients to try, and a Node that they run on: some 330 MB, for tests alone. */
export function ensureConformance() {
  install(
    join(root, 'conformance'),
    'installing the conformance runner and the Node it needs (about a minute) …',
    '--ignore-scripts',
  );
}

/** What looks for mistakes of Electron applications: 150 MB, for `npm run electronegativity` alone. */
export function ensureElectronegativity() {
  install(join(root, 'scripts', 'electronegativity'), 'installing Electronegativity …', '--ignore-scripts');
}

/** `npm ci` in a folder, when its node_modules is missing or was made from another lock file. */
function install(folder, what, ...options) {
  const packages = join(folder, 'node_modules');
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const mark = join(packages, '.skywalker-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  // A second work tree that shares the packages of the first: `npm ci` here would empty them for all.
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) {
    say(`${packages} is a link, and was made from another lock file: npm ci, where it leads to, mends that.`);
    return;
  }
  say(what);
  mustRun('npm ci', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options], {
    cwd: folder,
  });
  mkdirSync(packages, { recursive: true });
  writeFileSync(mark, lock);
}

/** Gives an Electron that runs here, after making sure that the libraries it loads are there. */
export function ensureElectron() {
  const runtime = electronRuntime();
  if (process.platform === 'linux') ensureLibraries(runtime.exe);
  return runtime;
}

function ensureLibraries(exe) {
  const missing = () =>
    (spawnSync('ldd', [exe], { encoding: 'utf8' }).stdout ?? '')
      .split('\n')
      .filter((line) => line.includes('not found'));
  const needsDisplay =
    !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY && spawnSync('which', ['xvfb-run']).status !== 0;
  if (missing().length === 0 && !needsDisplay) return;
  const isRoot = process.getuid?.() === 0;
  const command = `apt-get install -y ${DEBIAN_PACKAGES.join(' ')}`;
  if (!isRoot || spawnSync('which', ['apt-get']).status !== 0) {
    say(`Electron needs system libraries that are not here. On Debian or Ubuntu:\n  sudo ${command}`);
    process.exit(1);
  }
  say('installing the system libraries that Electron loads …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  mustRun('apt-get update', 'apt-get', ['update', '-qq'], { env });
  mustRun('apt-get install', 'apt-get', ['install', '-y', '-qq', ...DEBIAN_PACKAGES], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Builds when a source is newer than the last build. */
export function ensureBuild({ always = false } = {}) {
  const mark = join(root, 'out', '.built');
  const built = existsSync(mark) ? statSync(mark).mtimeMs : 0;
  const sources = [
    'src-main',
    'src-preload',
    'src-renderer',
    'resources',
    'package.json',
    'electron.vite.config.ts',
  ];
  if (!always && sources.every((source) => newest(join(root, source)) <= built)) return;
  say('building (about half a minute) …');
  const args = [
    join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'),
    'build',
    '--logLevel',
    'warn',
  ];
  mustRun('the build', process.execPath, args);
  writeFileSync(mark, '');
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
}
